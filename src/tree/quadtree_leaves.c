/* quadtree_leaves.c - the leaves as a list in buffers and CPU memory, and painted into a texture.
 * Source: Ziegler et al. 2006, section 8.4.  SPDX-License-Identifier: MIT
 *
 * The pyramid tells where leaves begin. A pass over these points finds the value of each leaf, another one
 * puts its place, its size and the value together, and glReadPixels copies these records to the caller. */
#include "tree/quadtree_object.h"

#include "core/output.h"
#include "core/traversal.h"

#include <string.h>

enum { MOST_ROWS = 512, ROWS_MORE = 8, RECORD = sizeof(hpyr_quadtree_leaf), RECORD_TEXELS = 2, TEXEL = 16 };

/* Of the level and the value of a leaf. */
enum { FETCHES_OF_VALUE = 13 };

/* ---- what both read ---- */

/* The image is read again, and the caller may have changed it since the build. */
static hpyr_result begin(const hpyr_quadtree *tree, const char *entry, GLuint *program, hpi_gl_borrowed *borrowed) {
    const int last = hpi_quadtree_mipmaps(tree) - 1;
    hpyr_texture image;
    hpyr_result result = hpi_gl_texture_check(tree->context, &tree->image, "quadtree image", &image);
    if (result == HPYR_OK)
        result = hpi_quadtree_program(tree, entry, "", program);
    if (result != HPYR_OK)
        return result;
    hpi_quadtree_show(tree, *program, "low", HPI_QUADTREE_LOW_UNIT, HPI_QUADTREE_LOW, 0, last);
    hpi_quadtree_show(tree, *program, "high", HPI_QUADTREE_HIGH_UNIT, HPI_QUADTREE_HIGH, 0, last);
    hpi_quadtree_use(tree, *program, HPI_DEFAULT_PREFIX, HPI_QUADTREE_LEVELS_UNIT);
    hpi_gl_texture_borrow(tree->context, &image, HPI_QUADTREE_IMAGE_UNIT, borrowed);
    hpi_quadtree_set(tree, *program, "image", HPI_QUADTREE_IMAGE_UNIT);
    glUniform2f(hpi_gl_location(tree->context, *program, "", "halves"), 0.5f, 0.5f);
    hpi_quadtree_set_pair(tree, *program, "size", tree->desc.width, tree->desc.height);
    hpi_quadtree_set_pair(tree, *program, "side", tree->side[0], tree->side[1]);
    return HPYR_OK;
}

/* ---- the list ---- */

static hpyr_result reserve(hpyr_quadtree *tree, uint32_t count) {
    GLuint *const lists[] = {&tree->list, &tree->values, &tree->records};
    uint32_t rows = (count - 1) / HPI_QUADTREE_ROW + 1;
    rows = rows < MOST_ROWS ? (rows + ROWS_MORE - 1) / ROWS_MORE * ROWS_MORE : MOST_ROWS;
    if (rows <= tree->rows)
        return HPYR_OK;
    tree->rows = 0;
    for (int i = 0; i < 3; i++) {
        glDeleteTextures(1, lists[i]);
        *lists[i] = hpi_gl_texture_create(tree->context, HPYR_FORMAT_RGBA32UI, HPI_QUADTREE_ROW,
                                          i == 2 ? rows * RECORD_TEXELS : rows);
        if (!*lists[i])
            return HPYR_ERROR_OUT_OF_MEMORY;
    }
    tree->rows = rows;
    return HPYR_OK;
}

/* Draws so many texels with the program in use, which reads the points. */
static hpyr_result draw_list(const hpyr_quadtree *tree, GLuint program, GLuint target, uint32_t texels) {
    hpi_gl_texture_bind(tree->context, HPI_QUADTREE_MORE_UNIT, GL_TEXTURE_2D, tree->list);
    hpi_quadtree_set(tree, program, "list", HPI_QUADTREE_MORE_UNIT);
    if (!hpi_gl_target(tree->context, target, 0, HPI_QUADTREE_ROW, (texels - 1) / HPI_QUADTREE_ROW + 1))
        return hpi_gl_fail(tree->context, HPYR_ERROR_GL, "quadtree: this GL cannot render to RGBA32UI");
    hpi_gl_draw_fullscreen(tree->context);
    return HPYR_OK;
}

