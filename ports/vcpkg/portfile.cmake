# An overlay port, of the sources around it: vcpkg install asconkit --overlay-ports=ports/vcpkg
# SPDX-License-Identifier: Apache-2.0 OR MIT
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DASCONKIT_BUILD_CLI=OFF
    -DASCONKIT_BUILD_TESTS=OFF
    -DASCONKIT_BUILD_ACCELERATORS=OFF
    -DASCONKIT_BUILD_BOTH=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/asconkit)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-APACHE" "${SOURCE_PATH}/LICENSE-MIT")
