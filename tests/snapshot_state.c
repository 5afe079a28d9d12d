/* snapshot_state.c - reads GL's state, variable by variable.  SPDX-License-Identifier: MIT
 *
 * A context that is, or is held to be, a GL 2.1 counts as version 21 here: fixed function and client state are read there, by
 * functions that GL 2.1 has, and nowhere else. A context of OpenGL ES counts as version GL_ES3, whatever it offers: only what
 * OpenGL ES 3.0 has is read there. */
#include "snapshot_variables.h"

#include <string.h>

/* Tables 6.4 to 6.32 of the GL 3.3 core specification, 6.5 to 6.36 of the GL 2.1 specification, 6.2 to 6.30 of the OpenGL ES 3.0
 * specification, and state of GL 4 that a library for 3.3 could still disturb: integers and booleans, up to four values each. */
static const variable integers[] = {
    SINCE_AND_ES(33, GL_VERTEX_ARRAY_BINDING),
    ALL(GL_ARRAY_BUFFER_BINDING),
    SINCE(33, GL_PRIMITIVE_RESTART_INDEX),
    SINCE_AND_ES(33, GL_COPY_READ_BUFFER),
    SINCE_AND_ES(33, GL_COPY_WRITE_BUFFER),
    ALL(GL_VIEWPORT),
    SINCE(33, GL_CLAMP_READ_COLOR),
    SINCE(33, GL_PROVOKING_VERTEX),
    DESKTOP(GL_POINT_SPRITE_COORD_ORIGIN),
    ALL(GL_CULL_FACE_MODE),
    ALL(GL_FRONT_FACE),
    DESKTOP(GL_POLYGON_MODE),
    DESKTOP(GL_MULTISAMPLE),
    ALL(GL_SAMPLE_COVERAGE_INVERT),
    ALL(GL_ACTIVE_TEXTURE),
    SINCE(33, GL_TEXTURE_BUFFER),
    ALL(GL_SCISSOR_BOX),
    ALL(GL_STENCIL_FUNC),
    ALL(GL_STENCIL_VALUE_MASK),
    ALL(GL_STENCIL_REF),
    ALL(GL_STENCIL_FAIL),
    ALL(GL_STENCIL_PASS_DEPTH_FAIL),
    ALL(GL_STENCIL_PASS_DEPTH_PASS),
    ALL(GL_STENCIL_BACK_FUNC),
    ALL(GL_STENCIL_BACK_VALUE_MASK),
    ALL(GL_STENCIL_BACK_REF),
    ALL(GL_STENCIL_BACK_FAIL),
    ALL(GL_STENCIL_BACK_PASS_DEPTH_FAIL),
    ALL(GL_STENCIL_BACK_PASS_DEPTH_PASS),
    ALL(GL_DEPTH_FUNC),
    ALL(GL_BLEND_SRC_RGB),
    ALL(GL_BLEND_SRC_ALPHA),
    ALL(GL_BLEND_DST_RGB),
    ALL(GL_BLEND_DST_ALPHA),
    ALL(GL_BLEND_EQUATION_RGB),
    ALL(GL_BLEND_EQUATION_ALPHA),
    ALL(GL_DITHER),
    DESKTOP(GL_LOGIC_OP_MODE),
    ALL(GL_DEPTH_WRITEMASK),
    ALL(GL_STENCIL_WRITEMASK),
    ALL(GL_STENCIL_BACK_WRITEMASK),
    ALL(GL_STENCIL_CLEAR_VALUE),
    ALL(GL_DRAW_FRAMEBUFFER_BINDING),
    SINCE_AND_ES(33, GL_READ_FRAMEBUFFER_BINDING),
    ALL(GL_RENDERBUFFER_BINDING),
    ALL(GL_PIXEL_PACK_BUFFER_BINDING),
    ALL(GL_PIXEL_UNPACK_BUFFER_BINDING),
    ALL(GL_CURRENT_PROGRAM),
    SINCE_AND_ES(33, GL_UNIFORM_BUFFER_BINDING),
    SINCE_AND_ES(33, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING),
    DESKTOP(GL_LINE_SMOOTH_HINT),
    DESKTOP(GL_POLYGON_SMOOTH_HINT),
    DESKTOP(GL_TEXTURE_COMPRESSION_HINT),
    ALL(GL_FRAGMENT_SHADER_DERIVATIVE_HINT),
    SINCE_AND_ES(40, GL_TRANSFORM_FEEDBACK_BINDING),
    SINCE_AND_ES(40, GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE),
    SINCE_AND_ES(40, GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED),
    SINCE(40, GL_SAMPLE_SHADING),
    SINCE(40, GL_DRAW_INDIRECT_BUFFER_BINDING),
    SINCE(40, GL_PATCH_VERTICES),
    SINCE(45, GL_PROGRAM_PIPELINE_BINDING),
    SINCE(45, GL_DISPATCH_INDIRECT_BUFFER_BINDING),
    SINCE(45, GL_SHADER_STORAGE_BUFFER_BINDING),
    SINCE(45, GL_QUERY_BUFFER_BINDING),
    SINCE(45, GL_DEBUG_GROUP_STACK_DEPTH),
    OLD(GL_CLIENT_ACTIVE_TEXTURE),
    OLD(GL_VERTEX_ARRAY),
    OLD(GL_NORMAL_ARRAY),
    OLD(GL_FOG_COORD_ARRAY),
    OLD(GL_COLOR_ARRAY),
    OLD(GL_SECONDARY_COLOR_ARRAY),
    OLD(GL_INDEX_ARRAY),
    OLD(GL_EDGE_FLAG_ARRAY),
    OLD(GL_VERTEX_ARRAY_SIZE),
    OLD(GL_VERTEX_ARRAY_TYPE),
    OLD(GL_VERTEX_ARRAY_STRIDE),
    OLD(GL_VERTEX_ARRAY_BUFFER_BINDING),
    OLD(GL_NORMAL_ARRAY_BUFFER_BINDING),
    OLD(GL_COLOR_ARRAY_SIZE),
    OLD(GL_COLOR_ARRAY_BUFFER_BINDING),
    OLD(GL_EDGE_FLAG_ARRAY_BUFFER_BINDING),
    OLD(GL_MATRIX_MODE),
    OLD(GL_MODELVIEW_STACK_DEPTH),
    OLD(GL_PROJECTION_STACK_DEPTH),
    OLD(GL_TEXTURE_STACK_DEPTH),
    OLD(GL_ATTRIB_STACK_DEPTH),
    OLD(GL_CLIENT_ATTRIB_STACK_DEPTH),
    OLD(GL_RESCALE_NORMAL),
    OLD(GL_FOG_MODE),
    OLD(GL_FOG_COORD_SRC),
    OLD(GL_SHADE_MODEL),
    OLD(GL_LIGHT_MODEL_TWO_SIDE),
    OLD(GL_LINE_STIPPLE_PATTERN),
    OLD(GL_LINE_STIPPLE_REPEAT),
    OLD(GL_TEXTURE_1D),
    OLD(GL_TEXTURE_2D),
    OLD(GL_TEXTURE_3D),
    OLD(GL_TEXTURE_CUBE_MAP),
    OLD(GL_TEXTURE_GEN_S),
    OLD(GL_ALPHA_TEST_FUNC),
    OLD(GL_INDEX_WRITEMASK),
    OLD(GL_COLOR_WRITEMASK),
    OLD(GL_PIXEL_MAP_R_TO_R_SIZE),
    OLD(GL_PIXEL_MAP_G_TO_G_SIZE),
    OLD(GL_PIXEL_MAP_B_TO_B_SIZE),
    OLD(GL_PIXEL_MAP_A_TO_A_SIZE),
    OLD(GL_PIXEL_MAP_S_TO_S_SIZE),
    OLD(GL_READ_BUFFER),
    OLD(GL_RENDER_MODE),
    OLD(GL_LIST_BASE),
    OLD(GL_PERSPECTIVE_CORRECTION_HINT),
    OLD(GL_POINT_SMOOTH_HINT),
    OLD(GL_FOG_HINT),
    OLD(GL_GENERATE_MIPMAP_HINT),
    ES(GL_COLOR_WRITEMASK),
    ES(GL_GENERATE_MIPMAP_HINT),
};

