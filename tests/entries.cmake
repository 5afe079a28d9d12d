# entries.cmake - the harness, and the functions that register entries of ctest: hpyr_register, hpyr_label, hpyr_add_test and their like.
# SPDX-License-Identifier: MIT
if(WIN32) # scripts/windows.sh builds it
  find_library(HPYR_CMOCKA cmocka-static REQUIRED)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
  set(HPYR_CMOCKA PkgConfig::CMOCKA)
endif()
hpyr_find_opengl(EGL)

option(HPYR_TEST_ON_GPU "Test on the machine's own GL driver instead of Mesa's software drivers" OFF)
option(HPYR_TEST_OPTIMIZED "Let Mesa's software drivers optimize shaders, as they do for users" OFF)

set(HPYR_SUPPRESSIONS ${CMAKE_CURRENT_SOURCE_DIR}/suppressions)
set(HPYR_TEST_SHADER_CACHE ${CMAKE_CURRENT_BINARY_DIR}/shader_cache CACHE PATH "Where Mesa keeps what the tests compile")
# Compiling is most of the time; not the user's own cache. Mesa's software drivers allocate and free textures all the time. glibc gives large
# blocks back to the kernel, so that each page is a fault again, which takes up to half of a test's time on a virtual machine: here it keeps them.
set(HPYR_TEST_ENVIRONMENT "MESA_SHADER_CACHE_DIR=${HPYR_TEST_SHADER_CACHE}"
  "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=4294967296")
# Half of that time is LLVM's optimization and its vectors of more than 128 bits. Mesa's cache does not tell their sizes apart. Half of the time
# of drawing is that Mesa's threads wait for each other.
set(HPYR_PLAIN_SHADERS "MESA_SHADER_CACHE_DIR=${HPYR_TEST_SHADER_CACHE}/plain" "GALLIVM_PERF=nopt" "LP_NATIVE_VECTOR_WIDTH=128" "LP_NUM_THREADS=0")
file(MAKE_DIRECTORY ${HPYR_TEST_SHADER_CACHE}/plain) # Mesa makes one folder, not two
if(HPYR_TEST_ON_GPU OR HPYR_TEST_OPTIMIZED)
  set(HPYR_PLAIN_SHADERS "")
endif()
if(HPYR_DATA_DIR)
  list(APPEND HPYR_TEST_ENVIRONMENT "HPYR_DATA_DIR=${HPYR_DATA_DIR}")
endif()
# Sanitizers look at every line on small sizes, which takes less time, and so does Windows; the other builds compare large sizes, too.
set(HPYR_LLVMPIPE llvmpipe)
if(HPYR_SANITIZE OR WIN32)
  set(HPYR_LLVMPIPE llvmpipe-small)
  list(APPEND HPYR_TEST_ENVIRONMENT "HPYR_TEST_SMALL=1")
