/* export.h - marks what the shared library exports.  SPDX-License-Identifier: MIT */
#ifndef HPYR_EXPORT_H
#define HPYR_EXPORT_H

/** `HPYR_API` stands before every public function. The library is compiled with hidden visibility, so nothing else is
 *  exported. On Windows define `HPYR_STATIC` when linking the static library; `HPYR_BUILDING` is the library's own. */
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