static const variable floats[] = {
    ALL(GL_DEPTH_RANGE),
    DESKTOP(GL_POINT_SIZE),
    DESKTOP(GL_POINT_FADE_THRESHOLD_SIZE),
    ALL(GL_LINE_WIDTH),
    ALL(GL_POLYGON_OFFSET_FACTOR),
    ALL(GL_POLYGON_OFFSET_UNITS),
    ALL(GL_SAMPLE_COVERAGE_VALUE),
    ALL(GL_BLEND_COLOR),
    ALL(GL_COLOR_CLEAR_VALUE),
    ALL(GL_DEPTH_CLEAR_VALUE),
    OLD(GL_CURRENT_COLOR),
    OLD(GL_CURRENT_SECONDARY_COLOR),
    OLD(GL_CURRENT_NORMAL),
    OLD(GL_CURRENT_TEXTURE_COORDS),
    OLD(GL_CURRENT_FOG_COORD),
    OLD(GL_CURRENT_RASTER_POSITION),
    OLD(GL_FOG_COLOR),
    OLD(GL_FOG_DENSITY),
    OLD(GL_POINT_SIZE_MIN),
    OLD(GL_POINT_SIZE_MAX),
    OLD(GL_POINT_DISTANCE_ATTENUATION),
    OLD(GL_ALPHA_TEST_REF),
    OLD(GL_ACCUM_CLEAR_VALUE),
    OLD(GL_ZOOM_X),
    OLD(GL_ZOOM_Y),
};

