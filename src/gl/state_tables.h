/* state_tables.h - the pieces of GL state that would change what our passes draw.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_STATE_TABLES_H
#define HPI_GL_STATE_TABLES_H

#include "gl/state.h"

/** Capabilities; our passes want all of them off. A context older than `since` does not have one,
 *  and OpenGL ES 3.0 only has those with `es`. */
typedef struct hpi_gl_capability {
    GLenum name;
    int since;
    bool compatibility_only, es;
} hpi_gl_capability;

/** Pixel store parameters, and the values that mean tightly packed rows. Those of packing come
 *  first. OpenGL ES 3.0 only has those with `es`. Fewer rows than `rows` do not depend on it. */
typedef struct hpi_gl_store {
    GLenum name;
    GLint tight;
    bool es;
    hpi_gl_rows rows;
} hpi_gl_store;

/** Where a buffer or a texture is bound, and what GL answers the binding's name to. `since` is as
 *  above, and of textures alone: the first buffers are those of GL 2.1. */
typedef struct hpi_gl_binding {
    GLenum target, query;
    int since;
} hpi_gl_binding;

extern const hpi_gl_capability hpi_gl_capabilities[HPI_STATE_ENABLES];
extern const hpi_gl_store hpi_gl_stores[HPI_STATE_PIXEL_STORE];
extern const hpi_gl_binding hpi_gl_buffer_bindings[HPI_STATE_BUFFERS];
extern const hpi_gl_binding hpi_gl_texture_bindings[HPI_STATE_TARGETS];

/** What pixels go through on their way into and out of textures, in a compatibility profile. */
extern const GLenum hpi_gl_transfers[HPI_STATE_TRANSFERS];
extern const GLfloat hpi_gl_neutral_transfers[HPI_STATE_TRANSFERS];

/** Whether a color mask lets all channels through. */
bool hpi_gl_writes_all(const GLboolean mask[4]);

/** Whether this GL has the target of hpi_gl_texture_bindings[index]. */
bool hpi_gl_target_exists(const hpyr_context *context, int index);

/** Sets a unit's bias on GL 2.1, which adds it to every level of detail, also to one that a shader
 *  names. */
void hpi_gl_set_lod_bias(GLuint unit, GLfloat bias);

/** Uses a program that was in use before. GL has deleted it if its owner has; then no program is in
 *  use, and a warning says so. */
void hpi_gl_program_restore(const hpyr_context *context, GLint program);

#endif
