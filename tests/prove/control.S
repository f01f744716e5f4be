/* Functions that ./dev prove must refuse for what they leave behind, on x86-64: they are `control` of control.c, which
   they call. SPDX-License-Identifier: Apache-2.0 OR MIT */
        .intel_syntax noprefix
        .text
.macro FUNCTION name
        .globl  \name
        .type   \name, @function
\name:
.endm

FUNCTION leaves_rbx_changed
        call control; mov rbx, 1; ret
FUNCTION leaves_rbx_secret
        mov rbx, [rdi]; jmp control
FUNCTION leaves_stack_pointer
        call control; pop rax; sub rsp, 16; jmp rax
FUNCTION leaves_direction
        call control; std; ret
FUNCTION leaves_rounding
        push 0; ldmxcsr [rsp]; pop rax; jmp control
FUNCTION writes_above_its_frame
        mov qword ptr [rsp], 0; jmp control
FUNCTION reads_what_was_left_below
        mov rax, [rsp - 8]; jmp control
FUNCTION writes_below_the_red_zone
        mov qword ptr [rsp - 136], 0; jmp control
FUNCTION jumps_by_state
        mov rax, [rdi]; jmp rax
FUNCTION does_not_return
        jmp does_not_return
FUNCTION wrong_where_the_state_is_at_4096
        cmp rdi, 4096; jne control; ret
FUNCTION wrong_in_the_lower_half_of_addresses
        mov rax, 1; shl rax, 63; add rax, rdi; cmp rax, rdi; jb control; ret
FUNCTION wrong_if_called_from_an_odd_address
        test byte ptr [rsp], 1; jz control; ret
        .section .note.GNU-stack, "", @progbits
