/* matrix_waves.c - lets rings of waves cross each other, by a sparse matrix.  SPDX-License-Identifier: MIT
 * A vector has the heights of the water now and one step before. A product with a matrix makes one step. The dense
 * matrix has 12 million elements. The library lists those that are not 0: they are the dots in the corner. */
#include "example.h"

enum { WIDTH = 48, DEPTH = 36, CELLS = WIDTH * DEPTH, ROWS = 2 * CELLS, MOST = 7 * CELLS };

static const char *const draw_water = GLSL(
    out vec2 cell; void main() {
        cell = vec2(96 * (gl_VertexID & 1), 36 * (gl_VertexID & 2));
        gl_Position = vec4(cell / vec2(24, 18) - 1.0, 0, 1);
    });
static const char *const paint_water = GLSL(
    uniform sampler2D state; in vec2 cell; out vec4 result;
    float height(float dx, float dy) { return texture(state, (cell + vec2(dx, dy)) / vec2(48, 72)).r; }
    void main() {
        vec4 h = vec4(height(-0.5, 0.0), height(0.5, 0.0), height(0.0, -0.5), height(0.0, 0.5));
        float mean = 0.25 * (h.x + h.y + h.z + h.w); bool is_corner = cell.x > 35.4 && cell.y > 23.4;
        vec3 color = mix(vec3(0.02, 0.16, 0.36), vec3(0.35, 0.8, 0.85), clamp(0.5 + 0.9 * mean, 0.0, 1.0));
        color = shade(color, vec3(1.6 * (h.xz - h.yw), 1)); result = vec4(is_corner ? vec3(0.06, 0.07, 0.1) : color, 1);
    });
static const char *const draw_entries = GLSL(
    layout(location = 0) in uint row; layout(location = 1) in uint column; void main() {
        vec2 place = vec2(column, -float(row)) / 3455.0;
        gl_Position = vec4(place * vec2(0.475, 0.6333) + vec2(0.5, 0.967), 0, 1);
    });
static const char *const paint_entries = GLSL(out vec4 c; void main() { c = vec4(1, 0.7, 0.3, 1); });

/* Writes the rows of the matrix for cell (x, y). */
static void fill_rows(float (*dense)[ROWS], int x, int y) {
    const int cell = y * WIDTH + x, to_border = (int)fmin(fmin(x, WIDTH - 1 - x), fmin(y, DEPTH - 1 - y));
    const float loss = to_border < 6 ? 0.01f * (float)((6 - to_border) * (6 - to_border)) : 0; /* like a beach */
    const bool is_source = y == 17 && (x == 16 || x == 31);
    dense[CELLS + cell][cell] = 1; /* what is now becomes what was before */
    dense[cell][CELLS + cell] = loss - 1;
    dense[cell][cell] = is_source ? 2 * cosf(0.6f) : 2 - loss; /* a source swings by itself */
    for (int i = 0; i < 4 && !is_source; i++) {                /* others are pulled by their neighbors */
        int to_x = x + (i == 0) - (i == 1), to_y = y + (i == 2) - (i == 3);
        if (to_x >= 0 && to_x < WIDTH && to_y >= 0 && to_y < DEPTH)
            dense[cell][to_y * WIDTH + to_x] = 0.4f, dense[cell][cell] -= 0.4f;
    }
}

static GLuint make_texture(int width, int height, const void *numbers) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, height, 0, GL_RED, GL_FLOAT, numbers);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    return texture;
}

int main(int argc, char **argv) {
    static float dense[ROWS][ROWS], state[ROWS];
    const char *picture = argc > 1 ? argv[1] : NULL;
    hpyr_texture input = {.width = ROWS, .height = ROWS, .format = HPYR_FORMAT_R32F};
    hpyr_context *context;
    hpyr_sparse *sparse;
    hpyr_list x = {.texture = {.width = WIDTH, .height = 2 * DEPTH, .format = HPYR_FORMAT_R32F}};
    hpyr_list lists[4] = {{0}}; /* rows, columns and values of the entries; where each row begins */
    uint32_t count;
    GLFWwindow *window = open_window("Matrix waves", 33, &context);
    for (int i = 0; i < CELLS; i++)
        fill_rows(dense, i % WIDTH, i / WIDTH);
    state[CELLS + 17 * WIDTH + 16] = state[CELLS + 17 * WIDTH + 31] = -2.5f; /* a push */
    input.name = make_texture(ROWS, ROWS, dense);
    x.texture.name = make_texture(WIDTH, 2 * DEPTH, state); /* which stays bound, for our shader */
    for (GLuint i = 0; i < 4; i++) {
        lists[i].buffer = make_buffer(GL_ARRAY_BUFFER, MOST * 4, NULL);
        glVertexAttribIPointer(i, 1, GL_UNSIGNED_INT, 0, NULL);
        glEnableVertexAttribArray(i);
    }
    const hpyr_sparse_matrix a = {ROWS, ROWS, MOST, .pointers = lists[3], .indices = lists[1], .values = lists[2]};
    const hpyr_sparse_convert_desc convert = {.dense = input, .rows = lists[0], .sparse = a};
    CHECK(hpyr_sparse_create(context, &(hpyr_sparse_desc){ROWS, ROWS, .capacity = MOST}, &sparse));
    CHECK(hpyr_sparse_convert(sparse, &convert));
    CHECK(hpyr_sparse_count(sparse, &count));
    printf("%u of %d elements are not 0\n", (unsigned)count, ROWS * ROWS);
    GLuint water = make_program("#version 330\n", "", draw_water, paint_water);
    GLuint entries = make_program("#version 330\n", "", draw_entries, paint_entries);
    do {
        for (int i = 0; i < (picture ? 110 : 1); i++)
            CHECK(hpyr_sparse_multiply(sparse, &(hpyr_sparse_multiply_desc){a, x, x})); /* x = A x */
        begin_frame(window);
        glUseProgram(water);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glUseProgram(entries);
        glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    } while (end_frame(window, picture));
    hpyr_sparse_destroy(sparse);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
