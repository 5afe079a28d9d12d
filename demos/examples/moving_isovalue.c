/* moving_isovalue.c - marching cubes whose triangles are made while they are drawn.  SPDX-License-Identifier: MIT
 * A 3D texture holds a wavy field that fades towards the outside. The isovalue moves, so the surface swells to a ball
 * with holes and shrinks again. No mesh is stored: the vertex shader asks the library for each vertex. */
#include "example.h"

enum { SIDE = 64 };

static const char *const vertex_shader = GLSL(
    uniform float time;
    out vec3 seen_normal;
    out vec3 color;
    void main() {
        vec3 position; vec3 normal;
        hpyr_vertex_at(hpyr_key_of_vertex(gl_VertexID), position, normal);
        seen_normal = turn(normal, 0.3 * time);
        color = mix(vec3(0.9, 0.35, 0.1), vec3(0.2, 0.6, 0.9), smoothstep(0.3, 0.9, length(position)));
        gl_Position = project(turn(position, 0.3 * time));
    });
static const char *const fragment_shader =
    GLSL(in vec3 seen_normal, color; out vec4 result; void main() { result = vec4(shade(color, seen_normal), 1); });

static float field_at(double x, double y, double z) {
    double waves = sin(8 * x) * cos(8 * y) + sin(8 * y) * cos(8 * z) + sin(8 * z) * cos(8 * x);
    return (float)(0.5 * waves + 2 - 2.6 * sqrt(x * x + y * y + z * z));
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    static float samples[SIDE][SIDE][SIDE]; /* z, y, x */
    static char library[65536];             /* GLSL */
    hpyr_context *context;
    hpyr_marching_cubes *cubes;
    hpyr_mesh_counts counts;
    GLuint volume;
    GLFWwindow *window = open_window("A moving isovalue", 33, &context);
    for (int z = 0; z < SIDE; z++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                samples[z][y][x] =
                    field_at(2 * x / (SIDE - 1.0) - 1, 2 * y / (SIDE - 1.0) - 1, 2 * z / (SIDE - 1.0) - 1);
    glGenTextures(1, &volume);
    glBindTexture(GL_TEXTURE_3D, volume);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_R32F, SIDE, SIDE, SIDE, 0, GL_RED, GL_FLOAT, samples);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glEnable(GL_DEPTH_TEST);

    const hpyr_marching_cubes_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE},
                                           .gradient = HPYR_GRADIENT_CENTRAL};
    const hpyr_field field = {.texture = {.name = volume,
                                          .target = GL_TEXTURE_3D,
                                          .width = SIDE,
                                          .height = SIDE,
                                          .depth = SIDE,
                                          .format = HPYR_FORMAT_R32F}};
    CHECK(hpyr_marching_cubes_create(context, &desc, &cubes));
    GLuint program = 0;
    do {
        float time = picture ? 0.4f : (float)glfwGetTime();
        CHECK(hpyr_marching_cubes_build(cubes, &field, 0, 0.6 - 0.5 * cos(time)));
        if (!program) { /* the text depends on the field */
            CHECK(hpyr_marching_cubes_glsl(cubes, NULL, library, sizeof library, NULL));
            program = make_program("#version 330\n", library, vertex_shader, fragment_shader);
        }
        begin_frame(window);
        CHECK(hpyr_marching_cubes_bind(cubes, program, NULL, 0, NULL));
        glUniform1f(glGetUniformLocation(program, "time"), time);
        CHECK(hpyr_marching_cubes_draw(cubes, 0, HPYR_ALL, NULL));
        CHECK(hpyr_marching_cubes_unbind(cubes));
    } while (end_frame(window, picture));
    CHECK(hpyr_marching_cubes_counts(cubes, &counts));
    printf("%u triangles\n", (unsigned)counts.triangles);
    hpyr_marching_cubes_destroy(cubes);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
