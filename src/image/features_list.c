/* features_list.c - peaks of responses become bits, bits a pyramid, and its keys a sorted list.
 * Source: Ziegler et al., VMV 2006, section 8.1.  SPDX-License-Identifier: MIT
 *
 * The rule of a peak is that of discriminator LOCAL_MAX. But its limit may be a part of the strongest
 * response, which only the GPU knows, and a pass over 16x8 pixels a fragment fetches a response once
 * or twice, with a window of 5x5 three times, and not nine or 25 times. So the pass makes the pyramid's bits itself. */
#include "image/features_object.h"

#include "core/layout.h"
#include "core/traversal.h"

#include <math.h>
#include <string.h>

enum { RECORD_WORDS = 6, TEXEL_WORDS = 4, WORD_BYTES = 4, RECORD_BYTES = RECORD_WORDS * WORD_BYTES };

static bool is_blob(const hpyr_features *features) {
    return features->desc.detector == HPYR_DETECTOR_BLOB;
}

/* A plane of one word a texel as a list of a caller's. */
static hpyr_list list_of(const hpyr_features *features, hpi_features_plane plane, hpyr_format format) {
    const hpi_list_plane *p = &features->planes[plane];
    return (hpyr_list){
        .texture = {
            .name = p->texture, .target = GL_TEXTURE_2D, .width = 1u << p->shift, .height = p->rows, .format = format}};
}

/* ---- the strongest response ---- */

