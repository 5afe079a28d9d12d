# install_docs.cmake - installs the documents that the headers cite, so that their links work there too.  SPDX-License-Identifier: MIT
#
# They keep their places: README.md beside docs/, and what they link to, pictures above all, where they look for it. Two kinds of
# links are written anew: those to headers, which lie in the include folder, and those to examples, which lie in examples/.
set(HPYR_DOC_DIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/histopyramid)

# hpyr_linked_files(TEXT FOLDER OUT): what the text of a page in FOLDER links to or shows, below the source folder.
function(hpyr_linked_files text folder out)
  string(REPLACE "](" "<link=\"" text "${text}")
  string(REGEX REPLACE "[][;]" " " text "${text}") # they have a meaning in CMake's lists
  string(REGEX MATCHALL "(<link=|src=|href=)\"[^\") #]+" links "${text}")
  set(found "")
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^[^\"]*\"" "" link "${link}")
    if(NOT link MATCHES "^[a-z]+:")
      get_filename_component(path "${link}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR}/${folder})
      file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
      list(APPEND found "${path}")
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# hpyr_install_page(PAGE): the page, a path below the source folder, and what it shows.
function(hpyr_install_page page)
  file(READ ${PROJECT_SOURCE_DIR}/${page} text)
  get_filename_component(folder ${page} DIRECTORY)
  hpyr_linked_files("${text}" "${folder}" linked)
  foreach(file IN LISTS linked)
    if(NOT file MATCHES "(\\.md$)|^(include|demos/examples)(/|$)" AND EXISTS ${PROJECT_SOURCE_DIR}/${file} AND
       NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${file})
      get_filename_component(place ${file} DIRECTORY)
      install(FILES ${PROJECT_SOURCE_DIR}/${file} DESTINATION ${HPYR_DOC_DIR}/${place} COMPONENT doc)
    endif()
  endforeach()
  file(RELATIVE_PATH to_include /${HPYR_DOC_DIR}/${folder} /${CMAKE_INSTALL_INCLUDEDIR})
  string(REGEX REPLACE "([](\"])(\\.\\./)*include/histopyramid" "\\1${to_include}/histopyramid" text "${text}")
  string(REGEX REPLACE "(\\]\\(|src=\"|href=\")((\\.\\./)?)demos/examples" "\\1\\2examples" text "${text}")
  set(copy ${PROJECT_BINARY_DIR}/installed_docs/${page})
  set(old "")
  if(EXISTS ${copy})
    file(READ ${copy} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${copy} "${text}")
  endif()
  install(FILES ${copy} DESTINATION ${HPYR_DOC_DIR}/${folder} COMPONENT doc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
endfunction()

file(GLOB pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/docs/*.md)
foreach(page README.md CHANGELOG.md CONTRIBUTING.md assets/README.md packaging/README.md ${pages})
  hpyr_install_page(${page})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${HPYR_DOC_DIR} COMPONENT license)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/demos/examples DESTINATION ${HPYR_DOC_DIR} COMPONENT doc OPTIONAL
  PATTERN CMakeLists.txt EXCLUDE) # which is of use in our own build only
install(DIRECTORY ${HPYR_DOCS_FOLDER}/html DESTINATION ${HPYR_DOC_DIR} COMPONENT doc OPTIONAL)
install(DIRECTORY ${HPYR_MAN_FOLDER}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT demos OPTIONAL FILES_MATCHING PATTERN "*.1")
