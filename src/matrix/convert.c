/* convert.c - the entries of a dense matrix.
 * Source: Ziegler et al. 2006, section 8.3; the counting, the traversal and the ranks are those of its
 * sections 5 and 6.  SPDX-License-Identifier: MIT
 *
 * One pass reads the matrix, and packs which elements are entries as bits. A leaf of 128 bits has
 * elements of one row, so each row begins a leaf of its own. A pyramid of layout BITS counts them.
 * Traversals find the entries, four a fragment, and the ranks of rows are their pointers.
 *
 *     elements of a row   |0 .. 127|128 .. 255|..   leaves 0, 1 ..       the next row begins a new leaf
 *
 * The first pass has two rows a fragment, since a gather reads 2 x 2 elements. So another one puts the
 * leaves in order. The first pass also tells which leaves have an element that is not finite. Two small
 * passes find the first one. */
#include "core/layout.h"
#include "core/traversal.h"
#include "matrix/sparse.h"

#include <math.h>
#include <string.h>

/* The units of a pyramid come first. */
enum { DENSE_UNIT = HPI_PYRAMID_UNITS, SUSPECTS_UNIT = HPI_PYRAMID_UNITS, LEAF = 128, MOST_GROUPS = 1024 };
/* Of two leaves of the matrix. */
enum { FETCHES_OF_TEXEL = 2 * LEAF };

enum { LINES = SPARSE_PLANES, OUTPUTS }; /* outputs have the order of planes */

typedef struct conversion {
    hpyr_sparse *sparse;
    const hpyr_sparse_convert_desc *desc;
    hpyr_texture dense;
    hpyr_sparse_matrix matrix;
    hpi_list_output outputs[OUTPUTS];
} conversion;

/* ---- the finder ---- */

static hpi_sparse_finder finder_of(const hpyr_sparse_desc *desc, hpyr_pyramid_desc *pyramid) {
    hpi_sparse_finder f = {.row_leaves = (desc->columns - 1) / LEAF + 1};
    f.leaves = f.row_leaves * desc->rows;
    f.pairs = (desc->rows - 1) / 2 + 1;
    f.groups = f.pairs < MOST_GROUPS ? f.pairs : MOST_GROUPS;
    *pyramid = hpi_list_columns((uint64_t)f.leaves * LEAF);
    f.width = pyramid->width;
    f.height = pyramid->height;
    return f;
}

uint64_t hpi_sparse_finder_bytes(const hpyr_context *context, const hpyr_sparse_desc *desc) {
    hpyr_pyramid_desc pyramid;
    const hpi_sparse_finder f = finder_of(desc, &pyramid);
    if (!(desc->operations & HPYR_SPARSE_OPERATION_CONVERT))
        return 0;
    return (uint64_t)f.pairs * f.row_leaves * 36 + f.groups * 4 + hpyr_pyramid_bytes(context, &pyramid);
}

hpyr_result hpi_sparse_finder_create(hpyr_sparse *sparse) {
    hpyr_context *context = sparse->context;
    hpi_sparse_finder *f = &sparse->finder;
    hpyr_pyramid_desc pyramid;
    if (!(sparse->desc.operations & HPYR_SPARSE_OPERATION_CONVERT))
        return HPYR_OK;
    hpyr_result result = hpi_gl_gather_probe(context); /* here, for a conversion does not wait */
    if (result != HPYR_OK)
        return result;
    *f = finder_of(&sparse->desc, &pyramid);
    f->packed = hpi_gl_array_create(context, HPYR_FORMAT_RGBA32UI, f->row_leaves, f->pairs, 2);
    if (f->packed)
        f->wild = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, f->row_leaves, f->pairs);
    if (f->wild)
        f->bits = hpi_gl_array_create(context, HPYR_FORMAT_RGBA32UI, f->width, f->height, 1);
    if (f->bits)
        f->suspects = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, f->groups, 1);
    return f->suspects ? hpyr_pyramid_create(context, &pyramid, &f->pyramid) : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_sparse_finder_destroy(hpyr_sparse *sparse) {
    hpi_sparse_finder *f = &sparse->finder;
    const GLuint textures[] = {f->packed, f->wild, f->bits, f->suspects};
    hpyr_pyramid_destroy(f->pyramid);
    hpi_gl_textures_delete(sparse->context, 4, textures);
}

