/* types.h - results, records, formats and shapes that all modules share.
 * SPDX-License-Identifier: MIT
 *
 * This header needs no GL. histopyramid.h explains cells, outputs, keys and remainders. */
#ifndef HPYR_TYPES_H
#define HPYR_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The answer of a call. Zero is success, a positive value is a state that you may expect, a
 *  negative value is an error.
 *  An error never makes an object unusable. A failed build leaves it without a result, unless the
 *  build says otherwise. The context's log callback has received the details. But a call that fails
 *  because an argument is NULL may log nothing, and a function without a context has no log.
 *
 *  `result < 0` is true for errors only.
 *
 *  Errors are below 0. What is above 0 is a result that says something about the answer.
 *  Functions list their errors without HPYR_ERROR_. The lists also name the results above 0. These
 *  are no errors: "after an error" does not include them. The lists do not repeat what always holds:
 *    - A NULL where NULL is not allowed is an INVALID_ARGUMENT.
 *    - A call that allocates memory can answer OUT_OF_MEMORY.
 *    - A call that uses GL can answer NO_CONTEXT, OUT_OF_MEMORY and GL, and SHADER if a shader of
 *      the library fails.
 *    - A `_create` function that fails sets *out to NULL.
 *    - A call that is refused because its object is bound or lent (INVALID_ARGUMENT), or after
 *      NO_CONTEXT, has changed nothing, whatever else its header says of errors.
 *
 *  A line "Pointers:" says what is special about a pointer of a function or a struct. Without it:
 *    - A pointer is not NULL, points to one value, and is needed only until the call returns that gets
 *      it, or gets its struct. A `const char *` is a text that ends with a NUL.
 *    - What a `_create` function writes to *out lives until the `_destroy` of the same name. Of several
 *      ends of a life the first one counts.
 *    - A `_destroy` function takes NULL. So does a function that returns no hpyr_result, such as
 *      `_resolved`, and returns NULL or 0 for it. Only those of flat3d.h check nothing.
 *    - An array without entries can be NULL. A `user` is only passed on, so it can be NULL too. */
typedef enum hpyr_result {
    HPYR_OK = 0,                      /**< The call succeeded. */
    HPYR_NOT_READY = 1,               /**< The GPU, or the driver's compiler, has not finished.
                                       *   Ask again later. */
    HPYR_TRUNCATED = 2,               /**< The destination was too small. The records that fit
                                       *   were written. The report, if the call has one and waits,
                                       *   says how much is needed. A text becomes empty, and *needed says
                                       *   its size. */
    HPYR_INCOMPLETE = 3,              /**< The object had no room for all that was found, so
                                       *   something is missing in it. The function says what, and
                                       *   whether its count is of all or of what is there. */
    HPYR_NOT_FINITE = 4,              /**< The data have NaN or infinity, where only finite numbers
                                       *   have a meaning. The results were written all the same. */
    HPYR_ERROR_INVALID_ARGUMENT = -1, /**< An argument is missing or out of range, has no effect,
                                       *   or contradicts another one. */
    HPYR_ERROR_NO_CONTEXT = -2,       /**< The object's GL context is not current on this thread.
                                       *   The call did nothing: an earlier result is kept. */
    HPYR_ERROR_UNSUPPORTED = -3,      /**< This GL, or this version of the library, cannot do it. */
    HPYR_ERROR_TOO_LARGE = -4,        /**< A size is past a limit. The log names the size and the
                                       *   limit. */
    HPYR_ERROR_OVERFLOW = -5,         /**< There are more outputs, vertices or triangles than can
                                       *   be counted exactly. */
    HPYR_ERROR_TEXTURE = -6,          /**< A texture is missing or deleted, is not what its
                                       *   hpyr_texture says, or has a size, format or target that
                                       *   the call does not take. */
    HPYR_ERROR_BUFFER = -7,           /**< A buffer is missing, deleted or mapped, or too small for
                                       *   what must be there as a whole. Where a range is written to
                                       *   a buffer that is too small, the answer is TRUNCATED. */
    HPYR_ERROR_SHADER = -8,           /**< A shader did not compile or link. The log has the
                                       *   driver's message. */
    HPYR_ERROR_OUT_OF_MEMORY = -9,    /**< CPU memory or GL memory is exhausted. */
    HPYR_ERROR_NOT_BUILT = -10,       /**< The object holds no result yet, or its last build
                                       *   failed. For a draw or an unbind: it is not bound. */
    HPYR_ERROR_GL = -11,              /**< GL reported an error that the library did not expect. */
    HPYR_ERROR_VERSION = -12          /**< The program was compiled with the headers of another
                                       *   version: see hpyr_context_create_version. */
} hpyr_result;

