/* merge.c - a stable merge sort in fragment shaders.
 * Sources: O. Green, R. McColl, D. A. Bader, "GPU merge path", ICS 2012; K. E. Batcher, "Sorting
 * networks and their applications", AFIPS 1968.  SPDX-License-Identifier: MIT
 *
 * It sorts items: keys, each with the position in the list that it came from. So no two items are equal,
 * the sort is stable, and values are fetched once, at the end, by their positions.
 *
 *     first pass: runs of 32    splits, merge: runs of 64    splits, merge: runs of 128 ..
 *
 * An item is one word if a key and a position fit into its 32 bits, or if positions are not asked for. Else
 * it is a pair of words. A fragment writes a block of 32 words or of sixteen pairs, all in registers, to
 * eight targets. A merge reads about as much as it writes, whatever the keys are; where its blocks begin in
 * both runs, a small pass has found before. In lists of up to 2^14 entries blocks search that by themselves. Longer ones are asked once,
 * after the first pass, whether they are in order already. docs/lists.md has the other ways that were tried.
 *
 * Where a pass has fewer than eight targets, each block is drawn twice: once to the first four layers, once
 * to the others. */
#include "list/merge.h"
#include "list/parts.h"

enum {
    INPUT_UNIT = 1,
    SPLITS_UNIT = 2,
    LENGTH_UNIT = 3,
    DISORDER_UNIT = 4,
    KEY_BITS = 32,
    BLOCK_GROUPS = 4, /* groups of two texels that a fragment writes: see order.glsl */
    BLOCK_LAYERS = 8,
    HALF_LAYERS = BLOCK_LAYERS / 2,
    GROUP_PAIRS = 4, /* items of a group */
    GROUP_WORDS = 8,
    FIRST_RUN = 32,      /* items of a run after the first pass */
    LEAST_RUN = 1 << 12, /* items of a run for which words pay, if they become pairs later */
    SPLIT_BLOCKS = 8,    /* blocks whose splits a fragment finds */
    SPLIT_LAYERS = 2,
    LEAST_SHIFT = 3, /* a row of blocks has eight or more */
    PADDING = 4,     /* texels behind a row: rows whose bytes are a power of two meet in a cache */
    TEXEL_BYTES = 16,
    SHORT_LIST = 1 << 14, /* up to so many entries, calling a draw costs more than what it shades */
    MARK_RUNS = 16,       /* runs whose ends a vertex looks at: see disorder.vert.glsl */
    MARK_FETCHES = 2 * MARK_RUNS
};

enum { MOST_DRAWS = 2 };

/* An array texture of pixels in rows of 1 << shift. Each framebuffer has `layers` layers of it. */
typedef struct grid {
    GLuint texture, framebuffers[MOST_DRAWS];
    uint32_t layers;
    int shift;
    uint32_t width, rows;
} grid;

struct hpi_list_sorter {
    grid items[2], splits;
    int current;     /* which of `items` is sorted farthest */
    GLuint disorder; /* one texel: 0 if the first runs are in order already */
    hpi_list_plane second;
    GLuint both;            /* a framebuffer of second and lists->result */
    bool are_words;         /* else they are pairs */
    uint32_t position_bits; /* of a word */
    uint32_t group;         /* items of a group */
    uint32_t blocks;
};

/* ---- the part of the workspace ---- */

/* Divides, and rounds up. */
static uint32_t parts_of(uint32_t count, uint32_t part) {
    return count / part + (count % part ? 1 : 0);
}

static uint32_t rows_of(uint32_t pixels, int shift) {
    return ((pixels - 1) >> shift) + 1;
}

/* Up to twice as many rows as blocks in a row: GPUs and llvmpipe shade squares of pixels, which one or two long rows would leave mostly
 * empty. */
static grid grid_of(uint32_t pixels) {
    grid g = {.shift = LEAST_SHIFT};
    while (rows_of(pixels, g.shift) > 2u << g.shift && g.shift < 12)
        g.shift++;
    g.width = (1u << g.shift) + PADDING;
    g.rows = rows_of(pixels, g.shift);
    return g;
}

static uint64_t grid_bytes(uint32_t pixels, uint32_t layers) {
    grid g = grid_of(pixels);
    return (uint64_t)g.width * g.rows * layers * TEXEL_BYTES;
}

