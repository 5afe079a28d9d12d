/* bitonic.c - Batcher's bitonic sort by fragment shaders (Sorting networks and their applications, 1968), as good as it gets.
 * SPDX-License-Identifier: MIT
 *
 * A list of 2^n entries takes n (n + 1) / 2 steps, each of which compares entries at a distance of a power of two. A draw does
 * several of them, since a fragment has eight targets of four words, and so holds eight texels: 16 pairs, or 32 keys.
 *
 *   - The first draw sorts blocks of 16 or 32 neighbors, by Batcher's odd-even network, which has fewer comparisons.
 *   - A draw of "strides" reads the eight texels that differ in three bits of the entries' numbers, and does the three steps of
 *     these distances. The last draw of a merge reads a block and does the four or five steps that are left.
 *   - Directions are no branches: where the order is descending, all bits are inverted before and after.
 *
 * A fragment can write to its own place only. So after a draw the three bits are the number of the layer, and those that were
 * it before are the highest bits of the position: `position` and `layer` below keep the account of it.
 *
 * 10^6 pairs of 32 bits take 69 draws. A draw for each step takes 210, and about ten times as long (BITONIC_STEPS). What was
 * tried on llvmpipe: layers of 64 texels a line are quicker than square ones (0.85) and those of 1024 (0.95); a few more lines a
 * layer, so that layers do not begin at powers of two, changes nothing. Not tried: four strides a draw, which saves a sixth of the
 * draws and reads twice as much. */
#include "bitonic.h"

#include "shaders.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAYER_BITS = 3, LAYERS = 1 << LAYER_BITS, WIDTH_BITS = 6, MOST_BITS = 24, TEXT_SIZE = 4096 };

/* The last two are those of a draw for each step. */
typedef enum pass {
    PASS_SORT,
    PASS_STRIDES_1,
    PASS_STRIDES_2,
    PASS_STRIDES_3,
    PASS_BLOCK,
    PASS_UNPACK,
    PASS_FIRST,
    PASS_STEP,
    PASSES
} pass;

struct bitonic {
    uint32_t count, bits; /* of the list, and log2 of the entries that are sorted */
    bool pairs, by_steps;
    uint32_t inner, block;                               /* log2 of the entries of a texel and of a block */
    uint32_t width, height, result_width, result_height; /* log2 of the sizes of a layer and of the result */
    uint32_t draws;
    GLuint programs[PASSES];
    GLuint textures[2], framebuffers[2], lists[2], results[2], result, vertex_array;
    int current;                                     /* the texture that was written last */
    uint32_t position[MOST_BITS], layer[LAYER_BITS]; /* which bits of an entry's number these are */
};

uint32_t bitonic_room(uint32_t count) {
    uint32_t room = 1u << 12; /* so that every draw finds three bits */
    while (room < count)
        room *= 2;
    return room;
}

static uint32_t position_bits(const bitonic *b) {
    return b->bits - b->block;
}

/* ---- programs ---- */

static void append(char *text, uint32_t i, uint32_t j) {
    size_t used = strlen(text);
    snprintf(text + used, TEXT_SIZE - used, "ORDER(%u, %u) ", (unsigned)i, (unsigned)j);
}

/* Batcher's odd-even merge sort of `size` entries. */
static void sorting_network(char *text, uint32_t size) {
    for (uint32_t run = 1; run < size; run *= 2)
        for (uint32_t step = run; step > 0; step /= 2)
            for (uint32_t first = step % run; first + step < size; first += 2 * step)
                for (uint32_t i = first; i < first + step && i + step < size; i++)
                    if (i / (run * 2) == (i + step) / (run * 2))
                        append(text, i, i + step);
}

/* The steps of distances `size` / 2 down to `least`. */
static void merging_network(char *text, uint32_t size, uint32_t least) {
    for (uint32_t step = size / 2; step >= least; step /= 2)
        for (uint32_t i = 0; i < size; i++)
            if (!(i & step))
                append(text, i, i + step);
}

static void append_network(const bitonic *b, pass at, char *text) {
    if (at == PASS_SORT)
        sorting_network(text, 1u << b->block);
    else if (at == PASS_BLOCK)
        merging_network(text, 1u << b->block, 1);
    else if (at < PASS_BLOCK)
        merging_network(text, LAYERS, LAYERS >> (at - PASS_STRIDES_1 + 1));
    strcat(text, "\n");
}

