/* features.c - corners and blobs: the life of a detector.
 * Source: Ziegler et al., VMV 2006, section 8.1.  SPDX-License-Identifier: MIT */
#include "image/features_object.h"

#include <math.h>

enum { DEFAULT_CAPACITY = 16384, LARGEST_DEFAULT_SIZE = 64, RECORD_TEXELS = 3 /* of two records */ };

/* Where more features are found than kept, each sort adds as many as are kept, or this number if it is larger. */
enum { LEAST_CHUNK = 4096 };

/* Without a context. No GL has larger textures. */
enum { LARGEST_SIDE = 1 << 16, LONGEST_LIST = 1 << 28 };

/* The standard deviation of the largest Gaussian. Its blur reaches HPI_FEATURES_RADIUS pixels at most. */
enum { LARGEST_SIGMA = HPI_FEATURES_RADIUS / 4 };

/* ---- the descriptor ---- */

static hpyr_result refuse(const hpyr_context *context, const char *why) {
    return context ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "features: %s", why)
                   : HPYR_ERROR_INVALID_ARGUMENT;
}

/* NaN is in no range. */
static bool lies_in(double value, double low, double high) {
    return value >= low && value <= high;
}

static hpyr_result check_corners(const hpyr_context *context, const hpyr_features_desc *desc) {
    if (desc->window != 3 && desc->window != 5)
        return refuse(context, "`window` is not 3 or 5");
    if (desc->block_size != 3 && desc->block_size != 5 && desc->block_size != 7)
        return refuse(context, "`block_size` is not 3, 5 or 7");
    if (desc->detector == HPYR_DETECTOR_HARRIS && !(desc->harris_k > 0 && desc->harris_k < 0.25))
        return refuse(context, "`harris_k` is not between 0 and 0.25");
    if (desc->scales || desc->scale != 0 || desc->ratio != 0 || desc->polarity || desc->edge_ratio != 0)
        return refuse(context, "`scales`, `scale`, `ratio`, `polarity` and `edge_ratio` belong to BLOB");
    if (desc->detector != HPYR_DETECTOR_HARRIS && desc->harris_k != 0)
        return refuse(context, "`harris_k` belongs to HARRIS");
    return HPYR_OK;
}

static hpyr_result check_blobs(const hpyr_context *context, const hpyr_features_desc *desc) {
    if (desc->window != 3)
        return refuse(context, "`window` is not 3, the only one of BLOB");
    if (desc->block_size || desc->harris_k != 0)
        return refuse(context, "`block_size` and `harris_k` do not belong to BLOB");
    if (desc->scales > HPI_FEATURES_SCALES)
        return refuse(context, "more than 16 `scales`");
    if (!lies_in(desc->scale, 0.5, LARGEST_SIGMA) || !lies_in(desc->ratio, 1.1, 2))
        return refuse(context, "`scale` is not 0.5 to 100, or `ratio` is not 1.1 to 2");
    if ((uint32_t)desc->polarity > HPYR_POLARITY_DARK)
        return refuse(context, "no such hpyr_polarity");
    if (!(desc->edge_ratio > 1))
        return refuse(context, "`edge_ratio` is not above 1");
    const double largest = hpi_features_sigma(desc, desc->scales);
    if (largest > LARGEST_SIGMA)
        return context ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                                     "features: `scale` * `ratio`^(`scales` - 0.5) is %.6g; it can be up to %d",
                                     largest, (int)LARGEST_SIGMA)
                       : HPYR_ERROR_INVALID_ARGUMENT;
    return HPYR_OK;
}

