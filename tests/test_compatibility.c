/* test_compatibility.c - in a compatibility profile, with state that core profiles do not have.
 * SPDX-License-Identifier: MIT */
#include "looks.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t size[3] = {32, 32, 32};

/* ---- a context ---- */

static EGLDisplay open_display(void) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (get_display && extensions && strstr(extensions, "EGL_MESA_platform_surfaceless"))
        return get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    return eglGetDisplay(EGL_DEFAULT_DISPLAY);
}

/* Current, or EGL_NO_CONTEXT where this EGL has none. */
static EGLContext open_context(EGLDisplay display) {
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                        3,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        3,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                                        EGL_NONE};
    GLint profile = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return EGL_NO_CONTEXT;
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT)
        return EGL_NO_CONTEXT;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    if (profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT)
        return context;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
}

static void show_message(hpyr_log_level level, const char *message, void *user) {
    (void)user;
    if (level != HPYR_LOG_LEVEL_INFO)
        fprintf(stderr, "%s\n", message);
}

/* The harness without its own context, and without the hostile caller, who is one of core profiles. */
static int open_env(void **state) {
    const hpyr_context_desc desc = {.log = show_message};
    env *e = calloc(1, sizeof *e);
    if (!e)
        return -1;
    *state = env_running = e;
    glewExperimental = GL_TRUE;
    GLenum loaded = glewInit();
    if (loaded != GLEW_OK && loaded != GLEW_ERROR_NO_GLX_DISPLAY)
        return -1;
    while (glGetError() != GL_NO_ERROR) {}
    return hpyr_context_create(&desc, &e->context) == HPYR_OK && glGetError() == GL_NO_ERROR ? 0 : -1;
}

static int close_env(void **state) {
    SCOPED(free_memory) env *e = *state;
    hpyr_context_destroy(e->context);
    snapshot_free(&e->before);
    snapshot_free(&e->after);
    return 0;
}

/* ---- tests ---- */

static soup soup_of_cube(void) {
    return soup_box((const double[3]){-0.61, -0.52, -0.43}, (const double[3]){0.57, 0.66, 0.71});
}

static uint32_t total_of_bits(env *e, const soup *s) {
    const hpyr_pyramid_desc shape = {
        .width = size[0], .height = size[1], .depth = size[2], .layout = HPYR_LAYOUT_BITS, .order = HPYR_ORDER_COLUMN};
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &shape);
    hpyr_texture bits;
    uint32_t total = 0;
    run_soup(e, voxelizer, s);
    OK(e, hpyr_voxelizer_volume(voxelizer, &bits));
    OK(e, hpyr_pyramid_build_bits(pyramid, &bits));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    return total;
}

TEST_WITH(env *e, bits_and_slices_equal_the_reference) {
    static uint8_t expected[32 * 32 * 32];
    SCOPED(soup_free) soup cube = soup_of_cube();
    uint64_t set = answer_thin(cube.corners, cube.count, size[0], size[1], size[2], expected, NULL);
    for (int kind = HPYR_VOXELIZER_KIND_SLICES; kind <= HPYR_VOXELIZER_KIND_BITS; kind++)
        if (kind == HPYR_VOXELIZER_KIND_SLICES || has_bits(e)) {
            SCOPED(free_memory) uint8_t *got = voxelize(e, size, (hpyr_voxelizer_kind)kind, HPYR_FILL_THIN, &cube);
            check_voxels(got, expected, NULL, size, kind == HPYR_VOXELIZER_KIND_BITS ? "bits" : "slices");
        }
    if (has_bits(e))
        assert_int_equal(total_of_bits(e, &cube), set);
}

static const GLenum scales[] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE};
static const GLenum biases[] = {GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS};

/* What would move, drop or recolor the points that voxels are drawn as. */
static void set_state(bool set) {
    glPointParameterf(GL_POINT_SIZE_MIN, set ? 6.0f : 0.0f);
    glAlphaFunc(set ? GL_NEVER : GL_ALWAYS, 0.0f);
    (set ? glEnable : glDisable)(GL_ALPHA_TEST);
    (set ? glEnable : glDisable)(GL_POINT_SMOOTH);
    (set ? glEnable : glDisable)(GL_POLYGON_STIPPLE);
    for (size_t i = 0; i < 4; i++) {
        glPixelTransferf(scales[i], set ? 0.5f : 1.0f);
        glPixelTransferf(biases[i], set ? 0.25f : 0.0f);
    }
}

