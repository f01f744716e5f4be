"""The leakage laboratory: does the machine code of a masked unit leak? docs/lab.md explains it.

    manifest  what a unit is: its calls, and where each share is
    elf       symbols, memory and source lines of a program
    record    which instructions run, and the registers before each: an emulator
    arm, riscv, avr   one instruction as micro-operations
    machine   registers, memory and buses while these run, and what could be observed of them
    program   the micro-operations and observations of a whole unit
    exact     the exact check: is an observation independent of the secrets?
    borders   records in which fresh shares begin in the middle, and when that is right
    cuts, steps   borders within permutations, and between them
    checking  which of these a unit gets
    replay    the same program on millions of random inputs
    ttest     t-tests of what replay yields
    traces    t-tests of traces from a board
    report    findings and plots
    faults    another question: what does one fault make of a decryption?
    fault_results   its table
SPDX-License-Identifier: Apache-2.0 OR MIT
"""