/** HPYR_ALL as the count of a range means all that exist from the first one on.
 *  A count that is larger than what exists means the same. A count of 0 means none.
 *  The 64-bit counts of hpyr_mesh_output take HPYR_ALL too. There it means all even if the
 *  mesh has more than 2^32 - 1.
 *  An extraction with `no_wait` does not know how many exist. It writes just as many as you ask for,
 *  and takes no HPYR_ALL. */
#define HPYR_ALL UINT32_MAX

/** Marks an unused texel of a point list in a texture of RGBA32UI: all four channels have this
 *  value. In RGBA32F they are -1. The `x` of a used texel never has this value. */
#define HPYR_UNUSED UINT32_MAX

/** One record of a point list: the cell that owns a key, and the remainder.
 *  In CPU memory a record is always a hpyr_point. In GPU memory on GL 2.1 it is the same four
 *  numbers as floats, because the shaders of GL 2.1 have no integers. */
typedef struct hpyr_point {
    uint32_t x;         /**< Column of the cell, from the left. */
    uint32_t y;         /**< Row of the cell, from the bottom. */
    uint32_t z;         /**< Slice of the cell. 0 for images. */
    uint32_t remainder; /**< Number of the key within its cell, from 0 on. */
} hpyr_point;

/** An attribute of points or vertices in a buffer of yours: positions, normals, colors and the like.
 *
 *  | member | meaning                                                        | zero means             |
 *  |--------|----------------------------------------------------------------|------------------------|
 *  | buffer | GL's name of a buffer object                                   | there are none         |
 *  | offset | where the first one begins: bytes, a multiple of 4             | 0                      |
 *  | stride | from one to the next: bytes, a multiple of 4, at least its size | its size: they are dense |
 *
 *  Positions and normals are three floats, texture coordinates two, and colors four bytes: red, green,
 *  blue, alpha. `offset` and `stride` without a buffer are errors. */
typedef struct hpyr_attribute {
    uint32_t buffer;
    uint64_t offset;
    uint32_t stride;
} hpyr_attribute;

/** What the bind function of an object uses. */
typedef struct hpyr_binding {
    uint32_t first_unit;        /**< The first texture unit that is in use. */
    uint32_t unit_count;        /**< Number of texture units in use from there on. Pyramids use 1 to 3,
                                 *   marching cubes up to 6, and both one for each of the `inputs` of a
                                 *   discriminator that your program runs. Octrees, quadtrees and
                                 *   meshes that are SOUPs use 1; WELDED meshes and Poisson solutions
                                 *   2. The units that a `bind` of yours uses come after them. */
    int32_t first_key_location; /**< Location of the uniform that holds the key of vertex 0, or -1
                                 *   if the program does not use it, or the object has no keys: only
                                 *   pyramids and marching cubes have. Its type is uint, or float on
                                 *   GL 2.1. hpyr_pyramid_draw sets it. If you draw without that
                                 *   function, set it yourself. A key then has one vertex. But if you
                                 *   have called hpyr_pyramid_draw since the bind, it has as many as
                                 *   in that call. */
} hpyr_binding;

/** What an extraction, a download or a draw did. It counts what the call lists: keys, vertices,
 *  features, seeds, leaves, or entries of an array. */
