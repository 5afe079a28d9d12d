/* nearest_seeds.c - a mosaic of glass: each pixel has the color of the seed that is nearest to it.  SPDX-License-Identifier: MIT
 * The seeds move, so there is a new octree of them in each frame. For each square of four pixels it is asked for the four
 * nearest seeds. Between the two that are nearest to a pixel there is lead, and all others are too far away to matter. */
#include "example.h"

enum { SEEDS = 1500, WIDTH = 320, HEIGHT = 240, QUERIES = WIDTH * HEIGHT, NEIGHBORS = 4 };

static const char *const cover = GLSL(void main() {
    gl_Position = vec4(4.0 * float(gl_VertexID == 1) - 1.0, 4.0 * float(gl_VertexID == 2) - 1.0, 0.0, 1.0);
});
static const char *const paint = GLSL(
    uniform samplerBuffer seeds; uniform usamplerBuffer lists; uniform float time; out vec4 result;
    vec3 sky_at(vec2 p) {
        float sun = length(p - vec2(0.45, 0.3)); float hill = 0.25 * sin(2.1 * p.x + 0.7) + 0.08 * sin(7.0 * p.x) - 0.45;
        vec3 sky = mix(vec3(0.98, 0.62, 0.28), vec3(0.16, 0.24, 0.62), smoothstep(-0.5, 0.9, p.y));
        sky = mix(sky, vec3(1.0, 0.93, 0.6), exp(-9.0 * sun * sun)); sky = sun < 0.24 ? vec3(1.0, 0.84, 0.25) : sky;
        sky = sun > 0.24 && sun < 0.62 && sin(14.0 * atan(p.y - 0.3, p.x - 0.45) + time) > 0.55 ? vec3(0.97, 0.5, 0.2) : sky;
        vec3 land = mix(vec3(0.05, 0.34, 0.36), vec3(0.32, 0.66, 0.3), smoothstep(-1.0, 0.0, p.y + 0.2 * sin(5.0 * p.x)));
        float river = abs(p.x + 0.5 + 0.35 * sin(3.5 * p.y + 1.0)) / (0.35 - 0.5 * p.y);
        return p.y > hill ? sky : river < 0.22 ? vec3(0.35, 0.68, 0.92) : land;
    }
    void main() {
        vec2 place = (gl_FragCoord.xy - vec2(320.0, 240.0)) / 240.0; ivec2 square = ivec2(gl_FragCoord.xy) / 2;
        uvec4 list = texelFetch(lists, square.y * 320 + square.x); vec4 one = vec4(0.0); vec4 two = vec4(0.0);
        float near = 1e9; float next = 1e9;
        for (int i = 0; i < 4; i++) {
            vec4 seed = texelFetch(seeds, int(list[i])); float far = distance(seed.xy, place);
            if (far < near) { next = near; two = one; near = far; one = seed; }
            else if (far < next) { next = far; two = seed; }
        }
        float border = (next * next - near * near) / (2.0 * distance(one.xy, two.xy)); /* how far away it is */
        float glass = 0.75 + 0.3 * fract(one.w * 0.618) + 0.25 * dot(place - one.xy, vec2(-4.0, 6.0));
        result = vec4(mix(vec3(0.03), sky_at(one.xy) * glass, smoothstep(0.003, 0.008, border)), 1.0);
    });

/* Makes a texture of a buffer, in the unit that a sampler of the program then has. */
static void show_buffer(GLuint program, const char *name, GLuint unit, GLenum format, GLuint buffer) {
    GLuint texture;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    glUniform1i(glGetUniformLocation(program, name), (GLint)unit);
}

/* Seeds are spread evenly by two irrational numbers. Each goes round in a small circle. */
static void move_seeds(float (*seeds)[4], double time) {
    for (int i = 0; i < SEEDS; i++) {
        double x = fmod(0.7548776662 * i, 1), y = fmod(0.5698402910 * i, 1), turn = 2.4 * i + (i % 2 ? time : -time);
        seeds[i][0] = (float)(2.9 * x - 1.45 + 0.03 * cos(turn));
        seeds[i][1] = (float)(2.2 * y - 1.1 + 0.03 * sin(turn));
        seeds[i][3] = (float)i;
    }
}

int main(int argc, char **argv) {
    static float seeds[SEEDS][4], queries[QUERIES][3];
    const char *picture = argc > 1 ? argv[1] : NULL;
    const hpyr_octree_desc desc = {.capacity = SEEDS, .depth = 6};
    hpyr_octree_points points = {.positions = {.stride = 16}, .count = SEEDS};
    hpyr_octree_nearest_desc nearest = {.count = QUERIES, .neighbors = NEIGHBORS};
    hpyr_octree_nearest_report report;
    hpyr_context *context;
    hpyr_octree *octree;
    GLFWwindow *window = open_window("Nearest seeds", 33, &context);
    for (int i = 0; i < QUERIES; i++) { /* the middles of squares */
        queries[i][0] = ((float)(2 * (i % WIDTH) + 1) - 320) / 240;
        queries[i][1] = ((float)(2 * (i / WIDTH) + 1) - 240) / 240;
    }
    CHECK(hpyr_octree_create(context, &desc, &octree));
    GLuint program = make_program("#version 330\n", "", cover, paint);
    glUseProgram(program);
    points.positions.buffer = make_buffer(GL_ARRAY_BUFFER, sizeof seeds, NULL);
    nearest.queries.buffer = make_buffer(GL_ARRAY_BUFFER, sizeof queries, queries);
    nearest.indices = make_buffer(GL_ARRAY_BUFFER, QUERIES * NEIGHBORS * sizeof(uint32_t), NULL);
    show_buffer(program, "seeds", 0, GL_RGBA32F, points.positions.buffer);
    show_buffer(program, "lists", 1, GL_RGBA32UI, nearest.indices);
    do {
        double time = picture ? 1 : glfwGetTime();
        move_seeds(seeds, time);
        glBindBuffer(GL_ARRAY_BUFFER, points.positions.buffer);
        glBufferData(GL_ARRAY_BUFFER, sizeof seeds, seeds, GL_STREAM_DRAW);
        CHECK(hpyr_octree_build(octree, &points));
        CHECK(hpyr_octree_nearest(octree, &nearest, &report));
        begin_frame(window);
        glUniform1f(glGetUniformLocation(program, "time"), (float)time);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    } while (end_frame(window, picture));
    printf("%u of %d places have a nearest seed\n", (unsigned)report.found, QUERIES);
    hpyr_octree_destroy(octree);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
