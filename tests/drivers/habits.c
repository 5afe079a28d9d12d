/* habits.c - preloaded into a program, makes the GL driver behave as drivers do that are not here.  SPDX-License-Identifier: MIT
 *
 *     HPYR_DRIVER_HABIT=bits_512,four_targets LD_PRELOAD=libhabits.so test_octree
 *
 * Each habit is a row of HABITS in habits.h, and says which driver has it. A function of GL that a habit changes is defined in one
 * of habits_*.c under its own name. Programs that link it get it from there; those that ask for its address get it from there too,
 * for this library answers glXGetProcAddress and eglGetProcAddress. An unknown habit ends the program, so that a
 * misspelled one is no test that passes. */
#define _GNU_SOURCE /* RTLD_NEXT, dladdr */
#include "habits.h"

#include <dlfcn.h>
#include <stdio.h>

bool is_on[HABIT_COUNT];

static void turn_on(const char *name) {
    static const char *const names[] = {
#define X(name) #name,
        HABITS(X)
#undef X
    };
    for (int i = 0; i < HABIT_COUNT; i++)
        if (strcmp(name, names[i]) == 0) {
            is_on[i] = true;
            return;
        }
    fprintf(stderr, "habits.c: there is no habit \"%s\"\n", name);
    exit(2);
}

__attribute__((constructor)) static void read_habits(void) {
    char text[256], *rest = NULL;
    const char *wanted = getenv("HPYR_DRIVER_HABIT");
    snprintf(text, sizeof text, "%s", wanted ? wanted : "");
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        turn_on(name);
    is_on[HABIT_four_targets] |= is_on[HABIT_raspberry_pi_4];
}

/* ---- the driver's own functions ---- */

typedef function (*address_query)(const char *name);

/* C has no way from an object pointer to a function pointer. */
static function found_in(void *library, const char *name) {
    union {
        void *object;
        function function;
    } found = {dlsym(library, name)};
    return found.function;
}

static function linked(const char *name) {
    return found_in(RTLD_NEXT, name);
}

function own(const char *name) {
    static const char *const queries[] = {"glXGetProcAddressARB", "eglGetProcAddress"};
    function found = linked(name);
    for (int i = 0; !found && i < 2; i++) {
        address_query query = (address_query)linked(queries[i]);
        found = query ? query(name) : NULL;
    }
    return found;
}

void *current_context(void) {
    static const char *const queries[] = {"eglGetCurrentContext", "glXGetCurrentContext"};
    void *context = NULL;
    for (int i = 0; !context && i < 2; i++) {
        void *(*query)(void) = (void *(*)(void))linked(queries[i]);
        context = query ? query() : NULL;
    }
    return context;
}

/* ---- programs that ask for addresses ---- */

function glXGetProcAddressARB(const GLubyte *name);
function glXGetProcAddress(const GLubyte *name);
function eglGetProcAddress(const char *name);

/* This library's own function, if it has one. It is linked to no GL, so what is found in it is its own. */
static function changed(const char *name) {
    static void *self;
    Dl_info info;
    if (!self && dladdr(is_on, &info))
        self = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!self)
        abort(); /* else habits would be ignored */
    return found_in(self, name);
}

static function address(const char *query, const char *name) {
    function found = changed(name);
    return found ? found : ((address_query)linked(query))(name);
}

function glXGetProcAddressARB(const GLubyte *name) {
    return address("glXGetProcAddressARB", (const char *)name);
}

function glXGetProcAddress(const GLubyte *name) {
    return address("glXGetProcAddress", (const char *)name);
}

function eglGetProcAddress(const char *name) {
    return address("eglGetProcAddress", name);
}
