/* pyramid.h - the HistoPyramid: turns counts of cells into a dense list of outputs.
 * SPDX-License-Identifier: MIT
 *
 * Every cell of a grid has a count: its number of outputs. An active cell has one or more. The
 * total is the sum of all counts. The outputs are numbered 0 .. total - 1 in the order of their
 * cells. The number of an output is its key. With clones an output has several keys.
 * The counts are the base level. The reduction sums them, level by level. A node is one sum of a
 * level. The last level has one node, the top, which holds the total.
 * The pyramid answers two questions: which cell owns a key, and what is a cell's first key. The
 * first answer is found by a traversal (select) from the top down, the second by a walk upwards
 * (rank).
 *
 *     counts of 3x1 cells:  2 0 1     total = 3
 *
 *     traversal   key  ->  cell  remainder         rank   cell  ->  first key
 *                  0        0        0                      0           0
 *                  1        0        1                      1           2
 *                  2        2        0                      2           2
 *
 * The remainder says which of its cell's outputs a key is. The rank of a cell is the number of
 * outputs of all cells before it, so a cell without outputs has a rank too.
 * An index range is the keys first .. first + count - 1. With HPYR_ALL as `count` the range goes up
 * to the last key. Keys from the total on do not exist: nothing is written or drawn for them.
 *
 * How to use it:
 *   - hpyr_pyramid_create once, hpyr_pyramid_build for each new input.
 *   - For a list: hpyr_pyramid_total, then hpyr_pyramid_extract_buffer,
 *     hpyr_pyramid_extract_texture or hpyr_pyramid_download.
 *   - To draw without a list: hpyr_pyramid_glsl, hpyr_pyramid_bind, hpyr_pyramid_draw,
 *     hpyr_pyramid_unbind.
 *
 * Sources, and how they are cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content
 *   - "Dyken et al.": Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using
 *     HistoPyramids", Computer Graphics Forum 27(8), 2008,
 *     https://doi.org/10.1111/j.1467-8659.2008.01182.x. Its sections are cited by the numbers of the
 *     authors' draft of 2007; docs/papers.md names them. */
#ifndef HPYR_PYRAMID_H
#define HPYR_PYRAMID_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A HistoPyramid: levels of sums over the counts of a grid. */
typedef struct hpyr_pyramid hpyr_pyramid;

/** How the levels are stored. docs/layouts.md compares the layouts. */
typedef enum hpyr_layout {
    HPYR_LAYOUT_AUTO = 0,    /**< The library chooses by the table at hpyr_pyramid_desc. It never
                              *   measures: the same descriptor gets the same layout on this GL. */
    HPYR_LAYOUT_SINGLE = 1,  /**< One count a texel. The levels are the mipmaps of one texture. The
                              *   paper's `dicer_single`. */
    HPYR_LAYOUT_BITS = 2,    /**< One bit a cell, or up to eight, and 128 bits a texel. On the levels
                              *   above, a node has sixteen children. For cells with one output or
                              *   none, or up to eight (`max_count`). Not on GL 2.1. */
    HPYR_LAYOUT_VEC4 = 3,    /**< A texel holds the running sums of its four children, so a
                              *   traversal needs one fetch a level. The paper's `dicer_vec4`. */
    HPYR_LAYOUT_RECT = 4,    /**< One count a texel. The levels lie side by side in rectangle
                              *   textures, without padding. The paper's `dicer_rect`. Not on OpenGL
                              *   ES. */
    HPYR_LAYOUT_LINE = 5,    /**< A texel holds the running sums of its four children. The children
                              *   are four neighbors in a row or, on the upper levels, four whole
                              *   rows. Keys follow the scan lines. Not on GL 2.1. */
    HPYR_LAYOUT_VOLUME = 6,  /**< One count a texel of a 3D texture. A node has 2x2x2 children. The
                              *   levels are 3D textures. A 2D input is flat-3D all the same. Not on
                              *   GL 2.1. */
    HPYR_LAYOUT_BILINEAR = 7 /**< One count a texel. One filtered fetch sums four children. It is
                              *   UNSUPPORTED if the GPU's filter is not exact. The paper's
                              *   `dicer_bil`. */
} hpyr_layout;

