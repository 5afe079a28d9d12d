/* kept_programs.c - compiled programs in the user's cache folder.  SPDX-License-Identifier: MIT */
#include "common/platform/kept_programs.h"

#include "common/files/outfile.h"
#include "common/files/path.h"
#include "common/files/system.h"

#include <stdlib.h>

enum { FOLDER_SIZE = 4000, PATH_SIZE = FOLDER_SIZE + 64 };

static char folder[FOLDER_SIZE]; /* "" for none */

/* The folder's part of the path and what follows it; false where there is none, or the path is too long. */
static bool is_folder(const char *before, const char *after) {
    const int length = before && before[0] ? snprintf(folder, sizeof folder, "%s%s", before, after) : 0;
    if (length > 0 && length < FOLDER_SIZE && system_is_absolute(folder))
        return true;
    folder[0] = '\0';
    return false;
}

static bool find_folder(void) {
    const char *asked = getenv("HISTOPYRAMID_CACHE");
    if (asked)
        return is_folder(asked, "");
#ifdef _WIN32
    return is_folder(getenv("LOCALAPPDATA"), "/histopyramid");
#else
    return is_folder(getenv("XDG_CACHE_HOME"), "/histopyramid") || is_folder(getenv("HOME"), "/.cache/histopyramid");
#endif
}

static void path_of(const char *name, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%.40s.program", folder, name);
}

static size_t load(const char *name, void *blob, size_t capacity, void *user) {
    char path[PATH_SIZE];
    system_about about;
    (void)user;
    path_of(name, path);
    if (!system_look(path, &about) || about.kind != SYSTEM_FILE || about.size > SIZE_MAX)
        return 0;
    const size_t size = (size_t)about.size;
    FILE *file = capacity >= size && size ? fopen(path, "rb") : NULL;
    const bool is_read = file && fread(blob, 1, size, file) == size;
    if (file)
        fclose(file);
    return capacity < size || is_read ? size : 0;
}

static void save(const char *name, const void *blob, size_t bytes, void *user) {
    char path[PATH_SIZE];
    (void)user;
    path_of(name, path);
    outfile *file = outfile_open(path);
    if (file) {
        outfile_write(file, blob, bytes);
        outfile_close(file, true);
    }
}

/* With the folder that it lies in, where that is not there yet, as for a new user. */
static bool make_folder(void) {
    char above[FOLDER_SIZE];
    if (path_is_directory(folder))
        return true;
    snprintf(above, sizeof above, "%s", folder);
    const char *end = system_last_separator(above);
    if (end)
        above[end - above] = '\0';
    if (!path_is_directory(above))
        system_make_folder(above);
    return system_make_folder(folder);
}

hpyr_program_store kept_programs(void) {
    hpyr_program_store store = {0};
    if (find_folder() && make_folder()) {
        store.load = load;
        store.save = save;
    }
    return store;
}
