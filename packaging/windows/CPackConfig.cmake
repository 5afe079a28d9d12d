# CPackConfig.cmake - what scripts/windows.sh --package gives to cpack: a folder that is complete becomes a zip and an installer.
# SPDX-License-Identifier: MIT
#
# cpack's -D says which folder, which version, and where the license is: this file is read before them.
set(CPACK_GENERATOR ZIP NSIS)
set(CPACK_PACKAGE_NAME histopyramid)
set(CPACK_PACKAGE_VENDOR "libhistopyramid contributors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Sparse grids to dense lists on the GPU")
set(CPACK_PACKAGE_DESCRIPTION "A C library over OpenGL 2.1 and 3.3 that finds the active cells of a grid and lists them, with its demos.")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_SYSTEM_NAME win64)
set(CPACK_TOPLEVEL_TAG win64)

# The installer: a folder of the start menu with the demos, and an entry where Windows lists what can be removed.
set(CPACK_PACKAGE_INSTALL_DIRECTORY libhistopyramid)
set(CPACK_PACKAGE_INSTALL_REGISTRY_KEY libhistopyramid)
set(CPACK_NSIS_DISPLAY_NAME libhistopyramid)
set(CPACK_NSIS_PACKAGE_NAME libhistopyramid)
set(CPACK_NSIS_UNINSTALL_NAME Uninstall)
set(CPACK_NSIS_INSTALL_ROOT "$PROGRAMFILES64")
set(CPACK_NSIS_DEFINES "Target amd64-unicode") # a program of 64 bits, as what it installs
set(CPACK_NSIS_COMPRESSOR "/SOLID lzma")
set(CPACK_NSIS_MUI_ICON ${CMAKE_CURRENT_LIST_DIR}/../../demos/windows/icons/heartbreaker.ico)
set(CPACK_NSIS_INSTALLED_ICON_NAME bin\\\\heartbreaker.exe)
set(CPACK_NSIS_MENU_LINKS "README.txt" "Read me")
foreach(demo dicer features flowseeds heartbreaker isosurface quadtree reconstruct sculpt sparsify splats)
  list(APPEND CPACK_NSIS_MENU_LINKS "bin/${demo}.exe" "${demo}")
endforeach()
