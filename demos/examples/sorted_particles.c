/* sorted_particles.c - sorts translucent discs by depth in each frame.  SPDX-License-Identifier: MIT
 * The cells of a grid that lie on a surface are listed once, and sorted in each frame, the farthest first. The number
 * of cells goes from buffer to buffer: the CPU never learns it, and never waits. */
#include "example.h"

enum { SIDE = 40, CELLS = SIDE * SIDE * SIDE };

static const char *const gyroid = GLSL(
    vec3 hpyr_my_place(uint cell) { return vec3(cell % 40u, cell / 40u % 40u, cell / 1600u) / 19.5 - 1.0; }
    bool hpyr_my_is_near(vec3 p) { return abs(dot(sin(4.5 * p), cos(4.5 * p.yzx))) < 0.13 && length(p) < 1.0; }
    bool hpyr_select_at(uint cell) { return hpyr_my_is_near(hpyr_my_place(cell)); });
static const char *const vertex_shader = GLSL(
    layout(location = 0) in uint cell; uniform float time; out vec3 color; out float depth; void main() {
        vec3 p = vec3(cell % 40u, cell / 40u % 40u, cell / 1600u) / 19.5 - 1.0; vec3 place = turn(p, 0.3 * time);
        color = 0.55 + 0.45 * cos(vec3(0, 1.6, 3.4) + 2.2 * p.x - 1.6 * p.y);
        depth = 3.6 - place.z; gl_Position = project(place); gl_PointSize = 75.0 / depth;
    });
static const char *const fragment_shader = GLSL(
    in vec3 color; out vec4 result; void main() {
        float r = length(2.0 * gl_PointCoord - 1.0); /* a disc with a rim */
        result = vec4(color * (r > 0.85 ? 1.4 : 0.8), r > 1.0 ? 0.0 : r > 0.85 ? 0.9 : 0.35);
    });

/* Draws a point for each cell of a list. The command that is bound says how many there are. */
static void draw_cells(GLuint list) {
    glBindBuffer(GL_ARRAY_BUFFER, list);
    glVertexAttribIPointer(0, 1, GL_UNSIGNED_INT, 0, NULL);
    glDrawArraysIndirect(GL_POINTS, NULL);
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL, *captured = "depth";
    const GLuint command[4] = {0, 1, 0, 0}; /* draw this many points, once, from the first one on */
    GLuint buffers[4];                      /* the command, cells, keys, sorted cells */
    hpyr_context *context;
    hpyr_lists *lists;
    GLFWwindow *window = open_window("Sorted particles", 33, &context);
    require(GLEW_ARB_draw_indirect, "OpenGL 4.0 or GL_ARB_draw_indirect");
    glGenBuffers(4, buffers);
    for (int i = 3; i >= 0; i--) { /* the command comes last and stays bound */
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[i]);
        glBufferData(GL_DRAW_INDIRECT_BUFFER, i ? CELLS * 4 : sizeof command, i ? NULL : command, GL_STREAM_DRAW);
    }
    GLuint program = make_program("#version 330\n", "", vertex_shader, fragment_shader);
    glTransformFeedbackVaryings(program, 1, &captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program); /* again, since it captures from now on */
    glUseProgram(program);
    glEnableVertexAttribArray(0);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);

    const hpyr_lists_desc most = {.capacity = CELLS,
                                  .operations = HPYR_LIST_OPERATION_SELECT | HPYR_LIST_OPERATION_SORT};
    const hpyr_list count = {.buffer = buffers[0]}, cells = {.buffer = buffers[1]}, sorted = {.buffer = buffers[3]};
    const hpyr_list keys = {.buffer = buffers[2], .type = HPYR_LIST_TYPE_FLOAT};
    const hpyr_length all = {.count = CELLS}, found = {.count = CELLS, .buffer = buffers[0]};
    const hpyr_lists_select_desc select = {
        .positions = cells, .count = count, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = gyroid, .length = all};
    const hpyr_lists_sort_desc sort = {
        .keys = keys, .values = cells, .sorted_values = sorted, .descending = true, .length = found};
    CHECK(hpyr_lists_create(context, &most, &lists));
    CHECK(hpyr_lists_select(lists, &select));
    do { /* the keys are captured, and sorted */
        glUniform1f(glGetUniformLocation(program, "time"), picture ? 2.0f : (float)glfwGetTime());
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[2]);
        glEnable(GL_RASTERIZER_DISCARD);
        glBeginTransformFeedback(GL_POINTS);
        draw_cells(buffers[1]);
        glEndTransformFeedback();
        glDisable(GL_RASTERIZER_DISCARD);
        CHECK(hpyr_lists_sort(lists, &sort));
        begin_frame(window);
        draw_cells(buffers[3]);
    } while (end_frame(window, picture));
    hpyr_lists_destroy(lists);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