/** The type in which counts and sums are stored. It limits the total. */
typedef enum hpyr_count_format {
    HPYR_COUNT_FORMAT_DEFAULT = 0, /**< UINT, or FLOAT on GL 2.1. With BILINEAR: FLOAT, or HALF if only
                             *   hpyr_caps.filter_half is true. */
    HPYR_COUNT_FORMAT_UINT = 1,    /**< 32-bit unsigned integers. Totals up to 2^32 - 2. Not on GL 2.1. */
    HPYR_COUNT_FORMAT_FLOAT = 2,   /**< 32-bit floats. Totals up to 2^24, with BILINEAR up to 2^24 - 4. */
    HPYR_COUNT_FORMAT_HALF = 3     /**< Pairs of 16-bit floats that form one integer. Totals below 2^20.
                             *   Only with BILINEAR. */
} hpyr_count_format;

/** Whether the base level is stored. The base level is the counts of all cells (the report, section
 *  6.1).
 *  DEFAULT is MERGED, but SEPARATE where a traversal would run a discriminator again that may answer
 *  differently there: compilers of GPUs may round a * b + c once in one program and twice in another,
 *  and GLSL 3.30 and ES 3.00 cannot forbid it. A key of such a MERGED pyramid may lead to a neighbor
 *  of its cell. The neighbor lies in the grid, too, but its remainder may be larger than its count.
 *  So with DEFAULT and layout SINGLE, RECT, BILINEAR or VOLUME a build stores the base level for CUSTOM;
 *  for EDGE and TEMPLATE on floats, on 32-bit integers and, on GL 2.1, on all formats; and for TEMPLATE
 *  with CORRELATION. It takes 4 bytes for each texel of the flat-3D base level (16 on GL 2.1), which
 *  the first such build allocates. If no 2D texture can hold it, DEFAULT is MERGED.
 *  If your GLSL calculates with integers alone, MERGED is right, and builds faster. */
typedef enum hpyr_base {
    HPYR_BASE_DEFAULT = 0,  /**< MERGED, or SEPARATE if the discriminator may answer differently in a
                             *   traversal. Each build decides. */
    HPYR_BASE_SEPARATE = 1, /**< The base level is stored. This takes one more pass (with VOLUME
                             *   several) and 4 or more bytes a cell. BITS stores both the base level
                             *   and its bits. The input is not read again after the build. */
    HPYR_BASE_MERGED = 2    /**< The base level is not stored: the first reduction computes it. With
                             *   SINGLE, RECT, BILINEAR and VOLUME the discriminator runs again at
                             *   the end of each traversal and rank. So prefer SEPARATE if a CUSTOM
                             *   discriminator is slow. */
} hpyr_base;

