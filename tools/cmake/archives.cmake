# Archives of what is installed: cpack --config build/release/CPackConfig.cmake
# SPDX-License-Identifier: Apache-2.0 OR MIT
get_directory_property(CPACK_PACKAGE_VERSION DIRECTORY asconkit DEFINITION PROJECT_VERSION)
set(CPACK_PACKAGE_NAME asconkit)
set(CPACK_PACKAGE_VENDOR "The asconkit authors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ)
if(WIN32)
  set(CPACK_GENERATOR ZIP)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)
include(CPack)
