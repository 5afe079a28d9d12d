# programs.cmake - tests of whole programs: demos, examples, bench and check; of installed trees, packages, documents and scripts; and of
# the page.  SPDX-License-Identifier: MIT

# All of it for Windows, as far as Wine is that: one at a time, for of programs that start together some fail. `windows_all` builds the tests, too.
if(TARGET dicer AND NOT HPYR_TEST_ON_GPU)
  set(windows_test bash ${CMAKE_CURRENT_SOURCE_DIR}/windows/test_windows.sh ${CMAKE_CURRENT_BINARY_DIR}/windows)
  foreach(part windows windows_all)
    hpyr_register(${part} LABEL full TIMEOUT 1800 PROPERTIES COST 85 FIXTURES_SETUP ${part} RESOURCE_LOCK wine
      COMMAND ${windows_test} ${part} ${HPYR_TEST_SHADER_CACHE})
  endforeach()
  set_tests_properties(windows_all PROPERTIES FIXTURES_REQUIRED windows)
  hpyr_register(windows_programs LABEL full PROPERTIES COST 84 FIXTURES_REQUIRED windows RESOURCE_LOCK wine
    COMMAND ${windows_test} programs $<TARGET_FILE_DIR:dicer>)
  foreach(part tests all_programs package)
    hpyr_register(windows_${part} LABEL full TIMEOUT 3600 PROPERTIES COST 83 FIXTURES_REQUIRED windows_all RESOURCE_LOCK wine
      COMMAND ${windows_test} ${part} $<TARGET_FILE_DIR:dicer>)
  endforeach()
  hpyr_label(long windows_all windows_tests windows_all_programs windows_package)
endif()

# Strange files for the demos' loaders, and strange command lines; CONTRIBUTING.md tells of longer runs. AddressSanitizer starts a
# program slowly.
set(HPYR_STRANGE_FILES 500)
set(HPYR_STRANGE_LINES 40)
if(HPYR_SANITIZE)
  set(HPYR_STRANGE_FILES 200)
  set(HPYR_STRANGE_LINES 15)
endif()
add_executable(fuzz_files fuzz/fuzz_files.c fuzz/fuzz_files_mutate.c)
set_target_properties(fuzz_files PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_link_libraries(fuzz_files PRIVATE test_harness reconstruct_parts sparsify_parts hpyr_build_options)
foreach(kind matrices meshes volumes vectors splats points)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${kind})
  hpyr_register(fuzz_${kind} LABEL quick ENVIRONMENT "HPYR_READ_SECONDS=2"
    COMMAND fuzz_files ${kind} ${HPYR_STRANGE_FILES} 1 ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${kind})
endforeach()
get_property(HPYR_PROGRAMS GLOBAL PROPERTY HPYR_PROGRAMS)
set(HPYR_DEMOS ${HPYR_PROGRAMS})
list(FILTER HPYR_DEMOS EXCLUDE REGEX "^histopyramid-")
if(TARGET make_heart)
  list(APPEND HPYR_PROGRAMS make_heart)
endif()
foreach(program IN LISTS HPYR_PROGRAMS)
  hpyr_register(fuzz_options_${program} LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_options.sh
    $<TARGET_FILE:${program}> ${HPYR_STRANGE_LINES} 1 ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${program})
endforeach()

