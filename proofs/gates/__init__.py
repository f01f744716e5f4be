# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Masked machine code on the gates of a processor: `./dev lab --gates`. docs/lab.md explains it.

    netlist   the gates of PicoRV32, by Yosys, and C that computes 512 traces at once with them
    simulate.c   that C with a memory and random shares: how often each net changes in each cycle
    bench     a unit of a manifest on these gates
    symbolic  the unit on these gates with expressions, for the exact check of flip-flops
    check     t-tests of each net and cycle, findings, and their record, gates.json
"""