static hpyr_result check_size(const hpyr_context *context, const hpyr_features_desc *desc) {
    if (!desc->width || !desc->height)
        return refuse(context, "`width` or `height` is 0");
    const uint32_t side = context ? context->caps.max_texture_size : LARGEST_SIDE;
    const uint32_t most = (context ? context->caps.max_list_length : LONGEST_LIST) / 2; /* a record is 1.5 texels */
    const bool fits = desc->width <= side && desc->height <= side && desc->capacity <= most;
    if (!context)
        return fits ? HPYR_OK : HPYR_ERROR_TOO_LARGE;
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "features: GL 2.1 has no lists, so it has no features");
    if (!context->caps.float_targets)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "features: OpenGL ES needs GL_EXT_color_buffer_float");
    if (!fits)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                           "features: images of %ux%u, %u features; this GL allows %ux%u and %u", desc->width,
                           desc->height, desc->capacity, side, side, most);
    return HPYR_OK;
}

/* How many sizes make the largest one nearest to 64 pixels, or to a quarter of the image. */
static uint32_t count_scales(const hpyr_features_desc *desc) {
    const double side = desc->width < desc->height ? desc->width : desc->height;
    const double largest = fmin(LARGEST_DEFAULT_SIZE, side / 4);
    uint32_t scales = 1;
    while (scales < HPI_FEATURES_SCALES && hpi_features_sigma(desc, scales) < largest &&
           hpi_features_sigma(desc, scales + 1) <= LARGEST_SIGMA)
        scales++;
    return scales;
}

/* Fills in what only blobs use. */
static void fill_in_blobs(hpyr_features_desc *desc) {
    if (desc->scale == 0)
        desc->scale = 1.5;
    if (desc->ratio == 0)
        desc->ratio = 1.6;
    if (!desc->scales)
        desc->scales = count_scales(desc);
    if (!desc->polarity)
        desc->polarity = HPYR_POLARITY_BOTH;
    if (desc->edge_ratio == 0)
        desc->edge_ratio = 10;
}

static void fill_in(hpyr_features_desc *desc) {
    const bool is_blob = desc->detector == HPYR_DETECTOR_BLOB;
    if (!desc->capacity)
        desc->capacity = DEFAULT_CAPACITY;
    if (!desc->detector)
        desc->detector = HPYR_DETECTOR_HARRIS;
    if (desc->threshold == 0 && desc->quality == 0)
        desc->quality = 0.01;
    if (!desc->window)
        desc->window = 3;
    if (!is_blob && !desc->block_size)
        desc->block_size = 3;
    if (desc->detector == HPYR_DETECTOR_HARRIS && desc->harris_k == 0)
        desc->harris_k = 0.04;
    if (is_blob)
        fill_in_blobs(desc);
}

static hpyr_result resolve(const hpyr_context *context, const hpyr_features_desc *desc, hpyr_features_desc *resolved) {
    *resolved = *desc;
    if ((uint32_t)desc->detector > HPYR_DETECTOR_BLOB)
        return refuse(context, "no such hpyr_detector");
    fill_in(resolved);
    if (resolved->threshold != 0 && resolved->quality != 0)
        return refuse(context, "`threshold` and `quality` are both given");
    if (!lies_in(resolved->threshold, 0, HUGE_VALF) || isinf(resolved->threshold) || !lies_in(resolved->quality, 0, 1))
        return refuse(context, "`threshold` is below 0 or not finite, or `quality` is not 0 to 1");
    hpyr_result result =
        resolved->detector == HPYR_DETECTOR_BLOB ? check_blobs(context, resolved) : check_corners(context, resolved);
    return result == HPYR_OK ? check_size(context, resolved) : result;
}

/* ---- what a detector is made of ---- */

typedef struct shape {
    hpyr_format format;
    uint32_t width, height, layers;
} shape;

