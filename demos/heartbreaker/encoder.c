/* encoder.c - a video file, encoded by an ffmpeg of its own process.  SPDX-License-Identifier: MIT
 *
 *                frames, O_NONBLOCK                      MP4, seeking to and fro
 *     encoder ────────────────────────▶ ffmpeg ────────────────────────────────▶ temporary file of an outfile
 *             ◀────────────────────────
 *                words, its stderr
 *
 * Both pipes are served by one poll, so that neither side ever waits for the other: a talkative ffmpeg that fills its stderr reads
 * no more frames until somebody reads that. */
#include "encoder.h"

#include "common/files/error.h"
#include "common/files/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 1024, NONE = -1, PATIENCE = 1000 /* ms for the last words of one that reads no more */ };

struct encoder {
    const char *path;
    outfile *file;
    pid_t process;     /* NONE once it was waited for */
    int frames, heard; /* our ends of the pipes, NONE where closed */
    int status;        /* of waitpid */
    bool is_dead;
    int width, height;
    uint8_t *picture; /* even size, row 0 the top */
    char words[WORDS];
    size_t word_count;
};

static int even(int size) {
    return size + size % 2;
}

static void shut(int *descriptor) {
    if (*descriptor != NONE) {
        close(*descriptor);
        *descriptor = NONE;
    }
}