typedef struct hpyr_report {
    uint64_t written;   /**< Number that was written or drawn. 0 after an error. */
    uint64_t available; /**< Number in the requested range that exists. A large enough destination
                         *   gets them all, unless the answer is INCOMPLETE. */
    uint64_t total;     /**< Number of all. */
} hpyr_report;

/** The order in which cells get their keys. Layouts that have the same order give the same list. */
typedef enum hpyr_order {
    HPYR_ORDER_DEFAULT = 0, /**< The layout's own order: layout LINE has order LINE, VOLUME has
                             *   MORTON3, all others have MORTON. */
    HPYR_ORDER_MORTON = 1,  /**< Z-order over the texels of the base level, x first: (0,0) (1,0) (0,1)
                             *   (1,1) in every 2x2 block. In the base level the slices of a volume lie
                             *   side by side (flat3d.h); MORTON3 does not depend on how. */
    HPYR_ORDER_LINE = 2,    /**< Row by row over the same texels, from the bottom row, x first. */
    HPYR_ORDER_MORTON3 = 3, /**< Z-order over the 3D volume, x first, then y, then z in every 2x2x2
                             *   block. */
    HPYR_ORDER_COLUMN = 4   /**< Column by column: columns (x,y) in Z-order, and z upwards in each
                             *   column. */
} hpyr_order;

/** Texel formats. Their names are those of GL without the prefix "GL_"; DEPTH stands for several.
 *  texture.h says which module takes which of them. */
typedef enum hpyr_format {
    HPYR_FORMAT_R8 = 1,       /**< One channel, 8 bits: 0..1. */
    HPYR_FORMAT_RGBA8,        /**< Four channels of 8 bits: 0..1. */
    HPYR_FORMAT_R16,          /**< One channel, 16 bits: 0..1. Not on OpenGL ES. */
    HPYR_FORMAT_R16F,         /**< One channel, a 16-bit float. */
    HPYR_FORMAT_R32F,         /**< One channel, a 32-bit float. */
    HPYR_FORMAT_RGBA32F,      /**< Four channels, 32-bit floats. */
    HPYR_FORMAT_R8UI,         /**< One channel, an 8-bit unsigned integer. Not on GL 2.1. */
    HPYR_FORMAT_R16UI,        /**< One channel, a 16-bit unsigned integer. Not on GL 2.1. */
    HPYR_FORMAT_R16I,         /**< One channel, a 16-bit signed integer. Not on GL 2.1. */
    HPYR_FORMAT_R32UI,        /**< One channel, a 32-bit unsigned integer. Not on GL 2.1. */
    HPYR_FORMAT_RGBA32UI,     /**< Four channels, 32-bit unsigned integers. Not on GL 2.1. */
    HPYR_FORMAT_RGB32F,       /**< Three channels, 32-bit floats. GL may not draw into them, so it
                               *   is for inputs only: of pyramids, fields, flows and sparse
                               *   matrices. */
    HPYR_FORMAT_RGBA16F,      /**< Four channels, 16-bit floats. For inputs only. */
    HPYR_FORMAT_SRGB8_ALPHA8, /**< Four channels of 8 bits: 0..1. Red, green and blue are sRGB's codes,
                               *   and are read as linear values. For inputs only. */
    HPYR_FORMAT_DEPTH         /**< One channel: GL's DEPTH_COMPONENT16, DEPTH_COMPONENT24,
                               *   DEPTH_COMPONENT32 and DEPTH_COMPONENT32F. For inputs
                               *   only. */
} hpyr_format;

/** The channel of a texel that is read. */
typedef enum hpyr_channel {
    HPYR_CHANNEL_DEFAULT = 0, /**< Alpha of formats with four channels, red of all others. */
    HPYR_CHANNEL_RED = 1,     /**< The first channel. All formats have it. */
    HPYR_CHANNEL_GREEN,       /**< The second of three or four channels. */
    HPYR_CHANNEL_BLUE,        /**< The third of three or four channels. */
    HPYR_CHANNEL_ALPHA        /**< The last of four channels. */
} hpyr_channel;