static hpyr_result find_strongest(hpyr_features *features) {
    const uint32_t columns = hpi_features_blocks(features->width, HPI_FEATURES_PART);
    const uint32_t of_layer = columns * hpi_features_blocks(features->height, HPI_FEATURES_PART);
    const uint32_t parts = of_layer * features->layers;
    const hpyr_lists_reduce_desc reduce = {.input = list_of(features, HPI_FEATURES_PARTS, HPYR_FORMAT_R32F),
                                           .output = list_of(features, HPI_FEATURES_STRONGEST, HPYR_FORMAT_R32F),
                                           .reduction = HPYR_LIST_REDUCTION_MAXIMUM,
                                           .length = {.count = parts}};
    hpi_text defines = HPI_TEXT(features->context);
    GLuint program;
    hpyr_result result = hpi_features_program(features, "image/strongest.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_bind(features, program, "responses", HPI_FEATURES_UNIT, HPI_FEATURES_RESPONSES);
    hpi_features_set(features, program, "last", (int32_t)features->width - 1, (int32_t)features->height - 1);
    hpi_features_set(features, program, "parts", (int32_t)columns, (int32_t)of_layer);
    result = hpi_list_draw(features->lists, program, &features->planes[HPI_FEATURES_PARTS], parts);
    return result == HPYR_OK ? hpyr_lists_reduce(features->lists, &reduce) : result;
}

/* ---- bits ---- */

/* Lowe's test of edges (section 4.1): a bound of the squared trace of the Hessian, divided by its determinant. */
static void set_roundness(const hpyr_features *features, GLuint program) {
    const double r = features->desc.edge_ratio;
    const uint32_t side = features->width < features->height ? features->width : features->height;
    GLint steps[HPI_FEATURES_SCALES] = {0};
    for (uint32_t i = 0; i < features->layers; i++)
        steps[i] = (GLint)hpi_features_step(&features->desc, i, side);
    glUniform1iv(hpi_gl_location(features->context, program, "", "steps"), HPI_FEATURES_SCALES, steps);
    glUniform1f(hpi_gl_location(features->context, program, "", "most"), (GLfloat)((r + 1) * (r + 1) / r));
}

/* Texel fetches: of a cell and its 26 neighbors, and of nine differences around it; and of four strips of
 * half a block with two pixels around each. */
enum { FETCHES_OF_CELL = 1 + 26 + 10, FETCHES_OF_HALF = 4 * 12 * 8 };

static hpyr_result draw_bits(hpyr_features *features) {
    const hpyr_context *context = features->context;
    const hpyr_features_desc *desc = &features->desc;
    const uint32_t side = is_blob(features) ? 1 : HPI_FEATURES_BLOCK, layers = is_blob(features) ? 1 : 2;
    hpi_text defines = HPI_TEXT(features->context);
    GLuint program;
    const bool is_round = is_blob(features) && !isinf(desc->edge_ratio);
    hpi_text_print(&defines, "#define HPYR_REACH %u\n%s%s", desc->window / 2,
                   is_blob(features) ? "#define HPYR_SCALES\n" : "",
                   desc->threshold > 0 ? "" : "#define HPYR_QUALITY\n");
    if (is_round)
        hpi_text_print(&defines, "#define HPYR_ROUND %d\n", (int)HPI_FEATURES_SCALES);
    hpyr_result result = hpi_features_program(features, "image/peaks.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_bind(features, program, "responses", HPI_FEATURES_UNIT, HPI_FEATURES_RESPONSES);
    hpi_list_bind(features->lists, program, "strongest", HPI_FEATURES_UNIT + 1, GL_TEXTURE_2D,
                  features->planes[HPI_FEATURES_STRONGEST].texture);
    glUniform1f(hpi_gl_location(context, program, "", "limit"),
                desc->threshold > 0 ? hpi_gl_float_above(desc->threshold) : (GLfloat)desc->quality);
    glUniform1i(hpi_gl_location(context, program, "", "scales"), (GLint)features->layers);
    if (is_round)
        set_roundness(features, program);
    hpi_features_set(features, program, "size", (int32_t)features->width, (int32_t)features->height);
    glUniform2f(hpi_gl_location(context, program, "", "scale"), 1.0f / (GLfloat)desc->width,
                1.0f / (GLfloat)desc->height);
    for (uint32_t layer = 0; result == HPYR_OK && layer < layers; layer++) {
        glUniform1i(hpi_gl_location(context, program, "", "half"), (GLint)layer);
        result = hpi_features_draw(features, HPI_FEATURES_BITS, layer, 1, hpi_features_blocks(desc->width, side),
                                   hpi_features_blocks(desc->height, side),
                                   is_blob(features) ? features->layers * FETCHES_OF_CELL : FETCHES_OF_HALF);
    }
    return result;
}

static hpyr_result build_pyramid(hpyr_features *features) {
    const hpyr_pyramid_desc *pyramid = hpyr_pyramid_resolved(features->pyramid);
    const hpyr_texture bits = {.name = features->textures[HPI_FEATURES_BITS],
                               .target = GL_TEXTURE_2D_ARRAY,
                               .width = pyramid->width,
                               .height = pyramid->height,
                               .depth = is_blob(features) ? 1 : 2,
                               .format = is_blob(features) ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI};
    hpyr_result result = draw_bits(features);
    return result == HPYR_OK ? hpyr_pyramid_build_bits(features->pyramid, &bits) : result;
}

/* ---- cells, in the order of keys ---- */

/* Puts a program to use that finds the cells of keys. */
static hpyr_result cells_program(hpyr_features *features, const char *entry, hpi_loan *borrowed, GLuint *program) {
    hpyr_pyramid *pyramid = features->pyramid;
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = entry};
    hpi_text defines = HPI_TEXT(features->context);
    hpi_core_add_level_defines(pyramid, &defines);
    hpi_text_add(&defines, is_blob(features) ? "#define HPYR_SCALES\n" : "");
    hpyr_result result = hpi_core_program(pyramid, &stage, false, hpi_text_get(&defines), program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        result = hpi_core_use(pyramid, *program, HPI_DEFAULT_PREFIX, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, borrowed);
    if (result == HPYR_OK)
        hpi_features_bind(features, *program, "responses", HPI_FEATURES_UNIT, HPI_FEATURES_RESPONSES);
    return result;
}

/* Lists so many features from `key` on, as entries from `first` on, which begins a row. */
static hpyr_result list_candidates(hpyr_features *features, uint32_t first, uint32_t key, uint32_t count) {
    const hpyr_context *context = features->context;
    const hpi_list_plane *keys = &features->planes[HPI_FEATURES_KEYS];
    const GLuint targets[] = {keys->texture, features->planes[HPI_FEATURES_VALUES].texture};
    const hpi_gl_layers none = {.texture = 0};
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result = cells_program(features, "image/candidates.frag.glsl", &borrowed, &program);
    if (result != HPYR_OK)
        return result;
    hpi_features_set(features, program, "target_row", (1 << keys->shift) - 1, keys->shift);
    hpi_features_set(features, program, "first", (int32_t)first, (int32_t)key);
    GLuint framebuffer = hpi_gl_framebuffer_create(context, targets, 2, &none);
    if (framebuffer) {
        hpi_gl_viewport(context, 0, first >> keys->shift, 1u << keys->shift, ((count - 1) >> keys->shift) + 1);
        hpi_gl_draw_fullscreen(context);
        hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    } else {
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "features: this GL cannot render to its lists");
    }
    hpi_core_loan_end(context, &borrowed);
    return result;
}

/* Sorts all features, whose number only the GPU knows, if they are not more than are kept: then a position is a key. */
static hpyr_result sort_all(hpyr_features *features) {
    const hpyr_lists_sort_desc desc = {.keys = list_of(features, HPI_FEATURES_VALUES, HPYR_FORMAT_R32F),
                                       .sorted_values = list_of(features, HPI_FEATURES_KEYS, HPYR_FORMAT_R32UI),
                                       .descending = true,
                                       .length = {.count = features->kept, .pyramid = features->pyramid}};
    return hpyr_lists_sort(features->lists, &desc);
}

static hpyr_result sort_entries(hpyr_features *features, uint32_t count) {
    const hpyr_list values = list_of(features, HPI_FEATURES_VALUES, HPYR_FORMAT_R32F);
    const hpyr_list keys = list_of(features, HPI_FEATURES_KEYS, HPYR_FORMAT_R32UI);
    const hpyr_lists_sort_desc desc = {.keys = values,
                                       .values = keys,
                                       .sorted_keys = values,
                                       .sorted_values = keys,
                                       .descending = true,
                                       .length = {.count = count}};
    return hpyr_lists_sort(features->lists, &desc);
}

/* Keeps the strongest ones of `found` features, which are more. The next features are put behind those that are kept so
 * far, all are sorted, and the first rows of the list stay. As the sort is stable, equal ones stay in Z-order. */
static hpyr_result keep_strongest(hpyr_features *features, uint32_t found) {
    const uint32_t row = 1u << features->planes[HPI_FEATURES_KEYS].shift;
    const uint32_t entries = features->entries, most = (features->desc.capacity + row - 1) / row * row;
    hpyr_result result = HPYR_OK;
    for (uint32_t key = 0, kept = 0; result == HPYR_OK && key < found && kept < entries; kept = most) {
        const uint32_t left = found - key, room = entries - kept, count = left < room ? left : room;
        result = list_candidates(features, kept, key, count);
        if (result == HPYR_OK)
            result = sort_entries(features, kept + count);
        key += count;
    }
    return result;
}

hpyr_result hpi_features_list(hpyr_features *features) {
    hpyr_result result = features->desc.threshold > 0 ? HPYR_OK : find_strongest(features);
    if (result == HPYR_OK)
        result = build_pyramid(features);
    if (result == HPYR_OK)
        result = list_candidates(features, 0, 0, features->kept);
    return result == HPYR_OK ? sort_all(features) : result;
}

/* ---- their number ---- */

static hpyr_result check_built(const hpyr_features *features) {
    hpyr_result result = hpi_gl_check_current(features->context, "features");
    if (result == HPYR_OK && !features->is_built)
        result = hpi_gl_fail(features->context, HPYR_ERROR_NOT_BUILT,
                             "features: no image was given, or the last call with one failed");
    return result;
}

/* Finds their number. Where it is too large, it is only now that the strongest ones can be chosen. */
static hpyr_result find_count(hpyr_features *features, uint32_t *found, bool patient) {
    hpi_gl_state state;
    hpyr_result result =
        patient ? hpyr_pyramid_total(features->pyramid, found) : hpyr_pyramid_try_total(features->pyramid, found);
    if (result != HPYR_OK || *found <= features->desc.capacity || features->are_strongest)
        return result;
    hpi_gl_state_enter(features->context, &state);
    result = keep_strongest(features, *found);
    hpi_gl_target_release(features->context);
    result = hpi_gl_state_leave(features->context, &state, result);
    features->are_strongest = result == HPYR_OK;
    *found = result == HPYR_OK ? *found : 0;
    return result;
}

static hpyr_result count(hpyr_features *features, uint32_t *found, bool patient) {
    if (found)
        *found = 0;
    if (!features || !found)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_built(features);
    if (result == HPYR_OK)
        result = find_count(features, found, patient);
    return result == HPYR_OK && *found > features->desc.capacity ? HPYR_INCOMPLETE : result;
}

hpyr_result hpyr_features_count(hpyr_features *features, uint32_t *found) {
    return count(features, found, true);
}

hpyr_result hpyr_features_try_count(hpyr_features *features, uint32_t *found) {
    return count(features, found, false);
}

/* ---- records ---- */

/* Which features of a range exist, and how many of these are kept and have room. */
static hpyr_result clip(hpyr_features *features, uint32_t first, uint32_t wanted, uint64_t room, hpyr_report *report) {
    uint32_t total = 0;
    hpyr_result result = find_count(features, &total, true);
    if (result != HPYR_OK)
        return result;
    const uint32_t capacity = features->desc.capacity, kept = total < capacity ? total : capacity;
    const uint32_t here = first < kept ? kept - first : 0;
    hpi_core_clip_range(features->pyramid, first, wanted, report);
    report->written = report->available < here ? report->available : here;
    if (report->written > room)
        report->written = (uint32_t)room;
    return HPYR_OK;
}

/* The first features are kept. Those of the range are written, if there is room. */
static hpyr_result answer_of(const hpyr_features *features, uint32_t first, const hpyr_report *done) {
    const uint32_t capacity = features->desc.capacity;
    if (done->written < done->available && (uint64_t)first + done->written < capacity)
        return HPYR_TRUNCATED;
    return done->total > capacity ? HPYR_INCOMPLETE : HPYR_OK;
}

/* Draws the records, of which the framebuffer that is bound then has the first ones. */
static hpyr_result draw_records(hpyr_features *features, uint32_t first, uint32_t records) {
    const hpyr_context *context = features->context;
    const hpyr_features_desc *desc = &features->desc;
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result = cells_program(features, "image/records.frag.glsl", &borrowed, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_plane(features->lists, program, "keys", HPI_FEATURES_UNIT + 1, &features->planes[HPI_FEATURES_KEYS]);
    glUniform1i(hpi_gl_location(context, program, "", "first"), (GLint)first);
    glUniform1i(hpi_gl_location(context, program, "", "end"), (GLint)(first + records));
    glUniform3i(hpi_gl_location(context, program, "", "last"), (GLint)features->width - 1, (GLint)features->height - 1,
                (GLint)features->layers - 1);
    glUniform2f(hpi_gl_location(context, program, "", "sizes"), (GLfloat)desc->scale,
                desc->ratio > 0 ? (GLfloat)log2(desc->ratio) : 0);
    const uint32_t texels = (records * RECORD_WORDS + TEXEL_WORDS - 1) / TEXEL_WORDS;
    result = hpi_list_draw(features->lists, program, &features->planes[HPI_FEATURES_RECORDS], texels);
    hpi_core_loan_end(context, &borrowed);
    return result;
}

hpyr_result hpyr_features_extract_buffer(hpyr_features *features, uint32_t first, uint32_t wanted, uint32_t buffer,
                                         uint64_t offset, hpyr_report *report) {
    hpyr_report done = {0};
    hpi_gl_state state;
    uint64_t room;
    if (report)
        *report = done;
    if (!features)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = features->context;
    hpyr_result result = check_built(features);
    if (result == HPYR_OK)
        result = hpi_gl_check_offset(context, "features", offset);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_buffer_room(context, "features", buffer, offset, &room);
    if (result == HPYR_OK)
        result = clip(features, first, wanted, room / RECORD_BYTES, &done);
    if (result == HPYR_OK && done.written)
        result = draw_records(features, first, done.written);
    if (result == HPYR_OK && done.written)
        result = hpi_list_download(features->lists, 1u << features->planes[HPI_FEATURES_RECORDS].shift, buffer, offset,
                                   (uint64_t)done.written * RECORD_BYTES);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    if (result == HPYR_OK && report)
        *report = done;
    return result == HPYR_OK ? answer_of(features, first, &done) : result;
}

/* Reads the records that are drawn. The last texel may not be full, so they go through memory of whole texels. */
static hpyr_result read_records(hpyr_features *features, uint32_t count_of_records, hpyr_feature *records) {
    const size_t bytes = (size_t)count_of_records * RECORD_BYTES, texel = (size_t)TEXEL_WORDS * WORD_BYTES;
    const size_t texels = (bytes + texel - 1) / texel;
    void *words = hpi_alloc(features->context, texels * texel);
    if (!words)
        return hpi_gl_fail(features->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for %u features", count_of_records);
    hpi_gl_pixels_read_rows(features->context, 1u << features->planes[HPI_FEATURES_RECORDS].shift, texels,
                            GL_RGBA_INTEGER, GL_UNSIGNED_INT, (uint32_t)texel, words);
    memcpy(records, words, bytes);
    hpi_free(features->context, words);
    return HPYR_OK;
}

hpyr_result hpyr_features_download(hpyr_features *features, uint32_t first, uint32_t wanted, hpyr_feature *records,
                                   size_t capacity, hpyr_report *report) {
    hpyr_report done = {0};
    hpi_gl_state state;
    if (report)
        *report = done;
    if (!features || (!records && capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = features->context;
    hpyr_result result = check_built(features);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = clip(features, first, wanted, capacity, &done);
    if (result == HPYR_OK && done.written)
        result = draw_records(features, first, done.written);
    if (result == HPYR_OK && done.written)
        result = read_records(features, done.written, records);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    if (result == HPYR_OK && report)
        *report = done;
    return result == HPYR_OK ? answer_of(features, first, &done) : result;
}
