"""Arm's data-independent timing: the bit is set in the calling thread and in threads that it creates."""

from pathlib import Path

import pytest
from builds import C11, ROOT, compile_library, direct, in_core, run

GCC = "aarch64-linux-gnu-gcc"
PROGRAM = """
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include "asconkit/ascon_backend.h"

static int has_dit; /* without it, the register is undefined */

static unsigned bit(void) {
  uint64_t value = 0;
#ifdef __aarch64__
  if (has_dit) __asm__ volatile("mrs %0, s3_3_c4_c2_5" : "=r"(value));
#endif
  return (unsigned)(value >> 24 & 1);
}

static void *in_thread(void *set) {
  *(unsigned *)set = bit();
  return NULL;
}

int main(int count, char **arguments) {
  unsigned set;
  pthread_t thread;
  (void)arguments;
  has_dit = count > 1;
  const unsigned before = bit();
  const int result = ascon_backend_set_dit();
  if (pthread_create(&thread, NULL, in_thread, &set) || pthread_join(thread, NULL)) return 1;
  printf("%u %d %u %u", before, result, bit(), set);
  return 0;
}
"""


def program(folder: Path, compiler: str, backend: str) -> Path:
    objects = compile_library(folder / "library", compiler, [*C11, "-O2", *direct(backend)], backend, in_core)
    source = folder / "program.c"
    source.write_text(PROGRAM)
    run(compiler, "-static", f"-I{ROOT}", source, *objects, "-lpthread", "-o", folder / "program")
    return folder / "program"


@pytest.fixture(scope="module")
def arm(tmp_path_factory) -> Path:
    return program(tmp_path_factory.mktemp("timing"), GCC, "aarch64")


def test_the_bit_is_set(arm):
    assert run("qemu-aarch64", "-cpu", "max", arm, "has").split() == ["0", "1", "1", "1"]


def test_a_processor_without_the_bit_goes_on(arm):
    """Its register is undefined there: touching it would end the program."""
    assert run("qemu-aarch64", "-cpu", "cortex-a72", arm).split() == ["0", "0", "0", "0"]


def test_elsewhere_the_call_returns_0(tmp_path):
    assert run(program(tmp_path, "gcc", "c64")).split() == ["0", "0", "0", "0"]
