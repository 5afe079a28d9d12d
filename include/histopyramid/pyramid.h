/* pyramid.h - the HistoPyramid: build, total, traversal (select), rank, extraction.  SPDX-License-Identifier: MIT */
#ifndef HPYR_PYRAMID_H
#define HPYR_PYRAMID_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hpyr_pyramid hpyr_pyramid;

/** How the levels are stored. See docs/layouts.md. */
typedef enum hpyr_layout {
    HPYR_LAYOUT_AUTO = 0,  /**< A fast one for the order asked for, by the static table below: what GL and its extensions offer
                             *   decides, never a measurement. */
    HPYR_LAYOUT_SINGLE = 1, /**< One count a texel, levels are the mipmaps of one texture (`dicer_single`). */
    HPYR_LAYOUT_BITS = 2,   /**< One bit a cell, 128 in a texel, popcounts above: cells of one output or none. */
    HPYR_LAYOUT_VEC4 = 3,   /**< Partial sums of the four children in their parent: one fetch a level (`dicer_vec4`). */
    HPYR_LAYOUT_RECT = 4,   /**< Levels side by side in two rectangle textures, without any padding (`dicer_rect`). */
    HPYR_LAYOUT_LINE = 5,   /**< Partial sums of four cells in a row, then of four rows: scan-line order. */
    HPYR_LAYOUT_VOLUME = 6, /**< 3D textures, 2x2x2 children: 3D inputs without flat-3D. */
    HPYR_LAYOUT_BILINEAR = 7 /**< Sums by one filtered fetch, where the GPU's filter is exact (`dicer_bil`). */
} hpyr_layout;

/** What a count is stored in, and so how large a total may be. */
typedef enum hpyr_count_format {
    HPYR_COUNT_DEFAULT = 0, /**< UINT; FLOAT on GL 2.1 and for BILINEAR (HALF where only that is exact). */
    HPYR_COUNT_UINT = 1,    /**< 32-bit unsigned integers: totals up to 2^32 - 2. Not on GL 2.1. */
    HPYR_COUNT_FLOAT = 2,   /**< 32-bit floats: totals up to 2^24; BILINEAR up to 2^24 - 4. */
    HPYR_COUNT_HALF = 3     /**< BILINEAR only: an integer split over two 16-bit floats, totals up to 2^20 - 1. */
} hpyr_count_format;

/** Whether the discriminator's output is stored (report, section 6.1). */
typedef enum hpyr_base {
    HPYR_BASE_DEFAULT = 0,  /**< MERGED; choose SEPARATE for a CUSTOM discriminator that is expensive. */
    HPYR_BASE_SEPARATE = 1, /**< The base level is stored: one more pass, 4 more bytes a cell; the input is free at once. */
    HPYR_BASE_MERGED = 2    /**< The discriminator is part of the first reduction and runs again at the bottom of every traversal and
                             *   of every rank; VEC4, LINE and BITS, which know their cells, never run it again. */
} hpyr_base;

/** | field          | zero means                                                                                 |
 *  |----------------|--------------------------------------------------------------------------------------------|
 *  | width, height  | an error                                                                                   |
 *  | depth          | 1: an image. More: a volume, laid flat-3D over the 2D base level                           |
 *  | tiles_x        | the arrangement that hpyr_flat3d_arrange picks                                             |
 *  | layout, count_format, base, order | see there                                                               |
 *  | max_count      | cells may have any number of outputs; 1: none has more than one, so that AUTO may take BITS |
 *  | clones         | 1: every output once                                                                       |
 *
 *  Sizes are in cells, of any size, not only powers of two.
 *
 *  | layout   | orders               | outputs of a cell | count_format on GL 3.3 | on GL 2.1   |
 *  |----------|----------------------|-------------------|------------------------|-------------|
 *  | SINGLE   | MORTON               | any number        | UINT, FLOAT            | FLOAT       |
 *  | VEC4     | MORTON               | any number        | UINT, FLOAT            | FLOAT       |
 *  | RECT     | MORTON               | any number        | UINT, FLOAT            | FLOAT       |
 *  | BILINEAR | MORTON               | any number        | FLOAT, HALF            | FLOAT, HALF |
 *  | LINE     | LINE                 | any number        | UINT, FLOAT            | -           |
 *  | VOLUME   | MORTON3              | any number        | UINT, FLOAT            | -           |
 *  | BITS     | MORTON, LINE, COLUMN | 0 or 1            | UINT                   | -           |
 *
 *  Every layout has both bases.
 *
 *  AUTO:
 *
 *  | order   | GL 3.3, any counts | GL 3.3, max_count 1 | GL 2.1                                          |
 *  |---------|--------------------|---------------------|-------------------------------------------------|
 *  | MORTON  | SINGLE             | BITS                | RECT; VEC4 without hpyr_caps.rectangle_textures |
 *  | LINE    | LINE               | BITS                | -                                               |
 *  | MORTON3 | VOLUME             | VOLUME              | -                                               |
 *  | COLUMN  | BITS               | BITS                | -                                               |
 *
 *  `clones`: each output gets that many keys in a row (report, section 6.2): the total, ranks and counts are multiplied, and a
 *  key's remainder is its output's remainder * clones + the clone's number. So one list entry may be one corner of a quad. */