static void list_textures(const hpyr_features_desc *desc, shape shapes[HPI_FEATURES_TEXTURES]) {
    const uint32_t width = desc->width, height = desc->height;
    const shape blocks = {HPYR_FORMAT_RGBA32F, hpi_features_blocks(width, HPI_FEATURES_PACK),
                          hpi_features_blocks(height, HPI_FEATURES_PACK), HPI_FEATURES_PACK};
    const shape none = {HPYR_FORMAT_R32F, 1, 1, 0};
    const bool is_blob = desc->detector == HPYR_DETECTOR_BLOB;
    shapes[HPI_FEATURES_GRAY] = is_blob ? blocks : (shape){HPYR_FORMAT_RGBA32F, blocks.width, height, 1};
    shapes[HPI_FEATURES_PACKED] = blocks;
    shapes[HPI_FEATURES_BLURRED] = is_blob ? (shape){blocks.format, blocks.height, blocks.width, blocks.layers} : none;
    shapes[HPI_FEATURES_GAUSSIAN] = is_blob ? blocks : none;
    shapes[HPI_FEATURES_RESPONSES] = (shape){HPYR_FORMAT_R32F, width, height, is_blob ? desc->scales : 1};
    shapes[HPI_FEATURES_BITS] = is_blob ? (shape){HPYR_FORMAT_R32UI, width, height, 1}
                                        : (shape){HPYR_FORMAT_RGBA32UI, hpi_features_blocks(width, HPI_FEATURES_BLOCK),
                                                  hpi_features_blocks(height, HPI_FEATURES_BLOCK), 2};
}

static uint64_t bytes_of(const shape *s) {
    return (uint64_t)s->width * s->height * s->layers * hpi_gl_texel_bytes((int)s->format);
}

static uint32_t parts_of(const hpyr_features_desc *desc) {
    return hpi_features_blocks(desc->width, HPI_FEATURES_PART) * hpi_features_blocks(desc->height, HPI_FEATURES_PART) *
           (desc->scales ? desc->scales : 1);
}