static uint64_t part_bytes(const hpyr_context *context, uint32_t capacity) {
    uint32_t blocks = parts_of(capacity, BLOCK_GROUPS * GROUP_PAIRS);
    (void)context;
    return 2 * grid_bytes(blocks, BLOCK_LAYERS) + grid_bytes(parts_of(blocks, SPLIT_BLOCKS), SPLIT_LAYERS) +
           hpi_list_plane_bytes(hpi_list_texels(capacity)) + sizeof(uint32_t); /* and the mark */
}

static hpyr_result grid_create(const hpyr_context *context, uint32_t pixels, uint32_t layers, grid *g) {
    *g = grid_of(pixels);
    g->layers = layers > context->targets ? HALF_LAYERS : layers;
    g->texture = hpi_gl_array_create(context, HPYR_FORMAT_RGBA32UI, g->width, g->rows, layers);
    if (!g->texture)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < layers / g->layers; i++) {
        g->framebuffers[i] = hpi_gl_layers_framebuffer(context, g->texture, 0, i * g->layers, g->layers);
        if (!g->framebuffers[i])
            return HPYR_ERROR_GL;
    }
    return HPYR_OK;
}

static hpyr_result part_create(hpyr_lists *lists) {
    const hpyr_context *context = lists->context;
    const uint32_t capacity = lists->desc.capacity, blocks = parts_of(capacity, BLOCK_GROUPS * GROUP_PAIRS);
    struct hpi_list_sorter *sorter = lists->sorter = hpi_alloc_zeros(lists->context, 1, sizeof *sorter);
    if (!sorter)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a workspace");
    hpyr_result result = grid_create(context, blocks, BLOCK_LAYERS, &sorter->items[0]);
    if (result == HPYR_OK)
        result = grid_create(context, blocks, BLOCK_LAYERS, &sorter->items[1]);
    if (result == HPYR_OK)
        result = grid_create(context, parts_of(blocks, SPLIT_BLOCKS), SPLIT_LAYERS, &sorter->splits);
    if (result != HPYR_OK)
        return result;
    sorter->second = hpi_list_plane_create(context, hpi_list_texels(capacity));
    sorter->disorder = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, 1, 1);
    if (!sorter->second.texture || !sorter->disorder)
        return HPYR_ERROR_OUT_OF_MEMORY;
    const GLuint planes[] = {sorter->second.texture, lists->result.texture};
    sorter->both = hpi_gl_levels_framebuffer(context, planes, 2, 0);
    return sorter->both ? HPYR_OK : HPYR_ERROR_GL;
}

static void grid_destroy(const hpyr_context *context, const grid *g) {
    hpi_gl_framebuffers_delete(context, MOST_DRAWS, g->framebuffers);
    hpi_gl_textures_delete(context, 1, &g->texture);
}

static void part_destroy(hpyr_lists *lists) {
    struct hpi_list_sorter *sorter = lists->sorter;
    if (!sorter)
        return;
    grid_destroy(lists->context, &sorter->items[0]);
    grid_destroy(lists->context, &sorter->items[1]);
    grid_destroy(lists->context, &sorter->splits);
    hpi_gl_framebuffers_delete(lists->context, 1, &sorter->both);
    hpi_gl_textures_delete(lists->context, 1, &sorter->disorder);
    hpi_list_plane_destroy(lists->context, &sorter->second);
    hpi_free(lists->context, sorter);
}

const hpi_list_part hpi_list_sort_part = {HPYR_LIST_OPERATION_SORT, part_bytes, part_create, part_destroy};

const hpi_list_plane *hpi_list_second_result(const hpyr_lists *lists) {
    return &lists->sorter->second;
}

/* ---- passes ---- */

static void set_grid(const hpyr_lists *lists, GLuint program, const grid *g, const char *row, const char *scale) {
    const hpyr_context *context = lists->context;
    float x = 1.0f / (float)g->width, y = 1.0f / (float)g->rows;
    glUniform2i(hpi_gl_location(context, program, "", row), (1 << g->shift) - 1, g->shift);
    if (scale)
        glUniform4f(hpi_gl_location(context, program, "", scale), x, y, x / 2, y / 2);
}

