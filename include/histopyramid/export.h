/* export.h - marks the functions that the shared library exports.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_EXPORT_H
#define HPYR_EXPORT_H

/** Stands before every public function. The library exports nothing else.
 *  On Windows define HPYR_STATIC if you link the static library. HPYR_BUILDING is defined only
 *  while the library itself is compiled. */
#if defined(_WIN32) && !defined(HPYR_STATIC)
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