/* ---- arguments ---- */

static hpyr_result check_dense(hpyr_sparse *sparse, const hpyr_texture *dense, hpyr_texture *resolved) {
    const hpyr_sparse_desc *desc = &sparse->desc;
    hpyr_result result = hpi_gl_texture_check(sparse->context, dense, "sparse: the dense matrix", resolved);
    if (result != HPYR_OK)
        return result;
    const hpi_gl_format *format = hpi_gl_format_of(resolved->format);
    if (resolved->target != GL_TEXTURE_2D || format->kind == HPI_CLASS_UINT || format->kind == HPI_CLASS_INT)
        return hpi_gl_fail(sparse->context, HPYR_ERROR_TEXTURE,
                           "sparse: the dense matrix must be a 2D texture without integers; it has %s", format->name);
    if (resolved->width != desc->columns || resolved->height != desc->rows)
        return hpi_gl_fail(sparse->context, HPYR_ERROR_TEXTURE,
                           "sparse: the dense matrix is a texture of %ux%u texels; %u columns and %u rows are needed",
                           resolved->width, resolved->height, desc->columns, desc->rows);
    return HPYR_OK;
}

static hpyr_result check_outputs(conversion *c) {
    hpyr_lists *lists = c->sparse->lists;
    hpi_list_output three[HPI_SPARSE_OUTPUTS];
    hpyr_list rows = c->desc->rows;
    hpyr_result result = hpi_sparse_check_outputs(c->sparse, &c->matrix, "sparse", three);
    c->outputs[LINES] = three[0];
    c->outputs[SPARSE_INDICES] = three[1];
    c->outputs[SPARSE_VALUES] = three[2];
    if (result == HPYR_OK)
        result = hpi_sparse_check_type(c->sparse, "sparse: rows", HPYR_LIST_TYPE_UINT, &rows);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &rows, "sparse: rows", c->matrix.capacity, HPYR_LIST_TYPE_UINT,
                                       &c->outputs[SPARSE_ROWS]);
    return result == HPYR_OK ? hpi_list_outputs_apart(lists, "sparse", c->outputs, OUTPUTS) : result;
}

static hpyr_result check(conversion *c) {
    const hpyr_sparse_desc *desc = &c->sparse->desc;
    const double epsilon = c->desc->epsilon;
    if (!isfinite(epsilon) || epsilon < 0)
        return hpi_gl_fail(c->sparse->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "sparse: epsilon is %g; it must be finite and not negative", epsilon);
    hpyr_result result = hpi_sparse_check(c->sparse, &c->desc->sparse, "sparse", &c->matrix);
    if (result == HPYR_OK && (c->matrix.rows != desc->rows || c->matrix.columns != desc->columns))
        result = hpi_gl_fail(c->sparse->context, HPYR_ERROR_INVALID_ARGUMENT,
                             "sparse: %ux%u elements; the memory was made for %ux%u", c->matrix.rows, c->matrix.columns,
                             desc->rows, desc->columns);
    if (result == HPYR_OK)
        result = check_dense(c->sparse, &c->desc->dense, &c->dense);
    return result == HPYR_OK ? check_outputs(c) : result;
}

/* ---- passes ---- */

static void set_unsigned(const conversion *c, GLuint program, const char *name, uint32_t value) {
    glUniform1ui(hpi_gl_location(c->sparse->context, program, "", name), value);
}

static void define_channel(const conversion *c, hpi_text *defines) {
    hpi_text_print(defines, "#define HPYR_CHANNEL .%c\n", "rgba"[hpi_gl_channel_of(c->dense.format, c->dense.channel)]);
}

