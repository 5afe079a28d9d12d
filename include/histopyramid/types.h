/* types.h - results, records, formats and shapes that every module shares; needs no GL.  SPDX-License-Identifier: MIT */
#ifndef HPYR_TYPES_H
#define HPYR_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a call answers. Zero is success, positive values are states a caller may expect, negative ones are errors.
 *  After an error the objects involved stay usable; the detail has gone to the context's log callback. */
typedef enum hpyr_result {
    HPYR_OK = 0,
    HPYR_NOT_READY = 1, /**< The GPU has not finished; ask again later. */
    HPYR_TRUNCATED = 2, /**< The destination was too small: what fits was written (of a text nothing), the report says what was needed. */
    HPYR_ERROR_INVALID_ARGUMENT = -1, /**< NULL, zero, out of range, or a contradiction in a descriptor. */
    HPYR_ERROR_NO_CONTEXT = -2,       /**< The GL context that the object belongs to is not current on this thread. Every call that
                                       *   calls GL may answer this; it has then done nothing. */
    HPYR_ERROR_UNSUPPORTED = -3,      /**< This GL, or this version of the library, cannot do it. */
    HPYR_ERROR_TOO_LARGE = -4,        /**< Past a limit of this GL; the log names the number asked and allowed. */
    HPYR_ERROR_OVERFLOW = -5,         /**< The total passes what the layout counts exactly. */
    HPYR_ERROR_TEXTURE = -6,          /**< A texture is missing, deleted, or of another format or size than stated. */
    HPYR_ERROR_BUFFER = -7,           /**< A buffer is missing, deleted, or too small to be read from. */
    HPYR_ERROR_SHADER = -8,           /**< A shader did not compile or link; the log holds the driver's words. */
    HPYR_ERROR_OUT_OF_MEMORY = -9,    /**< Host or GL memory is exhausted. */
    HPYR_ERROR_NOT_BUILT = -10,       /**< The object holds no result yet, or its last build failed. */
    HPYR_ERROR_GL = -11               /**< GL reported an error that the library did not foresee. */
} hpyr_result;

/** Ends a range of keys at the total: `first .. total-1`. */
#define HPYR_ALL UINT32_MAX

/** Fills the unused entries of a 2D point list (all four words); `x` of a real entry is never this. */
#define HPYR_UNUSED UINT32_MAX

/** One entry of a point list: the cell that owns a key, and which of that cell's outputs the key is.
 *  Units: cells; for images z = 0. `remainder` counts from 0 and is always 0 where every active cell has one output.
 *  On GL 2.1, which has no integers in shaders, GPU buffers and textures hold the same four numbers as floats; what comes back
 *  to CPU memory is a hpyr_point everywhere. */
typedef struct hpyr_point {
    uint32_t x, y, z, remainder;
} hpyr_point;

/** What an extraction did. */
typedef struct hpyr_report {
    uint32_t written;   /**< Records written. */
    uint32_t available; /**< Records that the requested range holds: what a large enough destination would get. */
    uint32_t total;     /**< The pyramid's total. */
} hpyr_report;

/** The order in which cells receive their keys. The same order gives the same list, whatever the layout. */
typedef enum hpyr_order {
    HPYR_ORDER_DEFAULT = 0, /**< MORTON; LINE with layout LINE, MORTON3 with VOLUME. */
    HPYR_ORDER_MORTON = 1,  /**< Z-order over the 2D texture, x is the lowest bit: (0,0) (1,0) (0,1) (1,1) in every 2x2. */
    HPYR_ORDER_LINE = 2,    /**< Scan lines from the bottom, x first. */
    HPYR_ORDER_MORTON3 = 3, /**< Z-order over the 3D volume. */
    HPYR_ORDER_COLUMN = 4   /**< Z-order in xy, then z. */
} hpyr_order;