/** What a pyramid is made for. Sizes are in cells and need not be powers of two.
 *
 *  | member        | meaning                                                      | zero means                        |
 *  |---------------|--------------------------------------------------------------|-----------------------------------|
 *  | width, height | size of the grid                                             | an error                          |
 *  | depth         | slices of a volume                                           | 1: the grid is an image           |
 *  | tiles_x       | tiles in a row of a volume that is flat-3D (types.h)         | what hpyr_flat3d_arrange picks    |
 *  | layout        | how levels are stored                                        | AUTO                              |
 *  | count_format  | the type of counts and sums                                  | see hpyr_count_format             |
 *  | base          | whether the base level is stored                             | see hpyr_base                     |
 *  | order         | the order of cells                                           | the layout's own; MORTON for AUTO |
 *  | max_count     | the most outputs that a cell has: BITS needs to know         | not said: AUTO assumes any number |
 *  | clones        | number of keys that each output gets                         | 1                                 |
 *
 *  The next table says what a layout can do. Everything else is UNSUPPORTED. Every layout has both bases. MORTON and LINE order a
 *  volume by its flat-3D texels.
 *
 *  A cell of BITS has one output or none, or in the orders MORTON and LINE, if `max_count` is 2 to 8, up to so many. Then it takes 2, 4 or
 *  8 bits. More outputs than that are not counted. With a larger `max_count`, or one above 1 in order COLUMN, BITS is UNSUPPORTED.
 *
 *  | layout   | orders               | outputs of a cell | count_format on GL 3.3 | on GL 2.1   |
 *  |----------|----------------------|-------------------|------------------------|-------------|
 *  | SINGLE   | MORTON               | any number        | UINT, FLOAT            | FLOAT       |
 *  | VEC4     | MORTON               | any number        | UINT, FLOAT            | FLOAT       |
 *  | RECT     | MORTON               | any number        | UINT, FLOAT            | FLOAT       |
 *  | BILINEAR | MORTON               | any number        | FLOAT, HALF            | FLOAT, HALF |
 *  | LINE     | LINE                 | any number        | UINT, FLOAT            | -           |
 *  | VOLUME   | MORTON3              | any number        | UINT, FLOAT            | -           |
 *  | BITS     | MORTON, LINE, COLUMN | up to 8, see above | UINT                  | -           |
 *
 *  OpenGL ES has what GL 3.3 has, but for RECT. Counts of FLOAT and HALF need
 *  hpyr_caps.float_targets there.
 *
 *  AUTO chooses by this table, on OpenGL ES as on GL 3.3. The column for `max_count` 1 to 8 applies if `count_format` is DEFAULT or
 *  UINT.
 *
 *  | order   | GL 3.3 | GL 3.3, max_count 1 to 8    | GL 2.1                                          |
 *  |---------|--------|-----------------------------|-------------------------------------------------|
 *  | MORTON  | SINGLE | BITS                        | RECT; VEC4 without hpyr_caps.rectangle_textures |
 *  | LINE    | LINE   | BITS                        | -                                               |
 *  | MORTON3 | VOLUME | VOLUME                      | -                                               |
 *  | COLUMN  | BITS   | BITS                        | -                                               |
 *
 *  In order COLUMN, a `max_count` above 1 is UNSUPPORTED.
 *
 *  Cloning gives each output `clones` keys in a row, for example one for each corner of a quad (the
 *  report, section 6.2).
 *  The total, all ranks and all counts are multiplied by `clones`. The remainder of a key is then
 *  (number of the output in its cell) * clones + (number of the clone). */
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

/** Returns the GL memory that a pyramid takes, or 0 for a descriptor that hpyr_pyramid_create would
 *  refuse. Without `context` the number is that of GL 3.3 without limits.
 *  With BITS the number includes the bits of the base level. The first hpyr_pyramid_build allocates
 *  them. hpyr_pyramid_build_bits does not need them.
 *  With base DEFAULT it does not include a base level that a build may store (see hpyr_base).
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_pyramid_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc);

/** Creates a pyramid: allocates its levels.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `desc` is out of range.
 *    UNSUPPORTED: the layout, or this GL, does not have what `desc` asks for. The log says what is
 *      missing.
 *    TOO_LARGE: the grid does not fit into the textures of this GL.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_pyramid_create(hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid **out);

/** Destroys a pyramid.
 *  If the pyramid is bound, the call unbinds it as hpyr_pyramid_unbind does. But if an object that
 *  was bound later still is, the program and the texture units stay as they are.
 *  GL: state restored, except for the unbind. */
HPYR_API void hpyr_pyramid_destroy(hpyr_pyramid *pyramid);

/** Returns the descriptor with all defaults filled in: for example the layout that AUTO became.
 *  If `base` was DEFAULT, it is what the last build chose, and MERGED before the first one.
 *  Pointers: The result lives until hpyr_pyramid_destroy.
 *  GL: no call. */
HPYR_API const hpyr_pyramid_desc *hpyr_pyramid_resolved(const hpyr_pyramid *pyramid);

