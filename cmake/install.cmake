# install.cmake - what `cmake --install` gives: libraries, headers, a CMake package, pkg-config files, documents, the license.
# SPDX-License-Identifier: MIT
#
# Components: library (what programs need to run), dev (what compilers need), demos (programs, their models, photographs and man pages), doc, license.
option(HPYR_INSTALL "Install the library with the project it is built in" ${HPYR_TOP_LEVEL})
if(NOT HPYR_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

install(TARGETS histopyramid histopyramid_reference EXPORT histopyramidTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/histopyramid DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h")

set(HPYR_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/histopyramid)
install(EXPORT histopyramidTargets NAMESPACE histopyramid:: DESTINATION ${HPYR_PACKAGE_DIR} COMPONENT dev)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/histopyramidConfig.cmake.in
  ${PROJECT_BINARY_DIR}/histopyramidConfig.cmake INSTALL_DESTINATION ${HPYR_PACKAGE_DIR}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/histopyramidConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/histopyramidConfig.cmake ${PROJECT_BINARY_DIR}/histopyramidConfigVersion.cmake
  DESTINATION ${HPYR_PACKAGE_DIR} COMPONENT dev)

# The pkg-config files find the prefix from where they lie, so that an installed tree can be moved. A distribution's stays where it is,
# and there pkg-config leaves out folders that the compiler knows, which it does not recognize behind a `..`.
if(HPYR_DISTRIBUTION OR IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(HPYR_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  string(REGEX REPLACE "[^/]+" ".." HPYR_PC_UP "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  set(HPYR_PC_PREFIX "\${pcfiledir}/${HPYR_PC_UP}")
endif()
foreach(directory LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${directory}}")
    set(HPYR_PC_${directory} "${CMAKE_INSTALL_${directory}}")
  else()
    set(HPYR_PC_${directory} "\${prefix}/${CMAKE_INSTALL_${directory}}")
  endif()
endforeach()

# A shared library brings what it needs; with the archive alone the user links that too, asked for --static or not.
if(BUILD_SHARED_LIBS)
  set(HPYR_PC_REQUIRES "")
  set(HPYR_PC_CFLAGS "")
  set(HPYR_PC_GL_LIBS "")
  set(HPYR_PC_MATH_LIBS "")
else()
  set(HPYR_PC_REQUIRES "glew")
  set(HPYR_PC_CFLAGS " -DHPYR_STATIC")
  set(HPYR_PC_GL_LIBS " -lOpenGL")
  if(APPLE)
    set(HPYR_PC_GL_LIBS " -framework OpenGL")
  elseif(WIN32)
    set(HPYR_PC_GL_LIBS " -lopengl32")
  endif()
  if(HPYR_GLES)
    set(HPYR_PC_REQUIRES "glesv2")
    set(HPYR_PC_GL_LIBS "")
  elseif(HPYR_LOADER STREQUAL "caller")
    set(HPYR_PC_REQUIRES "")
    set(HPYR_PC_GL_LIBS "")
  endif()
  set(HPYR_PC_MATH_LIBS "")
  if(HPYR_MATH)
    set(HPYR_PC_MATH_LIBS " -lm")
  endif()
endif()
foreach(package histopyramid histopyramid-reference)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()

include(install_docs)
