"""Faults of block loops in assembly that few blocks would not show, as changes of the backends' sources.

On AVR, a turn is counted in two bytes that are added to the frame.
"""

from dataclasses import dataclass

from planting import Changes

AVR, M3, ARM64 = "avr, AVR (ATmega) speed", "armv7m, Cortex-M3 plain speed", "aarch64, AArch64 speed"
AT_BLOCK = "1:      /* a block at r12 */\n"
IT = """        movs    r1, #0
        cmp     r0, r0
        it      ne
3:      mvnne   r2, r2
        cmp     r1, #0
        bne     4f
        movs    r1, #1
        cmp     r0, r0
        b       3b
4:
"""
RV32, POINTER = "rv32, RV32I speed", ".ifc \\op, squeeze\n        mv      DATA, a1\n"
ENTER = "        XCALL   ascon_avr_enter\n        ldd     r26, Y + FRAME_LEFT\n"
AFTER = "        XCALL   ascon_avr_round_loop\n        FIND_FRAME\n"
CONDITION = "        brlo    2f\n        rjmp    1b\n"
KEPT = "        std     Y + FRAME_IN, r26\n        std     Y + FRAME_IN + 1, r27\n        .endif\n"
SUBTRACTED = "        sub     r1, r1, r2              /* the distance */\n"
DISTANCE = "        ldr     lr, [sp, #4]            /* the distance */\n"
LEFT = "        out     SREG, r26\n        out     SPL, r28\n        .irp r, 29"
POPPED, PUSHED = "        pop     r31\n        pop     r30\n", "        push    r30\n        push    r31\n"
ENTERED = "        ret\nEND_FUNCTION ascon_avr_enter"
JUMPS = ((PUSHED, ""), (ENTERED, ENTERED.replace("ret", "ijmp")))
HEAD = "1:      BLOCK   \\op, \\rate, \\order\n"


@dataclass(frozen=True)
class Fault:
    program: str  # of the list of proofs
    loop: str
    changes: Changes
    said: str = ""  # a regular expression
    in_place: bool = False


def stored(name: str, low: str, high: str) -> str:
    return f"        std     Y + {name}, {low}\n        std     Y + {name} + 1, {high}\n"


def loaded(name: str) -> str:
    return f"        ldd     r26, Y + {name}\n        ldd     r27, Y + {name} + 1\n"


def moved(name: str) -> str:
    return f"{loaded(name)}        adiw    r26, 1\n{stored(name, 'r26', 'r27')}"


def in_turn(number: int, fault: str) -> Changes:
    """On AVR, after this block, whose number has to be below 128; X can be changed."""
    less = f"        sbiw    r26, {number // 2}\n        sbiw    r26, {number - number // 2}\n"
    return (("#define FRAME_BYTES 41\n", "#define FRAME_BYTES 44\n#define FRAME_TURN 42\n"),
            (ENTER, ENTER.replace("\n", "\n" + stored("FRAME_TURN", "r1", "r1"), 1)),
            (AFTER, f"{AFTER}{moved('FRAME_TURN')}{less}        brne    3f\n{fault}3:\n"))  # fmt: skip


def after(*lines: str) -> Changes:
    """On AVR, behind the rounds of each block."""
    return ((AFTER, AFTER + "".join(f"        {line}\n" for line in lines)),)


