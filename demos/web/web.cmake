# The demos in a browser: the same programs, on WebGL 2 and in a canvas. demos/CMakeLists.txt includes this with emscripten.

# A canvas takes the place of GLFW and EGL, and small readers that of assimp.
list(FILTER DEMO_COMMON_SOURCES EXCLUDE REGEX "/(window|headless|hush|model)\\.c$")
list(APPEND DEMO_COMMON_SOURCES ${CMAKE_CURRENT_LIST_DIR}/canvas.c)

set(HPYR_PAGE_LINK_OPTIONS "" CACHE STRING "Options of emcc after its own, where it links what the page has: -O1 links ten times as fast, and files are larger")
mark_as_advanced(HPYR_PAGE_LINK_OPTIONS)

# hpyr_web_demo(target): page/<target>/demo.mjs, which page.mjs starts.
function(hpyr_web_demo target)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME demo SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/page/${target})
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/demos/web/tell.c)
  target_link_options(${target} PRIVATE --js-library=${PROJECT_SOURCE_DIR}/src/web/imports.js
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=web -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=1048576
    -sINVOKE_RUN=0 -sEXPORTED_RUNTIME_METHODS=FS,callMain,ccall ${HPYR_PAGE_LINK_OPTIONS})
endfunction()

# What page.mjs needs beside the demos: page/ is all that a static server needs.
set(PAGE ${PROJECT_BINARY_DIR}/page)
foreach(file index.html page.css page.mjs panel.mjs input.mjs)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file} ${PAGE}/${file} COPYONLY)
endforeach()
foreach(file heart.ply torus.ply die.obj die.mtl die.png)
  configure_file(${PROJECT_SOURCE_DIR}/assets/${file} ${PAGE}/assets/${file} COPYONLY)
endforeach()
