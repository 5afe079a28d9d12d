/* test_film_video.c - films: an ffmpeg at the other end of a pipe.  SPDX-License-Identifier: MIT */
#include "films.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LARGE_WIDTH = 300, LARGE_HEIGHT = 200 /* 180 000 bytes: more than a pipe holds */ };

/* A signal that comes while ffmpeg begins: what it makes afterwards would stay. */
FILM_TEST(a_signal_ends_ffmpeg_before_it_removes_its_file) {
    put_ffmpeg("for last; do :; done\nsleep 0.3\necho late >\"${last#file:}\"\nsleep 2\n");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        film *f = open_film(NULL, "x.mp4", 2, 4, 4);
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

FILM_TEST(ffmpeg_gets_all_frames_top_row_first) {
    static const char *const NAMES[] = {"x.mp4", "-y 'a' \"b\" $c %d:z.mp4"};
    static const int SIZES[][2] = {{4, 6}, {5, 3}, {1, 1}, {LARGE_WIDTH, LARGE_HEIGHT}};
    put_ffmpeg("printf '%s\\n' \"$@\" >arguments\ncat >\"$out\"");
    for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++) {
        const char *name = NAMES[s % 2];
        film *f = open_film(NULL, name, 3, SIZES[s][0], SIZES[s][1]);
        assert_non_null(f);
        for (uint32_t i = 0; i < 3; i++)
            assert_true(give(f, SIZES[s][0], SIZES[s][1], i));
        assert_true(film_close(f));
        check_stream(name, SIZES[s][0], SIZES[s][1], 3);
    }
    assert_non_null(strstr(text_of("arguments"), "\n300x200\n-r\n25\n"));
    assert_int_equal(count_in("."), 3);
    assert_string_equal(text_of("stderr"), "");
}