static hpyr_result draw_values(const hpyr_quadtree *tree, uint32_t count) {
    hpi_gl_borrowed borrowed;
    GLuint program;
    hpyr_result result = begin(tree, "tree/values.frag.glsl", &program, &borrowed);
    if (result != HPYR_OK)
        return result;
    result = draw_list(tree, program, tree->values, count);
    hpi_gl_texture_return(tree->context, &borrowed, HPI_QUADTREE_IMAGE_UNIT);
    return result;
}

/* Draws the records of so many leaves, which stay bound for reading. */
static hpyr_result draw_records(const hpyr_quadtree *tree, uint32_t first, uint32_t count) {
    const hpyr_texture list = {
        .name = tree->list, .width = HPI_QUADTREE_ROW, .height = tree->rows, .format = HPYR_FORMAT_RGBA32UI};
    GLuint program;
    hpyr_result result = hpyr_pyramid_extract_texture(tree->pyramid, first, count, &list, NULL);
    if (result == HPYR_OK)
        result = draw_values(tree, count);
    if (result == HPYR_OK)
        result = hpi_quadtree_program(tree, "tree/records.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_quadtree_use(tree, program, HPI_DEFAULT_PREFIX, HPI_QUADTREE_LEVELS_UNIT);
    hpi_quadtree_set_pair(tree, program, "size", tree->desc.width, tree->desc.height);
    hpi_gl_texture_bind(tree->context, HPI_QUADTREE_LOW_UNIT, GL_TEXTURE_2D, tree->values);
    hpi_quadtree_set(tree, program, "values", HPI_QUADTREE_LOW_UNIT);
    return draw_list(tree, program, tree->records, count * RECORD_TEXELS);
}

/* `place` is an address, or an offset in `buffer` if that is not 0. */
static hpyr_result write_range(hpyr_quadtree *tree, uint32_t first, uint32_t count, GLuint buffer, uintptr_t place) {
    hpyr_result result = reserve(tree, count);
    for (uint32_t done = 0; result == HPYR_OK && done < count;) {
        const uint32_t largest = HPI_QUADTREE_ROW * tree->rows, left = count - done;
        const uint32_t part = left < largest ? left : largest;
        result = draw_records(tree, first + done, part);
        if (result != HPYR_OK)
            break;
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        hpi_gl_pixels_read_rows(tree->context, HPI_QUADTREE_ROW, (uint64_t)part * RECORD_TEXELS, GL_RGBA_INTEGER,
                                GL_UNSIGNED_INT, TEXEL, (void *)(place + (uintptr_t)done * RECORD));
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        if (buffer)
            result = hpi_gl_buffer_settle(tree->context, buffer);
        done += part;
    }
    return result;
}

static hpyr_result write_list(hpyr_quadtree *tree, uint32_t first, uint32_t count, uint64_t capacity, GLuint buffer,
                              uintptr_t place, hpyr_report *report) {
    hpyr_result result = hpi_core_wait_total(tree->pyramid);
    if (result != HPYR_OK)
        return result;
    *report = hpi_range(tree->pyramid->total, first, count, capacity);
    if (report->written)
        result = write_range(tree, first, (uint32_t)report->written, buffer, place);
    return result == HPYR_OK && report->written < report->available ? HPYR_TRUNCATED : result;
}

/* A call that failed, or has not got its programs yet, has written no records. */
static hpyr_result leave(hpyr_quadtree *tree, const hpi_gl_state *state, hpyr_result result, hpyr_report *report) {
    hpi_gl_target_release(tree->context);
    result = hpi_gl_state_leave(tree->context, state, result);
    if (result < 0 || result == HPYR_NOT_READY)
        report->written = 0;
    return result;
}

hpyr_result hpyr_quadtree_extract_buffer(hpyr_quadtree *tree, uint32_t first, uint32_t count, uint32_t buffer,
                                         uint64_t offset, hpyr_report *report) {
    hpyr_report own;
    hpi_gl_state state;
    uint64_t room;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!tree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_quadtree_check_built(tree, "quadtree");
    if (result == HPYR_OK)
        result = hpi_gl_check_offset(tree->context, "quadtree", offset);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(tree->context, &state);
    result = hpi_gl_buffer_room(tree->context, "quadtree", buffer, offset, &room);
    if (result == HPYR_OK)
        result = write_list(tree, first, count, room / RECORD, buffer, (uintptr_t)offset, report);
    return leave(tree, &state, result, report);
}

hpyr_result hpyr_quadtree_download(hpyr_quadtree *tree, uint32_t first, uint32_t count, hpyr_quadtree_leaf *leaves,
                                   size_t capacity, hpyr_report *report) {
    hpyr_report own;
    hpi_gl_state state;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!tree || (!leaves && capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_quadtree_check_built(tree, "quadtree");
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(tree->context, &state);
    result = write_list(tree, first, count, capacity, 0, (uintptr_t)leaves, report);
    return leave(tree, &state, result, report);
}

/* ---- painting ---- */

static hpyr_result check_target(const hpyr_quadtree *tree, const hpyr_texture *stated, hpyr_texture *target) {
    const hpyr_quadtree_desc *desc = &tree->desc;
    hpyr_result result = hpi_gl_texture_check(tree->context, stated, "quadtree target", target);
    if (result != HPYR_OK)
        return result;
    if (target->target != GL_TEXTURE_2D || target->format != desc->format || target->width < desc->width ||
        target->height < desc->height)
        return hpi_gl_fail(tree->context, HPYR_ERROR_TEXTURE,
                           "quadtree target: %ux%u texels of %s, target 0x%04x; it must be a 2D texture of at least "
                           "%ux%u texels of %s",
                           target->width, target->height, hpi_gl_format_of(target->format)->name, target->target,
                           desc->width, desc->height, hpi_gl_format_of(desc->format)->name);
    if (target->name == tree->image.name)
        return hpi_gl_fail(tree->context, HPYR_ERROR_TEXTURE, "quadtree target: texture %u is the image that is read",
                           target->name);
    return HPYR_OK;
}

static hpyr_result paint(const hpyr_quadtree *tree, const hpyr_texture *stated) {
    hpi_gl_borrowed image, painted;
    hpyr_texture target;
    GLuint program;
    hpyr_result result = check_target(tree, stated, &target);
    if (result == HPYR_OK)
        result = begin(tree, "tree/paint.frag.glsl", &program, &image);
    if (result != HPYR_OK)
        return result;
    if (hpi_gl_target_borrow(tree->context, &target, HPI_QUADTREE_MORE_UNIT, tree->desc.width, tree->desc.height,
                             &painted))
        hpi_gl_draw_bands(tree->context, (uint64_t)tree->desc.width * tree->desc.height * FETCHES_OF_VALUE);
    else
        result = hpi_gl_fail(tree->context, HPYR_ERROR_TEXTURE, "quadtree target: this GL cannot render to %s",
                             hpi_gl_format_of(target.format)->name);
    hpi_gl_target_return(tree->context, &painted, HPI_QUADTREE_MORE_UNIT);
    hpi_gl_texture_return(tree->context, &image, HPI_QUADTREE_IMAGE_UNIT);
    return result;
}

hpyr_result hpyr_quadtree_paint(hpyr_quadtree *tree, const hpyr_texture *target) {
    hpi_gl_state state;
    if (!tree || !target)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_quadtree_check_built(tree, "quadtree");
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(tree->context, &state);
    return hpi_gl_state_leave(tree->context, &state, paint(tree, target));
}
