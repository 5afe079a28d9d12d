# opengl.cmake - what programs link to call OpenGL.  SPDX-License-Identifier: MIT
#
# HPYR_OPENGL is the target of OpenGL itself: GLVND's libOpenGL, or opengl32 on Windows. HPYR_EGL is OpenGL::EGL, and nothing on Windows, where
# contexts without a window are those of a window that nobody sees.
if(WIN32)
  set(HPYR_OPENGL OpenGL::GL)
  set(HPYR_EGL "")
else()
  set(HPYR_OPENGL OpenGL::OpenGL)
  set(HPYR_EGL OpenGL::EGL)
endif()

# hpyr_find_opengl([EGL]): finds these for the folder, and GLEW. hpyr_find_demo_libraries(): and what programs need besides.
macro(hpyr_find_opengl)
  if(WIN32)
    find_package(OpenGL REQUIRED)
  else()
    find_package(OpenGL REQUIRED COMPONENTS OpenGL ${ARGN})
  endif()
  find_package(GLEW REQUIRED)
endmacro()

macro(hpyr_find_demo_libraries)
  hpyr_find_opengl(EGL)
  find_package(glfw3 3.3 REQUIRED)
  if(HPYR_ASSIMP)
    find_package(assimp REQUIRED)
  endif()
endmacro()