/** Builds all levels: runs `discriminator` over `input` and sums the counts up to the top.
 *  With BITS a count above `max_count` is `max_count` outputs, and one output if that is 0.
 *  Shapes: A 2D `input` has one texel for each cell. For a volume it is flat-3D with `tiles_x`
 *    tiles in a row, whatever the layout. A 3D or array `input` covers the cells; a layer is a
 *    slice. The texture may be larger than that. Only a CUSTOM discriminator that reads no input goes
 *    without `input`.
 *  Order: keys follow the pyramid's order.
 *  Pointers: `input` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `input` is out of range, the pyramid is bound, or the discriminator
 *      is of another hpyr_context.
 *    INVALID_ARGUMENT: the discriminator does not fit the grid: LOCAL_MAX has a window of 5 and the
 *      grid several slices, or a TEMPLATE is larger than the grid; or CUSTOM reads two levels of one
 *      texture.
 *    UNSUPPORTED: GL 2.1 does not have the input's target or format.
 *    UNSUPPORTED: TEMPLATE, where fragment shaders have 8 texture units or fewer. OpenGL 3.3 and
 *      OpenGL ES promise 16.
 *    TEXTURE: the input, or one of the discriminator's `inputs`, is not what its hpyr_texture says, or
 *      does not cover the grid.
 *    SHADER: the GLSL of a CUSTOM discriminator does not compile.
 *    After an error the pyramid holds nothing: other calls answer NOT_BUILT until a build succeeds.
 *    But after NO_CONTEXT, or if the pyramid is bound, nothing changes.
 *    An overflow is found later, when the total is asked for.
 *  Cost: O(cells), about one pass for each level (docs/layouts.md), no read-back, no stall. A pass
 *    that looks at more than 2^28 texels becomes several draws, so that no system takes it for a GPU
 *    that hangs. Passes of the levels above the base do not: those of 32768 x 32768 cells look at
 *    2^30 in one draw. A call of your GLSL counts as 64 texels; if it costs much more, give it fewer
 *    cells.
 *  Lifetime: A MERGED pyramid of layout SINGLE, RECT, BILINEAR or VOLUME reads `input`, and the
 *    `inputs` of a CUSTOM discriminator, until its next build. Do not change these textures between
 *    the build and your last extraction, rank or draw. All others need them only until the call
 *    returns.
 *    `discriminator` is needed only until the call returns. But the MERGED pyramids named above
 *    call its `bind` until their next build: keep that function, and what `user` points to.
 *  GL: state restored.
 *  Source: the paper, sections 4 and 5. */
HPYR_API hpyr_result hpyr_pyramid_build(hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator,
                                        const hpyr_texture *input);

/** Builds all levels from counts: a cell has as many outputs as its texel in `counts` says.
 *  Negative values and NaN are 0 outputs. Fractions are cut off. A value that is too large for the
 *  count format is found later, as an OVERFLOW of the total. In a format with several channels,
 *  `channel` says which one holds the count.
 *  Everything not said here is as with hpyr_pyramid_build.
 *  Formats: R8UI, R16UI, R32UI, R16I, R16F, R32F, RGB32F, RGBA16F, RGBA32F, RGBA32UI.
 *  Errors:
 *    TEXTURE: the format is R8, RGBA8, R16, SRGB8_ALPHA8 or DEPTH.
 *    UNSUPPORTED: the layout is BITS, and `max_count` is 0 or 1. With 2 to 8, a count above it is cut off.
 *    All others: as hpyr_pyramid_build.
 *  Cost: as hpyr_pyramid_build.
 *  GL: state restored.
 *  Source: Dyken et al., section 4. */
HPYR_API hpyr_result hpyr_pyramid_build_counts(hpyr_pyramid *pyramid, const hpyr_texture *counts);

