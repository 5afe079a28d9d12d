/* film.c - frames to numbered PNG files and to a video, with a progress bar.  SPDX-License-Identifier: MIT */
#include "frame/film.h"

#include "frame/encoder.h"

#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/outfile.h"
#include "common/files/path.h"
#include "common/files/progress.h"
#include "common/files/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct film {
    film_desc desc;
    encoder *video;
    char *path; /* of a frame: the folder and room for the name */
    size_t path_size;
    uint32_t given, written; /* calls of film_frame, frames of them */
    bool has_failed;
    char failure[ERROR_SIZE]; /* the first one, for film_close */
    progress bar;
};

static const char *frame_path(film *f, uint32_t number) {
    int digits = 4;
    for (uint32_t rest = f->desc.frames / 10000; rest > 0; rest /= 10)
        digits++;
    snprintf(f->path, f->path_size, "%s/frame_%0*u.png", f->desc.folder, digits, (unsigned)number);
    return f->path;
}

/* False with the errno of system_make_folder. */
static bool make_folder(const char *path) {
    if (system_make_folder(path))
        return true;
    int failure = errno;
    bool is_there = path_is_directory(path);
    errno = failure;
    return is_there;
}

static bool make_folders(char *path) {
    for (char *end = path; *end; end++) {
        const char separator = *end;
        if (end == path || !system_separates(separator))
            continue;
        *end = '\0';
        bool made = make_folder(path);
        *end = separator;
        if (!made)
            return false;
    }
    return make_folder(path);
}

bool film_make_folder(const char *folder) {
    size_t size = strlen(folder) + 1;
    char *path = malloc(size);
    if (!path)
        return error_set("%s: out of memory", folder);
    memcpy(path, folder, size);
    bool made = make_folders(path);
    bool in_the_way = errno == EEXIST || errno == ENOTDIR;
    const char *reason = in_the_way ? "a file is in its place" : strerror(errno);
    free(path);
    return made || error_set("%s: no folder can be made there: %s", folder, reason);
}

static bool is_frame_name(const char *name) {
    static const char BEGIN[] = "frame_";
    if (strncmp(name, BEGIN, sizeof BEGIN - 1) != 0)
        return false;
    const char *digits = name + sizeof BEGIN - 1;
    size_t count = strspn(digits, "0123456789");
    return count >= 4 && strcmp(digits + count, ".png") == 0;
}

bool film_has_frame(const char *folder, const char *path) {
    const char *slash = path ? system_last_separator(path) : NULL, *name = slash ? slash + 1 : path;
    if (!folder || !path || !is_frame_name(name))
        return false;
    size_t length = slash ? (size_t)(slash - path) + 1 : 2; /* with the slash, which makes it a folder's name */
    char *parent = malloc(length + 1);
    if (!parent)
        return false;
    memcpy(parent, slash ? path : "./", length);
    parent[length] = '\0';
    system_about a, b;
    bool same = system_look(folder, &a) && system_look(parent, &b) && system_same(&a, &b);
    free(parent);
    return same;
}

static bool open_folder(film *f) {
    f->path_size = strlen(f->desc.folder) + 32;
    f->path = malloc(f->path_size);
    if (!f->path)
        return error_set("%s: out of memory", f->desc.folder);
    return film_make_folder(f->desc.folder) && outfile_try(frame_path(f, 1));
}

static void warn(film *f, const char *message) {
    progress_clear(&f->bar);
    fprintf(stderr, "%s: %s\n", f->desc.program, message);
}

static bool open_video(film *f) {
    const film_desc *d = &f->desc;
    bool is_missing = false;
    f->video = encoder_open(d->video, d->width, d->height, d->fps, &is_missing);
    if (!f->video && is_missing && d->folder) {
        warn(f, error_text());
        return true;
    }
    return f->video != NULL;
}

film *film_open(const film_desc *desc) {
    if (!desc->program || desc->frames == 0 || desc->fps == 0 || desc->width <= 0 || desc->height <= 0) {
        error_set("a film needs frames, a rate and a size: %u frames, %u a second, %dx%d", (unsigned)desc->frames,
                  (unsigned)desc->fps, desc->width, desc->height);
        return NULL;
    }
    film *f = calloc(1, sizeof *f);
    if (!f) {
        error_set("out of memory for a film");
        return NULL;
    }
    f->desc = *desc;
    if ((desc->folder && !open_folder(f)) || (desc->video && !open_video(f))) {
        free(f->path);
        free(f);
        return NULL;
    }
    progress_begin(&f->bar, "frames", desc->frames);
    return f;
}

static void keep_failure(film *f) {
    snprintf(f->failure, sizeof f->failure, "%s", error_text());
    f->has_failed = true;
}

/* Without PNG files nothing is left to do where the video fails. */
static bool write_video(film *f, const uint8_t *rgb) {
    if (encoder_write(f->video, rgb))
        return true;
    if (f->desc.folder) {
        warn(f, error_text());
        error_set("%s: no video, because ffmpeg died within %u of %u frames", f->desc.video, (unsigned)f->given,
                  (unsigned)f->desc.frames);
    }
    keep_failure(f);
    encoder_close(f->video, false);
    f->video = NULL;
    return f->desc.folder != NULL;
}

static bool write_frame(film *f, const uint8_t *rgb) {
    if (f->desc.folder &&
        !image_write_png(frame_path(f, f->given), rgb, (uint32_t)f->desc.width, (uint32_t)f->desc.height)) {
        keep_failure(f);
        return false;
    }
    if (f->video && !write_video(f, rgb))
        return false;
    f->written++;
    return true;
}

bool film_frame(film *f, const uint8_t *rgb) {
    f->given++;
    if (rgb && !write_frame(f, rgb)) {
        progress_clear(&f->bar);
        return error_set("%s", f->failure);
    }
    progress_step(&f->bar);
    return true;
}

bool film_close(film *f) {
    if (!f)
        return true;
    bool is_whole = !f->has_failed && f->written == f->desc.frames;
    if (f->video && !f->has_failed && !is_whole) {
        error_set("%s: no video, for there are only %u of its %u frames", f->desc.video, (unsigned)f->written,
                  (unsigned)f->desc.frames);
        keep_failure(f);
    }
    if (!encoder_close(f->video, is_whole) && f->video)
        keep_failure(f);
    bool ok = !f->has_failed;
    if (ok) {
        progress_end(&f->bar);
    } else {
        progress_clear(&f->bar);
        error_set("%s", f->failure);
    }
    free(f->path);
    free(f);
    return ok;
}
