/* export.h - marks the functions that the shared library exports.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_EXPORT_H
#define HPYR_EXPORT_H

/** Stands before every public function. The shared library exports nothing else.
 *  HPYR_STATIC says that the static library is meant. Its functions are not exported, also not by a
 *  shared library that links it, a plug-in for example. CMake's targets and pkg-config define it; on
 *  Windows it is needed. HPYR_BUILDING is defined only while the library itself is compiled. */
#if defined(HPYR_STATIC)
#    define HPYR_API
#elif defined(_WIN32)
#    if defined(HPYR_BUILDING)
#        define HPYR_API __declspec(dllexport)
#    else
#        define HPYR_API __declspec(dllimport)
#    endif
#elif defined(__GNUC__)
#    define HPYR_API __attribute__((visibility("default")))
#else
#    define HPYR_API
#endif

#endif