/* Closed on exec and above stderr: a descriptor that is put in its own place would stay closed on exec. */
static bool open_pipe(int ends[2]) {
    int made[2];
    ends[0] = ends[1] = NONE;
    if (pipe(made) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        int failure = errno;
        close(made[i]);
        errno = failure;
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

/* Signals wait until the process is known to who answers them; it itself begins with the signals that we had. */
static int spawn(encoder *e, const posix_spawn_file_actions_t *actions, char **arguments) {
    extern char **environ;
    posix_spawnattr_t attributes;
    sigset_t all, before;
    int failure = posix_spawnattr_init(&attributes);
    if (failure != 0) {
        return failure;
    }
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    failure = posix_spawnattr_setsigmask(&attributes, &before);
    failure = failure ? failure : posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    failure = failure ? failure : posix_spawnp(&e->process, arguments[0], actions, &attributes, arguments, environ);
    if (failure == 0) {
        outfile_set_writer(e->file, (long)e->process);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

/* The temporary name tells ffmpeg no format, and "file:" keeps it from taking a name for an option or a protocol. Its own choice of
 * encoder for MP4 is libx264 where it was built with that, else mpeg4, for which the quality is meant; libx264 has one of its own.
 * Without -xerror a disk that is full at the end is no failure to it. Players take untagged video for either BT.601 or BT.709, by
 * its size: so it is converted to one of them and tagged. */
static int start(encoder *e, int input, int words, uint32_t fps) {
    char size[32], rate[16], name[8192];
    posix_spawn_file_actions_t actions;
    snprintf(size, sizeof size, "%dx%d", even(e->width), even(e->height));
    snprintf(rate, sizeof rate, "%u", (unsigned)fps);
    if (snprintf(name, sizeof name, "file:%s", outfile_temporary(e->file)) >= (int)sizeof name) {
        return ENAMETOOLONG;
    }
    /* clang-format off */
    const char *arguments[] = {
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror",
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", rate, "-i", "pipe:0",
        "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-q:v", "3",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
        "-movflags", "+faststart", "-f", "mp4", "-y", name, NULL};
    /* clang-format on */
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) {
        return failure;
    }
    failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    failure = failure ? failure : posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    failure = failure ? failure : posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO);
    /* posix_spawn takes the arguments as char *const[] and changes none of them. */
    failure = failure ? failure : spawn(e, &actions, (char **)arguments);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* 0, or why not. */
static int connect_to_ffmpeg(encoder *e, uint32_t fps) {
    int input[2], words[2] = {NONE, NONE}, failure = 0;
    if (!open_pipe(input) || !open_pipe(words) || fcntl(input[1], F_SETFL, O_NONBLOCK) != 0) {
        failure = errno;
    } else {
        failure = start(e, input[0], words[1], fps);
    }
    shut(&input[0]);
    shut(&words[1]);
    e->frames = input[1];
    e->heard = words[0];
    if (failure != 0) {
        e->process = NONE;
    }
    return failure;
}

encoder *encoder_open(const char *path, int width, int height, uint32_t fps, bool *is_missing, char *error,
                      size_t error_size) {
    encoder *e = calloc(1, sizeof *e);
    uint8_t *picture = malloc((size_t)even(width) * (size_t)even(height) * 3);
    *is_missing = false;
    if (e) { /* at once: process 0 would be our own group, which closing would end */
        *e = (encoder){.path = path, .process = NONE, .frames = NONE, .heard = NONE, .width = width, .height = height};
    }
    if (!e || !picture) {
        error_set(error, error_size, "%s: out of memory for frames of %dx%d", path, width, height);
        goto failed;
    }
    e->file = outfile_open(path, error, error_size);
    if (!e->file) {
        goto failed;
    }
    if (!outfile_temporary(e->file)) {
        error_set(error, error_size, "%s: a video needs a regular file", path);
        goto failed;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* ignored, as whoever started us may have left it, it would take ffmpeg's status away */
    int failure = connect_to_ffmpeg(e, fps);
    if (failure != 0) {
        *is_missing = true;
        error_set(
            error, error_size, "%s: no video, because ffmpeg %s%s", path,
            failure == ENOENT ? "is not installed" : "cannot be started: ", failure == ENOENT ? "" : strerror(failure));
        goto failed;
    }
    e->picture = picture;
    return e;
failed:
    free(picture);
    encoder_close(e, false, NULL, 0);
    return NULL;
}

/* Keeps the end of what is said. False at the end of all. */
static bool listen_once(encoder *e) {
    char heard[WORDS];
    ssize_t count = read(e->heard, heard, sizeof heard);
    if (count < 0) {
        return errno == EINTR;
    }
    size_t size = (size_t)count, kept = e->word_count < WORDS - size ? e->word_count : WORDS - size;
    memmove(e->words, e->words + (e->word_count - kept), kept);
    memcpy(e->words + kept, heard, size);
    e->word_count = kept + size;
    return count > 0;
}

/* Listens until ffmpeg ends, and ends it where that lasts longer than `patience` milliseconds of silence, -1 without end. */
static void wait_for_end(encoder *e, int patience) {
    shut(&e->frames);
    while (e->heard != NONE) {
        struct pollfd words = {.fd = e->heard, .events = POLLIN};
        int ready = poll(&words, 1, patience);
        if (ready == 0) {
            kill(e->process, SIGKILL);
        }
        if (ready == 0 || (ready < 0 && errno != EINTR) || (ready > 0 && !listen_once(e))) {
            shut(&e->heard);
        }
    }
    while (e->process != NONE && waitpid(e->process, &e->status, 0) < 0 && errno == EINTR) {}
    e->process = NONE;
    outfile_set_writer(e->file, 0);
}

/* In the words of its last line with anything in it. */
static bool tell_death(const encoder *e, char *error, size_t error_size) {
    size_t end = e->word_count;
    while (end > 0 && (unsigned char)e->words[end - 1] <= ' ') {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && e->words[begin - 1] != '\n') {
        begin--;
    }
    if (end > begin) {
        return error_set(error, error_size, "%s: no video, because ffmpeg died: %.*s", e->path, (int)(end - begin),
                         e->words + begin);
    }
    bool by_signal = WIFSIGNALED(e->status);
    return error_set(error, error_size, "%s: no video, because ffmpeg ended with %s %d", e->path,
                     by_signal ? "signal" : "status", by_signal ? WTERMSIG(e->status) : WEXITSTATUS(e->status));
}

static void send_some(encoder *e, const uint8_t **bytes, size_t *size) {
    ssize_t count = write(e->frames, *bytes, *size);
    if (count > 0) {
        *bytes += count;
        *size -= (size_t)count;
    } else if (errno != EAGAIN && errno != EINTR) {
        shut(&e->frames);
    }
}

static void send_all(encoder *e, const uint8_t *bytes, size_t size) {
    while (size > 0 && e->frames != NONE) {
        struct pollfd ends[2] = {{.fd = e->frames, .events = POLLOUT}, {.fd = e->heard, .events = POLLIN}};
        if (poll(ends, 2, -1) < 0) {
            continue; /* a signal */
        }
        if (ends[1].revents && !listen_once(e)) {
            shut(&e->heard); /* it may have closed no more than that */
        }
        if (ends[0].revents) {
            send_some(e, &bytes, &size);
        }
    }
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

bool encoder_write(encoder *e, const uint8_t *rgb, char *error, size_t error_size) {
    if (!e->is_dead) {
        turn(e, rgb);
        send_all(e, e->picture, (size_t)even(e->width) * (size_t)even(e->height) * 3);
        if (e->frames != NONE) {
            return true;
        }
        wait_for_end(e, PATIENCE);
        e->is_dead = true;
    }
    return tell_death(e, error, error_size);
}

bool encoder_close(encoder *e, bool keep, char *error, size_t error_size) {
    if (!e) {
        return !keep;
    }
    bool ok = !e->is_dead;
    if (e->process != NONE) {
        if (!keep) {
            kill(e->process, SIGKILL);
            shut(&e->heard);
        }
        wait_for_end(e, -1);
        ok = e->status == 0;
    }
    shut(&e->frames);
    shut(&e->heard);
    if (keep && !ok) {
        tell_death(e, error, error_size);
    }
    ok = outfile_close(e->file, keep && ok, error, error_size) && ok;
    free(e->picture);
    free(e);
    return !keep || ok;
}
