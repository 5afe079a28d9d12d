# cpack.cmake - what `cpack -G DEB` puts into which package of Debian; packaging/README.md tells how.  SPDX-License-Identifier: MIT
set(CPACK_PACKAGE_NAME histopyramid)
set(CPACK_PACKAGE_VENDOR "libhistopyramid contributors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_GENERATOR TGZ)
set(CPACK_SOURCE_GENERATOR "")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL library dev demos doc) # in place of the component license, each package has a file `copyright`
set(CPACK_COMPONENT_DEV_DEPENDS library)
set(CPACK_COMPONENT_DEMOS_DEPENDS library)

# Who makes packages answers for them, and says so in the variables that all of Debian's tools read. The project has no address.
set(CPACK_PACKAGE_CONTACT "libhistopyramid contributors <histopyramid@example.org>")
if(DEFINED ENV{DEBEMAIL})
  set(name "libhistopyramid contributors")
  if(DEFINED ENV{DEBFULLNAME})
    set(name "$ENV{DEBFULLNAME}")
  endif()
  set(CPACK_PACKAGE_CONTACT "${name} <$ENV{DEBEMAIL}>")
endif()

# ---- Debian ----
# The library's package has the name of its SONAME, which changes with what may break programs.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SOURCE histopyramid)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)

set(HPYR_SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libhistopyramid${HPYR_SOVERSION})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/deb/triggers)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libhistopyramid-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "histopyramid-doc, libglew-dev, libglfw3-dev")

set(CPACK_DEBIAN_DEMOS_PACKAGE_NAME histopyramid-demos)
set(CPACK_DEBIAN_DEMOS_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_DEMOS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEMOS_PACKAGE_RECOMMENDS libgl1-mesa-dri)
set(CPACK_DEBIAN_DEMOS_PACKAGE_SUGGESTS "ffmpeg, histopyramid-doc")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME histopyramid-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)

# The first line of a description is its summary, the others have at most 80 characters.
set(about "libhistopyramid finds the active cells of an image or a volume on the GPU and
lists them without gaps and in order: bright pixels, voxels of a mesh, the
triangles of an isosurface. It needs no compute shaders, only the vertex and
fragment shaders of OpenGL 2.1 or 3.3.
.
This package has")
set(short "sparse grids to dense lists on the GPU")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "${short} (shared libraries)\n${about} what programs that use it need to run.")
set(CPACK_DEBIAN_DEV_DESCRIPTION "${short} (development files)\n${about} what is needed to compile such programs: headers, a CMake
package and files for pkg-config.")
set(CPACK_DEBIAN_DEMOS_DESCRIPTION "${short} (demos)\n${about} its programs: dicer turns a mesh into voxels and points,
heartbreaker lets it burst, isosurface makes triangles of a volume,
reconstruct a surface of points, sculpt edits such points, features finds corners and blobs of images,
flowseeds critical points of a flow, quadtree divides an image, sparsify lists
the entries of a matrix, splats draws Gaussian splats in order,
histopyramid-bench measures the library, and histopyramid-check compares it
with plain C on your GPU.")
set(CPACK_DEBIAN_DOC_DESCRIPTION "${short} (documentation)\n${about} its pages, pictures and examples.")

# What CPack does not lay into a package of Debian by itself, and which builds can be packaged.
set(HPYR_PACKAGED_SOURCE ${PROJECT_SOURCE_DIR})
set(HPYR_PACKAGED_VERSION ${PROJECT_VERSION})
configure_file(${CMAKE_CURRENT_LIST_DIR}/deb/settings.cmake.in ${PROJECT_BINARY_DIR}/cpack_settings.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/cpack_settings.cmake)
include(CPack)