/* Off by default, on where a caller is hostile. */
const variable snapshot_switches[] = {
    SINCE(33, GL_PRIMITIVE_RESTART),
    SINCE(33, GL_DEPTH_CLAMP),
    SINCE_AND_ES(33, GL_RASTERIZER_DISCARD),
    DESKTOP(GL_PROGRAM_POINT_SIZE),
    DESKTOP(GL_LINE_SMOOTH),
    ALL(GL_CULL_FACE),
    DESKTOP(GL_POLYGON_SMOOTH),
    DESKTOP(GL_POLYGON_OFFSET_POINT),
    DESKTOP(GL_POLYGON_OFFSET_LINE),
    ALL(GL_POLYGON_OFFSET_FILL),
    ALL(GL_SAMPLE_ALPHA_TO_COVERAGE),
    DESKTOP(GL_SAMPLE_ALPHA_TO_ONE),
    ALL(GL_SAMPLE_COVERAGE),
    SINCE(33, GL_SAMPLE_MASK),
    SINCE(33, GL_TEXTURE_CUBE_MAP_SEAMLESS),
    ALL(GL_SCISSOR_TEST),
    ALL(GL_STENCIL_TEST),
    ALL(GL_DEPTH_TEST),
    SINCE(33, GL_FRAMEBUFFER_SRGB),
    DESKTOP(GL_COLOR_LOGIC_OP),
    SINCE_AND_ES(45, GL_PRIMITIVE_RESTART_FIXED_INDEX),
    OLD(GL_NORMALIZE),
    OLD(GL_FOG),
    OLD(GL_COLOR_SUM),
    OLD(GL_LIGHTING),
    OLD(GL_COLOR_MATERIAL),
    OLD(GL_POINT_SMOOTH),
    OLD(GL_POINT_SPRITE),
    OLD(GL_VERTEX_PROGRAM_TWO_SIDE),
    OLD(GL_LINE_STIPPLE),
    OLD(GL_POLYGON_STIPPLE),
    OLD(GL_ALPHA_TEST),
    OLD(GL_BLEND),
    OLD(GL_INDEX_LOGIC_OP),
    ES(GL_BLEND),
    {NULL, 0, 0, 0},
};

