/* octree_cells.c - draws the cells of an octree of moving points, without an array of them.  SPDX-License-Identifier: MIT
 * An instance is a node: the vertex shader asks the octree where it is. Cells become smaller from left to right. */
#include "example.h"

enum { POINTS = 40000, DEPTH = 6, LINE_ENDS = 24 };

static char library[12000] = GLSL( /* for our shaders; the library adds its own functions */
    uniform float time; vec3 point_of(int number, out vec3 normal) {
        float t = float(number) * (6.2831853 / 40000.0); float around = float(number) * 2.39996; /* golden angle */
        vec3 out_of = vec3(cos(2.0 * t + time), sin(2.0 * t + time), 0.0);
        vec3 across = normalize(cross(out_of, vec3(-out_of.y, out_of.x, 0.7 * cos(3.0 * t))));
        normal = cos(around) * out_of + sin(around) * across;
        return vec3((2.0 + cos(3.0 * t)) * out_of.xy, sin(3.0 * t)) / 3.6 + 0.13 * normal;
    }
    int depth_at(float x) { return int(clamp(5.0 + 2.0 * x, 3.0, 6.0)); } /* of the cells there */
    vec3 color_of(int depth) { return 0.55 + 0.45 * cos(vec3(5.9, 0.7, 2.9) + 1.05 * float(depth - 3)); });
static const char *const make_points = GLSL(
    out vec3 position; void main() { vec3 normal; position = point_of(gl_VertexID, normal); });
static const char *const draw_points = GLSL(
    out vec3 color; void main() {
        vec3 normal; vec3 point = point_of(gl_VertexID, normal); int depth = depth_at(point.x);
        int node = hpyr_node_of(hpyr_cell(point, depth), depth); /* the points of a cell have one brightness */
        color = shade(color_of(depth) * (0.6 + 0.35 * fract(float(node) * 0.618)), turn(normal, 0.25));
        gl_Position = project(turn(point, 0.25)); gl_PointSize = 20.0 / gl_Position.w;
    });
static const char *const draw_cells = GLSL(
    out vec3 color; void main() {
        int depth = hpyr_depth_of(gl_InstanceID); float side = hpyr_cube().w / float(1 << depth);
        ivec3 end = ivec3(gl_VertexID, gl_VertexID >> 1, gl_VertexID >> 2) & 1; /* first all edges along x, then .. */
        end = gl_VertexID < 8 ? end.xyz : gl_VertexID < 16 ? end.yxz : end.yzx;
        vec3 place = hpyr_cube().xyz + side * vec3(hpyr_cell_of(gl_InstanceID) + end);
        bool is_shown = depth == depth_at(place.x + side * (0.5 - float(end.x))) && hpyr_node(gl_InstanceID).z > 0u;
        place = turn(place, 0.25); color = mix(color_of(depth), vec3(1.0), 0.25) * (0.8 + 0.4 * place.z);
        gl_Position = is_shown ? project(place) : vec4(0.0, 0.0, 2.0, 1.0); /* that is nowhere */
    });
static const char *const paint = GLSL(in vec3 color; out vec4 result; void main() { result = vec4(color, 1.0); });

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL, *position = "position";
    const hpyr_octree_desc desc = {.capacity = POINTS, .depth = DEPTH};
    hpyr_octree_points points = {.count = POINTS, .cube = {{-1, -1, -1}, 2}};
    hpyr_context *context;
    hpyr_octree *octree;
    GLFWwindow *window = open_window("Octree cells", 33, &context);
    CHECK(hpyr_octree_create(context, &desc, &octree));
    GLuint make = make_program("#version 330\n", library, make_points, "void main() {}");
    CHECK(hpyr_octree_glsl(octree, NULL, library + strlen(library), sizeof library - strlen(library), NULL));
    GLuint show = make_program("#version 330\n", library, draw_points, paint);
    GLuint cells = make_program("#version 330\n", library, draw_cells, paint);
    glTransformFeedbackVaryings(make, 1, &position, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(make); /* again, since it captures from now on */
    glGenBuffers(1, &points.positions.buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, points.positions.buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, POINTS * 12, NULL, GL_STREAM_COPY);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_DEPTH_TEST);
    do {
        float time = picture ? 1.3f : 0.3f * (float)glfwGetTime();
        glUseProgram(make);
        glUniform1f(glGetUniformLocation(make, "time"), time);
        glEnable(GL_RASTERIZER_DISCARD);
        glBeginTransformFeedback(GL_POINTS);
        glDrawArrays(GL_POINTS, 0, POINTS);
        glEndTransformFeedback();
        glDisable(GL_RASTERIZER_DISCARD);
        CHECK(hpyr_octree_build(octree, &points));
        begin_frame(window);
        CHECK(hpyr_octree_bind(octree, show, NULL, 0, NULL));
        glUniform1f(glGetUniformLocation(show, "time"), time);
        glDrawArrays(GL_POINTS, 0, POINTS);
        CHECK(hpyr_octree_unbind(octree));
        CHECK(hpyr_octree_bind(octree, cells, NULL, 0, NULL));
        glDrawArraysInstanced(GL_LINES, 0, LINE_ENDS, (GLsizei)hpyr_octree_last_report(octree)->nodes);
        CHECK(hpyr_octree_unbind(octree));
    } while (end_frame(window, picture));
    hpyr_octree_destroy(octree);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
