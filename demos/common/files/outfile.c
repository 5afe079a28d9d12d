/* outfile.c - output files that appear complete or not at all.  SPDX-License-Identifier: MIT */
#include "common/files/outfile.h"

#include "common/files/system.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct outfile {
    FILE *stream;
    char *shown;     /* the path as the user gave it, for messages */
    char *target;    /* with symbolic links resolved, so that the rename replaces the file and not the link */
    char *temporary; /* NULL where the target is written to directly */
    int slot;        /* of the temporary file among those that a signal removes */
    int failure;     /* errno of the first failed write, 0 if none */
};

/* A signal must not leave temporary files behind. A path is in a slot from before its file exists until after it is gone; more files
 * than slots at a time would be unguarded. */
enum { SLOTS = 4, NO_SLOT = -1, LONGEST_PATH = 4096 };
static volatile sig_atomic_t guarded[SLOTS];
static char guarded_paths[SLOTS][LONGEST_PATH];

static void remove_guarded(void) {
    for (int i = 0; i < SLOTS; i++)
        if (guarded[i])
            system_remove(guarded_paths[i]);
}

static void handle_signals(void) {
    bool any = false;
    for (int i = 0; i < SLOTS; i++)
        any = any || guarded[i];
    system_at_end(any ? remove_guarded : NULL);
}

static int guard(const char *temporary) {
    for (int i = 0; i < SLOTS && strlen(temporary) < LONGEST_PATH; i++) {
        if (!guarded[i]) {
            strcpy(guarded_paths[i], temporary);
            guarded[i] = 1;
            handle_signals();
            return i;
        }
    }
    return NO_SLOT;
}

static void unguard(outfile *file) {
    if (file->slot != NO_SLOT) {
        guarded[file->slot] = 0;
        file->slot = NO_SLOT;
        handle_signals();
    }
}

static void release(outfile *file) {
    free(file->shown);
    free(file->target);
    free(file->temporary);
    free(file);
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* A new file beside the target: renaming works only within one file system. */
static FILE *open_temporary(outfile *file, unsigned mode) {
    size_t size = strlen(file->target) + 48;
    file->temporary = malloc(size);
    if (!file->temporary) {
        errno = ENOMEM;
        return NULL;
    }
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(file->temporary, size, "%s.%ld-%d.part", file->target, system_process(), attempt);
        file->slot = guard(file->temporary);
        FILE *stream = system_create(file->temporary, mode);
        if (stream)
            return stream;
        int failure = errno;
        unguard(file);
        errno = failure;
        if (failure != EEXIST)
            break;
    }
    return NULL;
}

static FILE *open_stream(outfile *file) {
    system_about about;
    if (!system_look(file->target, &about))
        return errno == ENOENT ? open_temporary(file, 0666) : NULL;
    if (about.kind == SYSTEM_FOLDER) {
        errno = EISDIR;
        return NULL;
    }
    if (about.kind == SYSTEM_OTHER)
        return fopen(file->target, "wb");
    /* A rename would replace a file that its owner has made read-only. */
    return system_may_write(file->target) ? open_temporary(file, about.mode) : NULL;
}

outfile *outfile_open(const char *path) {
    outfile *file = calloc(1, sizeof *file);
    if (!file) {
        error_set("%s: out of memory", path);
        return NULL;
    }
    file->slot = NO_SLOT;
    bool is_stdout = strcmp(path, "-") == 0;
    file->shown = copy_text(is_stdout ? "standard output" : path);
    file->target = is_stdout ? NULL : system_real_path(path);
    if (!is_stdout && !file->target)
        file->target = copy_text(path);
    if (!file->shown || (!is_stdout && !file->target)) {
        error_set("%s: out of memory", path);
        release(file);
        return NULL;
    }
    file->stream = is_stdout ? stdout : open_stream(file);
    if (!file->stream) {
        error_set("%s: cannot be written: %s", path, strerror(errno));
        release(file);
        return NULL;
    }
    return file;
}

bool outfile_try(const char *path) {
    system_about about;
    if (!path || strcmp(path, "-") == 0 || (system_look(path, &about) && about.kind == SYSTEM_OTHER))
        return true;
    outfile *file = outfile_open(path);
    return file && outfile_close(file, false);
}

/* The folder's real path, a slash and the name in it. NULL where there is no such folder. */
static char *place_of(const char *path) {
    const char *slash = system_last_separator(path), *name = slash ? slash + 1 : path;
    char *folder = copy_text(slash ? path : "."), *real = NULL, *place = NULL;
    if (folder && slash)
        folder[slash == path ? 1 : slash - path] = '\0';
    if (folder && (real = system_real_path(folder)) != NULL) {
        size_t size = strlen(real) + strlen(name) + 2;
        place = malloc(size);
        if (place)
            snprintf(place, size, "%s/%s", real, name);
    }
    free(folder);
    free(real);
    return place;
}

bool outfile_same(const char *a, const char *b) {
    system_about of_a, of_b;
    if (!a || !b || strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return false;
    bool has_a = system_look(a, &of_a), has_b = system_look(b, &of_b);
    if (has_a || has_b)
        return has_a && has_b && of_a.kind == SYSTEM_FILE && system_same(&of_a, &of_b);
    char *place_a = place_of(a), *place_b = place_of(b);
    bool same = place_a && place_b && strcmp(place_a, place_b) == 0;
    free(place_a);
    free(place_b);
    return same;
}

const char *outfile_temporary(const outfile *file) {
    return file->temporary;
}

FILE *outfile_stream(const outfile *file) {
    return file->stream;
}

bool outfile_differ(const char *const *options, const char *const *names, size_t count) {
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i; k++)
            if (outfile_same(names[i], names[k]))
                return error_set("%s %s: that is the same file as %s %s", options[i], names[i], options[k], names[k]);
    }
    return true;
}

void outfile_write(outfile *file, const void *bytes, size_t size) {
    if (file->failure == 0 && fwrite(bytes, 1, size, file->stream) != size)
        file->failure = errno ? errno : EIO;
}

void outfile_print(outfile *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (file->failure == 0 && vfprintf(file->stream, format, arguments) < 0)
        file->failure = errno ? errno : EIO;
    va_end(arguments);
}

bool outfile_close(outfile *file, bool keep) {
    if (!file)
        return !keep;
    int failure = file->failure;
    if (fflush(file->stream) != 0 && failure == 0)
        failure = errno;
    if (file->stream != stdout && fclose(file->stream) != 0 && failure == 0)
        failure = errno;
    if (keep && failure == 0 && file->temporary && !system_replace(file->temporary, file->target))
        failure = errno;
    if (file->temporary && (!keep || failure != 0))
        system_remove(file->temporary);
    unguard(file);
    if (keep && failure != 0)
        error_set("%s: cannot be written: %s", file->shown, strerror(failure));
    release(file);
    return !keep || failure == 0;
}

bool outfile_flush(FILE *stream) {
    return (fflush(stream) == 0 && !ferror(stream)) ||
           error_set("standard output: cannot be written: %s", strerror(errno));
}
