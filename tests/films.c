/* films.c - a folder of its own for every test of films, and films in it.  SPDX-License-Identifier: MIT */
#include "films.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int open_descriptors(void) {
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) != -1;
    return count;
}

int enter_room(void **state) {
    static room r;
    char name[] = "film_room_XXXXXX", path[2 * PATH_SIZE];
    memset(&r, 0, sizeof r);
    r.path = strdup(getenv("PATH"));
    r.descriptors = open_descriptors();
    r.terminal = dup(STDERR_FILENO);
    if (!mkdtemp(name) || chdir(name) != 0 || !getcwd(r.folder, sizeof r.folder) || mkdir("bin", 0777) != 0)
        return -1;
    *state = &r;
    /* The shell and what it calls, but no ffmpeg. */
    static const char *const TOOLS[] = {"sh", "cat", "head", "tr", "sleep"};
    for (size_t i = 0; i < sizeof TOOLS / sizeof TOOLS[0]; i++) {
        char from[PATH_SIZE], to[PATH_SIZE];
        snprintf(from, sizeof from, "/bin/%s", TOOLS[i]);
        snprintf(from, sizeof from, access(from, X_OK) == 0 ? "/bin/%s" : "/usr/bin/%s", TOOLS[i]);
        snprintf(to, sizeof to, "bin/%s", TOOLS[i]);
        if (symlink(from, to) != 0)
            return -1;
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

int leave_room(void **state) {
    room *r = *state;
    fflush(stderr);
    dup2(r->terminal, STDERR_FILENO);
    close(r->terminal);
    int leaked = open_descriptors() - r->descriptors;
    bool has_child = waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
    setenv("PATH", r->path, 1);
    free(r->path);
    bool ok = chdir("/") == 0 && nftw(r->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0;
    if (leaked != 0 || has_child)
        fprintf(stderr, "%d descriptors leaked, %s\n", leaked, has_child ? "a child is left" : "no child left");
    return ok && leaked == 0 && !has_child ? 0 : -1;
}

const char *text_of(const char *path) {
    static char text[TEXT];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    return text;
}

bool exists(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

int count_in(const char *folder) {
    int count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.' && strcmp(entry->d_name, "bin") != 0 && strcmp(entry->d_name, "stderr") != 0;
    closedir(open);
    return count;
}

void put_ffmpeg(const char *script) {
    FILE *file = fopen("bin/ffmpeg", "wb");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nfor last; do :; done\nout=${last#file:}\n%s\n", script);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod("bin/ffmpeg", 0755), 0);
}

uint8_t *frame_of(int width, int height, uint32_t number) {
    uint8_t *rgb = make_room((size_t)width * (size_t)height * 3);
    for (size_t i = 0; i < (size_t)width * (size_t)height * 3; i++)
        rgb[i] = (uint8_t)(i * 7 + i / 251 + number * 31);
    return rgb;
}

bool give(film *f, int width, int height, uint32_t number) {
    SCOPED(free_memory) uint8_t *rgb = frame_of(width, height, number);
    bool ok = film_frame(f, rgb);
    return ok;
}

film *open_film(const char *folder, const char *video, uint32_t frames, int width, int height) {
    film_desc desc = {.program = "test",
                      .folder = folder,
                      .video = video,
                      .frames = frames,
                      .fps = 25,
                      .width = width,
                      .height = height};
    error_clear();
    return film_open(&desc);
}

void refuse(const char *folder, const char *video, const char *words) {
    assert_null(open_film(folder, video, 2, 4, 4));
    if (!strstr(error_text(), words))
        fail_msg("'%s' says nothing of '%s'", error_text(), words);
    assert_null(strchr(error_text(), '\n'));
}
