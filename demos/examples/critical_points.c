/* critical_points.c - finds atoms, bonds, rings and cages in the electrons of cubane.  SPDX-License-Identifier: MIT
 * The flow is the gradient of their density. It stands still at critical points: it ends in atoms, and it leaves bonds
 * along a line, rings along a surface and cages in all directions. The lines follow the flow from there. */
#include "example.h"

enum { SIDE = 48, MOST = 256, TYPES = 5, LINE_ENDS = 48 * 72 * 2 /* 48 lines of 72 steps around each point */ };

/* The density is a sum over the atoms: 8 of carbon in the corners of a cube, and 8 of hydrogen outside of these. */
static const char *const flow = GLSL(
    vec3 hpyr_my_atom(int i) { return 0.4 * (vec3(i & 1, (i >> 1) & 1, (i >> 2) & 1) - 0.5) * (i < 8 ? 1.57 : 2.83); }
    vec3 hpyr_flow_at(vec3 p) {
        vec3 sum = vec3(0.0);
        for (int i = 0; i < 16; i++) {
            vec3 to = hpyr_my_atom(i) - p; float near = sqrt(dot(to, to) + 0.0004);
            sum += (i < 8 ? 6.0 * 9.0 * exp(-9.0 * near) : 7.5 * exp(-7.5 * near)) * to / near;
        }
        return sum;
    });
static const char *const draw = GLSL( /* a ball is a vertex; lines have an instance for each point where they begin */
    layout(location = 0) in vec3 place; layout(location = 1) in uint type;
    uniform float time; uniform bool is_line; flat out uint kind;
    vec3 on_ball(float i, float z) { return vec3(sqrt(1.0 - z * z) * vec2(cos(2.4 * i), sin(2.4 * i)), z); }
    vec3 onward(vec3 p) { return p + 0.008 * normalize(hpyr_flow_at(p + 0.004 * normalize(hpyr_flow_at(p)))); }
    void main() {
        float line = float(gl_VertexID / 144); int steps = is_line ? (gl_VertexID + 1) / 2 % 72 : 0;
        vec3 p = is_line ? place + 0.012 * on_ball(line, (47.0 - 2.0 * line) / 48.0) : place;
        for (int i = 0; i < steps; i++) { p = onward(p); }
        kind = type & 7u; gl_Position = is_line && kind == 2u ? vec4(0, 0, 2, 1) : project(turn(1.08 * p, time));
        gl_PointSize = (kind != 2u ? 50.0 : length(place) < 0.7 ? 110.0 : 75.0) / gl_Position.w;
    });
static const char *const paint = GLSL(
    flat in uint kind; uniform bool is_line; out vec4 result; void main() {
        vec3 color = vec3[](vec3(0.7, 0.4, 1), vec3(0.83), vec3(1, 0.6, 0.15), vec3(0.2, 0.75, 0.8))[kind - 1u];
        vec2 at = 2.0 * gl_PointCoord - 1.0; float r = dot(at, at);
        if (!is_line && r > 1.0) discard;
        result = vec4(is_line ? 0.75 * color : shade(color, vec3(at.x, -at.y, sqrt(1.0 - r))), 1);
    });

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    const hpyr_flow_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
    hpyr_flow_seed points[MOST];
    unsigned of_type[TYPES] = {0};
    hpyr_report report;
    hpyr_context *context;
    hpyr_flow *finder;
    GLFWwindow *window = open_window("Critical points", 33, &context);
    CHECK(hpyr_flow_create(context, &desc, &finder));
    CHECK(hpyr_flow_build(finder, &(hpyr_flow_field){.glsl = flow}));
    CHECK(hpyr_flow_download(finder, 0, HPYR_ALL, points, MOST, &report));
    const GLsizei count = (GLsizei)report.written;
    for (GLsizei i = 0; i < count; i++)
        of_type[points[i].type & 7]++;
    printf("atoms %u, bonds %u, rings %u, cages %u\n", of_type[HPYR_FLOW_TYPE_SINK], of_type[HPYR_FLOW_TYPE_SADDLE_OUT],
           of_type[HPYR_FLOW_TYPE_SADDLE_IN], of_type[HPYR_FLOW_TYPE_SOURCE]);
    make_buffer(GL_ARRAY_BUFFER, sizeof points, points);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof *points, NULL);
    glVertexAttribIPointer(1, 1, GL_UNSIGNED_INT, sizeof *points, (void *)28);
    GLuint program = make_program("#version 330\n", flow, draw, paint);
    glUseProgram(program);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_DEPTH_TEST);
    do {
        float time = picture ? 0.5f : 0.3f * (float)glfwGetTime();
        begin_frame(window);
        glUniform1f(glGetUniformLocation(program, "time"), time);
        for (GLuint lines = 0; lines < 2; lines++) {
            glUniform1i(glGetUniformLocation(program, "is_line"), (GLint)lines);
            glVertexAttribDivisor(0, lines);
            glVertexAttribDivisor(1, lines);
            glDrawArraysInstanced(lines ? GL_LINES : GL_POINTS, 0, lines ? LINE_ENDS : count, lines ? count : 1);
        }
    } while (end_frame(window, picture));
    hpyr_flow_destroy(finder);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