/** Builds all levels from a volume that is stored as bits. Layout BITS and order COLUMN are needed.
 *  Nothing is copied. Not on GL 2.1.
 *  Cell (x,y,z) is active if bit z % 32 is set in channel z / 32 % 4 of texel (x,y) of layer
 *  z / 128. Bits from `depth` on must be 0.
 *  Shapes: `bits` is a GL_TEXTURE_2D_ARRAY of RGBA32UI, at least width x height texels in
 *    ceil(depth / 128) layers. If the depth is 32 or less, it may be R32UI.
 *  Order: columns (x,y) in Z-order, and z upwards in each column.
 *  Errors:
 *    INVALID_ARGUMENT: the pyramid has another layout or order, or is bound.
 *    TEXTURE: `bits` is not what its hpyr_texture says, has another target or format, or does not
 *      cover the grid.
 *  Cost: one fetch for 128 cells, one pass for each factor of 4 in width and height, no read-back,
 *    no stall.
 *  Lifetime: The pyramid reads `bits` until its next build. Do not change the texture between the
 *    build and your last extraction, rank or draw.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_pyramid_build_bits(hpyr_pyramid *pyramid, const hpyr_texture *bits);

/** Tells the total, which is the number of keys. Waits until the GPU has built the pyramid.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    OVERFLOW: the total, with clones, is larger than the count format allows.
 *    HPYR_ERROR_GL: also if the GPU does not finish within a minute. The pyramid stays as it is, so
 *      you may ask again.
 *    After an error *total is 0.
 *  Cost: a stall until the build is done.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_pyramid_total(hpyr_pyramid *pyramid, uint32_t *total);

/** Tells the total if the GPU has finished. It does not wait, with one exception on GL 2.1.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *total is 0. Ask again later.
 *    All others: as hpyr_pyramid_total.
 *  Cost: no stall.
 *  GL 2.1: The library uses an occlusion query. If an occlusion query of yours was active during
 *    the build, the library has none, and this function waits.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_pyramid_try_total(hpyr_pyramid *pyramid, uint32_t *total);

/** Writes the points of an index range into the buffer object `buffer`.
 *  Shapes: one hpyr_point every `stride` bytes, from byte `offset` on, in the order of keys. On
 *    GL 2.1 a point is four floats. Bytes between the points stay as they are.
 *  Units: `offset` and `stride` are bytes and multiples of 4. `stride` is at least 16; 0 means 16.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_pyramid_total.
 *    INVALID_ARGUMENT: `offset` or `stride` is not allowed.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TEXTURE: a texture of yours that the pyramid still reads (see hpyr_pyramid_build) was deleted,
 *      or has another size or format now.
 *    TRUNCATED: the buffer ends before the range does. What fits was written.
 *  Cost: O(count * levels). One fragment pass does a traversal for each key, then the GPU copies
 *    the result into the buffer. The call waits for the total. With a `stride` above 16 it maps the
 *    buffer and stalls.
 *    Fetches of a traversal on each level: VEC4 and LINE 1; SINGLE, RECT and BILINEAR 3; VOLUME 7;
 *    BITS 2, on fewer levels, since its nodes have sixteen children.
 *  GL: state restored.
 *  Source: the paper, section 6. */
HPYR_API hpyr_result hpyr_pyramid_extract_buffer(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, uint32_t buffer,
                                                 uint64_t offset, uint32_t stride, hpyr_report *report);

/** Writes the points of an index range into a point list: a 2D texture with a point in each texel.
 *  Shapes: key first + i goes to texel (i % width, i / width) of `list`. Every other texel is
 *    marked as unused, in all channels: by HPYR_UNUSED in RGBA32UI, by -1 in RGBA32F. A square with
 *    sides of hpyr_list_side(total) holds all keys.
 *  Pointers: `report` may be NULL.
 *  Formats: RGBA32UI, not on GL 2.1. RGBA32F, which is exact for numbers up to 2^24.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_pyramid_total.
 *    INVALID_ARGUMENT: `list` has a member that is out of range.
 *    UNSUPPORTED: GL 2.1 does not have the format.
 *    TEXTURE: `list` is not what its hpyr_texture says, has another target or format, or is a
 *      texture that the pyramid still reads. The log says which.
 *    TEXTURE: a texture of yours that the pyramid still reads (see hpyr_pyramid_build) was deleted,
 *      or has another size or format now.
 *    TRUNCATED: the texture is too small. What fits was written.
 *  Cost: O(count * levels + texels of `list`) in one fragment pass. The call waits for the total.
 *  GL: state restored.
 *  Source: the paper, section 6. */