/** How the triangles of a mesh refer to their vertices. */
typedef enum hpyr_mesh_form {
    HPYR_MESH_FORM_DEFAULT = 0, /**< WELDED. */
    HPYR_MESH_FORM_SOUP = 1,    /**< Every triangle has three vertices of its own. There are no
                            *   indices. */
    HPYR_MESH_FORM_WELDED = 2   /**< Every crossed edge of the grid (see field.h) has one vertex. Every
                            *   triangle has three indices. */
} hpyr_mesh_form;

/** Where the vertex on a crossed edge lies. */
typedef enum hpyr_edge_vertex {
    HPYR_EDGE_VERTEX_DEFAULT = 0, /**< LINEAR. */
    HPYR_EDGE_VERTEX_LINEAR = 1,  /**< At the point where the values of the two ends, interpolated
                                   *   linearly, reach the isovalue. */
    HPYR_EDGE_VERTEX_MIDPOINT = 2 /**< In the middle of the edge. */
} hpyr_edge_vertex;

/** How gradients are computed. FORWARD and CENTRAL take a difference along each axis at a sample
 *  and divide it by the spacing of that axis. */
typedef enum hpyr_gradient {
    HPYR_GRADIENT_DEFAULT = 0, /**< FORWARD. */
    HPYR_GRADIENT_FORWARD = 1, /**< The next sample minus this one. At the last sample: this one
                                *   minus the one before. */
    HPYR_GRADIENT_CENTRAL = 2, /**< (next sample - previous sample) / 2. At both ends as FORWARD.
                                *   Normals are smoother. */
    HPYR_GRADIENT_CALLER = 3   /**< Your own GLSL computes it. The CPU reference does not have
                                *   it. */
} hpyr_gradient;

/** The direction in which the corners of a triangle follow each other, seen from where the values of
 *  the field are smaller. (A Poisson surface always has COUNTER_CLOCKWISE, seen from outside.) */
typedef enum hpyr_winding {
    HPYR_WINDING_DEFAULT = 0,           /**< COUNTER_CLOCKWISE. */
    HPYR_WINDING_COUNTER_CLOCKWISE = 1, /**< As GL's front faces are by default. */
    HPYR_WINDING_CLOCKWISE = 2          /**< The same triangles; their second and third corners are
                                         *   swapped. */
} hpyr_winding;

/** How large a mesh is. */
typedef struct hpyr_mesh_counts {
    uint64_t vertices;  /**< Number of vertices. */
    uint64_t triangles; /**< Number of triangles. */
} hpyr_mesh_counts;

/** What a report wants to know about a mesh and the field that it was made from. */
typedef struct hpyr_mesh_statistics {
    uint64_t cells;         /**< Number of cells. Of a Poisson surface: number of leaves. */
    uint64_t active_cells;  /**< Number of cells that have triangles. Of a Poisson surface: number of
                             *   cells of the last depth that the surface crosses, leaves of other
                             *   depths being divided first; trimmed ones count, too. */
    uint64_t triangles;     /**< Number of triangles. */
    uint64_t crossed_edges; /**< Number of grid edges with one end inside and one outside. This is
                             *   the number of vertices of a WELDED mesh. A SOUP has 3 * triangles
                             *   vertices. */
} hpyr_mesh_statistics;

/** How a volume lies in a 2D texture: flat-3D. Each slice of the volume is one tile of the texture.
 *  Slice z is tile (z % tiles_x, z / tiles_x). Tiles are counted from the bottom left.
 *
 *      tiles_x = 3      +----+----+----+
 *      depth   = 5      | z3 | z4 | -- |   Cell (x,y,z) is the texel
 *                       +----+----+----+   (z % 3 * width + x, z / 3 * height + y).
 *                       | z0 | z1 | z2 |   Tiles past the last slice hold no cells.
 *                       +----+----+----+
 *
 *  An image is a volume of depth 1 in one tile. */