const snapshot_parameter snapshot_pixel_store[] = {
    {DESKTOP(GL_PACK_SWAP_BYTES), 1, 0},
    {DESKTOP(GL_PACK_LSB_FIRST), 1, 0},
    {ALL(GL_PACK_ROW_LENGTH), 7, 0},
    {ALL(GL_PACK_SKIP_ROWS), 3, 0},
    {ALL(GL_PACK_SKIP_PIXELS), 5, 0},
    {ALL(GL_PACK_ALIGNMENT), 8, 4},
    {DESKTOP(GL_PACK_IMAGE_HEIGHT), 11, 0},
    {DESKTOP(GL_PACK_SKIP_IMAGES), 2, 0},
    {DESKTOP(GL_UNPACK_SWAP_BYTES), 1, 0},
    {DESKTOP(GL_UNPACK_LSB_FIRST), 1, 0},
    {ALL(GL_UNPACK_ROW_LENGTH), 9, 0},
    {ALL(GL_UNPACK_SKIP_ROWS), 4, 0},
    {ALL(GL_UNPACK_SKIP_PIXELS), 6, 0},
    {ALL(GL_UNPACK_ALIGNMENT), 2, 4},
    {ALL(GL_UNPACK_IMAGE_HEIGHT), 13, 0},
    {ALL(GL_UNPACK_SKIP_IMAGES), 1, 0},
    {{NULL, 0, 0, 0}, 0, 0},
};

const snapshot_parameter snapshot_pixel_transfer[] = {
    {OLD(GL_RED_SCALE), 0.5f, 1},    {OLD(GL_GREEN_SCALE), 3.0f, 1}, {OLD(GL_BLUE_SCALE), -1.0f, 1},
    {OLD(GL_ALPHA_SCALE), 0.25f, 1}, {OLD(GL_DEPTH_SCALE), 0.5f, 1}, {OLD(GL_RED_BIAS), 0.25f, 0},
    {OLD(GL_GREEN_BIAS), -0.5f, 0},  {OLD(GL_BLUE_BIAS), 0.125f, 0}, {OLD(GL_ALPHA_BIAS), 2.0f, 0},
    {OLD(GL_DEPTH_BIAS), 0.5f, 0},   {OLD(GL_INDEX_SHIFT), 2.0f, 0}, {OLD(GL_INDEX_OFFSET), 1.0f, 0},
    {OLD(GL_MAP_COLOR), 1, 0},       {OLD(GL_MAP_STENCIL), 1, 0},    {{NULL, 0, 0, 0}, 0, 0},
};

static const variable matrices[] = {OLD(GL_MODELVIEW_MATRIX), OLD(GL_PROJECTION_MATRIX), OLD(GL_TEXTURE_MATRIX)};

/* Integers of extensions, read where the context offers them. */
static const variable clip_control[] = {SINCE(33, GL_CLIP_ORIGIN), SINCE(33, GL_CLIP_DEPTH_MODE)};
static const variable float_clamps[] = {OLD(GL_CLAMP_VERTEX_COLOR_ARB), OLD(GL_CLAMP_FRAGMENT_COLOR_ARB),
                                        OLD(GL_CLAMP_READ_COLOR_ARB)};

/* ---- values ---- */

bool snapshot_has(const variable *v, int version) {
    return v->first <= version && version <= v->last;
}