/* Of two neighbors in position or size only one is a feature. So a block of 2x2 pixels, and of two sizes, has one at most. */
static uint32_t most_of(const hpyr_features_desc *desc) {
    const uint64_t most = (uint64_t)hpi_features_blocks(desc->width, 2) * hpi_features_blocks(desc->height, 2) *
                          hpi_features_blocks(desc->scales ? desc->scales : 1, 2);
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

static uint32_t kept_of(const hpyr_features_desc *desc) {
    const uint32_t most = most_of(desc);
    return desc->capacity < most ? desc->capacity : most;
}

static uint32_t entries_of(const hpyr_features_desc *desc) {
    const uint32_t most = most_of(desc);
    const uint32_t all = desc->capacity + (desc->capacity > LEAST_CHUNK ? desc->capacity : LEAST_CHUNK);
    return all < most ? all : most;
}

static const hpyr_format plane_formats[HPI_FEATURES_PLANES] = {HPYR_FORMAT_R32F, HPYR_FORMAT_R32F, HPYR_FORMAT_R32UI,
                                                               HPYR_FORMAT_R32F, HPYR_FORMAT_RGBA32UI};

static uint32_t texels_of_plane(const hpyr_features_desc *desc, int plane) {
    const uint32_t entries = entries_of(desc);
    const uint32_t texels[HPI_FEATURES_PLANES] = {parts_of(desc), 1, entries, entries,
                                                  kept_of(desc) / 2 * RECORD_TEXELS + RECORD_TEXELS};
    return texels[plane];
}

static hpyr_pyramid_desc pyramid_of(const hpyr_features_desc *desc) {
    const bool is_blob = desc->detector == HPYR_DETECTOR_BLOB;
    const uint32_t side = is_blob ? 1 : HPI_FEATURES_BLOCK;
    return (hpyr_pyramid_desc){.width = hpi_features_blocks(desc->width, side),
                               .height = hpi_features_blocks(desc->height, side),
                               .depth = is_blob ? desc->scales : HPI_FEATURES_BLOCK * HPI_FEATURES_BLOCK,
                               .layout = HPYR_LAYOUT_BITS,
                               .order = HPYR_ORDER_COLUMN,
                               .max_count = 1};
}

static hpyr_lists_desc lists_of(const hpyr_features_desc *desc) {
    const uint32_t parts = parts_of(desc), entries = entries_of(desc);
    return (hpyr_lists_desc){.capacity = parts > entries ? parts : entries,
                             .operations = HPYR_LIST_OPERATION_SCAN | HPYR_LIST_OPERATION_SORT};
}

/* The buffer that responses of a layer go through, with room behind them (hpi_gl_interleaving). */
static uint64_t bytes_of_rows(const hpyr_features_desc *desc) {
    shape shapes[HPI_FEATURES_TEXTURES];
    list_textures(desc, shapes);
    shapes[HPI_FEATURES_PACKED].height++;
    return bytes_of(&shapes[HPI_FEATURES_PACKED]);
}

uint64_t hpyr_features_bytes(const hpyr_context *context, const hpyr_features_desc *desc) {
    hpyr_features_desc resolved;
    shape shapes[HPI_FEATURES_TEXTURES];
    if (!desc || resolve(context, desc, &resolved) != HPYR_OK)
        return 0;
    const hpyr_pyramid_desc pyramid = pyramid_of(&resolved);
    const hpyr_lists_desc lists = lists_of(&resolved);
    uint64_t bytes =
        bytes_of_rows(&resolved) + hpyr_pyramid_bytes(context, &pyramid) + hpyr_lists_bytes(context, &lists);
    list_textures(&resolved, shapes);
    for (int i = 0; i < HPI_FEATURES_TEXTURES; i++)
        bytes += bytes_of(&shapes[i]);
    for (int i = 0; i < HPI_FEATURES_PLANES; i++)
        bytes += hpi_list_plane_bytes(texels_of_plane(&resolved, i)) / (4 * sizeof(uint32_t)) *
                 hpi_gl_texel_bytes((int)plane_formats[i]);
    return bytes;
}

/* ---- life ---- */

static hpyr_result make_textures(hpyr_features *features) {
    shape shapes[HPI_FEATURES_TEXTURES];
    list_textures(&features->desc, shapes);
    for (int i = 0; i < HPI_FEATURES_TEXTURES; i++) {
        const shape *s = &shapes[i];
        const bool is_later = i == HPI_FEATURES_GRAY && features->desc.detector != HPYR_DETECTOR_BLOB;
        if (!s->layers || is_later)
            continue;
        features->textures[i] = hpi_gl_array_create(features->context, s->format, s->width, s->height, s->layers);
        if (!features->textures[i])
            return HPYR_ERROR_OUT_OF_MEMORY;
    }
    for (int i = 0; i < HPI_FEATURES_PLANES; i++) {
        features->planes[i] =
            hpi_list_plane_create_of(features->context, plane_formats[i], texels_of_plane(&features->desc, i));
        if (!features->planes[i].texture)
            return HPYR_ERROR_OUT_OF_MEMORY;
    }
    return HPYR_OK;
}

static hpyr_result make_parts(hpyr_features *features) {
    const hpyr_pyramid_desc pyramid = pyramid_of(&features->desc);
    const hpyr_lists_desc lists = lists_of(&features->desc);
    const uint64_t bytes = bytes_of_rows(&features->desc);
    hpyr_result result = make_textures(features);
    if (result == HPYR_OK) {
        glGenBuffers(1, &features->rows);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, features->rows);
        glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_COPY);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    }
    if (result == HPYR_OK)
        result = hpyr_pyramid_create(features->context, &pyramid, &features->pyramid);
    return result == HPYR_OK ? hpyr_lists_create(features->context, &lists, &features->lists) : result;
}