HPYR_API hpyr_result hpyr_pyramid_extract_texture(hpyr_pyramid *pyramid, uint32_t first, uint32_t count,
                                                  const hpyr_texture *list, hpyr_report *report);

/** Returns the side of the smallest square that holds `count` entries. It is at least 1.
 *  GL: no call. */
HPYR_API uint32_t hpyr_list_side(uint32_t count);

/** Writes the points of an index range into CPU memory, as hpyr_point on every GL.
 *  Shapes: at most `capacity` records, one every `stride` bytes, from `records` on.
 *  Units: `stride` is bytes and at least 16; 0 means 16.
 *  Pointers: `records` has `capacity * stride` bytes. `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_pyramid_total.
 *    INVALID_ARGUMENT: `stride` is not allowed.
 *    TEXTURE: a texture of yours that the pyramid still reads (see hpyr_pyramid_build) was deleted,
 *      or has another size or format now.
 *    TRUNCATED: `capacity` is too small. What fits was written.
 *  Cost: as hpyr_pyramid_extract_buffer, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_pyramid_download(hpyr_pyramid *pyramid, uint32_t first, uint32_t count, void *records,
                                           size_t capacity, size_t stride, hpyr_report *report);

/** Finds the ranks of cells: keys[i] becomes the first key of cells[i].
 *  The rank of a cell is the number of keys of all cells before it, in the pyramid's order. The
 *  cell itself need not be active. The `remainder` of cells[i] is not read.
 *  Pointers: `cells` has `count` entries. `keys` has `count` entries.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_pyramid_total.
 *    INVALID_ARGUMENT: a cell lies outside the grid.
 *    TEXTURE: a texture of yours that the pyramid still reads (see hpyr_pyramid_build) was deleted,
 *      or has another size or format now.
 *  Cost: O(count * levels): an upload, a pass, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_pyramid_rank(hpyr_pyramid *pyramid, const hpyr_point *cells, uint32_t count, uint32_t *keys);

/** Writes GLSL functions that read the pyramid, for a vertex or fragment shader of yours.
 *  glsl.h lists them, and says what `prefix` is and where the text goes.
 *  The text depends on the descriptor. If the pyramid may run its discriminator again (its base is
 *  MERGED, or DEFAULT in a layout that can merge: see hpyr_base), the text also depends on the last
 *  build:
 *   - with DEFAULT, on whether that build has stored the base level;
 *   - on `kind`, `glsl`, `window`, `edge_operator` and `measure` of the discriminator;
 *   - for RANGES on the number of ranges, where those that overlap or touch are one, and those in which
 *     the format has no value are none;
 *   - on the target and format of the input, and on its channel;
 *   - on the number of `inputs`, and on their targets and formats.
 *
 *  It does not depend on thresholds and bounds but for RANGES, nor on the size and the values of a
 *  template. So after a build that changes these alone, a program that was made before can be bound.
 *  For CUSTOM it can also be bound after one with another channel, or with another format that GLSL
 *  reads by the same type of sampler.
 *  Shapes: At most `capacity` bytes are written to `text`, with a NUL at the end. *needed receives
 *    the number of bytes that the whole text needs, with its NUL. To ask for that number, pass NULL
 *    and 0: the answer is TRUNCATED. Without GLSL of yours, and with a prefix of up to 16 characters,
 *    32 768 bytes hold every text; that of hpyr_marching_cubes_glsl needs up to 65 536.
 *  Pointers: `prefix` may be NULL. `text` has `capacity` bytes. `needed` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: `prefix` is no GLSL identifier, begins with _ or gl_, contains __, or is
 *      longer than 64 characters.
 *    NOT_BUILT: the text depends on the last build, and there was none, or it failed.
 *    TRUNCATED: the text does not fit. `text`, if it is not NULL, holds an empty string.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_pyramid_glsl(const hpyr_pyramid *pyramid, const char *prefix, char *text, size_t capacity,
                                       size_t *needed);

/** Binds the pyramid for drawing: its textures, and the uniforms of your program.
 *  `program` contains the text of hpyr_pyramid_glsl for this pyramid and this `prefix`. NULL as
 *  `prefix` means "hpyr_".
 *  The textures go to the units from `first_unit` on.
 *  The pyramid may stay bound for many draws, by hpyr_pyramid_draw or by calls of your own. Unbind
 *  it before the next build.
 *  A pyramid can be bound once at a time. Several objects, also of other modules, can be bound
 *  together; unbind the last one first.
 *  Pointers: `prefix` may be NULL. `binding` may be NULL.
 *  Errors:
 *    NOT_BUILT, OVERFLOW: as hpyr_pyramid_total.
 *    INVALID_ARGUMENT: the pyramid is bound already, or another bound pyramid reads another level
 *      of the same input. A bound texture can show one level only.
 *    INVALID_ARGUMENT: the program is not linked, or uses no uniform of this prefix.
 *    INVALID_ARGUMENT: the program runs the discriminator of another build, for which
 *      hpyr_pyramid_glsl wrote another text. Make it again from the text of the last build.
 *    INVALID_ARGUMENT: the prefix is not allowed, or there are not enough texture units.
 *    TEXTURE: a texture of yours that the pyramid still reads was deleted.
 *  Cost: waits for the total.
 *  GL: Leaves `program` in use, and changes the texture and sampler bindings of the units in use.
 *    A texture of yours that the pyramid still reads shows one level only, without swizzle; if it is
 *    of integers, or on GL 2.1, without filters, too (docs/gl-state.md). hpyr_pyramid_unbind
 *    restores all of this. All other state is restored at once, but for what a `bind` of yours binds. */
