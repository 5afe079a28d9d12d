# mingw.cmake - the toolchain of the preset `mingw`: programs for 64-bit Windows, made by mingw-w64 on Linux, which Wine runs.
# SPDX-License-Identifier: MIT
#
# HPYR_WINDOWS_ROOT is where libraries for Windows are installed; scripts/windows.sh puts GLFW, GLEW and cmocka there.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# CMake also reads this file for each program with which it tries the compiler.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HPYR_WINDOWS_ROOT)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${HPYR_WINDOWS_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(GLEW_DIR ${HPYR_WINDOWS_ROOT}/lib/cmake/glew)
set(glfw3_DIR ${HPYR_WINDOWS_ROOT}/lib/cmake/glfw3)
set(GLEW_USE_STATIC_LIBS ON)

# Programs need no DLL of the compiler.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
