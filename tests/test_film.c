/* test_film.c - films: numbered pictures, an ffmpeg at the other end of a pipe, a bar in a terminal.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "error.h"
#include "film.h"
#include "image.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_SIZE = 256,
    TEXT = 4096,
    LARGE_WIDTH = 300,
    LARGE_HEIGHT = 200 /* 180 000 bytes: more than a pipe holds */
};

typedef struct room {
    char folder
        [PATH_SIZE]; /* where the test stands, empty at first; its bin/ is all of PATH that could hold an ffmpeg */
    char *path;      /* PATH as it was */
    int descriptors; /* that were open before the test */
    int terminal;    /* stderr as it was */
    char error[ERROR_SIZE];
} room;

static int open_descriptors(void) {
    int count = 0;
    for (int i = 0; i < 256; i++) {
        count += fcntl(i, F_GETFD) != -1;
    }
    return count;
}

static int enter_room(void **state) {
    static room r;
    char name[] = "film_room_XXXXXX", path[2 * PATH_SIZE];
    memset(&r, 0, sizeof r);
    r.path = strdup(getenv("PATH"));
    r.descriptors = open_descriptors();
    r.terminal = dup(STDERR_FILENO);
    if (!mkdtemp(name) || chdir(name) != 0 || !getcwd(r.folder, sizeof r.folder) || mkdir("bin", 0777) != 0) {
        return -1;
    }
    *state = &r;
    /* The shell and what it calls, but no ffmpeg. */
    static const char *const TOOLS[] = {"sh", "cat", "head", "tr", "sleep"};
    for (size_t i = 0; i < sizeof TOOLS / sizeof TOOLS[0]; i++) {
        char from[PATH_SIZE], to[PATH_SIZE];
        snprintf(from, sizeof from, "/bin/%s", TOOLS[i]);
        snprintf(from, sizeof from, access(from, X_OK) == 0 ? "/bin/%s" : "/usr/bin/%s", TOOLS[i]);
        snprintf(to, sizeof to, "bin/%s", TOOLS[i]);
        if (symlink(from, to) != 0) {
            return -1;
        }
    }
    snprintf(path, sizeof path, "%s/bin", r.folder);
    int err = open("stderr", O_WRONLY | O_CREAT | O_APPEND, 0666);
    bool ok = setenv("PATH", path, 1) == 0 && dup2(err, STDERR_FILENO) >= 0;
    close(err);
    return ok ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static int leave_room(void **state) {
    room *r = *state;
    fflush(stderr);
    dup2(r->terminal, STDERR_FILENO);
    close(r->terminal);
    int leaked = open_descriptors() - r->descriptors;
    bool has_child = waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
    setenv("PATH", r->path, 1);
    free(r->path);
    bool ok = chdir("/") == 0 && nftw(r->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0;
    if (leaked != 0 || has_child) {
        fprintf(stderr, "%d descriptors leaked, %s\n", leaked, has_child ? "a child is left" : "no child left");
    }
    return ok && leaked == 0 && !has_child ? 0 : -1;
}

static const char *text_of(const char *path) {
    static char text[TEXT];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    text[size] = '\0';
    return text;
}

static bool exists(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

/* Files and folders in a folder, but for the room's own. */
static int count_in(const char *folder) {
    int count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        count += entry->d_name[0] != '.' && strcmp(entry->d_name, "bin") != 0 && strcmp(entry->d_name, "stderr") != 0;
    }
    closedir(open);
    return count;
}

/* A program in ffmpeg's place: `out` is the file that it is to write. */
static void put_ffmpeg(const char *script) {
    FILE *file = fopen("bin/ffmpeg", "wb");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nfor last; do :; done\nout=${last#file:}\n%s\n", script);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod("bin/ffmpeg", 0755), 0);
}

static uint8_t *frame_of(int width, int height, uint32_t number) {
    uint8_t *rgb = malloc((size_t)width * (size_t)height * 3);
    assert_non_null(rgb);
    for (size_t i = 0; i < (size_t)width * (size_t)height * 3; i++) {
        rgb[i] = (uint8_t)(i * 7 + i / 251 + number * 31);
    }
    return rgb;
}

/* One frame; false as film_frame says. */
static bool give(room *r, film *f, int width, int height, uint32_t number) {
    uint8_t *rgb = frame_of(width, height, number);
    bool ok = film_frame(f, rgb, r->error, sizeof r->error);
    free(rgb);
    return ok;
}

static film *open_film(room *r, const char *folder, const char *video, uint32_t frames, int width, int height) {
    film_desc desc = {.program = "test",
                      .folder = folder,
                      .video = video,
                      .frames = frames,
                      .fps = 25,
                      .width = width,
                      .height = height};
    r->error[0] = '\0';
    return film_open(&desc, r->error, sizeof r->error);
}

static void refuse(room *r, const char *folder, const char *video, const char *words) {
    assert_null(open_film(r, folder, video, 2, 4, 4));
    if (!strstr(r->error, words)) {
        fail_msg("'%s' says nothing of '%s'", r->error, words);
    }
    assert_null(strchr(r->error, '\n'));
}

static void the_pictures_are_numbered_and_the_frames_themselves(void **state) {
    room *r = *state;
    film *f = open_film(r, "new/folder/", NULL, 3, 5, 3);
    assert_non_null(f);
    assert_int_equal(count_in("new/folder"), 0); /* what was tried is gone */
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(give(r, f, 5, 3, i));
    }
    assert_true(film_close(f, r->error, sizeof r->error));
    assert_int_equal(count_in("new/folder"), 3);
    for (uint32_t i = 0; i < 3; i++) {
        char path[PATH_SIZE];
        uint32_t width = 0, height = 0;
        snprintf(path, sizeof path, "new/folder/frame_000%u.png", (unsigned)i + 1);
        uint8_t *rgba = image_read(path, &width, &height, r->error, sizeof r->error);
        uint8_t *rgb = frame_of(5, 3, i);
        assert_non_null(rgba);
        assert_true(width == 5 && height == 3);
        for (size_t k = 0; k < 15; k++) {
            assert_memory_equal(rgba + 4 * k, rgb + 3 * k, 3);
        }
        free(rgba);
        free(rgb);
    }
    assert_string_equal(text_of("stderr"), ""); /* no terminal, no bar */
}

static void ten_thousand_frames_have_five_digits(void **state) {
    static const struct {
        uint32_t frames;
        const char *first;
    } CASES[] = {
        {9999, "out/frame_0001.png"}, {10000, "out/frame_00001.png"}, {4000000000u, "out/frame_0000000001.png"}};
    room *r = *state;
    assert_int_equal(mkdir("out", 0777), 0);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        film *f = open_film(r, "out", NULL, CASES[i].frames, 2, 2);
        assert_non_null(f);
        assert_true(give(r, f, 2, 2, 0));
        assert_true(film_close(f, r->error, sizeof r->error)); /* no video that would be half a one */
        assert_true(exists(CASES[i].first));
        assert_int_equal(count_in("out"), (int)i + 1);
    }
}

/* What nohup does. */
static void signals_that_were_ignored_stay_ignored(void **state) {
    room *r = *state;
    signal(SIGHUP, SIG_IGN);
    film *f = open_film(r, "out", NULL, 1, 4, 4);
    bool ok = f && give(r, f, 4, 4, 0) && film_close(f, r->error, sizeof r->error);
    void (*hangup)(int) = signal(SIGHUP, SIG_DFL), (*terminate)(int) = signal(SIGTERM, SIG_DFL);
    assert_true(ok && hangup == SIG_IGN && terminate == SIG_DFL);
}

static void a_folder_that_cannot_be_is_refused(void **state) {
    room *r = *state;
    fclose(fopen("file", "wb"));
    refuse(r, "file", NULL, "a file is in its place");
    refuse(r, "file/below", NULL, "a file is in its place");
    refuse(r, "/proc/film", NULL, "/proc/film: no folder can be made there");
    refuse(r, "/proc", NULL, "frame_0001.png: cannot be written");
    refuse(r, "", NULL, "no folder can be made there");
    refuse(r, NULL, "nowhere/x.mp4", "nowhere/x.mp4: cannot be written");
    refuse(r, NULL, "bin", "bin: cannot be written");
    refuse(r, NULL, "/dev/full", "regular file");
    refuse(r, NULL, "-", "regular file");
    assert_null(open_film(r, NULL, NULL, 0, 4, 4));
    assert_null(open_film(r, NULL, NULL, 1, 4, 0));
    assert_int_equal(count_in("."), 1);
}

static void frames_have_names_of_their_own(void **state) {
    room *r = *state;
    assert_true(film_make_folder("a/film", r->error, sizeof r->error));
    assert_true(film_make_folder("a/film/", r->error, sizeof r->error));
    assert_true(film_has_frame("a/film", "a/film/frame_0001.png"));
    assert_true(film_has_frame("a/film/", "./a//film/frame_123456.png"));
    assert_false(film_has_frame("a/film", "a/frame_0001.png"));
    assert_false(film_has_frame("a/film", "a/film/frame_001.png"));
    assert_false(film_has_frame("a/film", "a/film/frame_0001.json"));
    assert_false(film_has_frame("a/film", "a/film/my_frame_0001.png"));
    assert_false(film_has_frame("a/film", "nowhere/frame_0001.png"));
    assert_false(film_has_frame(NULL, "frame_0001.png") || film_has_frame("a", NULL));
    assert_true(film_has_frame(".", "frame_0001.png"));
}

/* A signal that comes while ffmpeg begins: what it makes afterwards would stay. */
static void a_signal_ends_ffmpeg_before_it_removes_its_file(void **state) {
    room *r = *state;
    put_ffmpeg("for last; do :; done\nsleep 0.3\necho late >\"${last#file:}\"\nsleep 2\n");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        film *f = open_film(r, NULL, "x.mp4", 2, 4, 4);
        raise(SIGTERM);
        _exit(f ? 3 : 4);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    const struct timespec pause = {0, 600000000};
    nanosleep(&pause, NULL);
    assert_int_equal(count_in("."), 0);
}

static void a_picture_that_cannot_be_written_ends_the_film(void **state) {
    room *r = *state;
    put_ffmpeg("cat >\"$out\"");
    film *f = open_film(r, "out", "x.mp4", 3, 4, 4);
    assert_non_null(f);
    assert_true(give(r, f, 4, 4, 0));
    assert_int_equal(mkdir("out/frame_0002.png", 0777), 0);
    assert_false(give(r, f, 4, 4, 1));
    assert_non_null(strstr(r->error, "out/frame_0002.png: cannot be written"));
    r->error[0] = '\0';
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_non_null(strstr(r->error, "out/frame_0002.png: cannot be written"));
    assert_true(exists("out/frame_0001.png"));
    assert_int_equal(count_in("."), 1); /* and no part of a video */
}

/* What ffmpeg reads: rows from the top, even sizes by a column and a row twice. */
static void check_stream(const char *path, int width, int height, uint32_t frames) {
    int columns = width + width % 2, rows = height + height % 2;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (uint32_t i = 0; i < frames; i++) {
        uint8_t *rgb = frame_of(width, height, i), got[3];
        for (int y = rows - 1; y >= 0; y--) {
            for (int x = 0; x < columns; x++) {
                int from = (y < height ? y : height - 1) * width + (x < width ? x : width - 1);
                assert_int_equal(fread(got, 1, 3, file), 3);
                assert_memory_equal(got, rgb + 3 * from, 3);
            }
        }
        free(rgb);
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void ffmpeg_gets_all_frames_top_row_first(void **state) {
    static const char *const NAMES[] = {"x.mp4", "-y 'a' \"b\" $c %d:z.mp4"};
    static const int SIZES[][2] = {{4, 6}, {5, 3}, {1, 1}, {LARGE_WIDTH, LARGE_HEIGHT}};
    room *r = *state;
    put_ffmpeg("printf '%s\\n' \"$@\" >arguments\ncat >\"$out\"");
    for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++) {
        const char *name = NAMES[s % 2];
        film *f = open_film(r, NULL, name, 3, SIZES[s][0], SIZES[s][1]);
        assert_non_null(f);
        for (uint32_t i = 0; i < 3; i++) {
            assert_true(give(r, f, SIZES[s][0], SIZES[s][1], i));
        }
        assert_true(film_close(f, r->error, sizeof r->error));
        check_stream(name, SIZES[s][0], SIZES[s][1], 3);
    }
    assert_non_null(strstr(text_of("arguments"), "\n300x200\n-r\n25\n"));
    assert_int_equal(count_in("."), 3);
    assert_string_equal(text_of("stderr"), "");
}

static void no_ffmpeg_is_an_error_only_without_pictures(void **state) {
    room *r = *state;
    refuse(r, NULL, "x.mp4", "x.mp4: no video, because ffmpeg is not installed");
    assert_string_equal(text_of("stderr"), "");
    film *f = open_film(r, "out", "x.mp4", 1, 4, 4);
    assert_non_null(f);
    assert_string_equal(text_of("stderr"), "test: x.mp4: no video, because ffmpeg is not installed\n");
    assert_true(give(r, f, 4, 4, 0));
    assert_true(film_close(f, r->error, sizeof r->error));
    assert_int_equal(count_in("out"), 1);
    assert_int_equal(count_in("."), 1);
}

static void put_old_video(void) {
    FILE *file = fopen("x.mp4", "wb");
    assert_non_null(file);
    fputs("an old one", file);
    fclose(file);
}

/* Its words are told once, the pictures go on, and the video that was there stays. */
static void check_death(room *r, const char *script, const char *words) {
    static const char *const AGAIN = "x.mp4: no video, because ffmpeg died within";
    put_ffmpeg(script);
    put_old_video();
    film *f = open_film(r, "out", "x.mp4", 4, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(give(r, f, LARGE_WIDTH, LARGE_HEIGHT, i));
    }
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_memory_equal(r->error, AGAIN, strlen(AGAIN));
    char expected[TEXT];
    snprintf(expected, sizeof expected, "test: x.mp4: no video, because ffmpeg %s\n", words);
    assert_string_equal(text_of("stderr"), expected);
    assert_string_equal(text_of("x.mp4"), "an old one");
    assert_int_equal(count_in("out"), 4);
    assert_int_equal(count_in("."), 2);
    assert_int_equal(truncate("stderr", 0), 0);
    /* Without pictures there is no more to do. */
    f = open_film(r, NULL, "x.mp4", 4, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    bool ok = true;
    for (uint32_t i = 0; i < 4 && ok; i++) {
        ok = give(r, f, LARGE_WIDTH, LARGE_HEIGHT, i);
    }
    assert_false(ok);
    assert_non_null(strstr(r->error, words));
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_non_null(strstr(r->error, words));
    assert_int_equal(count_in("."), 2);
    assert_string_equal(text_of("stderr"), "");
}

static void an_ffmpeg_that_dies_half_way_says_why(void **state) {
    check_death(*state,
                "head -c 200000 >\"$out\"\necho 'no matter' >&2\nprintf 'the reel\\n  is torn \\r\\n\\n' >&2\nexit 3",
                "died:   is torn");
}

static void an_ffmpeg_that_refuses_says_why(void **state) {
    check_death(*state, "echo 'no such codec' >&2\nexit 1", "died: no such codec");
}

static void an_ffmpeg_without_words_has_a_status(void **state) {
    check_death(*state, "exit 7", "ended with status 7");
    check_death(*state, "kill -9 $$", "ended with signal 9");
}

static void an_ffmpeg_that_reads_no_more_but_stays_is_ended(void **state) {
    put_ffmpeg("exec 0<&-\nexec sleep 100");
    room *r = *state;
    film *f = open_film(r, NULL, "x.mp4", 1, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    assert_false(give(r, f, LARGE_WIDTH, LARGE_HEIGHT, 0));
    assert_non_null(strstr(r->error, "ended with signal 9"));
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_int_equal(count_in("."), 0);
}

static void an_ffmpeg_that_fails_at_the_end_leaves_no_video(void **state) {
    put_ffmpeg("cat >\"$out\"\necho 'no room for the index' >&2\nexit 1");
    room *r = *state;
    put_old_video();
    film *f = open_film(r, NULL, "x.mp4", 1, 4, 4);
    assert_non_null(f);
    assert_true(give(r, f, 4, 4, 0));
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_string_equal(r->error, "x.mp4: no video, because ffmpeg died: no room for the index");
    assert_string_equal(text_of("x.mp4"), "an old one");
    assert_int_equal(count_in("."), 1);
}

static void whoever_ignores_children_still_hears_of_a_failure(void **state) {
    put_ffmpeg("cat >\"$out\"\nexit 3");
    room *r = *state;
    signal(SIGCHLD, SIG_IGN);
    film *f = open_film(r, NULL, "x.mp4", 1, 4, 4);
    bool ok = f && give(r, f, 4, 4, 0) && !film_close(f, r->error, sizeof r->error) && !exists("x.mp4");
    signal(SIGCHLD, SIG_DFL);
    assert_true(ok);
    assert_string_equal(r->error, "x.mp4: no video, because ffmpeg ended with status 3");
}

/* In a group of its own: to end an ffmpeg that was never started once meant to end all of the group. */
static void frames_that_no_memory_holds_are_an_error(void **state) {
#if defined(__SANITIZE_ADDRESS__)
    skip(); /* it ends a program that asks for so much */
#endif
    room *r = *state;
    int status = -1, child = fork();
    if (child == 0) {
        setpgid(0, 0);
        film *f = open_film(r, NULL, "x.mp4", 1, 0x7ffffffe, 0x7ffffffe);
        _exit(f == NULL && strstr(r->error, "out of memory") ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void half_a_video_does_not_stay(void **state) {
    put_ffmpeg("cat >\"$out\"");
    room *r = *state;
    film *f = open_film(r, "out", "x.mp4", 3, 4, 4);
    assert_non_null(f);
    assert_true(give(r, f, 4, 4, 0));
    assert_true(film_frame(f, NULL, r->error, sizeof r->error));
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_string_equal(r->error, "x.mp4: no video, for there are only 1 of its 3 frames");
    assert_int_equal(count_in("out"), 1);
    assert_int_equal(count_in("."), 1);
    assert_true(film_close(NULL, NULL, 0));
}

/* 300 000 bytes of warnings: neither side waits for the other, and only a death would tell the last of them. */
static void a_talkative_ffmpeg_is_heard(void **state) {
    put_ffmpeg("head -c 300000 /dev/zero | tr '\\0' w >&2\ncat >\"$out\"\nhead -c 300000 /dev/zero | tr '\\0' w >&2");
    room *r = *state;
    film *f = open_film(r, NULL, "x.mp4", 2, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    assert_true(give(r, f, LARGE_WIDTH, LARGE_HEIGHT, 0));
    assert_true(give(r, f, LARGE_WIDTH, LARGE_HEIGHT, 1));
    assert_true(film_close(f, r->error, sizeof r->error));
    check_stream("x.mp4", LARGE_WIDTH, LARGE_HEIGHT, 2);
}

/* stderr on a terminal until read_terminal. */
static int enter_terminal(void) {
    int control = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(control >= 0 && grantpt(control) == 0 && unlockpt(control) == 0);
    int terminal = open(ptsname(control), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && dup2(terminal, STDERR_FILENO) >= 0);
    close(terminal);
    return control;
}

/* What stands there in the end: `last` is the line of the cursor, the lines above are counted. */
static int read_terminal(const room *r, int control, char last[128], int *returns) {
    char text[TEXT];
    int lines = 0, column = 0;
    memset(last, 0, 128);
    dup2(r->terminal, STDERR_FILENO); /* the last one that has it open: reading ends */
    size_t size = 0;
    for (ssize_t count; size < sizeof text && (count = read(control, text + size, sizeof text - size)) > 0;) {
        size += (size_t)count;
    }
    close(control);
    *returns = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\r') {
            column = 0;
            ++*returns;
        } else if (text[i] == '\n') {
            lines++;
            memset(last, 0, 128);
        } else if (column < 127) {
            last[column++] = text[i];
        }
    }
    return lines;
}

static void the_bar_ends_its_line(void **state) {
    room *r = *state;
    char last[128];
    int returns = 0, control = enter_terminal();
    film *f = open_film(r, NULL, NULL, 50, 4, 4);
    assert_non_null(f);
    for (int i = 0; i < 50; i++) {
        struct timespec moment = {.tv_nsec = 5000000};
        nanosleep(&moment, NULL);
        assert_true(film_frame(f, NULL, NULL, 0));
    }
    assert_true(film_close(f, r->error, sizeof r->error));
    assert_int_equal(read_terminal(r, control, last, &returns), 1);
    assert_string_equal(last, "");
    assert_in_range(returns, 3, 20); /* not fifty times */
}

static void the_bar_is_wiped_before_a_message(void **state) {
    room *r = *state;
    char last[128];
    int returns = 0, control = enter_terminal();
    film *f = open_film(r, "out", NULL, 3, 4, 4);
    assert_non_null(f);
    struct timespec moment = {.tv_nsec = 120000000};
    nanosleep(&moment, NULL);
    assert_true(give(r, f, 4, 4, 0));
    assert_int_equal(mkdir("out/frame_0002.png", 0777), 0);
    assert_false(give(r, f, 4, 4, 1));
    fputs("why", stderr);
    assert_false(film_close(f, r->error, sizeof r->error));
    assert_int_equal(read_terminal(r, control, last, &returns), 0);
    assert_int_equal(returns, 3); /* the bar, its end, the cursor's way back */
    assert_memory_equal(last, "why  ", 5);
    assert_int_equal(strspn(last + 3, " "), strlen(last) - 3);
}

/* The upper half blue, the lower one orange, read back from the file by the same ffmpeg. */
static void the_real_ffmpeg_keeps_side_and_colour(void **state) {
    enum { WIDTH = 64, HEIGHT = 48 };
    static const uint8_t UP[3] = {20, 60, 230}, DOWN[3] = {240, 140, 30};
    room *r = *state;
    setenv("PATH", r->path, 1);
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        return; /* none here: what it would read was tested above */
    }
    uint8_t rgb[WIDTH * HEIGHT * 3], got[WIDTH * HEIGHT * 3];
    for (size_t i = 0; i < sizeof rgb; i++) {
        rgb[i] = i < sizeof rgb / 2 ? DOWN[i % 3] : UP[i % 3];
    }
    film *f = open_film(r, NULL, "a 'b'.mp4", 5, WIDTH, HEIGHT);
    assert_non_null(f);
    for (int i = 0; i < 5; i++) {
        assert_true(film_frame(f, rgb, r->error, sizeof r->error));
    }
    assert_true(film_close(f, r->error, sizeof r->error));
    assert_int_equal(count_in("."), 1);
    assert_int_equal(
        system("ffmpeg -loglevel error -i \"a 'b'.mp4\" -f rawvideo -pix_fmt rgb24 - </dev/null >raw 2>stderr"), 0);
    FILE *raw = fopen("raw", "rb");
    assert_non_null(raw);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(fread(got, 1, sizeof got, raw), sizeof got);
        for (size_t k = 0; k < 3; k++) {
            size_t middle = (size_t)WIDTH / 2 * 3 + k;
            assert_in_range(got[WIDTH * 3 * 8 + middle] + 8, UP[k], UP[k] + 16);
            assert_in_range(got[WIDTH * 3 * 40 + middle] + 8, DOWN[k], DOWN[k] + 16);
        }
    }
    assert_int_equal(fgetc(raw), EOF);
    fclose(raw);
}

/* As on a disk that is full before the file's end is written. */
static void the_real_ffmpeg_fails_where_a_file_has_no_room(void **state) {
    enum { WIDTH = 64, HEIGHT = 48, ROOM = 2000 };
    room *r = *state;
    setenv("PATH", r->path, 1);
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        return;
    }
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = ROOM;
    setrlimit(RLIMIT_FSIZE, &limit);
    film *f = open_film(r, NULL, "x.mp4", 1, WIDTH, HEIGHT);
    bool ok = f && give(r, f, WIDTH, HEIGHT, 0), closed = film_close(f, r->error, sizeof r->error);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_true(ok && !closed);
    assert_non_null(strstr(r->error, "x.mp4: no video, because ffmpeg died: "));
    assert_false(exists("x.mp4"));
}

#define FILM_TEST(function) cmocka_unit_test_setup_teardown(function, enter_room, leave_room)

int main(void) {
    const struct CMUnitTest tests[] = {
        FILM_TEST(the_pictures_are_numbered_and_the_frames_themselves),
        FILM_TEST(ten_thousand_frames_have_five_digits),
        FILM_TEST(signals_that_were_ignored_stay_ignored),
        FILM_TEST(a_folder_that_cannot_be_is_refused),
        FILM_TEST(frames_have_names_of_their_own),
        FILM_TEST(a_signal_ends_ffmpeg_before_it_removes_its_file),
        FILM_TEST(a_picture_that_cannot_be_written_ends_the_film),
        FILM_TEST(ffmpeg_gets_all_frames_top_row_first),
        FILM_TEST(no_ffmpeg_is_an_error_only_without_pictures),
        FILM_TEST(an_ffmpeg_that_dies_half_way_says_why),
        FILM_TEST(an_ffmpeg_that_refuses_says_why),
        FILM_TEST(an_ffmpeg_without_words_has_a_status),
        FILM_TEST(an_ffmpeg_that_reads_no_more_but_stays_is_ended),
        FILM_TEST(an_ffmpeg_that_fails_at_the_end_leaves_no_video),
        FILM_TEST(whoever_ignores_children_still_hears_of_a_failure),
        FILM_TEST(frames_that_no_memory_holds_are_an_error),
        FILM_TEST(half_a_video_does_not_stay),
        FILM_TEST(a_talkative_ffmpeg_is_heard),
        FILM_TEST(the_bar_ends_its_line),
        FILM_TEST(the_bar_is_wiped_before_a_message),
        FILM_TEST(the_real_ffmpeg_keeps_side_and_colour),
        FILM_TEST(the_real_ffmpeg_fails_where_a_file_has_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