HPYR_API hpyr_result hpyr_pyramid_bind(hpyr_pyramid *pyramid, uint32_t program, const char *prefix, uint32_t first_unit,
                                       hpyr_binding *binding);

/** Undoes hpyr_pyramid_bind.
 *  Errors:
 *    NOT_BUILT: the pyramid is not bound.
 *    INVALID_ARGUMENT: an object that was bound later is still bound.
 *  GL: The program in use, the textures and samplers of the units, and the parameters of a texture
 *    that the pyramid reads are again what they were before hpyr_pyramid_bind. */
HPYR_API hpyr_result hpyr_pyramid_unbind(hpyr_pyramid *pyramid);

/** Draws an index range with your program, your vertex array and your state. Call it between
 *  hpyr_pyramid_bind and hpyr_pyramid_unbind.
 *  Every key has `vertices_per_key` vertices; 0 means 1. Your vertex shader gets the key from
 *  hpyr_key_of_vertex(gl_VertexID). gl_VertexID % vertices_per_key is the number of the vertex
 *  within its key. `report` counts the keys that were drawn.
 *  The function calls glDrawArrays. It cuts a draw into parts of whole keys and whole primitives if
 *  gl_VertexID would pass 2^31 - 1, or would pass what the driver can count to. It does not read GL
 *  errors: ask glGetError.
 *  Shapes: `mode` is GL_POINTS, GL_LINES or GL_TRIANGLES. Strips are not allowed, because a cut
 *    would break them.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: the pyramid is not bound.
 *    INVALID_ARGUMENT: another program than the bound one is in use, `mode` is not allowed, or
 *      `vertices_per_key` is too large. On GL 2.1 also: the program has no attribute a_hpyr_vertex.
 *  Cost: no stall.
 *  GL 2.1: The attribute a_hpyr_vertex counts the vertices, from a buffer of the library. Its array
 *    is set for the draw and restored after it.
 *  GL: draws with the state as it is. It changes only uniforms of the library in your program. */
HPYR_API hpyr_result hpyr_pyramid_draw(hpyr_pyramid *pyramid, uint32_t mode, uint32_t first, uint32_t count,
                                       uint32_t vertices_per_key, hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