static GLuint make_program(const bitonic *b, pass at) {
    static const char *const FILES[PASSES] = {
        "bitonic_sort.frag.glsl",  "bitonic_merge.frag.glsl",  "bitonic_merge.frag.glsl", "bitonic_merge.frag.glsl",
        "bitonic_merge.frag.glsl", "bitonic_unpack.frag.glsl", "bitonic_steps.frag.glsl", "bitonic_steps.frag.glsl"};
    char text[TEXT_SIZE];
    bool block = at == PASS_SORT || at == PASS_BLOCK;
    snprintf(text, sizeof text,
             "#define PAIRS %d\n#define BLOCK %d\n#define FIRST %d\n#define ENTRIES %u\n#define WIDTH_BITS %u\n"
             "#define POSITION_BITS %u\n#define RESULT_WIDTH_BITS %u\n#define NETWORK ",
             b->pairs, block, at == PASS_FIRST, 1u << b->block, (unsigned)b->width, (unsigned)position_bits(b),
             (unsigned)b->result_width);
    append_network(b, at, text);
    const painter p = {.gl = 33};
    const draw_program_desc desc = {
        .files = bench_shaders,
        .vertex = {"bitonic.vert.glsl"},
        .fragment = {text, "bitonic.glsl", block ? "bitonic_block.glsl" : FILES[at], block ? FILES[at] : NULL},
        .has_own_outputs = true};
    GLuint program = draw_program(&p, &desc);
    if (program) {
        glUseProgram(program);
        glUniform1i(draw_uniform(program, "u_source"), 0);
        glUniform1i(draw_uniform(program, "u_keys"), 1);
        glUniform1i(draw_uniform(program, "u_values"), 2);
        glUniform1ui(draw_uniform(program, "u_count"), b->count);
        glUseProgram(0);
    }
    return program;
}

static bool make_programs(bitonic *b) {
    const pass end = b->by_steps ? PASSES : PASS_FIRST;
    bool ok = true;
    for (pass at = b->by_steps ? PASS_FIRST : PASS_SORT; at < end && ok; at++) {
        b->programs[at] = make_program(b, at);
        ok = b->programs[at] != 0;
    }
    return ok;
}

/* ---- textures ---- */

static void set_texture(GLenum target) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
}

static bool finish_framebuffer(int targets) {
    GLenum buffers[LAYERS];
    for (int i = 0; i < targets; i++)
        buffers[i] = GL_COLOR_ATTACHMENT0 + (GLenum)i;
    glDrawBuffers(targets, buffers);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE ||
           error_set("this OpenGL cannot draw what the bitonic sort needs");
}

/* A texel of a draw for each step is a pair. */
static bool make_layers(bitonic *b) {
    const int layers = b->by_steps ? 1 : LAYERS;
    bool ok = true;
    glGenTextures(2, b->textures);
    glGenFramebuffers(2, b->framebuffers);
    for (int i = 0; i < 2 && ok; i++) {
        glBindTexture(GL_TEXTURE_2D_ARRAY, b->textures[i]);
        glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, b->by_steps ? GL_RG32UI : GL_RGBA32UI, 1 << b->width, 1 << b->height,
                     layers, 0, b->by_steps ? GL_RG_INTEGER : GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
        set_texture(GL_TEXTURE_2D_ARRAY);
        glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffers[i]);
        for (int layer = 0; layer < layers; layer++)
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + (GLenum)layer, b->textures[i], 0, layer);
        ok = finish_framebuffer(layers);
    }
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    return ok;
}