/* The matrix is borrowed until hpi_gl_texture_return. */
static void bind_dense(const conversion *c, GLuint program, hpi_gl_borrowed *borrowed) {
    const hpyr_context *context = c->sparse->context;
    hpi_gl_texture_borrow(context, &c->dense, DENSE_UNIT, borrowed);
    glUniform1i(hpi_gl_location(context, program, "", "dense"), DENSE_UNIT);
    glUniform2f(hpi_gl_location(context, program, "", "dense_scale"), 1.0f / (float)c->dense.width,
                1.0f / (float)c->dense.height);
    set_unsigned(c, program, "row_leaves", c->sparse->finder.row_leaves);
}

/* Draws into textures of the same size. */
static hpyr_result draw(const conversion *c, const GLuint *textures, uint32_t count, const hpi_gl_layers *layers,
                        uint32_t width, uint32_t height) {
    const hpyr_context *context = c->sparse->context;
    GLuint framebuffer = hpi_gl_framebuffer_create(context, textures, count, layers);
    if (!framebuffer)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "sparse: this GL cannot render to R32UI and RGBA32UI together");
    hpi_gl_viewport(context, 0, 0, width, height);
    hpi_gl_draw_bands(context, (uint64_t)width * height * FETCHES_OF_TEXEL);
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return HPYR_OK;
}

