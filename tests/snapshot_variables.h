/* snapshot_variables.h - what the parts of the snapshot share: state variables by name, and their values.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_SNAPSHOT_VARIABLES_H
#define TEST_SNAPSHOT_VARIABLES_H

#include "runner.h"
#include "snapshot.h"

#include "common/platform/gl.h"

/** A state variable and the versions of GL that have it, 33 being 3.3, and GL_ES3 the last of all. */
typedef struct variable {
    const char *name;
    GLenum value;
    int first, last;
} variable;

#define ALL(e)                                                                                                         \
    { #e, e, 21, GL_ES3 }
#define DESKTOP(e)                                                                                                     \
    { #e, e, 21, 99 }
#define OLD(e)                                                                                                         \
    { #e, e, 21, 21 }
#define SINCE(version, e)                                                                                              \
    { #e, e, version, 99 }
#define SINCE_AND_ES(version, e)                                                                                       \
    { #e, e, version, GL_ES3 }
#define ES(e)                                                                                                          \
    { #e, e, GL_ES3, GL_ES3 }

bool snapshot_has(const variable *v, int version);

/** Tables that end with a row without a name: what a hostile caller switches on, and his pixel parameters beside GL's own. */
typedef struct snapshot_parameter {
    variable variable;
    GLfloat hostile, neutral;
} snapshot_parameter;
extern const variable snapshot_switches[];
extern const snapshot_parameter snapshot_pixel_store[], snapshot_pixel_transfer[];

/** Targets of textures, 2D first; the last row has no target. */
enum { SNAPSHOT_TARGETS = 11 };
typedef struct snapshot_target {
    GLenum target;
    variable binding;
} snapshot_target;
extern const snapshot_target snapshot_targets[SNAPSHOT_TARGETS + 1];
bool snapshot_has_target(const snapshot_target *target, int version);

/** Floats are compared by their bits. */
void snapshot_store_floats(int64_t out[4], const GLfloat values[4]);

/** Adds texture units, framebuffers, vertex arrays, indexed buffers and queries. */
void snapshot_add_objects(snapshot *s, int version);

/** Adds a texture's parameters. It is bound to the active unit meanwhile, and what was bound there comes back. */
void snapshot_add_texture(snapshot *s, int version, const snapshot_watch *watch);

#endif