/* Draws the first `pixels` pixels of a grid with the program in use. */
static void draw(const hpyr_lists *lists, GLuint program, const grid *g, uint32_t pixels) {
    const hpyr_context *context = lists->context;
    uint32_t width = 1u << g->shift;
    set_grid(lists, program, g, "target_row", NULL);
    for (int i = 0; i < MOST_DRAWS && g->framebuffers[i]; i++) {
        hpi_gl_targets_bind(context, g->framebuffers[i], g->layers);
        hpi_gl_viewport(context, 0, 0, pixels < width ? pixels : width, rows_of(pixels, g->shift));
        glUniform1i(hpi_gl_location(context, program, "", "half"), i);
        hpi_gl_draw_fullscreen(context);
    }
}

/* Sets the uniforms of word.glsl. */
static void set_word(const hpyr_lists *lists, GLuint program) {
    const struct hpi_list_sorter *sorter = lists->sorter;
    const uint32_t bits = sorter->position_bits;
    glUniform1i(hpi_gl_location(lists->context, program, "", "position_bits"), (GLint)bits);
    glUniform1ui(hpi_gl_location(lists->context, program, "", "position_mask"),
                 sorter->are_words ? (UINT32_C(1) << bits) - 1 : UINT32_MAX);
}

void hpi_list_bind_sorted(const hpyr_lists *lists, GLuint program) {
    const struct hpi_list_sorter *sorter = lists->sorter;
    const grid *items = &sorter->items[sorter->current];
    hpi_list_bind(lists, program, "items", HPI_ITEMS_UNIT, GL_TEXTURE_2D_ARRAY, items->texture);
    set_grid(lists, program, items, "items_row", "items_scale");
    glUniform1i(hpi_gl_location(lists->context, program, "", "are_words"), sorter->are_words);
    set_word(lists, program);
}

/* Sets the uniforms of sort_key.glsl. */
static void set_key(const hpyr_lists *lists, const hpi_list_sorting *sorting, GLuint program) {
    const hpyr_context *context = lists->context;
    hpi_list_set_type(lists, program, sorting->input.type);
    glUniform1i(hpi_gl_location(context, program, "", "descending"), sorting->is_descending);
    glUniform1i(hpi_gl_location(context, program, "", "shift"), (GLint)sorting->shift);
    glUniform1ui(hpi_gl_location(context, program, "", "mask"), sorting->mask);
    glUniform1ui(hpi_gl_location(context, program, "", "most"), sorting->most);
}

/* Adds the defines of a program that writes words or pairs. */
static void define_items(const hpyr_lists *lists, bool are_words, hpi_text *defines) {
    if (are_words)
        hpi_text_add(defines, "#define HPYR_WORDS\n");
    if (lists->sorter->items[0].layers < BLOCK_LAYERS)
        hpi_text_add(defines, "#define HPYR_HALVES\n");
}

