/* path.c - names of files.  SPDX-License-Identifier: MIT */
#include "common/files/path.h"

#include <stdio.h>
#include <string.h>

bool path_beside(const char *file, const char *name, char *out, size_t size) {
    const char *slash = strrchr(file, '/');
    int folder = slash && name[0] != '/' ? (int)(slash + 1 - file) : 0;
    int length = snprintf(out, size, "%.*s%s", folder, file, name);
    return length >= 0 && (size_t)length < size;
}