typedef struct hpyr_flat3d {
    uint32_t width;   /**< Cells of the volume along x. */
    uint32_t height;  /**< Cells of the volume along y. */
    uint32_t depth;   /**< Cells of the volume along z, which is its number of slices. */
    uint32_t tiles_x; /**< Tiles in a row. The texture is width * tiles_x texels wide. */
    uint32_t tiles_y; /**< Tiles in a column. The texture is height * tiles_y texels high. */
} hpyr_flat3d;

/** What the 32 bits of an entry of a list mean. It decides how entries are compared and added.
 *  Entries are compared in this order: UINT and INT by their value; FLOAT by IEEE 754's total order, so
 *  -0 comes before +0. But NaNs come last, whether the order ascends or descends, and always in this
 *  order: first those whose sign bit is 0, then those whose sign bit is 1, each group in IEEE 754's
 *  total order. */
typedef enum hpyr_list_type {
    HPYR_LIST_TYPE_DEFAULT = 0, /**< UINT in a buffer; in a texture, what its format says. */
    HPYR_LIST_TYPE_UINT = 1,    /**< Unsigned integers: GL_UNSIGNED_INT, or a texture of R32UI. */
    HPYR_LIST_TYPE_INT = 2,     /**< Signed integers: GL_INT, in a buffer or a texture of R32UI. */
    HPYR_LIST_TYPE_FLOAT = 3    /**< Floats: GL_FLOAT, or a texture of R32F. */
} hpyr_list_type;

/** What a reduction of a list finds. */
typedef enum hpyr_list_reduction {
    HPYR_LIST_REDUCTION_DEFAULT = 0, /**< SUM. */
    HPYR_LIST_REDUCTION_SUM = 1,     /**< The sum, by the rules of hpyr_lists_scan. An empty list
                                      *   has sum 0. */
    HPYR_LIST_REDUCTION_MINIMUM = 2, /**< The smallest entry that is not NaN. If there is none: the
                                      *   largest number of the type, which for FLOAT is infinity. */
    HPYR_LIST_REDUCTION_MAXIMUM = 3  /**< The largest entry that is not NaN. If there is none: the
                                      *   smallest number of the type, which for FLOAT is -infinity. */
} hpyr_list_reduction;

/** How the gradient of an image or a volume is estimated: by a difference along each axis, smoothed
 *  along the other axes. Each difference is divided by n, so that a ramp that rises by 1 per cell has a
 *  gradient of 1. n is 2 for CENTRAL; for SOBEL it is 8 in images and 32 in volumes, for SCHARR 32 and
 *  512. */
typedef enum hpyr_edge_operator {
    HPYR_EDGE_OPERATOR_DEFAULT = 0, /**< CENTRAL. */
    HPYR_EDGE_OPERATOR_CENTRAL = 1, /**< -1 0 1, without smoothing. */
    HPYR_EDGE_OPERATOR_SOBEL = 2,   /**< -1 0 1, smoothed by 1 2 1. */
    HPYR_EDGE_OPERATOR_SCHARR = 3   /**< -1 0 1, smoothed by 3 10 3. */
} hpyr_edge_operator;

/** How a template is compared with the values under it. */
typedef enum hpyr_template_measure {
    HPYR_TEMPLATE_MEASURE_DEFAULT = 0,     /**< DIFFERENCES. */
    HPYR_TEMPLATE_MEASURE_DIFFERENCES = 1, /**< The sum of absolute differences. */
    HPYR_TEMPLATE_MEASURE_CORRELATION = 2  /**< The normalized cross-correlation, -1 to 1: from both,
                                    *   their mean is subtracted, and both are divided by their
                                    *   standard deviation. */
} hpyr_template_measure;

/** A range of values. Both ends belong to it. */
typedef struct hpyr_range {
    double min; /**< The smallest value. */
    double max; /**< The largest value. */
} hpyr_range;

#ifdef __cplusplus
}
#endif

#endif