static bool make_result(bitonic *b) {
    int targets = b->pairs ? 2 : 1;
    glGenTextures(targets, b->results);
    glGenFramebuffers(1, &b->result);
    glBindFramebuffer(GL_FRAMEBUFFER, b->result);
    for (int i = 0; i < targets; i++) {
        glBindTexture(GL_TEXTURE_2D, b->results[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, 1 << b->result_width, 1 << b->result_height, 0, GL_RGBA_INTEGER,
                     GL_UNSIGNED_INT, NULL);
        set_texture(GL_TEXTURE_2D);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + (GLenum)i, GL_TEXTURE_2D, b->results[i], 0);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    return finish_framebuffer(targets);
}

static void choose_sizes(bitonic *b) {
    b->inner = b->pairs ? 1 : 2;
    b->block = b->inner + LAYER_BITS;
    while (1u << b->bits < bitonic_room(b->count))
        b->bits++;
    b->width = WIDTH_BITS;
    b->height = position_bits(b) - WIDTH_BITS;
    b->result_height = (b->bits - 2) / 2;
    b->result_width = b->bits - 2 - b->result_height;
    if (b->by_steps) { /* which reads its result from the texture that it was made in */
        b->height = b->result_height = b->bits / 2;
        b->width = b->result_width = b->bits - b->height;
    }
}

bitonic *bitonic_open(uint32_t count, bitonic_kind kind) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (count > (uint32_t)most || bitonic_room(count) > 1u << MOST_BITS) {
        error_set("too many entries for the bitonic sort");
        return NULL;
    }
    bitonic *b = memory_zeroed(sizeof *b);
    if (!b)
        return NULL;
    b->count = count;
    b->pairs = kind != BITONIC_KEYS;
    b->by_steps = kind == BITONIC_STEPS;
    choose_sizes(b);
    glGenTextures(2, b->lists);
    glGenVertexArrays(1, &b->vertex_array);
    bool ok = make_programs(b) && make_layers(b) && (b->by_steps || make_result(b));
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!ok) {
        bitonic_close(b);
        b = NULL;
    }
    return b;
}

void bitonic_close(bitonic *b) {
    if (!b)
        return;
    for (pass at = 0; at < PASSES; at++)
        glDeleteProgram(b->programs[at]);
    glDeleteFramebuffers(2, b->framebuffers);
    glDeleteFramebuffers(1, &b->result);
    glDeleteTextures(2, b->textures);
    glDeleteTextures(2, b->lists);
    glDeleteTextures(2, b->results);
    glDeleteVertexArrays(1, &b->vertex_array);
    free(b);
}

/* ---- passes ---- */

/* Of keys alone `values` is 0. */
static void bind_lists(const bitonic *b, uint32_t keys, uint32_t values) {
    const uint32_t buffers[] = {keys, values};
    for (GLuint i = 0; i < (values ? 2u : 1u); i++) {
        glActiveTexture(GL_TEXTURE1 + i);
        glBindTexture(GL_TEXTURE_BUFFER, b->lists[i]);
        glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffers[i]);
    }
    glActiveTexture(GL_TEXTURE0);
}

static void draw(bitonic *b) {
    glDrawArrays(GL_TRIANGLES, 0, 3);
    b->draws++;
}

static void begin_draw(const bitonic *b, pass at, int target) {
    glUseProgram(b->programs[at]);
    glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffers[target]);
    glBindTexture(GL_TEXTURE_2D_ARRAY, b->textures[1 - target]);
}

static void sort_blocks(bitonic *b) {
    begin_draw(b, PASS_SORT, b->current);
    draw(b);
    for (uint32_t i = 0; i < LAYER_BITS; i++)
        b->layer[i] = b->inner + i;
    for (uint32_t i = 0; i < position_bits(b); i++)
        b->position[i] = b->block + i;
}

static uint32_t find_bit(const bitonic *b, uint32_t bit) {
    for (uint32_t i = 0; i < position_bits(b); i++)
        if (b->position[i] == bit)
            return i;
    return 31; /* a bit that no position has */
}

/* Moves the bits `next`, ascending, from the position to the layer. `masks` are the shader's. */
static void exchange_bits(bitonic *b, const uint32_t next[LAYER_BITS], GLuint masks[LAYER_BITS + 1]) {
    uint32_t kept = 0, passed = 0;
    memset(masks, 0, (LAYER_BITS + 1) * sizeof *masks);
    for (uint32_t i = 0; i < position_bits(b); i++) {
        bool leaves = false;
        for (int k = 0; k < LAYER_BITS; k++)
            leaves = leaves || b->position[i] == next[k];
        if (leaves) {
            passed++;
        } else {
            masks[passed] |= 1u << kept;
            b->position[kept++] = b->position[i];
        }
    }
    for (int k = 0; k < LAYER_BITS; k++) {
        b->position[kept + (uint32_t)k] = b->layer[k];
        b->layer[k] = next[k];
    }
}

/* The steps of a merge of 2^`merge` entries whose distances are 2^next[..]; those of a block are more. */
static void draw_steps(bitonic *b, pass at, const uint32_t next[LAYER_BITS], uint32_t merge) {
    GLuint program = b->programs[at], masks[LAYER_BITS + 1], strides[LAYER_BITS];
    for (int k = 0; k < LAYER_BITS; k++)
        strides[k] = 1u << find_bit(b, next[k]);
    exchange_bits(b, next, masks);
    b->current = 1 - b->current;
    begin_draw(b, at, b->current);
    glUniform4uiv(draw_uniform(program, "u_masks"), 1, masks);
    glUniform3uiv(draw_uniform(program, "u_strides"), 1, strides);
    glUniform1ui(draw_uniform(program, "u_direction"), find_bit(b, merge));
    draw(b);
}

