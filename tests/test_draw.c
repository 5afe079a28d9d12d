/* test_draw.c - what the demos draw with.  SPDX-License-Identifier: MIT */
#include "harness.h"
#include "screens.h"

#include "common/draw/picture.h"
#include "common/draw/viewer.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"

#include <string.h>

enum { SIDE = 128 }; /* 16384 points, more than any driver's buffer of vertices holds */

/* Point i lights pixel i. */
static uint32_t make_program(const viewer *v) {
    draw_program_desc desc = {.files = demo_shaders};
    desc.vertex[0] = "void main() {\n"
                     "    vec2 pixel = vec2(gl_VertexID % 128, gl_VertexID / 128) + 0.5;\n"
                     "    gl_Position = vec4(pixel / 64.0 - 1.0, 0.0, 1.0);\n"
                     "}\n";
    desc.fragment[0] = "void main() {\n    o_color = vec4(1.0);\n}\n";
    uint32_t program = draw_program(&v->painter, &desc);
    if (!program)
        fail_msg("%s", error_text());
    return program;
}

VIEWER_TEST(every_point_has_its_number) {
    static const uint32_t COUNTS[] = {0, 1, 4095, 4096, 4097, 10000, SIDE * SIDE};
    SCOPED(picture_free) picture into;
    memset(&into, 0, sizeof into);
    SCOPED(delete_program) uint32_t program = make_program(v);
    assert_true(picture_resize(&into, v->painter.gl, SIDE, SIDE));
    for (size_t k = 0; k < sizeof COUNTS / sizeof COUNTS[0]; k++) {
        framebuffer_bind(v->painter.gl, into.framebuffer);
        glViewport(0, 0, SIDE, SIDE);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        painter_begin(&v->painter);
        glDisable(GL_DEPTH_TEST);
        glUseProgram(program);
        draw_points(COUNTS[k]);
        glEnable(GL_DEPTH_TEST);
        painter_end(&v->painter);
        SCOPED(free_memory) uint8_t *rgb = picture_read(&into);
        assert_non_null(rgb);
        for (uint32_t i = 0; i < SIDE * SIDE; i++)
            assert_int_equal(rgb[3 * i], i < COUNTS[k] ? 255 : 0);
    }
}
