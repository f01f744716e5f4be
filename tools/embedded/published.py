"""The figures of the best published implementations, lower bounds, and our goals: instructions, for AVR cycles; bytes
of text and read-only data for encryption and decryption, or for the hash. They are measured in the same way as ours."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """The figures of one processor; 0 if there is no figure. Pairs are (Ascon-AEAD128, Ascon-Hash256)."""

    round: float
    floor: float
    a_byte: tuple[float, float]
    size: tuple[int, int] = (0, 0)
    packet: int = 0  # encryption of 16 bytes
    floor_a_byte: tuple[float, float] = (0, 0)


@dataclass(frozen=True)
class Goals:
    round: float
    a_byte: tuple[float, float] = (0, 0)
    packet: float = 1  # of the published figure
    stack: int = 0  # AEAD, profile size


CORTEX_M3 = Figures(52, 52, (37.8, 87.5), (1050, 608), 2243, (32, 82))

PUBLISHED = {
    "cortex-m0": Figures(144, 121, (95.8, 235.9), (1162, 664), 5830),
    "cortex-m3": CORTEX_M3,
    "cortex-m4": CORTEX_M3,
    "cortex-m33": CORTEX_M3,
    "arm1176": Figures(53.8, 52, (39.1, 89.9), (1572, 820)),
    "cortex-a7": Figures(42, 0, (21.6, 65.0)),
    "rv32i": Figures(117, 112, (59.9, 181.2), (1374, 996)),
    "rv32-zbb": Figures(75.5, 71, (58.6, 128.6), (1704, 1680), 0, (45, 0)),
    "rv32-zbkb": Figures(75, 71, (58.6, 128.6), (0, 0), 0, (38, 0)),
    "rv64": Figures(0, 0, (0, 0)),
    "aarch64": Figures(29.5, 26, (14.8, 43.6), (976, 496)),
    "xtensa": Figures(88, 83, (49.4, 142.9), (1151, 681), 3215),
    "avr": Figures(683, 600, (372.9, 1061), (3518, 1688), 25125),
}

ARMV7M = Goals(1.03 * 52, (33, 83), 0.9, 200)

GOALS = {
    "cortex-m0": Goals(1.06 * 121, (85, 215), 0.9, 200),
    "cortex-m3": ARMV7M,
    "cortex-m4": ARMV7M,
    "cortex-m33": ARMV7M,
    "arm1176": Goals(1.03 * 52, (35, 86)),
    "cortex-a7": Goals(0, (21, 62)),
    "rv32i": Goals(1.06 * 112, (58, 176)),
    "rv32-zbb": Goals(1.03 * 71, (47, 120)),
    "rv32-zbkb": Goals(1.03 * 71, (40, 0)),
    "rv64": Goals(0),
    "aarch64": Goals(1.03 * 26, (13.5, 40)),
    "xtensa": Goals(1.03 * 83, (46, 135), 0.9),
    "avr": Goals(640, (345, 970), 1, 180),
}