FAULTS = {
    "AVR: wrong in block 100 alone": Fault(AVR, "absorb_16_8_le", in_turn(100, "        com     r2\n"), "98 >= 0"),
    "AVR: an address drifts after 2^8 bytes": Fault(AVR, "encrypt_16_8_le", in_turn(16, moved("FRAME_IN")), "14 >= 0"),
    "AVR: only the lower byte of an address moves on": Fault(
        AVR, "absorb_8_12_le", ((KEPT, KEPT.replace("        std     Y + FRAME_IN + 1, r27\n", "")),)),
    "AVR: lengths are counted in 8 bits": Fault(
        AVR, "absorb_8_12_le", ((AFTER, f"{AFTER}        std     Y + FRAME_LEFT + 1, r1\n"),)),
    "AVR: lengths above 2^15 are taken for negative ones, and too much is returned": Fault(
        AVR, "decrypt_16_8_le", ((CONDITION, CONDITION.replace("brlo", "brlt")),), "blocks left"),
    "AVR: a byte too far is read where block 100 is the last one": Fault(
        AVR, "absorb_16_8_le", in_turn(100, f"{loaded('FRAME_IN')}        ld      r0, X\n"), "reads 1 bytes"),
    "AVR, in place: ciphertext is read after its plaintext is written, in block 100": Fault(
        AVR, "decrypt_16_8_le", in_turn(100, f"{loaded('FRAME_IN')}        sbiw    r26, 17\n        ld      r2, X\n"),
        "reads byte", in_place=True),
    "AVR: the state is written to a fixed address": Fault(
        AVR, "absorb_16_8_le", after("sts     0x200, r2"), "writes to a fixed address"),
    "AVR: a constant of the program is read from data memory": Fault(
        AVR, "absorb_16_8_le",
        after("ldi     r26, lo8(8f)", "ldi     r27, hi8(8f)", "ld      r0, X", "eor     r2, r0", "rjmp    9f",
              "8:      .word   0", "9:"), "reads at a fixed address"),
    "AVR: interrupts stay disabled": Fault(
        AVR, "absorb_16_8_le", ((LEFT, LEFT.replace("        out     SREG, r26\n", "")),), "returns with Iflg"),
    "AVR: an interrupt may find half of a stack pointer": Fault(
        AVR, "absorb_16_8_le", (("        cli\n", ""),), "can be interrupted"),
    "AVR: an instruction behind one that skips is jumped to": Fault(
        AVR, "absorb_16_8_le",
        after("clr     r0", "clt", "sbrc    r0, 0", "8:      com     r2", "brts    9f", "set", "rjmp    8b", "9:"),
        "jumps to an instruction"),
    "AVR: an instruction is jumped to before it is skipped": Fault(
        AVR, "absorb_16_8_le",
        after("clr     r0", "clt", "rjmp    8f", "7:      set", "sbrc    r0, 0", "8:      com     r2", "brtc    7b"),
        "jumps to an instruction"),
    "AVR: an instruction that skips is skipped": Fault(
        AVR, "absorb_16_8_le", after("clr     r0", "sbrc    r0, 0", "sbrs    r0, 0", "com     r2"), "one that decides"),
    "AVR: the bytes of a return address change places": Fault(
        AVR, "absorb_16_8_le", ((POPPED, "        pop     r30\n        pop     r31\n"), *JUMPS), "no code"),
    "AArch64: it changes how its caller rounds": Fault(
        ARM64, "encrypt_16_8_le", ((HEAD, f"        msr     fpcr, x9\n{HEAD}"),), "changes how"),
    "RV32: it disables interrupts": Fault(
        RV32, "encrypt_16_8_le",
        ((POINTER, "        .option push\n        .option arch, +zicsr\n        csrrw   t0, mstatus, t1\n"
          f"        .option pop\n{POINTER}"),), "changes how"),
    "Cortex-M3: an instruction behind IT is jumped to": Fault(
        M3, "encrypt_16_8_le", ((AT_BLOCK, AT_BLOCK + IT),), "jumps to an instruction"),
    "Cortex-M3: the distance from input to output grows in block 100": Fault(
        M3, "encrypt_16_8_le", ((DISTANCE, f"{DISTANCE}        ldr     r0, [sp, #12]\n        subs    r0, r0, r12\n"
                                 "        cmp     r0, #1600\n        it      eq\n        addeq   lr, lr, #16\n"),),
        "not its turn"),
    "Cortex-M3: the distance is that from input to the state": Fault(
        M3, "decrypt_16_8_le", ((SUBTRACTED, SUBTRACTED.replace("r1, r1,", "r1, r0,")),), "context"),
    "AArch64: wrong where the distance from input to output is odd": Fault(
        ARM64, "encrypt_16_8_le",
        ((HEAD, "1:      sub     T2, OUT, IN\n        tbz     T2, #0, 3f\n        mvn     L0, L0\n"
          + HEAD.replace("1:", "3:")),), "branches on"),
}  # fmt: skip

# Programs that are as unusual, and right.
RIGHT = {
    "AVR: something harmless in block 100": Fault(AVR, "decrypt_16_8_le", in_turn(100, "        nop\n")),
    "AVR: an instruction is skipped": Fault(
        AVR, "absorb_16_8_le", after("clr     r0", "sbrc    r0, 0", "com     r2")),
    "AVR: a return address is jumped to": Fault(AVR, "absorb_16_8_le", JUMPS),
    "Cortex-M3: the distance is between other places": Fault(
        M3, "encrypt_16_8_le", ((SUBTRACTED, f"{SUBTRACTED}        add     r1, r1, #8\n"),
                                (DISTANCE, f"{DISTANCE}        sub     lr, lr, #8\n"))),
}  # fmt: skip
