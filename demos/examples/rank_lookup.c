/* rank_lookup.c - stores colors only for pixels that have one, and finds them by rank.  SPDX-License-Identifier: MIT
 * The pixels along the rim of a Julia set are active. Only they have a color, in a list without gaps. For each
 * pixel on the screen the shader asks whether it is active. Its rank is then the place of its color in the list. */
#include "example.h"

enum { WIDTH = 640, HEIGHT = 480 };

static const char *const vertex_shader = GLSL(
    out vec2 place;
    void main() {
        place = 2.0 * vec2(gl_VertexID == 1, gl_VertexID == 2);
        gl_Position = vec4(2.0 * place - 1.0, 0, 1); /* a triangle that covers the window */
    });
static const char *const fragment_shader = GLSL(
    uniform samplerBuffer colors; in vec2 place; out vec4 result;
    void main() {
        ivec3 cell = ivec3(place * vec2(640, 480), 0);
        result = vec4(0.06, 0.07, 0.1, 1);
        if (hpyr_count(cell) > 0u)
            result = texelFetch(colors, int(hpyr_rank(cell)));
    });

/* The number of steps after which a point has left, at most 255. */
static unsigned char escape(double x, double y) {
    int steps = 0;
    for (; steps < 255 && x * x + y * y < 4; steps++) {
        double next = x * x - y * y - 0.8;
        y = 2 * x * y + 0.156;
        x = next;
    }
    return (unsigned char)steps;
}

int main(int argc, char **argv) {
    const char *picture = argc > 1 ? argv[1] : NULL;
    static unsigned char image[HEIGHT][WIDTH], colors[WIDTH * HEIGHT][4];
    static char library[32768]; /* GLSL */
    hpyr_context *context;
    hpyr_discriminator *rim;
    hpyr_pyramid *pyramid;
    uint32_t total;
    GLuint textures[2], list;
    GLFWwindow *window = open_window("Rank as a lookup", 33, &context);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = escape((x - 319.5) / 200, (y - 239.5) / 200);
    glGenTextures(2, textures);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, WIDTH, HEIGHT, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, image);

    const hpyr_discriminator_desc rule = {
        .kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &(hpyr_range){25, 254}, .range_count = 1};
    const hpyr_pyramid_desc size = {.width = WIDTH, .height = HEIGHT, .max_count = 1};
    const hpyr_texture input = {.name = textures[0], .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R8UI};
    CHECK(hpyr_discriminator_create(context, &rule, &rim));
    CHECK(hpyr_pyramid_create(context, &size, &pyramid));
    CHECK(hpyr_pyramid_build(pyramid, rim, &input));
    CHECK(hpyr_pyramid_total(pyramid, &total));
    CHECK(hpyr_pyramid_glsl(pyramid, NULL, library, sizeof library, NULL));
    printf("%u colors for %d pixels\n", total, WIDTH * HEIGHT);
    for (uint32_t key = 0; key < total; key++) /* a rainbow from the first key to the last */
        for (int channel = 0; channel < 3; channel++)
            colors[key][channel] = (unsigned char)(150 + 105 * sin(6.28 * key / total + 2.1 * channel));
    glGenBuffers(1, &list);
    glBindBuffer(GL_TEXTURE_BUFFER, list);
    glBufferData(GL_TEXTURE_BUFFER, total * 4, colors, GL_STATIC_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, textures[1]);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, list);
    GLuint program = make_program("#version 330\n", library, vertex_shader, fragment_shader);
    CHECK(hpyr_pyramid_bind(pyramid, program, NULL, 1, NULL)); /* units 1, 2, .. */
    do {
        begin_frame(window);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    } while (end_frame(window, picture));
    hpyr_pyramid_destroy(pyramid); /* unbinds it, too */
    hpyr_discriminator_destroy(rim);
    hpyr_context_destroy(context);
    glfwTerminate();
    return 0;
}