static hpyr_result draw_first(hpyr_lists *lists, const hpi_list_sorting *sorting) {
    struct hpi_list_sorter *sorter = lists->sorter;
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    define_items(lists, sorter->are_words, &defines);
    hpi_list_input_define(&sorting->input, &defines);
    hpi_list_length_define(&sorting->length, &defines);
    hpyr_result result = hpi_list_program(lists, "list/sort_first.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, &sorting->input, program, INPUT_UNIT);
    hpi_list_length_bind(lists, &sorting->length, program, LENGTH_UNIT);
    set_key(lists, sorting, program);
    set_word(lists, program);
    sorter->current = 0;
    draw(lists, program, &sorter->items[0], sorter->blocks);
    return HPYR_OK;
}

/* Puts a program to use that reads the items and knows which runs are merged. It draws in any case where it `is_needed`, else only
 * where the first runs are not in order. `defines` is freed. */
static hpyr_result use_runs(hpyr_lists *lists, const char *entry, hpi_text *defines, uint32_t run, bool is_needed,
                            GLuint *program) {
    const hpyr_context *context = lists->context;
    const struct hpi_list_sorter *sorter = lists->sorter;
    const hpi_gl_stage vertex = {.entry = "list/unless_sorted.vert.glsl"};
    hpyr_result result = hpi_list_program_of(lists, &vertex, entry, defines, program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_sorted(lists, *program);
    hpi_list_bind(lists, *program, "disorder", DISORDER_UNIT, GL_TEXTURE_2D, sorter->disorder);
    glUniform1i(hpi_gl_location(context, *program, "", "is_needed"), is_needed);
    glUniform1i(hpi_gl_location(context, *program, "", "run"), (GLint)run);
    glUniform1i(hpi_gl_location(context, *program, "", "total"), (GLint)(sorter->blocks * BLOCK_GROUPS));
    return HPYR_OK;
}

static hpyr_result draw_splits(hpyr_lists *lists, uint32_t run, bool is_needed) {
    struct hpi_list_sorter *sorter = lists->sorter;
    hpi_text none = HPI_TEXT(lists->context);
    GLuint program;
    hpyr_result result = use_runs(lists, "list/sort_splits.frag.glsl", &none, run, is_needed, &program);
    if (result == HPYR_OK)
        draw(lists, program, &sorter->splits, parts_of(sorter->blocks, SPLIT_BLOCKS));
    return result;
}

/* Merges runs of `run` groups, two by two. If it `searches`, blocks find their splits by themselves: more fetches, and a draw less. */
static hpyr_result merge(hpyr_lists *lists, uint32_t run, bool searches, bool is_needed) {
    struct hpi_list_sorter *sorter = lists->sorter;
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    hpyr_result result = searches ? HPYR_OK : draw_splits(lists, run, is_needed);
    if (result != HPYR_OK)
        return result;
    define_items(lists, sorter->are_words, &defines);
    hpi_text_add(&defines, searches ? "#define HPYR_SEARCHES\n" : "");
    result = use_runs(lists, "list/sort_merge.frag.glsl", &defines, run, is_needed, &program);
    if (result != HPYR_OK)
        return result;
    if (!searches) {
        hpi_list_bind(lists, program, "splits", SPLITS_UNIT, GL_TEXTURE_2D_ARRAY, sorter->splits.texture);
        set_grid(lists, program, &sorter->splits, "splits_row", "splits_scale");
    }
    draw(lists, program, &sorter->items[!sorter->current], sorter->blocks);
    sorter->current = !sorter->current;
    return HPYR_OK;
}

/* Marks whether the first runs are in order. */
static hpyr_result draw_disorder(hpyr_lists *lists, uint32_t count) {
    const hpyr_context *context = lists->context;
    const uint32_t runs = parts_of(count, FIRST_RUN), vertices = parts_of(runs, MARK_RUNS);
    const uint32_t limit = hpi_gl_vertices_of_draw(context, MARK_FETCHES);
    const hpi_gl_stage vertex = {.entry = "list/disorder.vert.glsl"};
    hpi_text none = HPI_TEXT(context);
    GLuint program;
    hpyr_result result = hpi_list_program_of(lists, &vertex, "list/disorder.frag.glsl", &none, &program);
    if (result != HPYR_OK)
        return result;
    if (!hpi_gl_target(context, lists->sorter->disorder, 0, 1, 1))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "sort: this GL cannot render to R32UI");
    hpi_list_bind_sorted(lists, program);
    glUniform1i(hpi_gl_location(context, program, "", "runs"), (GLint)runs);
    glBindVertexArray(context->vertex_array);
    for (uint32_t first = 0; first < vertices; first += limit) {
        glUniform1i(hpi_gl_location(context, program, "", "first"), (GLint)first);
        glDrawArrays(GL_POINTS, 0, (GLsizei)(vertices - first < limit ? vertices - first : limit));
        if (vertices - first > limit)
            glFlush();
    }
    return HPYR_OK;
}

static void set_items(struct hpi_list_sorter *sorter, uint32_t count, bool are_words, uint32_t position_bits) {
    sorter->are_words = are_words;
    sorter->position_bits = are_words ? position_bits : 0;
    sorter->group = are_words ? GROUP_WORDS : GROUP_PAIRS;
    sorter->blocks = parts_of(count, BLOCK_GROUPS * sorter->group);
}

/* Makes pairs of words. */
static hpyr_result expand(hpyr_lists *lists, uint32_t count) {
    struct hpi_list_sorter *sorter = lists->sorter;
    const bool are_words = false;
    hpi_text defines = HPI_TEXT(lists->context);
    GLuint program;
    define_items(lists, are_words, &defines);
    hpyr_result result = hpi_list_program(lists, "list/sort_expand.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_sorted(lists, program);
    set_items(sorter, count, are_words, 0);
    draw(lists, program, &sorter->items[!sorter->current], sorter->blocks);
    sorter->current = !sorter->current;
    return HPYR_OK;
}

/* The bits of a word that its key leaves to its position. */
static uint32_t position_bits_of(const hpi_list_sorting *sorting) {
    const uint32_t largest = sorting->mask < sorting->most ? sorting->mask : sorting->most;
    uint32_t bits = 0;
    while (!sorting->keys_alone && !(largest >> (KEY_BITS - 1 - bits)))
        bits++;
    return bits;
}

/* Words that have not the whole position tell positions apart in runs that are short enough. Where the first runs turn out to be in
 * order, merges draw nothing, and an even number of them leaves the items where they are. Of an odd number the last one is needed. */
hpyr_result hpi_list_merge_sort(hpyr_lists *lists, const hpi_list_sorting *sorting) {
    struct hpi_list_sorter *sorter = lists->sorter;
    const uint32_t count = sorting->length.count, bits = position_bits_of(sorting);
    const uint64_t longest_run = sorting->keys_alone ? UINT32_MAX : UINT64_C(1) << bits;
    const bool is_short = count <= SHORT_LIST;
    bool may_end = true; /* the items may stay where they are from here on */
    if (!count)
        return HPYR_OK;
    set_items(sorter, count, longest_run >= count || longest_run >= LEAST_RUN, bits);
    hpyr_result result = draw_first(lists, sorting);
    if (result == HPYR_OK && !is_short)
        result = draw_disorder(lists, count);
    for (uint64_t run = FIRST_RUN; result == HPYR_OK && run < count; run *= 2) {
        const bool expands = sorter->are_words && longest_run < count && longest_run < 4 * run;
        const bool is_last = 2 * run >= count || expands;
        result = merge(lists, (uint32_t)(run / sorter->group), is_short, is_short || (is_last && may_end));
        may_end = is_last || !may_end;
        if (result == HPYR_OK && expands && 2 * run < count)
            result = expand(lists, count);
    }
    return result;
}

/* Puts a program to use that writes what was sorted. */
static hpyr_result use_sorted(hpyr_lists *lists, const hpi_list_sorting *sorting, hpi_list_sorted what,
                              const hpi_list_input *input, bool both, GLuint *program) {
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_text_print(&defines, "#define HPYR_WRITE %d\n%s", (int)what, both ? "#define HPYR_BOTH\n" : "");
    if (input)
        hpi_list_input_define(input, &defines);
    hpi_list_length_define(&sorting->length, &defines);
    hpyr_result result = hpi_list_program(lists, "list/sorted.frag.glsl", &defines, program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_sorted(lists, *program);
    set_key(lists, sorting, *program);
    if (input)
        hpi_list_input_bind(lists, input, *program, INPUT_UNIT);
    else /* a driver may keep it, and samplers of two types must not share a unit */
        glUniform1i(hpi_gl_location(lists->context, *program, "", "input"), INPUT_UNIT);
    hpi_list_length_bind(lists, &sorting->length, *program, LENGTH_UNIT);
    return HPYR_OK;
}

hpyr_result hpi_list_draw_sorted(hpyr_lists *lists, const hpi_list_sorting *sorting, hpi_list_sorted what,
                                 const hpi_list_input *input, const hpi_list_plane *plane) {
    GLuint program;
    if (!sorting->length.count)
        return HPYR_OK;
    hpyr_result result = use_sorted(lists, sorting, what, input, false, &program);
    return result == HPYR_OK ? hpi_list_draw(lists, program, plane, hpi_list_texels(sorting->length.count)) : result;
}

hpyr_result hpi_list_draw_sorted_pairs(hpyr_lists *lists, const hpi_list_sorting *sorting,
                                       const hpi_list_input *values) {
    GLuint program;
    if (!sorting->length.count)
        return HPYR_OK;
    hpyr_result result =
        use_sorted(lists, sorting, values ? HPI_SORTED_ENTRIES : HPI_SORTED_POSITIONS, values, true, &program);
    if (result == HPYR_OK)
        hpi_list_draw_both(lists, program, lists->sorter->both, &lists->result, hpi_list_texels(sorting->length.count));
    return result;
}