typedef struct hpyr_pyramid_desc {
    uint32_t width, height, depth;
    uint32_t tiles_x;
    hpyr_layout layout;
    hpyr_count_format count_format;
    hpyr_base base;
    hpyr_order order;
    uint32_t max_count;
    uint32_t clones;
} hpyr_pyramid_desc;

/** GL memory of a pyramid in bytes on this context's GL, 0 for an invalid descriptor; docs/layouts.md has the formulas. `context`
 *  may be NULL: GL 3.3.
 *  The bits of BITS are allocated by the first build, and never where all builds are hpyr_pyramid_build_bits.
 *  GL: no call. Since: 0.1. */
HPYR_API uint64_t hpyr_pyramid_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc);

/** Allocates the levels and their framebuffers.
 *  Errors: INVALID_ARGUMENT, UNSUPPORTED (a combination that the layout does not have, or that this GL cannot do; the log says
 *  which), TOO_LARGE, OUT_OF_MEMORY, GL.
 *  Lifetime: until hpyr_pyramid_destroy.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_create(hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid **out);

/** NULL is legal, and so is a pyramid that is still bound: the last bound one is unbound, another only leaves the order in which
 *  they are unbound. GL: state restored. Since: 0.1. */
HPYR_API void hpyr_pyramid_destroy(hpyr_pyramid *pyramid);

/** The descriptor with every default resolved: which layout AUTO became, which count format, base and arrangement.
 *  NULL for NULL. Lifetime: the pyramid's. GL: no call. Since: 0.1. */
HPYR_API const hpyr_pyramid_desc *hpyr_pyramid_resolved(const hpyr_pyramid *pyramid);

/** A layout's name as in the table above, "AUTO" for 0; a static string, never NULL. GL: no call. Since: 0.1. */
HPYR_API const char *hpyr_layout_name(hpyr_layout layout);

/** Passes of a build, copies of the top not counted; 0 for NULL. A pass is what is drawn into one texture from another: a level, of
 *  LINE two. BITS: of the last build, for bits that are given need not be packed. GL: no call. Since: 0.1. */
HPYR_API uint32_t hpyr_pyramid_passes(const hpyr_pyramid *pyramid);

