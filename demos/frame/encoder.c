/* encoder.c - a video file, encoded by an ffmpeg of its own process.  SPDX-License-Identifier: MIT
 *
 *                frames, a pipe                 MP4, seeking to and fro
 *     encoder ──────────────────▶ ffmpeg ────────────────────────────────▶ temporary file of an outfile
 *
 * What ffmpeg says goes into a file without a name, so that neither side ever waits for the other. */
#include "frame/encoder.h"

#include "common/files/error.h"
#include "common/files/outfile.h"
#include "common/files/process.h"
#include "common/files/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1024, PATIENCE_MS = 1000 /* with one that reads no more */ };

struct encoder {
    const char *path;
    outfile *file;
    process *ffmpeg; /* NULL before it was started */
    FILE *words;
    process_end end;
    bool has_ended, is_dead;
    int width, height;
    uint8_t *picture; /* even size, row 0 the top */
};

static int even(int size) {
    return size + size % 2;
}

/* False with errno. ffmpeg opens the temporary file by a name that stays: where that file is removed before, because a signal ends us, ffmpeg
 * makes no new one. Its own choice of encoder for MP4 is libx264 where it was built with that, else mpeg4, for which the quality is meant;
 * libx264 has one of its own. Without -xerror a disk that is full at the end is no failure to it. Players take untagged video for either BT.601
 * or BT.709, by its size: so it is converted to one of them and tagged. */
static bool start(encoder *e, uint32_t fps) {
    char size[32], rate[16], name[4200];
    snprintf(size, sizeof size, "%dx%d", even(e->width), even(e->height));
    snprintf(rate, sizeof rate, "%u", (unsigned)fps);
    snprintf(name, sizeof name, "file:%s", process_shared_name(outfile_temporary(e->file)));
    /* clang-format off */
    const char *const arguments[] = {
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror",
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", rate, "-i", "pipe:0",
        "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-q:v", "3",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
        "-movflags", "+faststart", "-f", "mp4", "-y", name, NULL};
    /* clang-format on */
    const process_desc desc = {
        .arguments = arguments, .reads = true, .words = e->words, .shared = outfile_stream(e->file)};
    e->ffmpeg = e->words ? process_start(&desc) : NULL;
    return e->ffmpeg != NULL;
}

encoder *encoder_open(const char *path, int width, int height, uint32_t fps, bool *is_missing) {
    encoder *e = calloc(1, sizeof *e);
    uint8_t *picture = malloc((size_t)even(width) * (size_t)even(height) * 3);
    *is_missing = false;
    if (!e || !picture) {
        error_set("%s: out of memory for frames of %dx%d", path, width, height);
        goto failed;
    }
    *e = (encoder){.path = path, .width = width, .height = height};
    e->file = outfile_open(path);
    if (!e->file)
        goto failed;
    if (!outfile_temporary(e->file)) {
        error_set("%s: a video needs a regular file", path);
        goto failed;
    }
    system_survive_writes();
    e->words = tmpfile();
    if (!start(e, fps)) {
        const bool is_unknown = errno == ENOENT;
        *is_missing = true;
        error_set("%s: no video, because ffmpeg %s%s", path,
                  is_unknown ? "is not installed" : "cannot be started: ", is_unknown ? "" : strerror(errno));
        goto failed;
    }
    e->picture = picture;
    return e;
failed:
    free(picture);
    encoder_close(e, false);
    return NULL;
}

/* Waits until ffmpeg ends, and ends it where that lasts longer than so many milliseconds, -1 without end. */
static void wait_for_end(encoder *e, double milliseconds) {
    if (!process_wait(e->ffmpeg, milliseconds, &e->end)) {
        process_kill(e->ffmpeg);
        process_wait(e->ffmpeg, -1, &e->end);
    }
    e->has_ended = true;
}

/* ffmpeg knows the file by a name of its own: readers know ours. */
static bool tell_words(const encoder *e, const char *words) {
    const char *name = process_shared_name(outfile_temporary(e->file)), *place = strstr(words, name);
    if (!place)
        return error_set("%s: no video, because ffmpeg died: %s", e->path, words);
    const char *begin = place - words >= 5 && memcmp(place - 5, "file:", 5) == 0 ? place - 5 : place;
    return error_set("%s: no video, because ffmpeg died: %.*s%s%s", e->path, (int)(begin - words), words, e->path,
                     place + strlen(name));
}

/* In the words of its last line with anything in it. */
static bool tell_death(const encoder *e) {
    char words[WORDS + 1];
    long size = fseek(e->words, 0, SEEK_END) == 0 ? ftell(e->words) : 0;
    fseek(e->words, size > WORDS ? size - WORDS : 0, SEEK_SET);
    size_t end = fread(words, 1, WORDS, e->words);
    while (end > 0 && (unsigned char)words[end - 1] <= ' ')
        end--;
    size_t begin = end;
    while (begin > 0 && words[begin - 1] != '\n')
        begin--;
    if (end > begin) {
        words[end] = '\0';
        return tell_words(e, words + begin);
    }
    process_describe(&e->end, words, sizeof words);
    return error_set("%s: no video, because ffmpeg ended with %s", e->path, words);
}

/* Rows of an even number of pixels, the top one first. */
static void turn(encoder *e, const uint8_t *rgb) {
    size_t from = (size_t)e->width * 3, to = (size_t)even(e->width) * 3;
    for (int y = 0; y < even(e->height); y++) {
        int row = even(e->height) - 1 - y;
        uint8_t *line = e->picture + to * (size_t)y;
        memcpy(line, rgb + from * (size_t)(row < e->height ? row : e->height - 1), from);
        memcpy(line + to - 3, line + from - 3, 3);
    }
}

bool encoder_write(encoder *e, const uint8_t *rgb) {
    if (!e->is_dead) {
        turn(e, rgb);
        size_t size = (size_t)even(e->width) * (size_t)even(e->height) * 3;
        if (fwrite(e->picture, 1, size, process_input(e->ffmpeg)) == size && fflush(process_input(e->ffmpeg)) == 0)
            return true;
        wait_for_end(e, PATIENCE_MS);
        e->is_dead = true;
    }
    return tell_death(e);
}

bool encoder_close(encoder *e, bool keep) {
    if (!e)
        return !keep;
    bool ok = !e->is_dead;
    if (e->ffmpeg && !e->has_ended) {
        wait_for_end(e, keep ? -1 : 0);
        ok = !e->end.crashed && e->end.code == 0;
    }
    if (keep && !ok)
        tell_death(e);
    process_free(e->ffmpeg);
    if (e->words)
        fclose(e->words);
    ok = outfile_close(e->file, keep && ok) && ok;
    free(e->picture);
    free(e);
    return !keep || ok;
}
