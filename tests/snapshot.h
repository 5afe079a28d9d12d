/* snapshot.h - all of GL's state, to prove that a call left it alone.  SPDX-License-Identifier: MIT
 *
 * Written from the state tables of the specifications of GL 3.3 core, GL 2.1 and OpenGL ES 3.0 (chapter 6.2), not from what the
 * library saves. */
#ifndef TEST_SNAPSHOT_H
#define TEST_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One state variable; `index` is the texture unit, attribute, draw buffer or binding point where there are several. */
typedef struct snapshot_entry {
    const char *name;
    int index;
    bool per_unit; /* texture and sampler bindings, which hpyr_pyramid_bind may change */
    int64_t values[4];
} snapshot_entry;

typedef struct snapshot {
    snapshot_entry *entries;
    size_t count, capacity;
} snapshot;

/** Textures whose own parameters are looked at too. */
typedef struct snapshot_watch {
    uint32_t target, name;
} snapshot_watch;

/** Differences that are allowed: the program, and units [first_unit, first_unit + unit_count). */
typedef struct snapshot_except {
    bool program;
    int first_unit, unit_count;
} snapshot_except;

/** The version that a context has, or is held to: `gl` where that is 21 or GL_ES3, else what the context says. */
int snapshot_version(int gl);

/** Reads the state and leaves it alone itself. `gl` is what env_gl answers. */
void snapshot_take(snapshot *s, int gl, const snapshot_watch *watches, size_t watch_count);

/** Prints every difference with `what` and returns how many there are. `except` may be NULL. */
size_t snapshot_compare(const snapshot *before, const snapshot *after, const snapshot_except *except, const char *what);

/** Differences in the program and in the given units only. */
size_t snapshot_compare_bound(const snapshot *before, const snapshot *after, const snapshot_except *only,
                              const char *what);

/** The four values of a new entry, all 0. */
int64_t *snapshot_add(snapshot *s, const char *name, int index);

void snapshot_copy(snapshot *to, const snapshot *from);
void snapshot_free(snapshot *s);

#endif