/** Runs `discriminator` over `input` and sums its counts up to the top.
 *  Shapes: a 2D input covers the base level's texels (the flat-3D texture of a volume), a 3D or array input its cells;
 *  it may be larger. `input` may be NULL for a CUSTOM discriminator that needs none.
 *  BITS packs them into bits first, a pass that reads many texels a fragment; any count above 0 is one output there.
 *  Order: keys follow the pyramid's order.
 *  Errors: INVALID_ARGUMENT (also while it is bound), TEXTURE, SHADER, GL. An OVERFLOW shows when the total is asked for.
 *  Cost: O(cells), at most one pass a level, no read-back, no stall.
 *  Lifetime: a MERGED pyramid of SINGLE, RECT, BILINEAR or VOLUME borrows `input` until its next build: leave its contents alone
 *  while keys are being extracted or drawn; any other is done with it on return. All are done with `discriminator`.
 *  After an error the pyramid holds nothing: NOT_BUILT until the next build.
 *  GL: state restored.   Source: Ziegler et al. 2006, sections 4 and 5.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_build(hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator,
                                        const hpyr_texture *input);

/** General counts (not with BITS: UNSUPPORTED): cell (x,y,z) asks for as many outputs as its texel in `counts` says; the traversal then returns the
 *  cell and the remainder, which of its outputs a key is (Dyken and Ziegler, section 4).
 *  Formats: R8UI, R16UI, R32UI, R16I, R16F, R32F, RGBA32F, RGBA32UI by channel; negative values and NaN count 0, fractions
 *  are cut. Normalised formats answer TEXTURE. Otherwise as hpyr_pyramid_build. Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_build_counts(hpyr_pyramid *pyramid, const hpyr_texture *counts);

/** The pyramid of a volume that already is bits, layout BITS and order COLUMN: cell (x,y,z) is active where bit z % 32 is set
 *  in channel z / 32 % 4 of texel (x, y) of layer z / 128. Nothing is copied.
 *  Shapes: `bits` is a GL_TEXTURE_2D_ARRAY of width x height texels and at least ceil(depth/128) layers, RGBA32UI; where the
 *  depth is 32 or less, one layer of R32UI. It may be wider and higher. Bits from `depth` on must be 0.
 *  Order: Morton in xy, then z.   Errors: INVALID_ARGUMENT (another layout or order; while it is bound), TEXTURE, GL.
 *  Cost: one fetch for 128 cells, a pass for every factor of 4 in width and height; no read-back, no stall.
 *  Lifetime: borrows `bits` until the next build, as a MERGED pyramid its input.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_build_bits(hpyr_pyramid *pyramid, const hpyr_texture *bits);

/** The number of keys. Stalls until the GPU has built the pyramid, for a minute at most.
 *  Errors: NOT_BUILT, OVERFLOW (past the count format's limit, clones included; *total is then 0), GL (also after that minute; the
 *  pyramid stays as it is, so ask again).
 *  GL: state restored. Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_total(hpyr_pyramid *pyramid, uint32_t *total);

/** The same without ever stalling: NOT_READY until the GPU is done (a fence behind the build; on GL 2.1 an occlusion query around
 *  its last pass, and where the caller has one running, the total is waited for). Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_try_total(hpyr_pyramid *pyramid, uint32_t *total);

/** Writes the points of keys [first, first + count) into the buffer object `buffer`, one hpyr_point (GL 2.1: four floats) every `stride` bytes
 *  from byte `offset`, a multiple of 4; a `stride` of 0 is 16, any multiple of 4 from 16 up leaves the bytes between untouched.
 *  `count` = HPYR_ALL goes to the end; keys past the total do not exist and are not written. `report` may be NULL.
 *  Errors: NOT_BUILT, OVERFLOW, INVALID_ARGUMENT, BUFFER, GL; TRUNCATED where the buffer ends first.
 *  Cost: O(count * levels) in a fragment pass, then a copy on the GPU; fetches a level a key: SINGLE, RECT, BILINEAR 3, VOLUME 7,
 *  VEC4 and LINE 1, BITS 2 for a level of sixteen. Needs the total, so it waits
 *  for the build. A `stride` over 16 goes through a mapped copy and so stalls.
 *  GL: state restored.   Source: Ziegler et al. 2006, section 6.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_extract_buffer(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, uint32_t buffer,
                                                 uint64_t offset, uint32_t stride, hpyr_report *report);

/** Writes them into a 2D texture, the paper's point list: key first + i is texel (i % width, i / width), every other texel
 *  is marked unused: HPYR_UNUSED in all channels of RGBA32UI, -1 in RGBA32F. hpyr_list_side(total) is the paper's side.
 *  Formats: RGBA32UI (not on GL 2.1), RGBA32F (exact for coordinates below 2^24).
 *  Errors: as above, TEXTURE; TRUNCATED where the texture is too small.   GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_extract_texture(hpyr_pyramid *pyramid, uint32_t first, uint32_t count,
                                                  const hpyr_texture *list, hpyr_report *report);

/** Side of the smallest square that holds `count` entries, at least 1. GL: no call. Since: 0.1. */
HPYR_API uint32_t hpyr_list_side(uint32_t count);

