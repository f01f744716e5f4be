"""The processors: how to compile for each, what emulates it, and which backends fit it."""

from dataclasses import dataclass, replace

from compiling import PROFILES, ROOT

FIRMWARE = ROOT / "tests/firmware"
EXAMPLES = ROOT / "examples/firmware"


@dataclass(frozen=True)
class Setting:
    """A backend with certain settings."""

    backend: str
    label: str = ""  # after the backend's name in tables
    definitions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # of the compiler, added to the target's
    profiles: tuple[str, ...] = tuple(PROFILES)

    @property
    def name(self) -> str:
        return f"{self.backend} {self.label}".strip()


@dataclass(frozen=True)
class Target:
    name: str
    title: str
    compiler: str
    flags: tuple[str, ...]
    emulator: tuple[str, ...]
    settings: tuple[Setting, ...]
    package: str  # of Debian, with the compiler
    libgcc: tuple[str, ...] = ()  # flags that find the right libgcc, where the target's own do not

    @property
    def tool(self) -> str:
        """The prefix of `gcc`, `nm` and so on."""
        return self.compiler.removesuffix("gcc")

    @property
    def processor(self) -> str:
        """As the compiler and the simulator of AVR call it."""
        return next(flag for flag in self.flags if flag.startswith("-mmcu=")).removeprefix("-mmcu=")

    @property
    def unit(self) -> str:
        return "cycles" if self.name == "avr" else "instructions"


def plain_and_interleaved(backend: str, *flags: str) -> tuple[Setting, ...]:
    """Without a label: what the backend takes by itself."""
    return (
        Setting(backend, flags=flags),
        Setting(backend, "plain", ("ASCON_INTERLEAVE=0",), flags),
        Setting(backend, "interleaved", ("ASCON_INTERLEAVE=1",), flags),
    )


def in_c(*names: str) -> tuple[Setting, ...]:
    return tuple(Setting(name) for name in names)


ARM = "arm-none-eabi-gcc"
RISCV = "riscv64-unknown-elf-gcc"
RIVALS = in_c("c32", "bi32", "ref")
MAX = ("qemu-arm", "-cpu", "max")  # its models of Cortex-M are for whole machines
RV32 = ("-march=rv32i", "-mabi=ilp32")


def cortex_m(number: str, backend: str) -> Target:
    flags = (f"-mcpu=cortex-m{number}", "-mthumb", "-mfloat-abi=soft")
    settings = (*plain_and_interleaved(backend), *RIVALS)
    return Target(f"cortex-m{number}", f"Cortex-M{number}", ARM, flags, MAX, settings, "gcc-arm-none-eabi")


def rv32(name: str, title: str, extension: str, emulated: str) -> Target:
    flags = (f"-march=rv32i{extension}", "-mabi=ilp32")
    compressed = Setting("rv32", "compressed", flags=(f"-march=rv32ic{extension}",), profiles=("size",))
    settings = (*plain_and_interleaved("rv32"), compressed, *RIVALS)
    # Without the extensions that this emulator has by default: their instructions must not be there.
    emulator = ("qemu-riscv32", "-cpu", f"rv32,zba=false,zbb=false,zbc=false,zbs=false{emulated}")
    return Target(name, title, RISCV, flags, emulator, settings, "gcc-riscv64-unknown-elf", RV32)


TARGETS = (
    cortex_m("0", "armv6m"),
    cortex_m("3", "armv7m"),
    cortex_m("4", "armv7m"),
    cortex_m("33", "armv7m"),
    Target(
        name="arm1176",
        title="ARM1176",
        compiler=ARM,
        flags=("-mcpu=arm1176jzf-s", "-marm", "-mfloat-abi=soft"),
        emulator=("qemu-arm", "-cpu", "arm1176"),
        settings=(*plain_and_interleaved("armv6"), *RIVALS),
        package="gcc-arm-none-eabi",
    ),
    Target(
        name="cortex-a7",
        title="Cortex-A7 with NEON",
        compiler=ARM,
        flags=("-mcpu=cortex-a7", "-marm", "-mfpu=neon-vfpv4", "-mfloat-abi=softfp"),
        emulator=("qemu-arm", "-cpu", "cortex-a7"),
        settings=(Setting("neon32"), *plain_and_interleaved("armv6"), *RIVALS),
        package="gcc-arm-none-eabi",
    ),
    rv32("rv32i", "RV32I", "", ""),
    rv32("rv32-zbb", "RV32 with Zbb", "_zbb", ",zbb=true"),
    rv32("rv32-zbkb", "RV32 with Zbkb", "_zbkb", ",zbkb=true"),
    Target(
        name="rv64",
        title="RV64",
        compiler=RISCV,
        flags=("-march=rv64i", "-mabi=lp64", "-mcmodel=medany"),
        emulator=("qemu-riscv64", "-cpu", "rv64,zbkb=true"),
        settings=(
            Setting("rv64"),
            Setting("rv64", "Zbb", flags=("-march=rv64i_zbb",)),
            Setting("rv64", "Zbkb", flags=("-march=rv64i_zbkb",)),
            *in_c("c64", "ref"),
        ),
        package="gcc-riscv64-unknown-elf",
        libgcc=("-march=rv64i", "-mabi=lp64"),
    ),
    Target(
        name="aarch64",
        title="AArch64",
        compiler="aarch64-linux-gnu-gcc",
        flags=("-fno-pie", "-static"),
        emulator=("qemu-aarch64",),
        settings=(Setting("aarch64"), *in_c("c64", "ref")),
        package="gcc-aarch64-linux-gnu",
    ),
    Target(
        name="xtensa",
        title="Xtensa LX",
        compiler="xtensa-lx106-elf-gcc",
        flags=("-mlongcalls",),
        emulator=("qemu-xtensa", "-cpu", "lx106"),
        settings=(Setting("xtensa"), *RIVALS),
        package="gcc-xtensa-lx106",
    ),
    Target(
        name="avr",
        title="AVR (ATmega)",
        compiler="avr-gcc",
        flags=("-mmcu=atmega1284p",),
        emulator=("simavr",),
        # The whole of ref fits into this processor in the profile size alone.
        settings=(Setting("avr"), Setting("c8"), Setting("ref", profiles=("size",))),
        package="gcc-avr",
    ),
)

# Has no place in the matrix: the tests show with it that big-endian processors compute the same.
BIG_ENDIAN = Target(
    name="s390x",
    title="s390x",
    compiler="s390x-linux-gnu-gcc",
    flags=("-fno-pie", "-static"),
    emulator=("qemu-s390x",),
    settings=in_c("c64", "c32", "bi32", "c8"),
    package="gcc-s390x-linux-gnu",
)


def find(name: str) -> Target:
    return next(target for target in (*TARGETS, BIG_ENDIAN) if target.name == name)


def with_definitions(setting: Setting, label: str, definitions: list[str]) -> Setting:
    return replace(setting, label=label, definitions=(*setting.definitions, *definitions))