/** Texel formats, by their GL names. */
typedef enum hpyr_format {
    HPYR_FORMAT_R8 = 1,
    HPYR_FORMAT_RGBA8,
    HPYR_FORMAT_R16,
    HPYR_FORMAT_R16F,
    HPYR_FORMAT_R32F,
    HPYR_FORMAT_RGBA32F,
    HPYR_FORMAT_R8UI,
    HPYR_FORMAT_R16UI,
    HPYR_FORMAT_R16I,
    HPYR_FORMAT_R32UI,
    HPYR_FORMAT_RGBA32UI
} hpyr_format;

/** Which channel of a texel is looked at. */
typedef enum hpyr_channel {
    HPYR_CHANNEL_DEFAULT = 0, /**< Alpha of four-channel formats (Ziegler et al. 2006, section 4), else red. */
    HPYR_CHANNEL_RED = 1,
    HPYR_CHANNEL_GREEN,
    HPYR_CHANNEL_BLUE,
    HPYR_CHANNEL_ALPHA
} hpyr_channel;

/** How the triangles of a mesh name their vertices. */
typedef enum hpyr_mesh_form {
    HPYR_MESH_DEFAULT = 0, /**< WELDED. */
    HPYR_MESH_SOUP = 1,    /**< Three vertices a triangle, no indices. */
    HPYR_MESH_WELDED = 2   /**< A vertex for each crossed edge of the grid, three indices a triangle. */
} hpyr_mesh_form;

/** Where the vertex of a crossed edge lies. */
typedef enum hpyr_edge_vertex {
    HPYR_EDGE_VERTEX_DEFAULT = 0, /**< LINEAR. */
    HPYR_EDGE_VERTEX_LINEAR = 1,  /**< Where the linear interpolant of the edge's ends is the isovalue. */
    HPYR_EDGE_VERTEX_MIDPOINT = 2 /**< In the middle. */
} hpyr_edge_vertex;

/** How the gradient at a sample is taken from its neighbours. */
typedef enum hpyr_gradient {
    HPYR_GRADIENT_DEFAULT = 0, /**< FORWARD, the paper's. */
    HPYR_GRADIENT_FORWARD = 1, /**< The next sample minus this one; at the last sample this one minus the one before. */
    HPYR_GRADIENT_CENTRAL = 2, /**< Half of the next minus the one before; at the borders one-sided. Smoother. */
    HPYR_GRADIENT_CALLER = 3   /**< The caller's own function; not of the oracle. */
} hpyr_gradient;

/** How triangles go round, seen from where the field is smaller. */
typedef enum hpyr_winding {
    HPYR_WINDING_DEFAULT = 0, /**< COUNTER_CLOCKWISE. */
    HPYR_WINDING_COUNTER_CLOCKWISE = 1,
    HPYR_WINDING_CLOCKWISE = 2 /**< The same triangles with their second and third corner swapped. */
} hpyr_winding;

/** What marching cubes finds in a field. */
typedef struct hpyr_mesh_counts {
    uint64_t cells;
    uint64_t active_cells; /**< Cells with triangles. */
    uint64_t triangles;
    uint64_t crossed_edges; /**< Vertices of the WELDED mesh; the SOUP has 3 * triangles. */
} hpyr_mesh_counts;

/** How a volume lies in a 2D texture: slice z is the tile (z % tiles_x, z / tiles_x), tiles count from the bottom left.
 *
 *      tiles_x = 3      +----+----+----+
 *      depth   = 5      | z3 | z4 | -- |   cell (x,y,z) is texel
 *                       +----+----+----+   (z % 3 * width + x, z / 3 * height + y);
 *                       | z0 | z1 | z2 |   tiles past the last slice hold no cells
 *                       +----+----+----+
 *
 *  An image is a volume of depth 1 in one tile. Units: texels. */
typedef struct hpyr_flat3d {
    uint32_t width, height, depth; /**< Size of the volume. */
    uint32_t tiles_x, tiles_y;     /**< Arrangement; the texture measures width*tiles_x by height*tiles_y. */
} hpyr_flat3d;

#ifdef __cplusplus
}
#endif

#endif