static void check_state(void) {
    GLfloat least = 0, scale = 0, bias = 0;
    GLint function = 0;
    glGetFloatv(GL_POINT_SIZE_MIN, &least);
    for (size_t i = 0; i < 4; i++) {
        glGetFloatv(scales[i], &scale);
        glGetFloatv(biases[i], &bias);
        assert_true(scale == 0.5f && bias == 0.25f);
    }
    glGetIntegerv(GL_ALPHA_TEST_FUNC, &function);
    assert_true(least == 6.0f && function == GL_NEVER);
    assert_true(glIsEnabled(GL_ALPHA_TEST) && glIsEnabled(GL_POINT_SMOOTH) && glIsEnabled(GL_POLYGON_STIPPLE));
    CHECK_GL();
}

TEST_WITH(env *e, points_of_a_least_size_look_right) {
    job j = {
        .size = {32, 32, 32}, .fill = has_bits(e) ? HPYR_FILL_SURFACE : HPYR_FILL_THIN, .layout = HPYR_LAYOUT_BITS};
    SCOPED(looks_free) looks l = looks_make(soup_of_cube(), LOOKS_COLORS | LOOKS_NORMALS, 0);
    SCOPED(stage_free) stage st;
    stage_make(e, &st, &j, &l, 1);
    uint32_t side = hpyr_list_side(st.total);
    SCOPED(image_free)
    image colors = make_list(HPYR_FORMAT_RGBA8, side, side), normals = make_list(HPYR_FORMAT_RGBA32F, side, side);
    looked r = {{32, 32, 32}, st.total, calloc(st.total, sizeof(hpyr_point)), colors.pixels, normals.pixels, 0, false};
    assert_non_null(r.points);
    set_state(true);
    OK(e, hpyr_pyramid_download(st.pyramid, 0, HPYR_ALL, r.points, st.total, 0, NULL));
    OK(e, hpyr_voxelizer_attributes(st.voxelizer, st.pyramid, st.surfaces, 1, NULL, &colors.texture, &normals.texture));
    check_state();
    set_state(false);
    read_list(&colors);
    read_list(&normals);
    check_looked(&r, &l, 1, NULL);
    free(r.points);
}

/* Totals come from other channels than red: partial sums, and the second half of a pair. */
TEST_WITH(env *e, totals_do_not_pass_through_pixel_transfers) {
    static const struct {
        hpyr_layout layout;
        hpyr_count_format format;
    } forms[] = {{HPYR_LAYOUT_VEC4, HPYR_COUNT_FORMAT_FLOAT},
                 {HPYR_LAYOUT_LINE, HPYR_COUNT_FORMAT_FLOAT},
                 {HPYR_LAYOUT_BILINEAR, HPYR_COUNT_FORMAT_HALF},
                 {HPYR_LAYOUT_SINGLE, HPYR_COUNT_FORMAT_FLOAT}};
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R32F, 70, 50, 0.7, 3);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 70, 50, 1, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const hpyr_pyramid_desc desc = {
            .width = 70, .height = 50, .layout = forms[i].layout, .count_format = forms[i].format};
        uint32_t total = 0;
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        set_state(true);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        OK(e, hpyr_pyramid_total(pyramid, &total));
        check_state();
        set_state(false);
        assert_int_equal(total, answer_total(oracle));
    }
}

/* The mode keeps depths out of the red channel. */
TEST_WITH(env *e, depths_are_read_whatever_the_depth_mode) {
    const uint32_t depths[4] = {0, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    hpyr_texture t = {.name = 0}; /* GL knows the rest */
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_threshold(e, 0.5);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 2, 2);
    uint32_t total = 0;
    GLint mode = 0;
    glGenTextures(1, &t.name);
    glBindTexture(GL_TEXTURE_2D, t.name);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_ALPHA);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 2, 2, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depths);
    glBindTexture(GL_TEXTURE_2D, 0);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &t));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 3);
    glBindTexture(GL_TEXTURE_2D, t.name);
    glGetTexParameteriv(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, &mode);
    assert_int_equal(mode, GL_ALPHA);
    glBindTexture(GL_TEXTURE_2D, 0);
    glDeleteTextures(1, &t.name);
}

int main(void) {
    EGLDisplay display = open_display();
    EGLContext context = open_context(display);
    if (context == EGL_NO_CONTEXT)
        return runner_skip_all("EGL gives no compatibility context");
    int failed = runner_run_group(&(runner_group){.open = open_env, .close = close_env});
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    return failed;
}
