/* no_window.c - works without a window and without a display: by EGL, in plain C.  SPDX-License-Identifier: MIT
 * The GPU lists the cells of a heart, and the list is copied into an array of the CPU. The program draws a line from
 * each cell to the next one in the list, which is their order of keys, and saves the picture: `no_window FILE.ppm`. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <histopyramid/histopyramid.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 64, HEIGHT = 48, ZOOM = 10 };

static void require(bool all_is_well, const char *what) {
    if (!all_is_well) {
        fprintf(stderr, "failed: %s\n", what);
        exit(1);
    }
}

static void open_context(void) {
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY) /* this is not Mesa */
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    require(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_API), "EGL with OpenGL");
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    require(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "a context with OpenGL 3.3");
}

int main(int argc, char **argv) {
    static unsigned char heart[HEIGHT][WIDTH], picture[HEIGHT * ZOOM][WIDTH * ZOOM][3];
    static hpyr_point cells[WIDTH * HEIGHT];
    hpyr_context *context;
    hpyr_discriminator *inside;
    hpyr_pyramid *pyramid;
    hpyr_report report;
    GLuint texture;
    require(argc == 2, "it needs the name of a picture, FILE.ppm");
    open_context();
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double u = (x - 31.5) / 19, v = (y - 21) / 19.0, w = u * u + v * v - 1;
            heart[y][x] = w * w * w < u * u * v * v * v;
        }
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, WIDTH, HEIGHT, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, heart);

    const hpyr_texture input = {.name = texture, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_R8UI};
    const hpyr_pyramid_desc size = {.width = WIDTH, .height = HEIGHT};
    require(!hpyr_context_create(NULL, &context), "hpyr_context_create");
    require(!hpyr_discriminator_create(context, NULL, &inside), "hpyr_discriminator_create"); /* 1 or more */
    require(!hpyr_pyramid_create(context, &size, &pyramid), "hpyr_pyramid_create");
    require(!hpyr_pyramid_build(pyramid, inside, &input), "hpyr_pyramid_build");
    require(!hpyr_pyramid_download(pyramid, 0, HPYR_ALL, cells, WIDTH * HEIGHT, 0, &report), "hpyr_pyramid_download");
    printf("%u cells\n", (unsigned)report.written);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(inside);
    hpyr_context_destroy(context);

    for (uint32_t key = 0; key + 1 < report.written; key++)
        for (int step = 0; step < 600; step++) { /* along the line */
            double t = step / 600.0, rainbow = 6.0 * (key + t) / report.written;
            int x = (int)(ZOOM * (cells[key].x + 0.5 + t * ((double)cells[key + 1].x - cells[key].x)));
            int y = (int)(ZOOM * (cells[key].y + 0.5 + t * ((double)cells[key + 1].y - cells[key].y)));
            for (int i = 0; i < 12; i++) /* two pixels wide */
                picture[HEIGHT * ZOOM - 1 - y + i / 6][x + i / 3 % 2][i % 3] =
                    (unsigned char)(150 + 105 * sin(rainbow + 2.1 * (i % 3)));
        }
    FILE *file = fopen(argv[1], "wb");
    require(file, argv[1]);
    fprintf(file, "P6 %d %d 255\n", WIDTH * ZOOM, HEIGHT * ZOOM);
    require(fwrite(picture, sizeof picture, 1, file) == 1 && fclose(file) == 0, "writing the picture");
    return 0;
}
