# finish.cmake - run by cpack before it closes packages: what Debian wants in each, and no library does.  SPDX-License-Identifier: MIT
cmake_minimum_required(VERSION 3.21)
file(GLOB trees LIST_DIRECTORIES ON ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # follows SOURCE_DATE_EPOCH
find_program(GZIP gzip REQUIRED)

# compress(FILE): as Debian has it, without a time, so that the same build gives the same package.
function(compress file)
  execute_process(COMMAND ${GZIP} -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(tree IN LISTS trees)
  get_filename_component(component ${tree} NAME)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  if(NOT package)
    message(FATAL_ERROR "finish.cmake: ${tree} is the tree of no package")
  endif()
  set(doc ${tree}/usr/share/doc/${package})
  file(MAKE_DIRECTORY ${doc})
  file(COPY_FILE ${HPYR_PACKAGED_SOURCE}/packaging/deb/copyright ${doc}/copyright)
  file(WRITE ${doc}/changelog.Debian "histopyramid (${HPYR_PACKAGED_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
       "  * Made by CPack from version ${HPYR_PACKAGED_VERSION}; changelog.gz tells what is new.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
  file(COPY_FILE ${HPYR_PACKAGED_SOURCE}/CHANGELOG.md ${doc}/changelog)
  compress(${doc}/changelog.Debian)
  compress(${doc}/changelog)
  file(GLOB pages ${tree}/usr/share/man/man*/*.[1-9])
  foreach(page IN LISTS pages)
    compress(${page})
  endforeach()
  set(overrides ${HPYR_PACKAGED_SOURCE}/packaging/deb/${component}.lintian-overrides)
  if(EXISTS ${overrides})
    file(MAKE_DIRECTORY ${tree}/usr/share/lintian/overrides)
    file(COPY_FILE ${overrides} ${tree}/usr/share/lintian/overrides/${package})
  endif()
endforeach()
file(MAKE_DIRECTORY ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/doc/usr/share/doc-base)
file(COPY_FILE ${HPYR_PACKAGED_SOURCE}/packaging/deb/doc-base ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/doc/usr/share/doc-base/histopyramid-doc.histopyramid)