hpyr_result hpyr_features_create(hpyr_context *context, const hpyr_features_desc *desc, hpyr_features **out) {
    hpyr_features_desc resolved;
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "features");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    hpyr_features *features = hpi_alloc_zeros(context, 1, sizeof *features);
    if (!features)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for features");
    hpi_gl_context_hold(context);
    features->context = context;
    features->desc = resolved;
    features->kept = kept_of(&resolved);
    features->entries = entries_of(&resolved);
    features->layers = resolved.scales ? resolved.scales : 1;
    hpi_gl_state_enter(context, &state);
    result = make_parts(features);
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK) {
        hpyr_features_destroy(features);
        return result;
    }
    *out = features;
    return HPYR_OK;
}

void hpyr_features_destroy(hpyr_features *features) {
    if (!features)
        return;
    hpyr_context *context = features->context;
    hpi_gl_warn_of_leaks(context, "features");
    hpyr_pyramid_destroy(features->pyramid);
    hpyr_lists_destroy(features->lists);
    hpi_gl_textures_delete(context, HPI_FEATURES_TEXTURES, features->textures);
    for (int i = 0; i < HPI_FEATURES_PLANES; i++)
        hpi_list_plane_destroy(context, &features->planes[i]);
    hpi_gl_buffers_delete(context, 1, &features->rows);
    hpi_free(context, features);
    hpi_gl_context_release(context);
}

const hpyr_features_desc *hpyr_features_resolved(const hpyr_features *features) {
    return features ? &features->desc : NULL;
}

/* ---- detection ---- */

/* Neither of integers nor of vectors. */
static bool is_image(hpyr_format format) {
    const hpi_gl_class kind = hpi_gl_format_of(format)->kind;
    return (kind == HPI_CLASS_UNORM || kind == HPI_CLASS_FLOAT) && format != HPYR_FORMAT_RGB32F;
}

static hpyr_result check_image(const hpyr_features *features, const hpyr_texture *given, hpyr_texture *image) {
    const hpyr_context *context = features->context;
    const hpyr_features_desc *desc = &features->desc;
    hpyr_result result = hpi_gl_texture_check(context, given, "features", image);
    if (result != HPYR_OK)
        return result;
    if (image->target != GL_TEXTURE_2D || !is_image(image->format))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "features: target 0x%04x, format %s; an image is a GL_TEXTURE_2D of R8, RGBA8, R16, R16F, "
                           "R32F, RGBA16F, RGBA32F, SRGB8_ALPHA8 or DEPTH",
                           image->target, hpi_gl_format_of(image->format)->name);
    if (image->width > desc->width || image->height > desc->height)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "features: an image of %ux%u; the largest one is %ux%u",
                           image->width, image->height, desc->width, desc->height);
    return HPYR_OK;
}

hpyr_result hpyr_features_detect(hpyr_features *features, const hpyr_texture *given) {
    hpyr_texture image;
    hpi_gl_state state;
    if (!features || !given)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = features->context;
    hpyr_result result = hpi_gl_check_current(context, "features");
    if (result != HPYR_OK)
        return result;
    features->is_built = features->are_strongest = false;
    hpi_gl_state_enter(context, &state);
    result = check_image(features, given, &image);
    if (result == HPYR_OK) {
        features->width = image.width;
        features->height = image.height;
        result = hpi_features_respond(features, &image);
    }
    if (result == HPYR_OK)
        result = hpi_features_list(features);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    features->is_built = result == HPYR_OK;
    return result;
}

hpyr_result hpyr_features_responses(const hpyr_features *features, hpyr_texture *responses) {
    if (!features || !responses)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *responses = (hpyr_texture){.name = 0};
    if (!features->is_built)
        return hpi_gl_fail(features->context, HPYR_ERROR_NOT_BUILT, "features: no image, or it failed");
    *responses = (hpyr_texture){.name = features->textures[HPI_FEATURES_RESPONSES],
                                .target = GL_TEXTURE_2D_ARRAY,
                                .width = features->desc.width,
                                .height = features->desc.height,
                                .depth = features->layers,
                                .format = HPYR_FORMAT_R32F};
    return HPYR_OK;
}
