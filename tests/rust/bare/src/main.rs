//! Starts on a Cortex-M, a RISC-V or a PC's UEFI under QEMU, and ends it with the result of the checks.
//! SPDX-License-Identifier: Apache-2.0 OR MIT
#![cfg_attr(any(target_os = "none", target_os = "uefi"), no_std, no_main)]

#[cfg(not(any(target_os = "none", target_os = "uefi")))]
fn main() {
    std::process::exit(checks::check() as i32);
}

#[cfg(any(target_os = "none", target_os = "uefi"))]
mod bare {
    #[cfg(target_os = "none")]
    use core::arch::global_asm;
    use core::panic::PanicInfo;

    #[cfg(target_arch = "arm")]
    global_asm!(
        ".section .start, \"a\"",
        ".word _stack_end",
        ".word {start}",
        ".rept 14",
        ".word fault",
        ".endr",
        ".text",
        ".thumb_func",
        ".type fault, %function",
        "fault: b fault",
        start = sym start,
    );

    #[cfg(target_arch = "riscv32")]
    global_asm!(
        ".section .start, \"ax\"",
        ".globl _start",
        "_start: la sp, _stack_end",
        "tail {start}",
        ".text",
        start = sym start,
    );

    #[cfg_attr(target_os = "uefi", unsafe(export_name = "efi_main"))]
    extern "C" fn start() -> ! {
        end(checks::check())
    }

    #[cfg(target_arch = "arm")]
    fn end(code: u32) -> ! {
        // SYS_EXIT_EXTENDED of semihosting: ADP_Stopped_ApplicationExit and the exit code.
        let block = [0x20026, code];
        // SAFETY: QEMU reads the block and ends.
        unsafe { core::arch::asm!("bkpt 0xab", in("r0") 0x20, in("r1") block.as_ptr()) };
        loop {}
    }

    #[cfg(target_arch = "riscv32")]
    fn end(code: u32) -> ! {
        let value: u32 = if code == 0 { 0x5555 } else { code << 16 | 0x3333 };
        // SAFETY: the test device of QEMU's machine "virt", which ends it.
        unsafe { core::ptr::write_volatile(0x10_0000 as *mut u32, value) };
        loop {}
    }

    #[cfg(target_os = "uefi")]
    fn end(code: u32) -> ! {
        // SAFETY: the port of QEMU's isa-debug-exit, which ends it with 2 * value + 1. QEMU itself may end with 1.
        unsafe { core::arch::asm!("out dx, eax", in("dx") 0xf4_u16, in("eax") 16 + code) };
        loop {}
    }

    #[panic_handler]
    fn panic(_: &PanicInfo<'_>) -> ! {
        end(99)
    }
}