# What the harness does with skips and with tests that check nothing.
add_executable(runner_probe runner/probe.c)
set_target_properties(runner_probe PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_link_libraries(runner_probe PRIVATE test_harness hpyr_build_options)
hpyr_register(runner LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/runner/test_runner.sh
  $<TARGET_FILE:runner_probe> ${CMAKE_CURRENT_SOURCE_DIR}/skips.sh ${CMAKE_CURRENT_BINARY_DIR}/runner)
hpyr_label(unsanitized runner)

# Faults of drivers, shown without this library: what the tests run on has none of them, but for threads_crash, which runs by hand.
foreach(fault buffer_texels copies_overtake finish_returns_early threads_crash uploads_overtake)
  add_executable(${fault} drivers/${fault}.c)
  target_link_libraries(${fault} PRIVATE OpenGL::EGL ${HPYR_OPENGL} Threads::Threads hpyr_build_options)
  if(NOT fault STREQUAL threads_crash)
    hpyr_register(driver_${fault} LABEL full COMMAND ${fault})
  endif()
endforeach()

# Preloaded, it ends programs that call what OpenGL 2.1 or OpenGL ES 3.0 does not have.
add_library(poison MODULE programs/poison.c poison_es.c)
set_target_properties(poison PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_include_directories(poison PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(poison PRIVATE GLEW::GLEW ${HPYR_OPENGL} ${CMAKE_DL_LIBS})

# For scripts/gpu-compilers.sh: what links programs on a driver, and a GL with few render targets to preload.
add_executable(gpu_link gpu/link.c)
set_target_properties(gpu_link PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_compile_definitions(gpu_link PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(gpu_link PRIVATE OpenGL::EGL hpyr_build_options)
add_library(few_targets MODULE gpu/few_targets.c)
target_link_libraries(few_targets PRIVATE ${CMAKE_DL_LIBS} hpyr_build_options)
set(HPYR_GPU_MESA "" CACHE PATH "What scripts/gpu-mesa.sh has made: a test asks the compilers of GPUs where it is given")
if(HPYR_GPU_MESA)
  hpyr_register(gpu_compilers LABEL full ENVIRONMENT "HPYR_GPU_MESA=${HPYR_GPU_MESA}"
    COMMAND bash ${PROJECT_SOURCE_DIR}/scripts/gpu-compilers.sh --build ${PROJECT_BINARY_DIR} sparse quadtree features)
endif()

# The command line of each demo: what a script needs beside the program, CMake and a folder.
# Preloaded, readbacks counts what comes back from the GPU; isosurface's meshes are read by dicer, and the dots of sparsify's plots found by
# quadtree.
if(HPYR_DEMOS)
  add_library(readbacks MODULE programs/readbacks.c)
  set_target_properties(readbacks PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_link_libraries(readbacks PRIVATE GLEW::GLEW ${HPYR_OPENGL} ${CMAKE_DL_LIBS})
endif()
set(HPYR_CLI_dicer $<TARGET_FILE:poison>)
set(HPYR_CLI_features ${PROJECT_SOURCE_DIR}/assets)
set(HPYR_CLI_flowseeds ${HPYR_USES_TEEM})
set(HPYR_CLI_heartbreaker $<TARGET_FILE:readbacks>)
set(HPYR_CLI_isosurface $<TARGET_FILE:dicer> ${HPYR_USES_TEEM})
set(HPYR_CLI_quadtree ${PROJECT_SOURCE_DIR}/assets)
set(HPYR_CLI_sparsify $<TARGET_FILE:quadtree>)
set(HPYR_CLI_splats $<TARGET_FILE:readbacks> ${PROJECT_SOURCE_DIR}/assets)
foreach(demo IN LISTS HPYR_DEMOS)
  set(cli_test bash ${CMAKE_CURRENT_SOURCE_DIR}/${demo}/test_${demo}.sh $<TARGET_FILE:${demo}> ${CMAKE_COMMAND})
  hpyr_register(${demo}_cli LABEL full PROPERTIES COST 50 COMMAND ${cli_test} ${CMAKE_CURRENT_BINARY_DIR}/${demo}_cli ${HPYR_CLI_${demo}})
  if(demo STREQUAL "dicer") # all ways to the points, which the library's tests prove as well
    hpyr_register(dicer_cli_ways LABEL full COMMAND ${cli_test} ${CMAKE_CURRENT_BINARY_DIR}/dicer_cli_ways ${HPYR_CLI_dicer} layouts quads)
    hpyr_label(long dicer_cli_ways)
  endif()
endforeach()

if(TARGET make_heart)
  hpyr_register(heart LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/heartbreaker/test_make_heart.sh
    $<TARGET_FILE:make_heart> ${PROJECT_SOURCE_DIR}/assets/heart.ply ${CMAKE_CURRENT_BINARY_DIR}/heartbreaker)
endif()

# What a user does to a demo's window, on a display in memory.
find_package(X11 REQUIRED)
add_executable(hands window/hands.c)
set_target_properties(hands PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_compile_definitions(hands PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(hands PRIVATE X11::X11 hpyr_build_options)
add_executable(compare_pictures examples/compare_pictures.c)
set_target_properties(compare_pictures PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_link_libraries(compare_pictures PRIVATE demo_common X11::X11 hpyr_build_options)
foreach(demo IN LISTS HPYR_DEMOS)
  hpyr_register(${demo}_cli_es3 LABEL full COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/programs/test_es3.sh
    $<TARGET_FILE:${demo}> ${CMAKE_CURRENT_BINARY_DIR}/${demo}_es3 $<TARGET_FILE:compare_pictures> $<TARGET_FILE:poison>)
  hpyr_label(unsanitized ${demo}_window)
  hpyr_register(${demo}_window OPTIMIZED LABEL quick PROPERTIES RESOURCE_LOCK display COST 80 # one after another, so the first soon
    COMMAND xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" bash ${CMAKE_CURRENT_SOURCE_DIR}/window/test_${demo}_window.sh
      $<TARGET_FILE:${demo}> $<TARGET_FILE:hands> ${PROJECT_SOURCE_DIR}/assets ${CMAKE_CURRENT_BINARY_DIR}/${demo}_window
      $<TARGET_FILE:compare_pictures>)
endforeach()

# Messages of a machine whose OpenGL is too old, or missing.
if(TARGET isosurface AND NOT HPYR_TEST_ON_GPU)
  hpyr_register(contexts LABEL quick PROPERTIES RESOURCE_LOCK display
    COMMAND xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" bash ${CMAKE_CURRENT_SOURCE_DIR}/platform/test_contexts.sh
      ${CMAKE_CURRENT_BINARY_DIR}/contexts $<TARGET_FILE:isosurface> $<TARGET_FILE:dicer> $<TARGET_FILE:heartbreaker>
      $<TARGET_FILE:histopyramid-bench>)
endif()

# The programs of docs/examples.md, and the pictures in it.
if(TARGET example_bright_pixels)
  add_executable(expected_examples examples/expected.c)
  set_target_properties(expected_examples PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_link_libraries(expected_examples PRIVATE hpyr_build_options $<$<BOOL:${HPYR_MATH}>:m>)
  hpyr_register(examples LABEL quick PROPERTIES RESOURCE_LOCK display COST 60 # soon, for it takes long
    COMMAND xvfb-run -a -s "-screen 0 640x480x24 -noreset" bash ${CMAKE_CURRENT_SOURCE_DIR}/examples/test_examples.sh
      ${PROJECT_BINARY_DIR}/bin/examples ${PROJECT_SOURCE_DIR} $<TARGET_FILE:expected_examples> $<TARGET_FILE:compare_pictures>
      $<TARGET_FILE:hands> ${CMAKE_CURRENT_BINARY_DIR}/examples)
endif()

# The description of the API. The tests are not built where a header cannot be read, or where the compiler knows another API.
include(api)
set(HPYR_API_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/api)
hpyr_describe(api_description api.json proof.c FOLDER ${HPYR_API_FOLDER}
  ARGUMENTS --json ${HPYR_API_FOLDER}/api.json --proof ${HPYR_API_FOLDER}/proof.c)
hpyr_prove(api_proof api_description ${HPYR_API_FOLDER}/proof.c)

if(NOT HPYR_SANITIZE) # what follows looks at builds of its own or brings its own checker
  hpyr_register(headers LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/headers/test_headers.sh
    ${PROJECT_SOURCE_DIR}/include ${CMAKE_CURRENT_BINARY_DIR}/headers ${CMAKE_C_COMPILER})
  hpyr_register(api LABEL quick COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/headers/test_api.py
    ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/api_damaged ${CMAKE_C_COMPILER})

  # Two installed trees, one of each kind of library, that the consumers below are built against.
  set(HPYR_INSTALL_TREES ${CMAKE_CURRENT_BINARY_DIR}/install)
  hpyr_register(install_trees LABEL full PROPERTIES FIXTURES_SETUP installed
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/make_trees.sh
      ${PROJECT_SOURCE_DIR} ${HPYR_INSTALL_TREES} ${CMAKE_COMMAND} ${CMAKE_GENERATOR} ${CMAKE_C_COMPILER})
  foreach(consumer cmake pkgconfig subproject symbols)
    hpyr_register(install_${consumer} LABEL full PROPERTIES FIXTURES_REQUIRED installed
      COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/test_${consumer}.sh
        ${PROJECT_SOURCE_DIR} ${HPYR_INSTALL_TREES} ${CMAKE_COMMAND} ${CMAKE_GENERATOR} ${CMAKE_C_COMPILER})
  endforeach()
  foreach(subject docs dependencies) # of the same trees
    hpyr_register(install_${subject} LABEL full PROPERTIES FIXTURES_REQUIRED installed
      COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/test_${subject}.sh
        ${PROJECT_SOURCE_DIR} ${HPYR_INSTALL_TREES} ${CMAKE_COMMAND} ${CMAKE_GENERATOR} ${CMAKE_C_COMPILER})
  endforeach()

  # Packages for Debian, and the files that vcpkg and Conan want.
  set(HPYR_TEST_PACKAGES ${CMAKE_CURRENT_BINARY_DIR}/packages)
  find_program(HPYR_LINTIAN lintian)
  find_program(HPYR_DEBOOTSTRAP debootstrap)
  mark_as_advanced(HPYR_LINTIAN HPYR_DEBOOTSTRAP)
  if(HPYR_LINTIAN AND HPYR_DEBOOTSTRAP)
    hpyr_register(packages LABEL full PROPERTIES FIXTURES_SETUP debs COST 200
      COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/make_debs.sh
        ${PROJECT_SOURCE_DIR} ${HPYR_TEST_PACKAGES} ${CMAKE_COMMAND} ${CMAKE_C_COMPILER_LAUNCHER})
    hpyr_label(long packages packages_conan packages_vcpkg)
    hpyr_register(packages_root LABEL full TIMEOUT 1800 PROPERTIES FIXTURES_REQUIRED debs COST 200
      COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/test_deb.sh ${PROJECT_SOURCE_DIR} ${HPYR_TEST_PACKAGES})
    hpyr_label(long packages_root)
  else()
    message(STATUS "lintian or debootstrap not found: no test will make packages for Debian")
  endif()
  foreach(manager vcpkg conan)
    hpyr_register(packages_${manager} LABEL full COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/packaging/test_${manager}.sh ${PROJECT_SOURCE_DIR}
      ${HPYR_TEST_PACKAGES}/${manager} ${CMAKE_COMMAND} ${CMAKE_GENERATOR} ${CMAKE_C_COMPILER} ${CMAKE_C_COMPILER_LAUNCHER})
  endforeach()
  hpyr_register(packages_needed LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/test_deps.sh
    ${PROJECT_SOURCE_DIR} ${HPYR_TEST_PACKAGES}/needed)
  hpyr_label(unsanitized packages_needed)
  hpyr_register(documents OPTIMIZED LABEL full PROPERTIES FIXTURES_REQUIRED installed RESOURCE_LOCK display
    COMMAND xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" bash ${CMAKE_CURRENT_SOURCE_DIR}/documents/test_documents.sh
      ${PROJECT_SOURCE_DIR} ${HPYR_INSTALL_TREES} ${CMAKE_COMMAND} ${CMAKE_GENERATOR} ${CMAKE_C_COMPILER} $<TARGET_FILE:hands>
      ${CMAKE_CURRENT_BINARY_DIR}/documents)

  hpyr_register(examples_outside LABEL full PROPERTIES FIXTURES_REQUIRED installed
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/examples/test_outside.sh ${PROJECT_SOURCE_DIR} ${HPYR_INSTALL_TREES} ${CMAKE_COMMAND}
      ${CMAKE_C_COMPILER} ${CMAKE_CURRENT_BINARY_DIR}/examples_outside)

  # softpipe, because valgrind would have to translate all that llvmpipe compiles.
  hpyr_label(long valgrind_reference valgrind_binding) # AddressSanitizer looks at both, and at all others
  foreach(module IN ITEMS reference binding) # what allocates most; AddressSanitizer looks at all of them
    hpyr_register(valgrind_${module} LABEL full ENVIRONMENT ${HPYR_SOFTPIPE} ${HPYR_KEEP_LOADED}
      COMMAND valgrind --quiet --num-callers=60 --suppressions=${HPYR_SUPPRESSIONS}/mesa.supp --leak-check=full
        --errors-for-leak-kinds=definite --error-exitcode=9 $<TARGET_FILE:test_${module}>)
  endforeach()
endif()

# The reference, and what all programs say of themselves.
hpyr_register(docs LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/docs/test_docs.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR}
  ${PROJECT_SOURCE_DIR} "${HPYR_DOXYGEN}" ${CMAKE_CURRENT_BINARY_DIR}/docs)
hpyr_label(unsanitized docs)
set(programs "")
foreach(program IN LISTS HPYR_PROGRAMS)
  list(APPEND programs $<TARGET_FILE:${program}>)
endforeach()
if(programs)
  set(man_folder -)
  if(TARGET man_pages)
    set(man_folder ${HPYR_MAN_FOLDER})
  endif()
  hpyr_register(programs LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/programs/test_programs.sh ${PROJECT_VERSION}
    ${man_folder} ${CMAKE_CURRENT_BINARY_DIR}/programs ${programs})
endif()

hpyr_register(scripts LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/programs/test_scripts.sh ${PROJECT_SOURCE_DIR}
  ${CMAKE_CURRENT_BINARY_DIR}/scripts)
hpyr_label(unsanitized scripts)
hpyr_register(format LABEL full COMMAND sh ${PROJECT_SOURCE_DIR}/scripts/format.sh --check)
hpyr_register(embed LABEL quick COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/glsl/test_embed.sh
  ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR}/cmake/embed_shaders.cmake ${CMAKE_CURRENT_BINARY_DIR}/embed)
hpyr_label(unsanitized embed)

# Another compiler and linker looks at the programs that the entries above have kept.
if(HPYR_VULKAN_ON_CPU AND NOT HPYR_TEST_ON_GPU)
  hpyr_register(glsl LABEL full COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/glsl/test_glsl.sh ${HPYR_SHADER_SOURCES} ${PROJECT_BINARY_DIR}/src/shaders.c
    PROPERTIES FIXTURES_REQUIRED shader_sources)
endif()

# The library as it is built for browsers, which have no desktop OpenGL.
find_path(HPYR_GLES_HEADERS GLES3/gl3.h)
mark_as_advanced(HPYR_GLES_HEADERS)
if(HPYR_GLES_HEADERS AND UNIX AND NOT APPLE)
  hpyr_register(es_only LABEL full COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/es/test_es_only.sh ${PROJECT_SOURCE_DIR}
    ${CMAKE_CURRENT_BINARY_DIR}/es_only ${CMAKE_COMMAND} ${CMAKE_C_COMPILER} ${CMAKE_C_COMPILER_LAUNCHER})
endif()

# The library without GLEW, in a program that finds GL's functions for it.
if(UNIX AND NOT APPLE)
  set(loader_test bash ${CMAKE_CURRENT_SOURCE_DIR}/loader/test_loader.sh)
  hpyr_register(loader_host LABEL full PROPERTIES FIXTURES_SETUP loader_host COMMAND ${loader_test} ${PROJECT_SOURCE_DIR}
    ${CMAKE_CURRENT_BINARY_DIR}/loader ${CMAKE_COMMAND} ${CMAKE_C_COMPILER} ${CMAKE_C_COMPILER_LAUNCHER})
  hpyr_register(loader_osmesa LABEL full PROPERTIES FIXTURES_REQUIRED loader_host COMMAND ${loader_test} osmesa
    ${CMAKE_CURRENT_BINARY_DIR}/loader ${CMAKE_CURRENT_SOURCE_DIR}/skips.sh)
endif()

# The same library, compiled for a browser, in one: what a user gets where all checks run, else with programs that are linked in a tenth of the time.
set(web_test bash ${CMAKE_CURRENT_SOURCE_DIR}/web/test_web.sh ${PROJECT_SOURCE_DIR})
set(browser_test bash ${CMAKE_CURRENT_SOURCE_DIR}/web/test_browser.sh ${CMAKE_CURRENT_BINARY_DIR}/web)
hpyr_register(web LABEL full TIMEOUT 1800 PROPERTIES COST 90 FIXTURES_SETUP web
  COMMAND ${web_test} ${CMAKE_CURRENT_BINARY_DIR}/web ${CMAKE_COMMAND} -DHPYR_PAGE_LINK_OPTIONS=-O1)
hpyr_register(web_shipped LABEL full TIMEOUT 1800 PROPERTIES FIXTURES_SETUP web_shipped
  COMMAND ${web_test} ${CMAKE_CURRENT_BINARY_DIR}/web_shipped ${CMAKE_COMMAND})
hpyr_label(long web_shipped)
hpyr_label(long web_webkit) # Firefox runs on llvmpipe, too
foreach(browser chromium firefox webkit)
  hpyr_register(web_${browser} LABEL full TIMEOUT 1800 PROPERTIES COST 60 FIXTURES_REQUIRED web COMMAND ${browser_test} ${browser})
  if(TARGET dicer) # whose pictures it compares with the page's
    set(page_test bash ${CMAKE_CURRENT_SOURCE_DIR}/web/test_page.sh)
    hpyr_register(web_page_${browser} OPTIMIZED LABEL full TIMEOUT 1800 PROPERTIES FIXTURES_REQUIRED web
      COMMAND ${page_test} ${CMAKE_CURRENT_BINARY_DIR}/web $<TARGET_FILE_DIR:dicer> ${browser})
    if(NOT browser STREQUAL "chromium")
      hpyr_label(long web_page_${browser}) # where web_${browser} runs the library's pages
    endif()
    hpyr_register(web_page_${browser}_all OPTIMIZED LABEL full TIMEOUT 3600 PROPERTIES FIXTURES_REQUIRED web_shipped
      ENVIRONMENT "HPYR_PAGE_SECONDS=10" COMMAND ${page_test} ${CMAKE_CURRENT_BINARY_DIR}/web_shipped $<TARGET_FILE_DIR:dicer> ${browser})
    hpyr_label(long web_page_${browser}_all)
  endif()
endforeach()

# What is measured is compared with the oracle first, so running it is a test.
if(TARGET histopyramid-bench)
  set(bench_test bash ${CMAKE_CURRENT_SOURCE_DIR}/bench/test_bench.sh $<TARGET_FILE:histopyramid-bench> ${CMAKE_COMMAND})
  hpyr_register(bench_cli LABEL full COMMAND ${bench_test} ${CMAKE_CURRENT_BINARY_DIR}/bench)
  hpyr_register(bench_cli_large LABEL full COMMAND ${bench_test} ${CMAKE_CURRENT_BINARY_DIR}/bench_large large voxels edges programs
    extremes "gl 2.1" "gl es3" flow nearest octree kinds poisson scans quadtree sparse features)
  hpyr_register(bench_traffic LABEL full COMMAND ${bench_test} ${CMAKE_CURRENT_BINARY_DIR}/bench_traffic traffic)
  hpyr_label(long bench_cli_large bench_traffic)
endif()

# What a stranger runs on a GPU.
if(TARGET histopyramid-check)
  set(habits_file "")
  if(TARGET habits AND NOT HPYR_SANITIZE)
    set(habits_file $<TARGET_FILE:habits>)
  endif()
  hpyr_register(check_cli LABEL full COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/check/test_check.sh
    $<TARGET_FILE:histopyramid-check> ${CMAKE_COMMAND} ${CMAKE_CURRENT_BINARY_DIR}/check_cli ${habits_file})
  if(HPYR_VULKAN_ON_CPU AND NOT HPYR_TEST_ON_GPU) # all modules in small sizes; many of their tests on zink are long
    hpyr_register(check_zink LABEL full ENVIRONMENT ${HPYR_ZINK}
      COMMAND histopyramid-check --gl 3.3 --output ${CMAKE_CURRENT_BINARY_DIR}/check_zink.md)
  endif()
  if(habits_file AND NOT HPYR_TEST_ON_GPU) # all modules for each habit: minutes, which CI spares
    hpyr_register(check_habits LABEL full TIMEOUT 3600 COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/check/test_habits.sh
      $<TARGET_FILE:histopyramid-check> ${CMAKE_CURRENT_BINARY_DIR}/check_habits ${habits_file})
    hpyr_label(long check_habits)
  endif()
endif()
