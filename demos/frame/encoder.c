/* encoder.c - a video file, encoded by an ffmpeg of its own process.  SPDX-License-Identifier: MIT
 *
 *                frames, a pipe                 MP4, seeking to and fro
 *     encoder ──────────────────▶ ffmpeg ────────────────────────────────▶ temporary file of an outfile
 *
 * What ffmpeg says goes into a file without a name, so that neither side ever waits for the other. */
#include "frame/encoder.h"

#include "common/files/error.h"
#include "common/files/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DESCRIPTOR "file:/dev/fd/"
enum { WORDS = 1024, NONE = -1, PATIENCE = 100 /* in 10 ms, with one that reads no more */ };

struct encoder {
    const char *path;
    outfile *file;
    FILE *frames, *words;
    pid_t process; /* NONE once it was waited for */
    int status;    /* of waitpid */
    bool is_dead;
    int width, height;
    uint8_t *picture; /* even size, row 0 the top */
};

static int even(int size) {
    return size + size % 2;
}

/* ffmpeg opens the temporary file by our descriptor of it: where that file is removed before, because a signal ends us, ffmpeg makes
 * no new one. Its own choice of encoder for MP4 is libx264 where it was built with that, else mpeg4, for which the quality is meant; libx264 has one of its own.
 * Without -xerror a disk that is full at the end is no failure to it. Players take untagged video for either BT.601 or BT.709, by
 * its size: so it is converted to one of them and tagged. */
static int spawn(encoder *e, int input, int output, uint32_t fps) {
    extern char **environ;
    char size[32], rate[16], name[32];
    posix_spawn_file_actions_t actions;
    snprintf(size, sizeof size, "%dx%d", even(e->width), even(e->height));
    snprintf(rate, sizeof rate, "%u", (unsigned)fps);
    snprintf(name, sizeof name, DESCRIPTOR "%d", output);
    /* clang-format off */
    const char *arguments[] = {
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror",
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", rate, "-i", "pipe:0",
        "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-q:v", "3",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
        "-movflags", "+faststart", "-f", "mp4", "-y", name, NULL};
    /* clang-format on */
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    failure = posix_spawn_file_actions_adddup2(&actions, fileno(e->words), STDERR_FILENO);
    failure = failure ? failure : posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    failure = failure ? failure : posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    /* posix_spawn takes the arguments as char *const[] and changes none of them. */
    failure = failure ? failure : posix_spawnp(&e->process, "ffmpeg", &actions, NULL, (char **)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* A descriptor that is none of the standard ones, in place of this one. */
static int move(int descriptor, int command) {
    int moved = fcntl(descriptor, command, STDERR_FILENO + 1);
    close(descriptor);
    return moved;
}

/* 0, or why not. */
static int start(encoder *e, uint32_t fps) {
    int ends[2];
    if (pipe(ends) != 0)
        return errno;
    int input = move(ends[0], F_DUPFD_CLOEXEC), frames = move(ends[1], F_DUPFD_CLOEXEC);
    int output = move(dup(fileno(outfile_stream(e->file))), F_DUPFD); /* stays open in ffmpeg */
    e->frames = frames >= 0 ? fdopen(frames, "wb") : NULL;
    e->words = tmpfile();
    int failure = input >= 0 && output >= 0 && e->frames && e->words ? spawn(e, input, output, fps) : errno;
    if (failure != 0)
        e->process = NONE;
    close(input);
    close(output);
    return failure;
}

encoder *encoder_open(const char *path, int width, int height, uint32_t fps, bool *is_missing) {
    encoder *e = calloc(1, sizeof *e);
    uint8_t *picture = malloc((size_t)even(width) * (size_t)even(height) * 3);
    *is_missing = false;
    if (e) /* at once: to end process 0 would be to end our own group */
        *e = (encoder){.path = path, .process = NONE, .width = width, .height = height};
    if (!e || !picture) {
        error_set("%s: out of memory for frames of %dx%d", path, width, height);
        goto failed;
    }
    e->file = outfile_open(path);
    if (!e->file)
        goto failed;
    if (!outfile_temporary(e->file)) {
        error_set("%s: a video needs a regular file", path);
        goto failed;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* ignored, as whoever started us may have left it, it would take ffmpeg's status away */
    int failure = start(e, fps);
    if (failure != 0) {
        *is_missing = true;
        error_set(
            "%s: no video, because ffmpeg %s%s", path,
            failure == ENOENT ? "is not installed" : "cannot be started: ", failure == ENOENT ? "" : strerror(failure));
        goto failed;
    }
    e->picture = picture;
    return e;
failed:
    free(picture);
    encoder_close(e, false);
    return NULL;
}

/* Waits until ffmpeg ends, and ends it where that lasts longer than `patience`, -1 without end. */
static void wait_for_end(encoder *e, int patience) {
    const struct timespec pause = {0, 10000000};
    pid_t ended = 0;
    if (e->frames) {
        fclose(e->frames);
        e->frames = NULL;
    }
    for (int i = 0; i < patience && (ended = waitpid(e->process, &e->status, WNOHANG)) == 0; i++)
        nanosleep(&pause, NULL);
    if (ended == 0 && patience >= 0)
        kill(e->process, SIGKILL);
    while (ended == 0 && waitpid(e->process, &e->status, 0) < 0 && errno == EINTR) {}
    e->process = NONE;
}

/* ffmpeg knows the file by our descriptor only: readers know its name. */
static bool tell_words(const encoder *e, const char *words) {
    const char *place = strstr(words, DESCRIPTOR);
    if (!place)
        return error_set("%s: no video, because ffmpeg died: %s", e->path, words);
    const char *after = place + strlen(DESCRIPTOR);
    return error_set("%s: no video, because ffmpeg died: %.*s%s%s", e->path, (int)(place - words), words, e->path,
                     after + strspn(after, "0123456789"));
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
    bool by_signal = WIFSIGNALED(e->status);
    return error_set("%s: no video, because ffmpeg ended with %s %d", e->path, by_signal ? "signal" : "status",
                     by_signal ? WTERMSIG(e->status) : WEXITSTATUS(e->status));
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
        if (fwrite(e->picture, 1, size, e->frames) == size && fflush(e->frames) == 0)
            return true;
        wait_for_end(e, PATIENCE);
        e->is_dead = true;
    }
    return tell_death(e);
}

bool encoder_close(encoder *e, bool keep) {
    if (!e)
        return !keep;
    bool ok = !e->is_dead;
    if (e->process != NONE) {
        wait_for_end(e, keep ? -1 : 0);
        ok = e->status == 0;
    }
    if (keep && !ok)
        tell_death(e);
    if (e->frames)
        fclose(e->frames);
    if (e->words)
        fclose(e->words);
    ok = outfile_close(e->file, keep && ok) && ok;
    free(e->picture);
    free(e);
    return !keep || ok;
}