endif()
if(NOT HPYR_TEST_ON_GPU)
  list(APPEND HPYR_TEST_ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1" "HPYR_TEST_DRIVER=${HPYR_LLVMPIPE}-4.5")
endif()

# What was not run, and why: a file an entry, which is thrown away before a run of ctest and listed after it.
set(HPYR_TEST_NOT_RUN ${CMAKE_CURRENT_BINARY_DIR}/not_run)
file(MAKE_DIRECTORY ${HPYR_TEST_NOT_RUN})
list(APPEND HPYR_TEST_ENVIRONMENT "HPYR_TEST_SKIPS=${CMAKE_CURRENT_SOURCE_DIR}/skips.txt"
  "HPYR_TEST_NOT_RUN=${HPYR_TEST_NOT_RUN}")
file(WRITE ${CMAKE_BINARY_DIR}/CTestCustom.cmake
  "set(CTEST_CUSTOM_PRE_TEST \"bash ${CMAKE_CURRENT_SOURCE_DIR}/skips.sh clear ${CMAKE_CURRENT_BINARY_DIR}\")\n"
  "set(CTEST_CUSTOM_POST_TEST \"bash ${CMAKE_CURRENT_SOURCE_DIR}/skips.sh list ${CMAKE_CURRENT_BINARY_DIR}\")\n")
add_library(keep_loaded MODULE suppressions/keep_loaded.c)
set(HPYR_KEEP_LOADED "LD_PRELOAD=$<TARGET_FILE:keep_loaded>")
if(HPYR_SANITIZE)
  # What was freed stays poisoned until 16 MB more were, and not 256 MB as by default, for the same reason as above.
  list(APPEND HPYR_TEST_ENVIRONMENT ${HPYR_KEEP_LOADED}
    "ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:verify_asan_link_order=0:quarantine_size_mb=16"
    "LSAN_OPTIONS=suppressions=${HPYR_SUPPRESSIONS}/lsan.supp:print_suppressions=0"
    "UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1")
endif()
if(WIN32) # what a program sets itself does not come to Mesa there
  list(APPEND HPYR_TEST_ENVIRONMENT "force_gl_names_reuse=true")
endif()
set(HPYR_GL33 "MESA_GL_VERSION_OVERRIDE=3.3" "MESA_GLSL_VERSION_OVERRIDE=330" "HPYR_TEST_DRIVER=${HPYR_LLVMPIPE}-3.3")
set(HPYR_GL21 "MESA_GL_VERSION_OVERRIDE=2.1" "MESA_GLSL_VERSION_OVERRIDE=120" "HPYR_TEST_GL=21"
  "HPYR_TEST_DRIVER=${HPYR_LLVMPIPE}-2.1")
set(HPYR_SOFTPIPE "GALLIUM_DRIVER=softpipe" ${HPYR_GL33} "HPYR_TEST_SMALL=1" "HPYR_TEST_DRIVER=softpipe-3.3")
set(HPYR_SOFTPIPE_21 "GALLIUM_DRIVER=softpipe" ${HPYR_GL21} "HPYR_TEST_SMALL=1" "HPYR_TEST_DRIVER=softpipe-2.1")
set(HPYR_ES3 "MESA_GLES_VERSION_OVERRIDE=3.0" "HPYR_TEST_GL=es3" "HPYR_TEST_DRIVER=${HPYR_LLVMPIPE}-es3.0")
set(HPYR_SOFTPIPE_ES3 "GALLIUM_DRIVER=softpipe" ${HPYR_ES3} "HPYR_TEST_SMALL=1" "HPYR_TEST_DRIVER=softpipe-es3.0")

# OpenGL over Vulkan, on Mesa's Vulkan driver for CPUs. It looks for a display's socket even where it needs none.
set(HPYR_RUNTIME_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/runtime)
file(MAKE_DIRECTORY ${HPYR_RUNTIME_FOLDER})
file(CHMOD ${HPYR_RUNTIME_FOLDER} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
set(HPYR_ZINK "GALLIUM_DRIVER=zink" "XDG_RUNTIME_DIR=${HPYR_RUNTIME_FOLDER}" "HPYR_TEST_SMALL=1" "HPYR_TEST_DRIVER=zink-4.6")
file(GLOB HPYR_VULKAN_ON_CPU /usr/share/vulkan/icd.d/lvp_icd*.json)
if(NOT HPYR_VULKAN_ON_CPU)
  message(STATUS "Mesa's Vulkan driver for CPUs (lavapipe) not found: no test will run on zink")
endif()

# What every test shares: contexts, seeded images, the hostile GL state, the snapshot.
file(GLOB HARNESS_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
list(FILTER HARNESS_SOURCES EXCLUDE REGEX "/test_[^/]*\\.c$")
if(WIN32)
  list(FILTER HARNESS_SOURCES EXCLUDE REGEX "/(films|poison_es)\\.c$") # for tests that are not there, and for OpenGL ES
endif()
add_library(test_harness STATIC ${HARNESS_SOURCES})
set_target_properties(test_harness PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
set_source_files_properties(films.c PROPERTIES COMPILE_DEFINITIONS _XOPEN_SOURCE=700) # walks through folders
set_source_files_properties(quadtrees.c PROPERTIES COMPILE_DEFINITIONS TEST_ASSETS="${PROJECT_SOURCE_DIR}/assets")
set_property(SOURCE glsl_tables.c PROPERTY COMPILE_DEFINITIONS TEST_GLSL_HEADER="${PROJECT_SOURCE_DIR}/include/histopyramid/glsl.h"
  TEST_GLSL_INTERNAL="${CMAKE_CURRENT_SOURCE_DIR}/glsl_internal.txt")
target_compile_definitions(test_harness PUBLIC _POSIX_C_SOURCE=200809L _FILE_OFFSET_BITS=64)
target_compile_definitions(test_harness PRIVATE HPYR_TEST_PHOTOS="${PROJECT_SOURCE_DIR}/assets/photos")
target_include_directories(test_harness PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(test_harness
  PUBLIC histopyramid::histopyramid histopyramid::reference heartbreaker_parts splats_parts demo_common ${HPYR_CMOCKA} GLEW::GLEW ${HPYR_OPENGL}
    ${CMAKE_DL_LIBS} # poison_es.c
  PRIVATE hpyr_build_options)

# Where tests with small sizes keep the programs that the library links, for test_glsl.sh.
set(HPYR_SHADER_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/shader_sources)
file(MAKE_DIRECTORY ${HPYR_SHADER_SOURCES}/330 ${HPYR_SHADER_SOURCES}/120 ${HPYR_SHADER_SOURCES}/300)

# windows/left_out.txt tells which tests are not there on Windows, and why.
file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/windows/left_out.txt HPYR_NOT_ON_WINDOWS REGEX "^[a-z0-9_]+:")
list(TRANSFORM HPYR_NOT_ON_WINDOWS REPLACE ":.*" "")

# hpyr_register(name LABEL l COMMAND command... [ENVIRONMENT e...] [OPTIMIZED] [KEEPS_SHADERS] [properties...]). Of a variable that is there
# twice the last counts. OPTIMIZED shaders, as users have them, are for what draws much or is a user's program. KEEPS_SHADERS is for entries
# whose programs `glsl` looks at: ctest runs them whenever it runs that, but for scripts/test.sh, which leaves out the long ones.
function(hpyr_register name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "OPTIMIZED;KEEPS_SHADERS" "LABEL;TIMEOUT" "COMMAND;ENVIRONMENT;PROPERTIES")
  set(environment ${HPYR_TEST_ENVIRONMENT})
  if(NOT ARG_OPTIMIZED)
    list(APPEND environment ${HPYR_PLAIN_SHADERS})
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 900) # of a machine with other work, which takes thrice as long
  endif()
  if(WIN32)
    set(ARG_TIMEOUT 120) # Wine now and then does not start or end a program, so that is tried once more
  endif()
  if(HPYR_TEST_ON_GPU) # of an unknown driver nobody knows what it cannot run
    list(FILTER ARG_ENVIRONMENT EXCLUDE REGEX "^HPYR_TEST_DRIVER=")
  endif()
  if(ARG_KEEPS_SHADERS)
    list(APPEND ARG_ENVIRONMENT "HPYR_TEST_SOURCES=${HPYR_SHADER_SOURCES}")
    list(APPEND ARG_PROPERTIES FIXTURES_SETUP shader_sources)
  endif()
  if(WIN32) # Wine has no OpenGL ES, and one driver is enough
    if("${ARG_ENVIRONMENT}" MATCHES "GALLIUM_DRIVER|HPYR_TEST_GL=es3")
      return()
    endif()
    list(APPEND ARG_PROPERTIES RESOURCE_LOCK wine) # of programs that start at once some fail
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABEL}" SKIP_RETURN_CODE 77 TIMEOUT ${ARG_TIMEOUT}
    ENVIRONMENT "${environment};HPYR_TEST_ENTRY=${name};${ARG_ENVIRONMENT}" ${ARG_PROPERTIES})
endfunction()

# hpyr_label(label entry...): what scripts/test.sh knows entries by, wherever they are registered.
#   unsanitized   not under AddressSanitizer: no C of the library's own is in it, or no other than in another entry
#   long          with --full alone: it takes long, and is much like another entry or proves in large sizes what another one does in small ones
function(hpyr_label label)
  set_property(GLOBAL APPEND PROPERTY HPYR_LABEL_${label} ${ARGN})
endfunction()

# hpyr_register_zink(name): tests/test_<name>.c with small sizes on OpenGL over Vulkan.
function(hpyr_register_zink name)
  if(HPYR_VULKAN_ON_CPU AND NOT HPYR_TEST_ON_GPU)
    hpyr_register(${name}_zink LABEL full KEEPS_SHADERS COMMAND test_${name} ENVIRONMENT ${HPYR_ZINK})
  endif()
endfunction()

# hpyr_register_es(name [SOFTPIPE] [ALL]): tests/test_<name>.c with small sizes on OpenGL ES 3.0, with SOFTPIPE on that driver, too (where compiling
# is most of the work, that is the quick one, and the other may be long), and with
# ALL in all sizes by a long entry <name>_es3_full; those of other programs run by hand, without HPYR_TEST_SMALL.
function(hpyr_register_es name)
  hpyr_register(${name}_es3 LABEL full KEEPS_SHADERS COMMAND test_${name} ENVIRONMENT ${HPYR_ES3} "HPYR_TEST_SMALL=1")
  if("ALL" IN_LIST ARGN)
    hpyr_label(long ${name}_es3_full)
    hpyr_register(${name}_es3_full LABEL full COMMAND test_${name} ENVIRONMENT ${HPYR_ES3})
  endif()
  if("SOFTPIPE" IN_LIST ARGN AND NOT HPYR_TEST_ON_GPU)
    hpyr_register(${name}_es3_softpipe LABEL full KEEPS_SHADERS COMMAND test_${name} ENVIRONMENT ${HPYR_SOFTPIPE_ES3})
  endif()
endfunction()

# hpyr_add_test(name [LABEL quick|full] [NO_GL] [NO_GL33] [SMALL] [GL21|ONLY_GL21] [ES|ES_ALL|ES_SOFTPIPE] [WINDOW|NO_RUN] [UNSANITIZED]
#   [LONG suffix...] [SOURCES file...] [LIBRARIES target...] [WRAPS function...]):
# tests/test_<name>.c, run on llvmpipe as it comes (LABEL, quick by default) and, with label full, restricted to GL 3.3 but for NO_GL33;
# SMALL also on softpipe and zink, with sizes that it can bear; GL21 all of that on GL 2.1 too, ONLY_GL21 there alone; ES on OpenGL ES 3.0
# too, with label full and small sizes, ES_ALL by a long entry with all of them, ES_SOFTPIPE on both drivers; WINDOW under Xvfb; NO_RUN is
# run by entries of its own. UNSANITIZED is a label of the entry <name>, and long one of the entries <name>_<suffix>. Calls of the
# functions that it WRAPS come to the program's __wrap_<function>; that is the GNU linker's, so elsewhere there is no such test.
function(hpyr_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_GL;NO_GL33;SMALL;WINDOW;GL21;ONLY_GL21;ES;ES_ALL;ES_SOFTPIPE;NO_RUN;UNSANITIZED" "LABEL"
    "LONG;SOURCES;LIBRARIES;WRAPS")
  if(NOT ARG_LABEL)
    set(ARG_LABEL quick)
  endif()
  if((ARG_WRAPS AND NOT HPYR_GNU_LINKER) OR (WIN32 AND name IN_LIST HPYR_NOT_ON_WINDOWS))
    add_executable(test_${name} EXCLUDE_FROM_ALL test_${name}.c) # so that there is a target
    return()
  endif()
  add_executable(test_${name} test_${name}.c ${ARG_SOURCES})
  set_target_properties(test_${name} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_link_libraries(test_${name} PRIVATE test_harness hpyr_build_options ${ARG_LIBRARIES})
  foreach(function IN LISTS ARG_WRAPS)
    target_link_options(test_${name} PRIVATE "LINKER:--wrap=${function}")
  endforeach()
  foreach(suffix IN LISTS ARG_LONG)
    hpyr_label(long ${name}_${suffix})
  endforeach()

  if(ARG_NO_RUN)
    return()
  endif()
  if(ARG_UNSANITIZED)
    hpyr_label(unsanitized ${name})
  endif()
  if(ARG_WINDOW AND NOT WIN32) # -noreset: a server that starts over when its last client goes refuses the next one for a moment
    hpyr_register(${name} LABEL ${ARG_LABEL} PROPERTIES RUN_SERIAL TRUE
      COMMAND xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" $<TARGET_FILE:test_${name}>)
    return()
  endif()
  if(ARG_GL21 OR ARG_ONLY_GL21)
    hpyr_register(${name}_gl21 LABEL ${ARG_LABEL} COMMAND test_${name} ENVIRONMENT ${HPYR_GL21})
    if(ARG_SMALL AND NOT HPYR_TEST_ON_GPU)
      hpyr_register(${name}_gl21_softpipe LABEL full KEEPS_SHADERS COMMAND test_${name} ENVIRONMENT ${HPYR_SOFTPIPE_21})
    endif()
  endif()
  if(ARG_ES_SOFTPIPE)
    hpyr_register_es(${name} SOFTPIPE)
  elseif(ARG_ES_ALL)
    hpyr_register_es(${name} ALL)
  elseif(ARG_ES)
    hpyr_register_es(${name})
  endif()
  if(ARG_ONLY_GL21)
    return()
  endif()
  if(ARG_NO_GL)
    hpyr_register(${name} LABEL ${ARG_LABEL} COMMAND test_${name} ENVIRONMENT "HPYR_TEST_DRIVER=no-gl")
    return()
  endif()
  hpyr_register(${name} LABEL ${ARG_LABEL} COMMAND test_${name})
  if(HPYR_TEST_ON_GPU)
    return()
  endif()
  if(NOT ARG_NO_GL33)
    hpyr_register(${name}_gl33 LABEL full COMMAND test_${name} ENVIRONMENT ${HPYR_GL33})
  endif()
  if(ARG_SMALL)
    hpyr_register(${name}_softpipe LABEL full COMMAND test_${name} ENVIRONMENT ${HPYR_SOFTPIPE})
    hpyr_register_zink(${name})
  endif()
endfunction()

set(HPYR_GNU_LINKER OFF)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND UNIX AND NOT APPLE)
  set(HPYR_GNU_LINKER ON)
endif()

# hpyr_register_habit(habit name [ES]): tests/test_<name>.c with small sizes on a driver that has a habit of drivers/habits.h, on its newest
# OpenGL or on OpenGL ES 3.0. Several habits are joined by commas.
if(HPYR_GNU_LINKER) # it preloads
  add_library(habits MODULE drivers/habits.c drivers/habits_contexts.c drivers/habits_draws.c drivers/habits_limits.c
    drivers/habits_memory.c drivers/habits_transfers.c)
  set_target_properties(habits PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_definitions(habits PRIVATE GL_GLEXT_PROTOTYPES)
  target_link_libraries(habits PRIVATE ${CMAKE_DL_LIBS} hpyr_build_options)
endif()
function(hpyr_register_habit habit name)
  set(gl "")
  set(suffix "")
  if("ES" IN_LIST ARGN)
    set(gl ${HPYR_ES3})
    set(suffix _es3)
  endif()
  if(TARGET habits AND NOT HPYR_TEST_ON_GPU AND NOT HPYR_SANITIZE)
    string(REPLACE "," "_" entry ${name}_${habit}${suffix})
    hpyr_register(${entry} LABEL full COMMAND test_${name}
      ENVIRONMENT ${gl} "HPYR_TEST_SMALL=1" "HPYR_DRIVER_HABIT=${habit}" "LD_PRELOAD=$<TARGET_FILE:habits>")
  endif()
endfunction()

# hpyr_register_bands(name [GL21] [ES]): tests/test_<name>.c with small sizes, and with passes that are drawn in parts: see bands.c. On the
# newest OpenGL, on OpenGL 2.1 and on OpenGL ES 3.0.
function(hpyr_register_bands name)
  if(HPYR_GNU_LINKER AND NOT HPYR_SANITIZE)
    target_sources(test_${name} PRIVATE bands.c)
    target_link_options(test_${name} PRIVATE "LINKER:--wrap=hpi_gl_draw_budget,--wrap=hpi_gl_vertices_of_draw,--wrap=hpi_gl_draw_bands"
      "LINKER:--wrap=glDrawArrays,--wrap=glEnd,--wrap=glFlush")
    set(small "HPYR_TEST_SMALL=1" "HPYR_TEST_BANDS=7")
    hpyr_register(${name}_bands LABEL full COMMAND test_${name} ENVIRONMENT ${small})
    if("GL21" IN_LIST ARGN)
      hpyr_register(${name}_gl21_bands LABEL full COMMAND test_${name} ENVIRONMENT ${HPYR_GL21} ${small})
    endif()
    if("ES" IN_LIST ARGN)
      hpyr_register(${name}_es3_bands LABEL full COMMAND test_${name} ENVIRONMENT ${HPYR_ES3} ${small})
    endif()
  endif()
endfunction()