/* Of a draw with fewer than three steps: bits that only go along. Not those of this merge, which are to come, but higher ones;
 * if there are none, the merge is so long that the lowest ones are not needed soon. */
static void add_idle_bits(const bitonic *b, uint32_t next[LAYER_BITS], uint32_t steps, uint32_t merge) {
    uint32_t above = merge + 1, below = b->block;
    for (uint32_t k = 0; k < LAYER_BITS - steps; k++)
        next[k] = above < b->bits ? above++ : below++;
}

static void merge_runs(bitonic *b, uint32_t merge) {
    uint32_t next[LAYER_BITS], left = merge;
    while (left > b->block) {
        uint32_t rest = (left - b->block) % LAYER_BITS, steps = rest ? rest : LAYER_BITS;
        add_idle_bits(b, next, steps, merge);
        for (uint32_t k = 0; k < steps; k++)
            next[LAYER_BITS - steps + k] = left - steps + k;
        draw_steps(b, (pass)(PASS_STRIDES_1 + steps - 1), next, merge);
        left -= steps;
    }
    for (uint32_t k = 0; k < LAYER_BITS; k++)
        next[k] = b->inner + k;
    draw_steps(b, PASS_BLOCK, next, merge);
}

static void unpack(bitonic *b) {
    GLuint bits[MOST_BITS];
    for (uint32_t i = 0; i < position_bits(b); i++)
        bits[i] = find_bit(b, b->block + i);
    begin_draw(b, PASS_UNPACK, 1 - b->current);
    glBindFramebuffer(GL_FRAMEBUFFER, b->result);
    glViewport(0, 0, 1 << b->result_width, 1 << b->result_height);
    glUniform1uiv(draw_uniform(b->programs[PASS_UNPACK], "u_bits"), (GLsizei)position_bits(b), bits);
    draw(b);
}

/* A draw for each step: the sort that is found in books and on the web. */
static void run_steps(bitonic *b) {
    const GLuint program = b->programs[PASS_STEP];
    begin_draw(b, PASS_FIRST, b->current);
    draw(b);
    for (uint32_t run = 2; run <= 1u << b->bits; run *= 2)
        for (uint32_t step = run / 2; step > 0; step /= 2) {
            b->current = 1 - b->current;
            begin_draw(b, PASS_STEP, b->current);
            glUniform1ui(draw_uniform(program, "u_step"), step);
            glUniform1ui(draw_uniform(program, "u_run"), run);
            draw(b);
        }
}

/* From the framebuffer that is bound. */
static void copy_result(const bitonic *b, uint32_t sorted_keys, uint32_t sorted_values) {
    const uint32_t buffers[] = {sorted_keys, sorted_values};
    for (GLuint i = 0; i < (b->pairs ? 2u : 1u); i++) {
        const GLenum format = !b->by_steps ? GL_RGBA_INTEGER : i ? GL_GREEN_INTEGER : GL_RED_INTEGER;
        glReadBuffer(GL_COLOR_ATTACHMENT0 + (b->by_steps ? 0 : i));
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[i]);
        glReadPixels(0, 0, 1 << b->result_width, 1 << b->result_height, format, GL_UNSIGNED_INT, NULL);
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void bitonic_run(bitonic *b, uint32_t keys, uint32_t values, uint32_t sorted_keys, uint32_t sorted_values) {
    b->draws = 0;
    b->current = 0;
    bind_lists(b, keys, values);
    glBindVertexArray(b->vertex_array);
    glViewport(0, 0, 1 << b->width, 1 << b->height);
    if (b->by_steps) {
        run_steps(b);
    } else {
        sort_blocks(b);
        for (uint32_t merge = b->block + 1; merge <= b->bits; merge++)
            merge_runs(b, merge);
        unpack(b);
    }
    copy_result(b, sorted_keys, sorted_values);
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    glUseProgram(0);
}

uint32_t bitonic_draws(const bitonic *b) {
    return b->draws;
}

/* Each draw reads all and writes all; so do the copies into the buffers. */
double bitonic_bytes(const bitonic *b) {
    return (b->draws + 1) * 2.0 * (b->pairs ? 8 : 4) * (1u << b->bits) / b->count;
}