FILM_TEST(no_ffmpeg_is_an_error_only_without_pictures) {
    refuse(NULL, "x.mp4", "x.mp4: no video, because ffmpeg is not installed");
    assert_string_equal(text_of("stderr"), "");
    film *f = open_film("out", "x.mp4", 1, 4, 4);
    assert_non_null(f);
    assert_string_equal(text_of("stderr"), "test: x.mp4: no video, because ffmpeg is not installed\n");
    assert_true(give(f, 4, 4, 0));
    assert_true(film_close(f));
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
static void check_death(const char *script, const char *words) {
    static const char *const AGAIN = "x.mp4: no video, because ffmpeg died within";
    put_ffmpeg(script);
    put_old_video();
    film *f = open_film("out", "x.mp4", 4, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(give(f, LARGE_WIDTH, LARGE_HEIGHT, i));
    assert_false(film_close(f));
    assert_memory_equal(error_text(), AGAIN, strlen(AGAIN));
    char expected[TEXT];
    snprintf(expected, sizeof expected, "test: x.mp4: no video, because ffmpeg %s\n", words);
    assert_string_equal(text_of("stderr"), expected);
    assert_string_equal(text_of("x.mp4"), "an old one");
    assert_int_equal(count_in("out"), 4);
    assert_int_equal(count_in("."), 2);
    assert_int_equal(truncate("stderr", 0), 0);
    /* Without pictures there is no more to do. */
    f = open_film(NULL, "x.mp4", 4, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    bool ok = true;
    for (uint32_t i = 0; i < 4 && ok; i++)
        ok = give(f, LARGE_WIDTH, LARGE_HEIGHT, i);
    assert_false(ok);
    assert_non_null(strstr(error_text(), words));
    assert_false(film_close(f));
    assert_non_null(strstr(error_text(), words));
    assert_int_equal(count_in("."), 2);
    assert_string_equal(text_of("stderr"), "");
}

FILM_TEST(an_ffmpeg_that_dies_half_way_says_why) {
    check_death("head -c 200000 >\"$out\"\necho 'no matter' >&2\nprintf 'the reel\\n  is torn \\r\\n\\n' >&2\nexit 3",
                "died:   is torn");
}

FILM_TEST(an_ffmpeg_that_refuses_says_why) {
    check_death("echo 'no such codec' >&2\nexit 1", "died: no such codec");
}

FILM_TEST(an_ffmpeg_without_words_has_a_status) {
    check_death("exit 7", "ended with status 7");
    check_death("kill -9 $$", "ended with signal 9 (Killed)");
}

FILM_TEST(an_ffmpeg_that_reads_no_more_but_stays_is_ended) {
    put_ffmpeg("exec 0<&-\nexec sleep 100");
    film *f = open_film(NULL, "x.mp4", 1, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    assert_false(give(f, LARGE_WIDTH, LARGE_HEIGHT, 0));
    assert_non_null(strstr(error_text(), "ended with signal 9"));
    assert_false(film_close(f));
    assert_int_equal(count_in("."), 0);
}

FILM_TEST(an_ffmpeg_that_fails_at_the_end_leaves_no_video) {
    put_ffmpeg("cat >\"$out\"\necho 'no room for the index' >&2\nexit 1");
    put_old_video();
    film *f = open_film(NULL, "x.mp4", 1, 4, 4);
    assert_non_null(f);
    assert_true(give(f, 4, 4, 0));
    assert_false(film_close(f));
    assert_string_equal(error_text(), "x.mp4: no video, because ffmpeg died: no room for the index");
    assert_string_equal(text_of("x.mp4"), "an old one");
    assert_int_equal(count_in("."), 1);
}

FILM_TEST(whoever_ignores_children_still_hears_of_a_failure) {
    put_ffmpeg("cat >\"$out\"\nexit 3");
    signal(SIGCHLD, SIG_IGN);
    film *f = open_film(NULL, "x.mp4", 1, 4, 4);
    bool ok = f && give(f, 4, 4, 0) && !film_close(f) && !exists("x.mp4");
    signal(SIGCHLD, SIG_DFL);
    assert_true(ok);
    assert_string_equal(error_text(), "x.mp4: no video, because ffmpeg ended with status 3");
}

/* In a group of its own: to end an ffmpeg that was never started once meant to end all of the group. */
FILM_TEST(frames_that_no_memory_holds_are_an_error) {
#if defined(__SANITIZE_ADDRESS__)
    SKIP("AddressSanitizer ends a program that asks for so much");
#endif
    int status = -1, child = fork();
    if (child == 0) {
        setpgid(0, 0);
        film *f = open_film(NULL, "x.mp4", 1, 0x7ffffffe, 0x7ffffffe);
        _exit(f == NULL && strstr(error_text(), "out of memory") ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

FILM_TEST(half_a_video_does_not_stay) {
    put_ffmpeg("cat >\"$out\"");
    film *f = open_film("out", "x.mp4", 3, 4, 4);
    assert_non_null(f);
    assert_true(give(f, 4, 4, 0));
    assert_true(film_frame(f, NULL));
    assert_false(film_close(f));
    assert_string_equal(error_text(), "x.mp4: no video, for there are only 1 of its 3 frames");
    assert_int_equal(count_in("out"), 1);
    assert_int_equal(count_in("."), 1);
    assert_true(film_close(NULL));
}

/* 300 000 bytes of warnings: neither side waits for the other, and only a death would tell the last of them. */
FILM_TEST(a_talkative_ffmpeg_is_heard) {
    put_ffmpeg("head -c 300000 /dev/zero | tr '\\0' w >&2\ncat >\"$out\"\nhead -c 300000 /dev/zero | tr '\\0' w >&2");
    film *f = open_film(NULL, "x.mp4", 2, LARGE_WIDTH, LARGE_HEIGHT);
    assert_non_null(f);
    assert_true(give(f, LARGE_WIDTH, LARGE_HEIGHT, 0));
    assert_true(give(f, LARGE_WIDTH, LARGE_HEIGHT, 1));
    assert_true(film_close(f));
    check_stream("x.mp4", LARGE_WIDTH, LARGE_HEIGHT, 2);
}

/* The upper half blue, the lower one orange, read back from the file by the same ffmpeg. */
FILM_TEST(the_real_ffmpeg_keeps_side_and_color) {
    enum { WIDTH = 64, HEIGHT = 48 };
    static const uint8_t UP[3] = {20, 60, 230}, DOWN[3] = {240, 140, 30};
    setenv("PATH", r->path, 1);
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0)
        SKIP("there is no ffmpeg");
    uint8_t rgb[WIDTH * HEIGHT * 3], got[WIDTH * HEIGHT * 3];
    for (size_t i = 0; i < sizeof rgb; i++)
        rgb[i] = i < sizeof rgb / 2 ? DOWN[i % 3] : UP[i % 3];
    film *f = open_film(NULL, "a 'b'.mp4", 5, WIDTH, HEIGHT);
    assert_non_null(f);
    for (int i = 0; i < 5; i++)
        assert_true(film_frame(f, rgb));
    assert_true(film_close(f));
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
FILM_TEST(the_real_ffmpeg_fails_where_a_file_has_no_room) {
    enum { WIDTH = 64, HEIGHT = 48, ROOM = 2000 };
    setenv("PATH", r->path, 1);
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0)
        SKIP("there is no ffmpeg");
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = ROOM;
    setrlimit(RLIMIT_FSIZE, &limit);
    film *f = open_film(NULL, "x.mp4", 1, WIDTH, HEIGHT);
    bool ok = f && give(f, WIDTH, HEIGHT, 0), closed = film_close(f);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_true(ok && !closed);
    assert_non_null(strstr(error_text(), "x.mp4: no video, because ffmpeg died: "));
    assert_false(exists("x.mp4"));
}