void snapshot_store_floats(int64_t out[4], const GLfloat values[4]) {
    for (int k = 0; k < 4; k++) {
        uint32_t bits;
        memcpy(&bits, &values[k], sizeof bits);
        out[k] = bits;
    }
}

static void add_integer(snapshot *s, int version, const variable *v) {
    GLint values[4] = {0, 0, 0, 0};
    if (!snapshot_has(v, version))
        return;
    glGetIntegerv(v->value, values);
    int64_t *out = snapshot_add(s, v->name, -1);
    for (int k = 0; k < 4; k++)
        out[k] = values[k];
}

static void add_integers(snapshot *s, int version, const variable *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        add_integer(s, version, &list[i]);
}

static void add_float(snapshot *s, int version, const variable *v) {
    GLfloat values[4] = {0, 0, 0, 0};
    if (!snapshot_has(v, version))
        return;
    glGetFloatv(v->value, values);
    snapshot_store_floats(snapshot_add(s, v->name, -1), values);
}

/* What a hostile caller sets. */
static void add_set(snapshot *s, int version) {
    for (const variable *v = snapshot_switches; v->name; v++)
        add_integer(s, version, v);
    for (const snapshot_parameter *p = snapshot_pixel_store; p->variable.name; p++)
        add_integer(s, version, &p->variable);
    for (const snapshot_parameter *p = snapshot_pixel_transfer; p->variable.name; p++)
        add_float(s, version, &p->variable);
}

static void add_floats(snapshot *s, int version) {
    for (size_t i = 0; i < LENGTH(floats); i++)
        add_float(s, version, &floats[i]);
    for (size_t i = 0; i < LENGTH(matrices) && version == 21; i++) {
        GLfloat values[16] = {0};
        glGetFloatv(matrices[i].value, values);
        for (int column = 0; column < 4; column++)
            snapshot_store_floats(snapshot_add(s, matrices[i].name, column), values + 4 * column);
    }
}

/* ---- rasterizer and fragments ---- */

/* The first of them is also among the integers and floats. */
static void add_viewports(snapshot *s) {
    GLint count = 0, box[4];
    GLfloat values[4] = {0, 0, 0, 0};
    glGetIntegerv(GL_MAX_VIEWPORTS, &count);
    for (GLuint i = 0; i < (GLuint)count; i++) {
        glGetFloati_v(GL_VIEWPORT, i, values);
        snapshot_store_floats(snapshot_add(s, "viewport", (int)i), values);
        glGetFloati_v(GL_DEPTH_RANGE, i, values);
        values[2] = values[3] = 0;
        snapshot_store_floats(snapshot_add(s, "depth range", (int)i), values);
        glGetIntegeri_v(GL_SCISSOR_BOX, i, box);
        int64_t *out = snapshot_add(s, "scissor box", (int)i);
        for (int k = 0; k < 4; k++)
            out[k] = box[k];
        snapshot_add(s, "scissor test", (int)i)[0] = glIsEnabledi(GL_SCISSOR_TEST, i);
    }
}

static void add_draw_buffers(snapshot *s) {
    GLint count = 0, clip_distances = 0, words = 0, value;
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &count);
    glGetIntegerv(GL_MAX_CLIP_DISTANCES, &clip_distances);
    glGetIntegerv(GL_MAX_SAMPLE_MASK_WORDS, &words);
    for (int i = 0; i < count; i++) {
        GLboolean mask[4];
        glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, mask);
        int64_t *out = snapshot_add(s, "GL_COLOR_WRITEMASK", i);
        for (int k = 0; k < 4; k++)
            out[k] = mask[k];
        snapshot_add(s, "GL_BLEND", i)[0] = glIsEnabledi(GL_BLEND, (GLuint)i);
    }
    for (int i = 0; i < clip_distances; i++)
        snapshot_add(s, "GL_CLIP_DISTANCE", i)[0] = glIsEnabled(GL_CLIP_DISTANCE0 + (GLenum)i);
    for (int i = 0; i < words; i++) {
        glGetIntegeri_v(GL_SAMPLE_MASK_VALUE, (GLuint)i, &value);
        snapshot_add(s, "GL_SAMPLE_MASK_VALUE", i)[0] = value;
    }
}