/** Writes them into CPU memory: `capacity` records, one every `stride` bytes (0 is 16, at least 16) from `records`.
 *  Errors: as above; TRUNCATED where `capacity` is too small.   Cost: as above, and a read-back, so it stalls.
 *  GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_download(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, void *records,
                                           size_t capacity, size_t stride, hpyr_report *report);

/** Ranks: keys[i] becomes the key of the first output of cells[i] (its remainder is ignored): the number of outputs of
 *  all cells before it in the pyramid's order, whether or not the cell itself is active.
 *  Errors: NOT_BUILT, OVERFLOW, INVALID_ARGUMENT (a cell outside), GL.   Cost: an upload, a pass, a read-back; stalls.
 *  GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_rank(hpyr_pyramid *pyramid, const hpyr_point *cells, uint32_t count, uint32_t *keys);

/** GLSL for the caller's own vertex or fragment shader, to be pasted after its #version line (3.30 or later; on GL 2.1 1.20).
 *  With the default prefix "hpyr_" (NULL) it defines
 *
 *      uint  hpyr_total();                     number of keys
 *      uvec4 hpyr_point_at(uint key);          x, y, z, remainder: the traversal (select)
 *      uint  hpyr_rank(ivec3 cell);            key of a cell's first output
 *      uint  hpyr_count(ivec3 cell);           outputs of a cell
 *      uint  hpyr_key_of_vertex(int vertex);   the key of gl_VertexID inside hpyr_pyramid_draw
 *
 *  (GL 2.1: float and vec4 instead of uint and uvec4, and a vertex shader declares `attribute float a_hpyr_vertex;`, whatever the
 *  prefix, and calls hpyr_key_of_vertex(int(a_hpyr_vertex)); where it has other attributes, bind it to location 0 before linking,
 *  since GL 2.1 may draw nothing without an array there. A fragment shader begins with
 *  `#extension GL_ARB_shader_texture_lod : require`, with RECT `GL_ARB_texture_rectangle`, which a vertex shader needs too.)
 *
 *  and uniforms whose names begin with "u_" + prefix. Another prefix replaces "hpyr_" in every name, so that two pyramids fit
 *  into one shader. `hpyr_point_at` of a key past the total is undefined: compare with the total first.
 *  The text depends on the descriptor and, for a MERGED pyramid, on what it was last built with.
 *  Writes at most `capacity` bytes with the final NUL; `*needed` (may be NULL) receives the bytes needed with it. Ask with
 *  text = NULL and capacity = 0 for that number first; the answer is TRUNCATED then too.
 *  Errors: NOT_BUILT (MERGED before its first build), INVALID_ARGUMENT (a prefix that is no identifier, or begins with _),
 *  TRUNCATED (nothing is written but an empty string).   GL: no call.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_glsl(const hpyr_pyramid *pyramid, const char *prefix, char *text, size_t capacity,
                                       size_t *needed);

/** What hpyr_pyramid_bind took. */
typedef struct hpyr_binding {
    uint32_t first_unit;        /**< First texture unit in use. */
    uint32_t unit_count;        /**< Units in use from there on: 1 to 3, by layout and input. */
    int32_t first_key_location; /**< Of the uint (GL 2.1: float) uniform that hpyr_key_of_vertex starts at, for callers who draw by
                                 *   themselves; hpyr_pyramid_draw sets it. -1 if the program does not use it. */
} hpyr_binding;

/** Binds the pyramid's textures to units from `first_unit` on and sets the uniforms of `program`, which contains
 *  hpyr_pyramid_glsl(pyramid, prefix). `binding` may be NULL. Waits for the total.
 *  Errors: NOT_BUILT, OVERFLOW, INVALID_ARGUMENT (a program that is not linked, has no uniform of the prefix, or was made from the
 *  GLSL of a pyramid with another type of input; units past the limit; another bound pyramid reads another level of the same input), TEXTURE, GL.
 *  GL: leaves `program` in use and changes, on the units reported, the texture and sampler bindings; an input that is borrowed
 *  keeps neutral parameters meanwhile (docs/gl-state.md). Everything else is restored. hpyr_pyramid_unbind puts back what bind
 *  changed.   Lifetime: a pyramid is bound once at a time; several pyramids may be bound, and are unbound in the reverse
 *  order.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_bind(hpyr_pyramid *pyramid, uint32_t program, const char *prefix, uint32_t first_unit,
                                       hpyr_binding *binding);

/** Restores program, texture and sampler bindings as they were before hpyr_pyramid_bind.
 *  Errors: NOT_BUILT (not bound), INVALID_ARGUMENT (a pyramid that was bound later still is).   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_unbind(hpyr_pyramid *pyramid);

/** Draws keys [first, first + count) straight from the pyramid, between bind and unbind: glDrawArrays(`mode`) of
 *  `vertices_per_key` (0 is 1) vertices for every key, with the caller's program, vertex array and state. The draw is cut into
 *  chunks of whole keys where gl_VertexID would pass 2^31 - 1, or what a driver counts to. The vertex shader finds its key with
 *  hpyr_key_of_vertex, and which of the key's vertices it is by gl_VertexID % `vertices_per_key`. On GL 2.1 the attribute
 *  a_hpyr_vertex counts the vertices, from a buffer of the library's; its array is set for the draw and put back after it.
 *  Shapes: `mode` is GL_POINTS, GL_LINES or GL_TRIANGLES (strips would break at chunks), GL's enum.
 *  Errors: NOT_BUILT (or not bound), INVALID_ARGUMENT (also where another program than the bound one is in use); GL's own errors
 *  stay in GL.   GL: draws with the state as it is; restores nothing.   Since: 0.1. */
HPYR_API hpyr_result hpyr_pyramid_draw(hpyr_pyramid *pyramid, uint32_t mode, uint32_t first, uint32_t count,
                                       uint32_t vertices_per_key, hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
