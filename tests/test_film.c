/* test_film.c - films: numbered pictures, and a bar in a terminal.  SPDX-License-Identifier: MIT */
#include "films.h"

#include "common/files/image.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

FILM_TEST(the_pictures_are_numbered_and_the_frames_themselves) {
    film *f = open_film("new/folder/", NULL, 3, 5, 3);
    assert_non_null(f);
    assert_int_equal(count_in("new/folder"), 0); /* what was tried is gone */
    for (uint32_t i = 0; i < 3; i++)
        assert_true(give(f, 5, 3, i));
    assert_true(film_close(f));
    assert_int_equal(count_in("new/folder"), 3);
    for (uint32_t i = 0; i < 3; i++) {
        char path[PATH_SIZE];
        uint32_t width = 0, height = 0;
        snprintf(path, sizeof path, "new/folder/frame_000%u.png", (unsigned)i + 1);
        SCOPED(free_memory) uint8_t *rgba = image_read(path, &width, &height);
        SCOPED(free_memory) uint8_t *rgb = frame_of(5, 3, i);
        assert_non_null(rgba);
        assert_true(width == 5 && height == 3);
        for (size_t k = 0; k < 15; k++)
            assert_memory_equal(rgba + 4 * k, rgb + 3 * k, 3);
    }
    assert_string_equal(text_of("stderr"), ""); /* no terminal, no bar */
}

FILM_TEST(ten_thousand_frames_have_five_digits) {
    static const struct {
        uint32_t frames;
        const char *first;
    } CASES[] = {
        {9999, "out/frame_0001.png"}, {10000, "out/frame_00001.png"}, {4000000000u, "out/frame_0000000001.png"}};
    assert_int_equal(mkdir("out", 0777), 0);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        film *f = open_film("out", NULL, CASES[i].frames, 2, 2);
        assert_non_null(f);
        assert_true(give(f, 2, 2, 0));
        assert_true(film_close(f)); /* no video that would be half a one */
        assert_true(exists(CASES[i].first));
        assert_int_equal(count_in("out"), (int)i + 1);
    }
}

/* What nohup does. */
FILM_TEST(signals_that_were_ignored_stay_ignored) {
    signal(SIGHUP, SIG_IGN);
    film *f = open_film("out", NULL, 1, 4, 4);
    bool ok = f && give(f, 4, 4, 0) && film_close(f);
    void (*hangup)(int) = signal(SIGHUP, SIG_DFL), (*terminate)(int) = signal(SIGTERM, SIG_DFL);
    assert_true(ok && hangup == SIG_IGN && terminate == SIG_DFL);
}

FILM_TEST(a_folder_that_cannot_be_is_refused) {
    fclose(fopen("file", "wb"));
    refuse("file", NULL, "a file is in its place");
    refuse("file/below", NULL, "a file is in its place");
    refuse("/proc/film", NULL, "/proc/film: no folder can be made there");
    refuse("/proc", NULL, "frame_0001.png: cannot be written");
    refuse("", NULL, "no folder can be made there");
    refuse(NULL, "nowhere/x.mp4", "nowhere/x.mp4: cannot be written");
    refuse(NULL, "bin", "bin: cannot be written");
    refuse(NULL, "/dev/full", "regular file");
    refuse(NULL, "-", "regular file");
    assert_null(open_film(NULL, NULL, 0, 4, 4));
    assert_null(open_film(NULL, NULL, 1, 4, 0));
    assert_int_equal(count_in("."), 1);
}

FILM_TEST(frames_have_names_of_their_own) {
    assert_true(film_make_folder("a/film"));
    assert_true(film_make_folder("a/film/"));
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

FILM_TEST(a_picture_that_cannot_be_written_ends_the_film) {
    put_ffmpeg("cat >\"$out\"");
    film *f = open_film("out", "x.mp4", 3, 4, 4);
    assert_non_null(f);
    assert_true(give(f, 4, 4, 0));
    assert_int_equal(mkdir("out/frame_0002.png", 0777), 0);
    assert_false(give(f, 4, 4, 1));
    assert_non_null(strstr(error_text(), "out/frame_0002.png: cannot be written"));
    error_clear();
    assert_false(film_close(f));
    assert_non_null(strstr(error_text(), "out/frame_0002.png: cannot be written"));
    assert_true(exists("out/frame_0001.png"));
    assert_int_equal(count_in("."), 1); /* and no part of a video */
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
    for (ssize_t count; size < sizeof text && (count = read(control, text + size, sizeof text - size)) > 0;)
        size += (size_t)count;
    close(control);
    *returns = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\r') {
            column = 0;
            (*returns)++;
        } else if (text[i] == '\n') {
            lines++;
            memset(last, 0, 128);
        } else if (column < 127) {
            last[column++] = text[i];
        }
    }
    return lines;
}

FILM_TEST(the_bar_ends_its_line) {
    char last[128];
    int returns = 0, control = enter_terminal();
    film *f = open_film(NULL, NULL, 50, 4, 4);
    assert_non_null(f);
    for (int i = 0; i < 50; i++) {
        struct timespec moment = {.tv_nsec = 5000000};
        nanosleep(&moment, NULL);
        assert_true(film_frame(f, NULL));
    }
    assert_true(film_close(f));
    assert_int_equal(read_terminal(r, control, last, &returns), 1);
    assert_string_equal(last, "");
    assert_in_range(returns, 3, 20); /* not fifty times */
}

FILM_TEST(the_bar_is_wiped_before_a_message) {
    char last[128];
    int returns = 0, control = enter_terminal();
    film *f = open_film("out", NULL, 3, 4, 4);
    assert_non_null(f);
    struct timespec moment = {.tv_nsec = 120000000};
    nanosleep(&moment, NULL);
    assert_true(give(f, 4, 4, 0));
    assert_int_equal(mkdir("out/frame_0002.png", 0777), 0);
    assert_false(give(f, 4, 4, 1));
    fputs("why", stderr);
    assert_false(film_close(f));
    assert_int_equal(read_terminal(r, control, last, &returns), 0);
    assert_int_equal(returns, 3); /* the bar, its end, the cursor's way back */
    assert_memory_equal(last, "why  ", 5);
    assert_int_equal(strspn(last + 3, " "), strlen(last) - 3);
}
