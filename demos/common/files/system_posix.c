/* system_posix.c - system.h on Linux, macOS and in browsers.  SPDX-License-Identifier: MIT */
#include "common/files/system.h"

#include "common/files/clock.h"

#ifndef _WIN32

#    include <errno.h>
#    include <fcntl.h>
#    include <signal.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/resource.h>
#    include <sys/stat.h>
#    if defined(__linux__)
#        include <sys/prctl.h>
#    endif
#    include <time.h>
#    include <unistd.h>

static void describe(const struct stat *s, system_about *about) {
    about->kind = S_ISREG(s->st_mode) ? SYSTEM_FILE : S_ISDIR(s->st_mode) ? SYSTEM_FOLDER : SYSTEM_OTHER;
    about->size = s->st_size > 0 ? (uint64_t)s->st_size : 0;
    about->identity[0] = (uint64_t)s->st_dev;
    about->identity[1] = (uint64_t)s->st_ino;
    about->mode = s->st_mode & 0777;
}

bool system_look(const char *path, system_about *about) {
    struct stat s;
    if (stat(path, &s) != 0)
        return false;
    describe(&s, about);
    return true;
}

bool system_look_at(FILE *file, system_about *about) {
    struct stat s;
    if (fstat(fileno(file), &s) != 0)
        return false;
    describe(&s, about);
    return true;
}

bool system_may_write(const char *path) {
    return access(path, W_OK) == 0;
}

char *system_real_path(const char *path) {
    return realpath(path, NULL);
}

FILE *system_create(const char *path, unsigned mode) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (!file && descriptor >= 0) {
        int failure = errno;
        close(descriptor);
        unlink(path);
        errno = failure;
    }
    return file;
}

bool system_replace(const char *from, const char *to) {
    return rename(from, to) == 0;
}

bool system_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool system_remove(const char *path) {
    return unlink(path) == 0;
}

bool system_remove_folder(const char *path) {
    return rmdir(path) == 0;
}

bool system_separates(char character) {
    return character == '/';
}

const char *system_last_separator(const char *path) {
    return strrchr(path, '/');
}

bool system_is_absolute(const char *path) {
    return path[0] == '/';
}

uint64_t system_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

double clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

double clock_thread_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

bool system_shows_stderr(void) {
    return isatty(STDERR_FILENO) == 1;
}

long system_process(void) {
    return (long)getpid();
}

void system_set_variable(const char *name, const char *value) {
    setenv(name, value, 0);
}

void system_end_with_parent(void) {
#    if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#    endif
}

#    if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#        define HAS_SHADOW 1
#    elif defined(__has_feature)
#        if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#            define HAS_SHADOW 1
#        endif
#    endif
#    ifndef HAS_SHADOW
#        define HAS_SHADOW 0 /* no sanitizer that maps terabytes, so that a limit of memory makes sense */
#    endif

/* What the process has mapped, OpenGL's included; 0 where nothing tells. */
static uint64_t mapped_bytes(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGE_SIZE);
}

static void limit(int resource, uint64_t most) {
    struct rlimit l;
    if (getrlimit(resource, &l) == 0) {
        l.rlim_cur = l.rlim_max == RLIM_INFINITY || most < l.rlim_max ? (rlim_t)most : l.rlim_max;
        setrlimit(resource, &l);
    }
}

void system_limit(double cpu_seconds, uint64_t more_bytes) {
    uint64_t mapped = mapped_bytes();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (uint64_t)cpu_seconds + 1);
    if (!HAS_SHADOW && mapped > 0 && more_bytes < UINT64_MAX - mapped)
        limit(RLIMIT_AS, mapped + more_bytes);
}

FILE *system_take_output(void) {
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), nowhere = open("/dev/null", O_WRONLY);
    FILE *file = output >= 0 && nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 ? fdopen(output, "wb") : NULL;
    if (nowhere >= 0)
        close(nowhere);
    if (!file && output >= 0)
        close(output);
    return file;
}

bool system_program(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}

static void (*clean_up_at_end)(void);

static void clean_up_and_die(int number) {
    if (clean_up_at_end)
        clean_up_at_end();
    signal(number, SIG_DFL);
    raise(number);
}

void system_at_end(void (*clean_up)(void)) {
    static const int NUMBERS[] = {SIGHUP, SIGINT, SIGTERM};
    if (clean_up)
        clean_up_at_end = clean_up;
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        void (*before)(int) = signal(NUMBERS[i], clean_up ? clean_up_and_die : SIG_DFL);
        if (before == SIG_IGN) /* nohup's wish, or a shell's for what runs in the background */
            signal(NUMBERS[i], SIG_IGN);
    }
}

void system_survive_writes(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void system_begin(bool opens_window) {
    (void)opens_window;
}

int system_end(const char *program, int status) {
    (void)program;
    return status;
}

#endif
