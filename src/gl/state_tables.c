/* state_tables.c - the pieces of GL state that would change what our passes draw.  SPDX-License-Identifier: MIT */
#include "gl/state_tables.h"

const hpi_gl_capability hpi_gl_capabilities[HPI_STATE_ENABLES] = {
    {GL_RASTERIZER_DISCARD, 30, false, true},
    {GL_SCISSOR_TEST, 20, false, true},
    {GL_DEPTH_TEST, 20, false, true},
    {GL_STENCIL_TEST, 20, false, true},
    {GL_CULL_FACE, 20, false, true},
    {GL_DITHER, 20, false, true},
    {GL_SAMPLE_COVERAGE, 20, false, true},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, 20, false, true},
    {GL_PRIMITIVE_RESTART_FIXED_INDEX, 43, false, !HPI_GL_WEB}, /* always on there; indices are not ours */
#if HPI_GL_DESKTOP
    {GL_COLOR_LOGIC_OP, 20, false, false},
    {GL_FRAMEBUFFER_SRGB, 30, false, false},
    {GL_SAMPLE_ALPHA_TO_ONE, 20, false, false},
    {GL_SAMPLE_MASK, 32, false, false},
    {GL_DEPTH_CLAMP, 32, false, false},
    {GL_PRIMITIVE_RESTART, 31, false, false},
    {GL_CLIP_DISTANCE0, 30, false, false}, /* our shaders write none, and GL would clip by what it finds */
    {GL_CLIP_DISTANCE1, 30, false, false},
    {GL_CLIP_DISTANCE2, 30, false, false},
    {GL_CLIP_DISTANCE3, 30, false, false},
    {GL_CLIP_DISTANCE4, 30, false, false},
    {GL_CLIP_DISTANCE5, 30, false, false},
    {GL_CLIP_DISTANCE0 + 6, 30, false, false},
    {GL_CLIP_DISTANCE0 + 7, 30, false, false},
    {GL_ALPHA_TEST, 20, true, false},
    {GL_POLYGON_STIPPLE, 20, true, false},
    {GL_POLYGON_SMOOTH, 20, false, false},
    {GL_PROGRAM_POINT_SIZE, 20, false, false},
    {GL_POINT_SMOOTH, 20, true, false},
#endif
};

/* Browsers have two others in the place of these. */
enum {
    UNPACK_FLIP_Y_OR_SWAP_BYTES = HPI_GL_WEB ? 0x9240 : GL_UNPACK_SWAP_BYTES,
    UNPACK_PREMULTIPLY_OR_LSB_FIRST = HPI_GL_WEB ? 0x9241 : GL_UNPACK_LSB_FIRST
};

/* Some drivers want room in a buffer for a row's whole length even if it is the only row, but no browser does (docs/gl-notes.md). */
#define HAS_LENGTH (HPI_GL_WEB ? HPI_ROWS_ALIGNED : HPI_ROWS_NONE)

const hpi_gl_store hpi_gl_stores[HPI_STATE_PIXEL_STORE] = {
    {GL_PACK_SWAP_BYTES, 0, false, HPI_ROWS_NONE},
    {GL_PACK_LSB_FIRST, 0, false, HPI_ROWS_NONE},
    {GL_PACK_ROW_LENGTH, 0, true, HAS_LENGTH},
    {GL_PACK_IMAGE_HEIGHT, 0, false, HPI_ROWS_ANY},
    {GL_PACK_SKIP_ROWS, 0, true, HPI_ROWS_NONE},
    {GL_PACK_SKIP_PIXELS, 0, true, HPI_ROWS_NONE},
    {GL_PACK_SKIP_IMAGES, 0, false, HPI_ROWS_NONE},
    {GL_PACK_ALIGNMENT, 1, true, HPI_ROWS_ANY},
    {UNPACK_FLIP_Y_OR_SWAP_BYTES, 0, HPI_GL_WEB, HPI_ROWS_NONE},
    {UNPACK_PREMULTIPLY_OR_LSB_FIRST, 0, HPI_GL_WEB, HPI_ROWS_NONE},
    {GL_UNPACK_ROW_LENGTH, 0, true, HAS_LENGTH},
    {GL_UNPACK_IMAGE_HEIGHT, 0, true, HPI_ROWS_ANY},
    {GL_UNPACK_SKIP_ROWS, 0, true, HPI_ROWS_NONE},
    {GL_UNPACK_SKIP_PIXELS, 0, true, HPI_ROWS_NONE},
    {GL_UNPACK_SKIP_IMAGES, 0, true, HPI_ROWS_NONE},
    {GL_UNPACK_ALIGNMENT, 1, true, HPI_ROWS_ANY},
};

const hpi_gl_binding hpi_gl_buffer_bindings[HPI_STATE_BUFFERS] = {
    {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING},
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING},
};

const hpi_gl_binding hpi_gl_texture_bindings[HPI_STATE_TARGETS] = {
    {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, 20},
    {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, 20},
    {GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, 31},
    {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, 30},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, 31},
};

#if HPI_GL_DESKTOP

const GLenum hpi_gl_transfers[HPI_STATE_TRANSFERS] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE,
                                                      GL_RED_BIAS,  GL_GREEN_BIAS,  GL_BLUE_BIAS,  GL_ALPHA_BIAS};
const GLfloat hpi_gl_neutral_transfers[HPI_STATE_TRANSFERS] = {1.0f, 1.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f};

void hpi_gl_set_lod_bias(GLuint unit, GLfloat bias) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, bias);
}

#endif

bool hpi_gl_writes_all(const GLboolean mask[4]) {
    return mask[0] && mask[1] && mask[2] && mask[3];
}

bool hpi_gl_target_exists(const hpyr_context *context, int index) {
    const hpi_gl_binding *binding = &hpi_gl_texture_bindings[index];
    bool rectangle = binding->target == GL_TEXTURE_RECTANGLE;
    if (context->es)
        return !rectangle && binding->target != GL_TEXTURE_BUFFER;
    return context->legacy ? binding->since == 20 || (rectangle && context->caps.rectangle_textures)
                           : context->caps.gl_version >= binding->since;
}

void hpi_gl_program_restore(const hpyr_context *context, GLint program) {
    bool is_there = program && glIsProgram((GLuint)program);
    if (program && !is_there)
        hpi_gl_log(context, HPYR_LOG_LEVEL_WARNING,
                   "program %d was in use, but deleted; it is gone now, and no program is in use", program);
    glUseProgram(is_there ? (GLuint)program : 0);
}
