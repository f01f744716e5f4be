# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Stand-ins for the chips of the boards, for tests: the core is unicorn's, and here are the registers that the firmware
uses, from the reference manuals. A port that has no clock, or pins that are not set up, make an error here."""

from dataclasses import dataclass
from pathlib import Path

import unicorn
from unicorn import arm_const

FLASH, RAM, PERIPHERALS, SYSTEM = 0x08000000, 0x20000000, 0x40000000, 0xE0000000
SECONDS = 120
HSE_ON, HSE_READY = 1 << 16, 1 << 17
MONITOR, CONTROL, CYCLES, LOCK = 0xE000EDFC, 0xE0001000, 0xE0001004, 0xE0001FB0


@dataclass(frozen=True)
class Layout:
    cpu: int
    ram: int
    clocks: int  # RCC_CR
    choice: int  # RCC_CFGR
    enabled: dict[int, int]  # the bits of clocks that port and serial line need
    port: int
    usart: int
    new: bool  # whether the serial line has the newer registers
    pins: tuple[int, int, int]  # transmitter, receiver, trigger
    internal: int = 16_000_000
    external: int = 0


M4, M7 = arm_const.UC_CPU_ARM_CORTEX_M4, arm_const.UC_CPU_ARM_CORTEX_M7
CHIPS = {
    "cw308-stm32f3": Layout(
        M4, 40 << 10, 0x40021000, 0x40021004, {0x40021014: 1 << 17, 0x40021018: 1 << 14},
        0x48000000, 0x40013800, True, (9, 10, 12), internal=8_000_000, external=7_372_800,
    ),
    "cw308-stm32f4": Layout(
        M4, 128 << 10, 0x40023800, 0x40023808, {0x40023830: 1 << 0, 0x40023844: 1 << 4},
        0x40020000, 0x40011000, False, (9, 10, 12), external=7_372_800,
    ),
    "nucleo-f446re": Layout(
        M4, 128 << 10, 0x40023800, 0x40023808, {0x40023830: 1 << 0, 0x40023840: 1 << 17},
        0x40020000, 0x40004400, False, (2, 3, 8),
    ),
    "nucleo-f767zi": Layout(
        M7, 128 << 10, 0x40023800, 0x40023808, {0x40023830: 1 << 3, 0x40023840: 1 << 18},
        0x40020C00, 0x40004800, True, (8, 9, 15),
    ),
}  # fmt: skip


class Chip:
    """A line to the firmware in this file, with the edges of the trigger."""

    def __init__(self, name: str, image: Path, clock: bool = True) -> None:
        self.layout, self.clock = CHIPS[name], clock
        self.triggers: list[int] = []  # each level that the pin took
        self.faults: list[str] = []
        self._incoming, self._sent = bytearray(), bytearray()
        self._registers: dict[int, int] = {}
        self._cycles, self._unlocked = 0, self.layout.cpu != M7
        self._machine = self._made(image.read_bytes())
        self._address = int.from_bytes(image.read_bytes()[4:8], "little")

    def _made(self, image: bytes) -> unicorn.Uc:
        machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        machine.ctl_set_cpu_model(self.layout.cpu)
        machine.mem_map(FLASH, 1 << 20, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        machine.mem_map(RAM, self.layout.ram)
        machine.mem_write(FLASH, image)
        for base, size in ((PERIPHERALS, 0x10000000), (SYSTEM, 0x100000)):
            machine.mmio_map(base, size, self._read, base, self._write, base)
        machine.hook_add(unicorn.UC_HOOK_BLOCK, self._count)
        machine.reg_write(arm_const.UC_ARM_REG_SP, int.from_bytes(image[:4], "little"))
        return machine

    # ---- The line ----

    def write(self, data: bytes) -> None:
        self._incoming += data

    def readline(self, seconds: float = 0) -> bytes:
        if self._incoming and b"\n" not in self._sent:
            self._machine.emu_start(self._address | 1, 0, timeout=SECONDS * 1_000_000)
            self._address = self._machine.reg_read(arm_const.UC_ARM_REG_PC)
        assert not self.faults, self.faults
        line, end, self._sent = self._sent.partition(b"\n")
        return bytes(line + end)

    # ---- Registers ----

    @property
    def hertz(self) -> int:
        return self.layout.external if self._registers.get(self.layout.choice, 0) & 3 else self.layout.internal

    def _register(self, offset: int) -> int:
        return self._registers.get(self.layout.port + offset, 0)

    def _mode(self, pin: int) -> int:
        return self._register(0) >> 2 * pin & 3

    def _function(self, pin: int) -> int:
        return self._register(0x20 + 4 * (pin // 8)) >> 4 * (pin % 8) & 15

    def _count(self, machine, address: int, size: int, data: object) -> None:
        self._cycles += size // 2

    def _read(self, machine, offset: int, size: int, base: int) -> int:
        address, layout = base + offset, self.layout
        usart = address - layout.usart
        if usart == (0x1C if layout.new else 0x00):
            if not self._incoming and self._sent.endswith(b"\n"):
                machine.emu_stop()  # it waits for the next line, and may read this again
            return 1 << 7 | bool(self._incoming) << 5
        if usart == (0x24 if layout.new else 0x04):
            self._check_line()
            return self._incoming.pop(0)
        found = self._registers.get(address, 0)
        if address == layout.clocks and self.clock and layout.external and found & HSE_ON:
            return found | HSE_READY
        if address == CYCLES:
            self._cycles += 1
            counting = self._registers.get(MONITOR, 0) >> 24 & self._registers.get(CONTROL, 0) & 1
            return self._cycles & 0xFFFFFFFF if counting else 0
        return found

    def _write(self, machine, offset: int, size: int, value: int, base: int) -> None:
        address, layout = base + offset, self.layout
        usart = address - layout.usart
        if usart == (0x28 if layout.new else 0x04):
            self._check_line()
            self._sent.append(value & 0xFF)
        elif address == layout.port + 0x18:
            self._set_pins(value)
        elif address == LOCK:
            self._unlocked = value == 0xC5ACCE55
        elif address not in (CONTROL, CYCLES) or self._unlocked:
            self._registers[address] = value

    def _set_pins(self, value: int) -> None:
        pin = self.layout.pins[2]
        if value not in (1 << pin, 1 << pin + 16):
            self._fault(f"other pins than the trigger are set: {value:#x}")
        self.triggers.append(value >> pin & 1)

    def _check_line(self) -> None:
        layout, found = self.layout, self._registers
        transmit, receive, trigger = layout.pins
        divider = found.get(layout.usart + (0x0C if layout.new else 0x08), 0)
        control = found.get(layout.usart + (0x00 if layout.new else 0x0C), 0)
        good = {
            "clocks": all(found.get(address, 0) & bit for address, bit in layout.enabled.items()),
            "pins of the line": all((self._mode(pin), self._function(pin)) == (2, 7) for pin in (transmit, receive)),
            "pin of the trigger": self._mode(trigger) == 1,
            "rate": divider and abs(self.hertz / divider / 115200 - 1) < 0.01,
            "line enabled": control == (0x0D if layout.new else 0x200C),
            "trigger low while the line is used": not self.triggers[-1],
        }
        for name, is_good in good.items():
            if not is_good:
                self._fault(name)

    def _fault(self, text: str) -> None:
        self.faults.append(text)
        self._machine.emu_stop()
