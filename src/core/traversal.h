/* traversal.h - what other modules need to traverse a pyramid.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_TRAVERSAL_H
#define HPI_CORE_TRAVERSAL_H

#include "core/pyramid_object.h"

/* ---- programs.c ---- */

/** Returns whether traversal and rank run the discriminator again: for MERGED, unless nodes know
 *  their children (report, section 6.1). */
bool hpi_core_reads_source(const hpyr_pyramid *pyramid);

/** Returns how many texels a traversal or a rank fetches, at most. */
uint32_t hpi_core_traversal_fetches(const hpyr_pyramid *pyramid);

/** Adds the defines of the layout and, if `reads_source`, of the source. */
void hpi_core_add_defines(const hpyr_pyramid *pyramid, bool reads_source, hpi_text *text);

/** Adds the lists of levels that traverse_2x2.glsl goes through. */
void hpi_core_add_level_defines(const hpyr_pyramid *pyramid, hpi_text *text);

/** Returns how many texture units a binding takes, and how many of these hold textures behind the
 *  input: the last ones. */
GLuint hpi_core_unit_count(const hpyr_pyramid *pyramid);
GLuint hpi_core_more_count(const hpyr_pyramid *pyramid);

/** Returns how many textures of the caller's a traversal reads: the first ones of the source. */
uint32_t hpi_core_borrowed_count(const hpyr_pyramid *pyramid);

/** Returns whether traversals of the pyramid read a texture of the caller's. */
bool hpi_core_borrows(const hpyr_pyramid *pyramid, GLuint texture);

/** Checks again all textures that the pyramid borrows, because the caller may have changed them since
 *  the build.   TEXTURE. */
hpyr_result hpi_core_check_borrowed(const hpyr_pyramid *pyramid);

/** Makes `program` current, sets its uniforms and binds the levels and the input from `unit` on.
 *  Further textures of a discriminator go to units from `first_free` on, and those of a caller's
 *  `bind` behind them. The caller's textures stay borrowed until hpi_core_loan_end. Answers TEXTURE if
 *  one of them was deleted. */
hpyr_result hpi_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                         GLuint first_free, hpi_loan *loan);

/* ---- total.c ---- */

/** Creates and deletes the buffer that the top texel is copied to. */
void hpi_core_total_create(hpyr_pyramid *pyramid);
void hpi_core_total_destroy(hpyr_pyramid *pyramid);

/** Starts the copy of the top texel; its framebuffer is bound. */
void hpi_core_request_total(hpyr_pyramid *pyramid);

/** Waits for the total. Answers NOT_BUILT or OVERFLOW if there is none. */
hpyr_result hpi_core_wait_total(hpyr_pyramid *pyramid);

/** Waits if `patient`; else answers NOT_READY if the total has not arrived. */
hpyr_result hpi_core_look_for_total(hpyr_pyramid *pyramid, bool patient);

/** Returns the largest total that the pyramid counts exactly. A larger one is an OVERFLOW. */
uint32_t hpi_core_limit(const hpyr_pyramid *pyramid);

/** Reports the total and how many keys of [first, first + count) exist. The total must have
 *  arrived. */
void hpi_core_clip_range(const hpyr_pyramid *pyramid, uint32_t first, uint32_t count, hpyr_report *report);

/* ---- snippet.c ---- */

#define HPI_DEFAULT_PREFIX "hpyr_"

/** Answers INVALID_ARGUMENT if no GLSL name may begin with `prefix`. The message begins with
 *  `what`. */
hpyr_result hpi_core_check_prefix(const hpyr_context *context, const char *what, const char *prefix);

/** Checks what all bindings need: an object that is not bound yet, the prefix, a linked program, and so
 *  many texture units from `unit` on.   INVALID_ARGUMENT. */
hpyr_result hpi_core_check_program(const hpyr_context *context, const hpi_bound *bound, GLuint program,
                                   const char *prefix, GLuint unit, GLuint units);

/** Writes the traversal of the pyramid and behind it the shader file `entry` with what it includes;
 *  `defines` and the GLSL of `caller` are for that, and may be NULL. All names get the prefix. */
hpyr_result hpi_core_write_snippet(const hpyr_pyramid *pyramid, const char *prefix, const char *entry,
                                   const hpi_text *defines, const char *caller, char *out, size_t capacity,
                                   size_t *needed);

/** Writes a text whose names get the prefix, as public calls that write GLSL do. A `text` of NULL
 *  means that memory ran out. */
hpyr_result hpi_core_write_renamed(const hpyr_context *context, const char *prefix, const char *text, char *out,
                                   size_t capacity, size_t *needed);

/** Writes the shader file `entry` with what it includes, for shaders of the caller. All names get the
 *  prefix; NULL is hpyr_. */
hpyr_result hpi_core_write_file(const hpyr_context *context, const char *entry, const char *prefix, char *out,
                                size_t capacity, size_t *needed);

/** Adds hpyr_pyramid_glsl to a text. */
hpyr_result hpi_core_add_glsl(const hpyr_pyramid *pyramid, const char *prefix, hpi_text *text);

#endif
