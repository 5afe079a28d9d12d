/* fuzz.c - arguments, seeds and the watchdog of all fuzzers.  SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#    include <sanitizer/common_interface_defs.h>
#endif

enum { CALL_SECONDS = 60, SLOW_FACTOR = 5, DEFAULT_CASES = 100 };

/* What the handlers of signals and exits say. They may allocate nothing, so the text is ready before the case begins. */
static char reproduction[512];
static const char *latest_call = "";
static bool is_running;
static double started;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the last words ---- */

static void say(const char *text) {
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

static void say_last_words(void) {
    if (!is_running)
        return;
    is_running = false;
    say("failed in ");
    say(latest_call);
    say("\nagain: ");
    say(reproduction);
    say("\n");
}

static void die_of_signal(int number) {
    say(number == SIGALRM ? "a call did not return in time\n" : "a signal\n");
    say_last_words();
    signal(number, SIG_DFL);
    raise(number);
}

/* AddressSanitizer tells more of a crash than a handler of ours. */
static void catch_ends(void) {
    atexit(say_last_words);
    signal(SIGALRM, die_of_signal);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(say_last_words);
#else
    signal(SIGSEGV, die_of_signal);
    signal(SIGBUS, die_of_signal);
    signal(SIGFPE, die_of_signal);
    signal(SIGABRT, die_of_signal);
#endif
}

void fuzz_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

/* ---- cases ---- */

static void complain(const char *program) {
    fprintf(stderr, "usage: %s [--seconds n] [--verbose] [first seed] [cases]\n", program);
    exit(2);
}

void fuzz_begin(fuzz *f, int argc, char **argv) {
    uint64_t numbers[2] = {1, 0};
    int given = 0;
    memset(f, 0, sizeof *f);
    for (int i = 1; i < argc; i++) {
        char *end = argv[i];
        if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            f->seconds = strtod(argv[++i], &end);
        else if (strcmp(argv[i], "--verbose") == 0)
            f->verbose = *(end += strlen(end)) == '\0';
        else if (given < 2)
            numbers[given++] = strtoull(argv[i], &end, 10);
        if (end == argv[i] || *end)
            complain(argv[0]);
    }
    f->seed = numbers[0] - 1;
    f->limit = given > 1 || f->seconds > 0 ? numbers[1] : DEFAULT_CASES;
    snprintf(reproduction, sizeof reproduction, "%s", argv[0]);
    catch_ends();
    started = now();
}

bool fuzz_next(fuzz *f) {
    static size_t length;
    is_running = false;
    if ((f->limit && f->cases == f->limit) || (f->seconds > 0 && now() - started > f->seconds))
        return false;
    length = length ? length : strlen(reproduction);
    f->cases++;
    uint64_t state = ++f->seed; /* streams of neighbors must not overlap: random_next counts its state up */
    f->random = (uint64_t)random_next(&state) << 32;
    f->random |= random_next(&state);
    snprintf(reproduction + length, sizeof reproduction - length, " %" PRIu64 " 1", f->seed);
    fuzz_call(f, "the beginning of the case");
    is_running = true;
    return true;
}

int fuzz_end(fuzz *f) {
    is_running = false;
    alarm(0);
    printf("%" PRIu64 " cases passed, the last seed is %" PRIu64 ", %.1f s\n", f->cases, f->seed, now() - started);
    return 0;
}

int fuzz_run(int argc, char **argv, void (*one_case)(fuzz *f, env *e)) {
    fuzz f;
    void *state = NULL;
    fuzz_begin(&f, argc, argv);
    if (!env_has_gl())
        return runner_skip_all("there is no GL");
    if (env_open(&state) != 0)
        return 1;
    env *e = state;
    while (fuzz_next(&f)) {
        (void)(fuzz_chance(&f, 4) ? env_setup_hostile(&state) : env_setup(&state));
        one_case(&f, e);
        fuzz_call(&f, "the end of the case");
        if (env_teardown(&state) != 0)
            fuzz_fail("somebody wrote into the caller's objects");
    }
    env_close(&state);
    return fuzz_end(&f);
}

void fuzz_call(const fuzz *f, const char *call) {
    latest_call = call;
    alarm(getenv("HPYR_TEST_SMALL") ? CALL_SECONDS * SLOW_FACTOR : CALL_SECONDS);
    if (f->verbose)
        fprintf(stderr, "%s\n", call);
}

/* ---- random numbers ---- */

uint32_t fuzz_below(fuzz *f, uint32_t bound) {
    return random_below(&f->random, bound);
}

bool fuzz_chance(fuzz *f, uint32_t one_in) {
    return fuzz_below(f, one_in) == 0;
}

bool fuzz_mistake(fuzz *f, uint32_t one_in) {
    return !f->sober && fuzz_chance(f, one_in);
}

double fuzz_between(fuzz *f, double low, double high) {
    return low + (high - low) * random_next(&f->random) / 4294967296.0;
}

uint32_t fuzz_size(fuzz *f, uint32_t largest) {
    uint32_t size = 1 + fuzz_below(f, largest);
    if (fuzz_chance(f, 3))
        size = 1 + fuzz_below(f, 5);
    else if (fuzz_chance(f, 2))
        size = (1u << fuzz_below(f, 9)) + fuzz_below(f, 3) - 1;
    return size < 1 ? 1 : size > largest ? largest : size;
}

int fuzz_enum(fuzz *f, int last) {
    const int wrong[] = {-1, INT_MIN, INT_MAX, last + 1, last + 2, INT_MIN + 1, 256, -2};
    if (!fuzz_mistake(f, 12))
        return (int)fuzz_below(f, (uint32_t)last + 1);
    return wrong[fuzz_below(f, 8)];
}

uint32_t fuzz_wild(fuzz *f) {
    switch (f->sober ? 5 : fuzz_below(f, 6)) {
    case 0:
        return 0;
    case 1:
        return UINT32_MAX - fuzz_below(f, 3);
    case 2:
        return (1u << fuzz_below(f, 32)) + fuzz_below(f, 3) - 1;
    case 3:
        return random_next(&f->random);
    default:
        return fuzz_below(f, 100);
    }
}

double fuzz_wild_number(fuzz *f) {
    static const double numbers[] = {NAN,     INFINITY, -INFINITY, 0,   -0.0,       DBL_MAX,          -DBL_MAX, DBL_MIN,
                                     FLT_MIN, -FLT_MAX, FLT_MAX,   1e9, 4294967296, FLT_MIN / 1024.0, 1,        -1};
    if (fuzz_mistake(f, 2))
        return numbers[fuzz_below(f, sizeof numbers / sizeof *numbers)];
    return fuzz_between(f, -2, 2);
}