static hpyr_result pack_program(const conversion *c, bool gathers, GLuint *program) {
    hpi_text defines = HPI_TEXT(c->sparse->context);
    define_channel(c, &defines);
    hpi_text_add(&defines, gathers ? "#define HPYR_GATHERS\n" : "");
    const hpi_gl_program_desc desc = {
        .fragment = {.entry = "matrix/pack.frag.glsl"}, .defines = &defines, .gathers = gathers};
    hpyr_result result = hpi_gl_program_get(c->sparse->context, &desc, program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

/* The largest float that is not above `value`, which is not negative. */
static float float_below(double value) {
    const float rounded = (float)value;
    return (double)rounded > value ? nextafterf(rounded, 0) : rounded;
}

/* Reads the matrix. */
static hpyr_result pack(const conversion *c) {
    const hpyr_context *context = c->sparse->context;
    const hpi_sparse_finder *f = &c->sparse->finder;
    const hpi_gl_layers rows = {.texture = f->packed, .count = 2};
    const bool gathers = context->gathers && hpi_gl_format_of(c->dense.format)->channels == 1;
    hpi_gl_borrowed borrowed;
    const float below = float_below(c->desc->epsilon);
    int32_t epsilon;
    GLuint program;
    memcpy(&epsilon, &below, sizeof epsilon);
    hpyr_result result = pack_program(c, gathers, &program);
    if (result != HPYR_OK)
        return result;
    bind_dense(c, program, &borrowed);
    glUniform1i(hpi_gl_location(context, program, "", "epsilon"), epsilon & INT32_MAX); /* -0 is 0 */
    glUniform2i(hpi_gl_location(context, program, "", "size"), (GLint)c->dense.width, (GLint)c->dense.height);
    result = draw(c, &f->wild, 1, &rows, f->row_leaves, f->pairs);
    hpi_gl_texture_return(context, &borrowed, DENSE_UNIT);
    return result;
}

static hpyr_result order_leaves(const conversion *c) {
    const hpi_sparse_finder *f = &c->sparse->finder;
    const hpi_gl_layers bits = {.texture = f->bits, .count = 1};
    hpi_text defines = HPI_TEXT(c->sparse->context);
    GLuint program;
    hpyr_result result = hpi_list_program(c->sparse->lists, "matrix/leaves.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind(c->sparse->lists, program, "packed", HPI_PYRAMID_UNIT, GL_TEXTURE_2D_ARRAY, f->packed);
    set_unsigned(c, program, "row_leaves", f->row_leaves);
    set_unsigned(c, program, "rows", c->matrix.rows);
    glUniform2f(hpi_gl_location(c->sparse->context, program, "", "packed_scale"), 1.0f / (float)f->row_leaves,
                1.0f / (float)f->pairs);
    return draw(c, NULL, 0, &bits, f->width, f->height);
}

static hpyr_result build(const conversion *c) {
    const hpi_sparse_finder *f = &c->sparse->finder;
    const hpyr_texture bits = {.name = f->bits,
                               .target = GL_TEXTURE_2D_ARRAY,
                               .width = f->width,
                               .height = f->height,
                               .depth = 1,
                               .format = HPYR_FORMAT_RGBA32UI};
    hpyr_result result = pack(c);
    if (result == HPYR_OK)
        result = order_leaves(c);
    return result == HPYR_OK ? hpyr_pyramid_build_bits(f->pyramid, &bits) : result;
}

/* Makes a program that traverses the pyramid. The pyramid is in use until hpi_core_release. */
static hpyr_result use_pyramid(const conversion *c, const char *entry, hpi_text *defines, GLuint *program,
                               hpi_loan *loan) {
    const hpyr_pyramid *pyramid = c->sparse->finder.pyramid;
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = entry};
    hpi_core_add_level_defines(pyramid, defines);
    hpyr_result result = hpi_core_program(pyramid, &stage, false, hpi_text_get(defines), program);
    hpi_text_free(defines);
    return result == HPYR_OK
               ? hpi_core_use(pyramid, *program, HPI_DEFAULT_PREFIX, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, loan)
               : result;
}

static hpyr_result draw_entries(const conversion *c) {
    hpyr_sparse *sparse = c->sparse;
    const hpi_gl_layers none = {0};
    const hpi_list_plane *plane = &sparse->planes[SPARSE_INDICES];
    const uint32_t width = 1u << plane->shift, texels = hpi_list_texels(c->matrix.capacity);
    hpi_text defines = HPI_TEXT(c->sparse->context);
    hpi_loan bits;
    hpi_gl_borrowed dense;
    GLuint program, textures[SPARSE_PLANES];
    if (!c->outputs[SPARSE_INDICES].is_there && !c->outputs[SPARSE_VALUES].is_there &&
        !c->outputs[SPARSE_ROWS].is_there)
        return HPYR_OK;
    define_channel(c, &defines);
    hpyr_result result = use_pyramid(c, "matrix/entries.frag.glsl", &defines, &program, &bits);
    if (result != HPYR_OK)
        return result;
    bind_dense(c, program, &dense);
    glUniform2i(hpi_gl_location(sparse->context, program, "", "target_row"), (GLint)(width - 1), plane->shift);
    for (hpi_sparse_plane i = SPARSE_INDICES; i < SPARSE_PLANES; i++)
        textures[i] = sparse->planes[i].texture;
    result = draw(c, textures, c->outputs[SPARSE_ROWS].is_there ? SPARSE_PLANES : SPARSE_ROWS, &none,
                  texels < width ? texels : width, ((texels - 1) >> plane->shift) + 1);
    hpi_gl_texture_return(sparse->context, &dense, DENSE_UNIT);
    hpi_core_loan_end(sparse->context, &bits);
    return result;
}

static hpyr_result draw_pointers(const conversion *c) {
    hpyr_sparse *sparse = c->sparse;
    hpi_text defines = HPI_TEXT(c->sparse->context);
    hpi_loan bits;
    GLuint program;
    if (!c->outputs[LINES].is_there)
        return HPYR_OK;
    hpyr_result result = use_pyramid(c, "matrix/pointers.frag.glsl", &defines, &program, &bits);
    if (result != HPYR_OK)
        return result;
    set_unsigned(c, program, "row_leaves", sparse->finder.row_leaves);
    set_unsigned(c, program, "rows", c->matrix.rows);
    result = hpi_list_draw(sparse->lists, program, &sparse->lines, hpi_list_texels(c->matrix.rows + 1));
    hpi_core_loan_end(sparse->context, &bits);
    return result;
}

/* ---- what is found ---- */

static hpyr_result draw_suspects(const conversion *c) {
    const hpi_sparse_finder *f = &c->sparse->finder;
    hpi_text defines = HPI_TEXT(c->sparse->context);
    GLuint program;
    hpyr_result result = hpi_list_program(c->sparse->lists, "matrix/suspects.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind(c->sparse->lists, program, "wild", HPI_PYRAMID_UNIT, GL_TEXTURE_2D, f->wild);
    set_unsigned(c, program, "row_leaves", f->row_leaves);
    set_unsigned(c, program, "group_pairs", (f->pairs - 1) / f->groups + 1);
    set_unsigned(c, program, "pairs", f->pairs);
    set_unsigned(c, program, "leaves", f->leaves);
    if (!hpi_gl_target(c->sparse->context, f->suspects, 0, f->groups, 1))
        return hpi_gl_fail(c->sparse->context, HPYR_ERROR_GL, "sparse: this GL cannot render to R32UI");
    hpi_gl_draw_fullscreen(c->sparse->context);
    return HPYR_OK;
}

static hpyr_result draw_found(const conversion *c, hpyr_lists *counter) {
    const hpi_sparse_finder *f = &c->sparse->finder;
    hpi_text defines = HPI_TEXT(c->sparse->context);
    hpi_loan bits;
    GLuint program;
    hpyr_result result = draw_suspects(c);
    if (result == HPYR_OK)
        result = use_pyramid(c, "matrix/found.frag.glsl", &defines, &program, &bits);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind(counter, program, "suspects", SUSPECTS_UNIT, GL_TEXTURE_2D, f->suspects);
    glUniform1i(hpi_gl_location(c->sparse->context, program, "", "groups"), (GLint)f->groups);
    set_unsigned(c, program, "leaves", f->leaves);
    result = hpi_list_draw_found(counter);
    hpi_core_loan_end(c->sparse->context, &bits);
    return result;
}

/* ---- public ---- */

static hpyr_result write_outputs(const conversion *c) {
    hpyr_sparse *sparse = c->sparse;
    hpyr_result result = hpi_list_write(sparse->lists, &sparse->lines, &c->outputs[LINES]);
    for (hpi_sparse_plane i = SPARSE_INDICES; result == HPYR_OK && i < SPARSE_PLANES; i++)
        result = hpi_list_write(sparse->lists, &sparse->planes[i], &c->outputs[i]);
    return result;
}

static hpyr_result convert(hpyr_lists *counter, const void *given) {
    conversion c = *(const conversion *)given;
    hpyr_result result = check(&c);
    if (result == HPYR_OK)
        result = build(&c);
    if (result == HPYR_OK)
        result = draw_entries(&c);
    if (result == HPYR_OK)
        result = draw_pointers(&c);
    if (result == HPYR_OK)
        result = draw_found(&c, counter);
    c.sparse->finder.room = c.matrix.capacity;
    return result == HPYR_OK ? write_outputs(&c) : result;
}

hpyr_result hpyr_sparse_convert(hpyr_sparse *sparse, const hpyr_sparse_convert_desc *desc) {
    const conversion c = {.sparse = sparse, .desc = desc};
    if (!sparse || !desc)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_sparse_run(sparse, HPYR_SPARSE_OPERATION_CONVERT, "sparse", sparse->counter, convert, &c);
}

static void log_suspect(const hpyr_sparse *sparse, uint32_t leaf) {
    const uint32_t row = leaf / sparse->finder.row_leaves, column = leaf % sparse->finder.row_leaves * LEAF;
    const uint32_t end = column + LEAF < sparse->desc.columns ? column + LEAF : sparse->desc.columns;
    hpi_gl_log(sparse->context, HPYR_LOG_LEVEL_WARNING,
               "sparse: an element of row %u, columns %u to %u, is NaN or infinite", row, column, end - 1);
}

static hpyr_result ask(hpyr_sparse *sparse, uint32_t *count, bool patient) {
    if (count)
        *count = 0;
    if (!sparse || !count)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_list_ask(sparse->counter, "sparse", patient);
    if (result != HPYR_OK)
        return result;
    const uint32_t *answer = sparse->counter->answer;
    *count = answer[0];
    if (answer[1]) {
        log_suspect(sparse, answer[2]);
        return HPYR_NOT_FINITE;
    }
    return answer[0] > sparse->finder.room ? HPYR_TRUNCATED : HPYR_OK;
}

hpyr_result hpyr_sparse_count(hpyr_sparse *sparse, uint32_t *count) {
    return ask(sparse, count, true);
}

hpyr_result hpyr_sparse_try_count(hpyr_sparse *sparse, uint32_t *count) {
    return ask(sparse, count, false);
}
