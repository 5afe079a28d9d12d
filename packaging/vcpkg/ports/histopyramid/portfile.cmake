# The archive of a release has an address and a checksum only when it is published; packaging/README.md tells how these lines are filled
# in. Until then HPYR_SOURCE, a folder of sources, takes its place.
set(HPYR_ARCHIVE_URL "")
set(HPYR_ARCHIVE_SHA512 0)
if(DEFINED ENV{HPYR_SOURCE})
    set(SOURCE_PATH "$ENV{HPYR_SOURCE}")
elseif(HPYR_ARCHIVE_URL STREQUAL "")
    message(FATAL_ERROR "This port names no published archive yet: set HPYR_SOURCE to a folder of libhistopyramid's sources, and name "
                        "HPYR_SOURCE in VCPKG_KEEP_ENV_VARS")
else()
    vcpkg_download_distfile(ARCHIVE
        URLS "${HPYR_ARCHIVE_URL}"
        FILENAME "histopyramid-${VERSION}.tar.gz"
        SHA512 "${HPYR_ARCHIVE_SHA512}"
    )
    vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
endif()

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DHPYR_BUILD_DEMOS=OFF
        -DHPYR_BUILD_TESTS=OFF
        -DHPYR_INSTALL=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/histopyramid)
vcpkg_fixup_pkgconfig()

# Headers and documents are the same in both builds, and vcpkg wants them once.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
