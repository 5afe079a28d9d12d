/* traversal.h - what extraction, snippets, bindings and other modules need to traverse a pyramid.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_TRAVERSAL_H
#define HPYR_CORE_TRAVERSAL_H

#include "core/pyramid_object.h"

/* ---- programs.c ---- */

/** Whether traversal and rank run the discriminator again: MERGED, unless nodes know their children (report, section 6.1). */
bool hpi_core_reads_source(const hpyr_pyramid *pyramid);

/** Adds the layout's defines, and the source's where it is read. */
void hpi_core_add_defines(const hpyr_pyramid *pyramid, bool reads_source, hpi_text *text);

/** Adds the levels that a traversal goes through, see traverse_2x2.glsl. */
void hpi_core_add_level_defines(const hpyr_pyramid *pyramid, hpi_text *text);

/** Units that the pyramid takes. */
GLuint hpi_core_unit_count(const hpyr_pyramid *pyramid);

/** Makes `program` current, binds levels and input from `unit` on and sets the uniforms; a CUSTOM discriminator's textures go to
 *  units from `first_free` on. The input stays borrowed in `borrowed` until hpi_core_release. TEXTURE where a MERGED pyramid's
 *  input is gone. */
hpyr_result hpi_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                         GLuint first_free, hpi_gl_borrowed *borrowed);
void hpi_core_release(const hpyr_pyramid *pyramid, const hpi_gl_borrowed *borrowed, GLuint unit);

/* ---- total.c ---- */

/** The buffer that the top cell is copied to. */
void hpi_core_total_create(hpyr_pyramid *pyramid);
void hpi_core_total_destroy(hpyr_pyramid *pyramid);

/** Starts the copy of the top cell towards the CPU; the framebuffer that holds it is bound for reading. */
void hpi_core_request_total(hpyr_pyramid *pyramid);

/** Waits for the total. NOT_BUILT, OVERFLOW. */
hpyr_result hpi_core_wait_total(hpyr_pyramid *pyramid);

/** The same; NOT_READY where a caller that is not patient comes too early. */
hpyr_result hpi_core_look_for_total(hpyr_pyramid *pyramid, bool patient);

/** Largest total that the pyramid counts exactly; more is an OVERFLOW. */
uint32_t hpi_core_limit(const hpyr_pyramid *pyramid);

/** Total, and how many keys of [first, first + count) exist; the total must have arrived. */
void hpi_core_clip_range(const hpyr_pyramid *pyramid, uint32_t first, uint32_t count, hpyr_report *report);

/* ---- snippet.c ---- */

#define HPI_DEFAULT_PREFIX "hpyr_"

/** INVALID_ARGUMENT for what no GLSL name may begin with; `what` begins the message. */
hpyr_result hpi_core_check_prefix(const hpyr_context *context, const char *what, const char *prefix);

/** hpyr_pyramid_glsl with `entry`, a file that stands behind the traversal, with what it includes, and the defines and the caller's
 *  GLSL that those need; NULL: nothing more. All of it is named by the prefix. */
hpyr_result hpi_core_write_snippet(const hpyr_pyramid *pyramid, const char *prefix, const char *entry,
                                   const hpi_text *defines, const char *caller, char *out, size_t capacity,
                                   size_t *needed);

/** Adds hpyr_pyramid_glsl to a text. */
hpyr_result hpi_core_add_glsl(const hpyr_pyramid *pyramid, const char *prefix, hpi_text *text);

#endif
