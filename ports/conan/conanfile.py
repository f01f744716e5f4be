"""The library for Conan 2: `conan create ports/conan`. SPDX-License-Identifier: Apache-2.0 OR MIT"""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class Asconkit(ConanFile):
    name = "asconkit"
    description = "The Ascon family of lightweight cryptography"
    license = "Apache-2.0 OR MIT"
    topics = ("ascon", "aead", "hash", "lightweight-cryptography")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "profile": ["speed", "small", "size"]}
    default_options = {"shared": False, "fPIC": True, "profile": "speed"}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def project(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self.project(), "asconkit", "ascon.h"))
        self.version = re.search(r'ASCON_VERSION "(.+)"', header)[1]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "asconkit/*", "tools/cmake/*", "LICENSE*"):
            copy(self, pattern, src=self.project(), dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        tools = CMakeToolchain(self)
        tools.cache_variables["ASCON_PROFILE"] = str(self.options.profile)
        for part in ("CLI", "TESTS", "BENCHMARKS", "ACCELERATORS", "BOTH"):
            tools.cache_variables[f"ASCONKIT_BUILD_{part}"] = False
        tools.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE*", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        # Conan writes its own.
        for folder in ("cmake", "pkgconfig"):
            rmdir(self, os.path.join(self.package_folder, "lib", folder))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.libs = ["asconkit"]
        self.cpp_info.set_property("cmake_file_name", "asconkit")
        self.cpp_info.set_property("cmake_target_name", "asconkit::asconkit")
        self.cpp_info.set_property("pkg_config_name", "asconkit")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
        if self.settings.os == "Windows":
            self.cpp_info.system_libs = ["bcrypt"]
            if self.options.shared:
                self.cpp_info.defines = ["ASCON_USE_SHARED"]
