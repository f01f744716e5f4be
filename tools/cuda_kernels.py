#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiles the kernels of asconkit/accelerators for CUDA into a header with machine code for ARCHITECTURES.

    tools/cuda_kernels.py FILE    CMake calls it for ASCONKIT_CUDA_IMAGES

NVRTC, the compiler, comes from PyPI, with version and hashes, so that the result is the same everywhere."""

import ctypes
import sys
from pathlib import Path

from python_env import ROOT, environment

sys.path.insert(0, str(ROOT))
import accelerator_sources  # noqa: E402

REQUIREMENTS = ROOT / "tools/cuda-requirements.txt"
# Architectures that have machine code, from Ampere to Blackwell. It also runs on later ones with the same first digit.
ARCHITECTURES = ("80", "90", "100", "120")


def package() -> Path:
    """The folder of NVIDIA's packages, with lib and bin."""
    python = environment(Path(sys.executable), "cuda", REQUIREMENTS)
    return next(python.parent.parent.glob("lib/python3*/site-packages/nvidia/cu*"))


def library() -> Path:
    return next(package().glob("lib/libnvrtc.so.*"))


class Compiler:
    """NVRTC."""

    def __init__(self) -> None:
        self.nvrtc = ctypes.CDLL(str(library()))

    def call(self, name: str, *arguments: object) -> None:
        if error := getattr(self.nvrtc, name)(*arguments):
            self.nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
            raise SystemExit(f"cuda_kernels: {name}: {self.nvrtc.nvrtcGetErrorString(error).decode()}")

    def output(self, program: ctypes.c_void_p, name: str) -> bytes:
        """A result of the compilation, such as nvrtcGetCUBIN."""
        size = ctypes.c_size_t()
        self.call(f"{name}Size", program, ctypes.byref(size))
        result = ctypes.create_string_buffer(size.value)
        self.call(name, program, result)
        return result.raw

    def compile(self, text: str, architecture: str, *options: str) -> tuple[bytes, str]:
        """Machine code, and what the compiler says."""
        words = [f"-arch=sm_{architecture}", *options]
        given = (ctypes.c_char_p * len(words))(*(word.encode() for word in words))
        program = ctypes.c_void_p()
        self.call("nvrtcCreateProgram", ctypes.byref(program), text.encode(), b"asconkit", 0, None, None)
        try:
            self.call("nvrtcCompileProgram", program, len(words), given)
            log = self.output(program, "nvrtcGetProgramLog")
            return self.output(program, "nvrtcGetCUBIN"), log.rstrip(b"\0").decode()
        finally:
            self.call("nvrtcDestroyProgram", ctypes.byref(program))


def header(images: dict[str, bytes]) -> str:
    text = "/* Machine code of the kernels, written by tools/cuda_kernels.py. */\n"
    for architecture, code in images.items():
        lines = "".join(f"  {', '.join(map(str, code[at : at + 24]))},\n" for at in range(0, len(code), 24))
        text += f"static const _Alignas(8) unsigned char sm_{architecture}[] = {{\n{lines}}};\n"
    names = ", ".join(f"sm_{architecture}" for architecture in images)
    return f"{text}static const unsigned char *const cuda_images[] = {{{names}}};\n"


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    compiler, text = Compiler(), accelerator_sources.kernel_text()
    images = {architecture: compiler.compile(text, architecture)[0] for architecture in ARCHITECTURES}
    Path(sys.argv[1]).write_text(header(images), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
