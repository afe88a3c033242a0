# SPDX-License-Identifier: BSD-3-Clause
# Installs the package for find_package(hingeline); add_subdirectory gives the same target.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hingeline)
configure_package_config_file(cmake/hingelineConfig.cmake.in ${PROJECT_BINARY_DIR}/hingelineConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hingelineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(TARGETS hingeline EXPORT hingeline)
install(EXPORT hingeline NAMESPACE hingeline:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/hingelineConfig.cmake ${PROJECT_BINARY_DIR}/hingelineConfigVersion.cmake
        DESTINATION ${package_dir})
install(DIRECTORY include/hingeline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