static void add_clip_planes(snapshot *s) {
    GLint planes = 0;
    glGetIntegerv(GL_MAX_CLIP_PLANES, &planes);
    for (int i = 0; i < planes; i++) {
        GLdouble plane[4] = {0, 0, 0, 0};
        snapshot_add(s, "GL_CLIP_PLANE enabled", i)[0] = glIsEnabled(GL_CLIP_PLANE0 + (GLenum)i);
        glGetClipPlane(GL_CLIP_PLANE0 + (GLenum)i, plane);
        const GLfloat values[4] = {(GLfloat)plane[0], (GLfloat)plane[1], (GLfloat)plane[2], (GLfloat)plane[3]};
        snapshot_store_floats(snapshot_add(s, "GL_CLIP_PLANE", i), values);
    }
}

/* The maps and the stipple are read into memory, so no pixel buffer may be bound and no row length set meanwhile. */
static void add_pixel_transfer(snapshot *s) {
    static const GLenum maps[] = {GL_PIXEL_MAP_R_TO_R, GL_PIXEL_MAP_G_TO_G, GL_PIXEL_MAP_B_TO_B, GL_PIXEL_MAP_A_TO_A};
    GLfloat values[256];
    GLubyte stipple[256 * 32] = {0}; /* any pack parameters that the tests set stay within */
    GLint buffer = 0, largest = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    glGetIntegerv(GL_MAX_PIXEL_MAP_TABLE, &largest);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (size_t i = 0; i < LENGTH(maps) && largest <= 256; i++) {
        for (int k = 0; k < 256; k++)
            values[k] = 0;
        glGetPixelMapfv(maps[i], values);
        snapshot_store_floats(snapshot_add(s, "GL_PIXEL_MAP", (int)i), values);
    }
    glGetPolygonStipple(stipple);
    int64_t *out = snapshot_add(s, "polygon stipple", -1);
    for (size_t i = 0; i < sizeof stipple; i++)
        out[0] = (int64_t)(((uint64_t)out[0] * 31 + stipple[i]) & 0xffffffff);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)buffer);
}

/* ---- all of it ---- */

static void add_fixed_function(snapshot *s) {
    if (GLEW_ARB_texture_rectangle)
        snapshot_add(s, "GL_TEXTURE_RECTANGLE", -1)[0] = glIsEnabled(GL_TEXTURE_RECTANGLE);
    if (GLEW_ARB_color_buffer_float)
        add_integers(s, 21, float_clamps, LENGTH(float_clamps));
    add_clip_planes(s);
    add_pixel_transfer(s);
}

static void add_newer(snapshot *s, int version) {
    if (GLEW_ARB_clip_control) /* GL 4.5, but older contexts offer it too */
        add_integers(s, version, clip_control, LENGTH(clip_control));
    if (version >= 41 && glGetFloati_v) /* a test takes newer functions away */
        add_viewports(s);
    add_draw_buffers(s);
}

int snapshot_version(int gl) {
    GLint major = 0, minor = 0;
    if (gl == 21 || gl == GL_ES3)
        return gl;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    return 10 * major + minor;
}

void snapshot_take(snapshot *s, int gl, const snapshot_watch *watches, size_t watch_count) {
    int version = snapshot_version(gl);
    s->count = 0;
    add_integers(s, version, integers, LENGTH(integers));
    add_floats(s, version);
    add_set(s, version);
    if (version == 21)
        add_fixed_function(s);
    else if (version != GL_ES3)
        add_newer(s, version);
    snapshot_add_objects(s, version);
    for (size_t i = 0; i < watch_count; i++)
        snapshot_add_texture(s, version, &watches[i]);
}
