/* path.c - names of files.  SPDX-License-Identifier: MIT */
#include "common/files/path.h"

#include "common/files/error.h"
#include "common/files/system.h"

#include <errno.h>
#include <string.h>

bool path_beside(const char *file, const char *name, char *out, size_t size) {
    const char *slash = system_last_separator(file);
    int folder = slash && !system_is_absolute(name) ? (int)(slash + 1 - file) : 0;
    int length = snprintf(out, size, "%.*s%s", folder, file, name);
    return length >= 0 && (size_t)length < size;
}

const char *path_last_part(const char *path) {
    const char *slash = system_last_separator(path);
    return slash && slash[1] ? slash + 1 : path;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool path_ends_with(const char *text, const char *ending) {
    size_t text_length = strlen(text), length = strlen(ending);
    if (text_length <= length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(text[text_length - length + i]) != ending[i])
            return false;
    return true;
}

const char *path_ending(const char *text, const char *const *endings) {
    while (*endings && !path_ends_with(text, *endings))
        endings++;
    return *endings;
}

bool path_check_regular(const char *path) {
    system_about about;
    if (!system_look(path, &about))
        return error_set("%s: cannot be read: %s", path, strerror(errno));
    if (about.kind == SYSTEM_FOLDER)
        return error_set("%s is a directory, not a file", path);
    return about.kind == SYSTEM_FILE || error_set("%s: is no regular file", path);
}

FILE *path_open(const char *path, uint64_t *size) {
    system_about about;
    if (!path_check_regular(path))
        return NULL;
    FILE *file = fopen(path, "rb");
    if (file && system_look_at(file, &about)) {
        if (size)
            *size = about.size;
        return file;
    }
    error_set("%s: cannot be read: %s", path, strerror(errno));
    if (file)
        fclose(file);
    return NULL;
}

bool path_is_directory(const char *path) {
    system_about about;
    return system_look(path, &about) && about.kind == SYSTEM_FOLDER;
}

bool path_names_mesh(const char *path) {
    static const char *const ENDINGS[] = {".ply", ".obj", ".stl", ".off", ".gltf",  ".glb", ".3ds",
                                          ".dae", ".fbx", ".x3d", ".wrl", ".blend", NULL};
    return path_ending(path, ENDINGS) != NULL;
}

/* Not .raw alone: raw triangles end in that, too. */
bool path_names_volume(const char *path) {
    static const char *const ENDINGS[] = {".nrrd", ".nhdr", NULL};
    return path_ending(path, ENDINGS) || strstr(path, ".raw:") || strstr(path, ".RAW:");
}
