/* host.c - a program that finds GL's functions for a library without GLEW: by EGL, or by OSMesa.  SPDX-License-Identifier: MIT
 *
 *   host 33|21|es3|osmesa          compares pyramids, lists and isosurfaces with the reference
 *   host GL --needs                prints the functions whose absence the library refuses
 *   host GL --only NAME..          compares with only these functions there
 *
 * It ends with 77 where there is no OSMesa. */
#define GL_GLEXT_PROTOTYPES /* for the functions' types: none is linked */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <dlfcn.h>
#include <histopyramid/histopyramid.h>
#include <histopyramid/reference/reference.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 37, HEIGHT = 29, SIDE = 12, LENGTH = 1000, MOST_NAMES = 512 };

/* A function of GL, with its type. */
#define GL(name) ((__typeof__(name) *)find(#name, NULL))

typedef hpyr_function(get_proc)(const char *name);

static get_proc *get;   /* of the platform */
static void *libraries; /* of functions that `get` does not find */
static bool is_noting;
static const char *names[MOST_NAMES], *hidden, **only;
static int name_count, only_count;
static char message[256];
static int messages;

static void require(bool all_is_well, const char *what) {
    if (!all_is_well) {
        fprintf(stderr, "host: failed: %s (%s)\n", what, message);
        exit(1);
    }
}

static hpyr_function find(const char *name, void *user) {
    union { /* C has no way from an object pointer to a function pointer */
        void *object;
        hpyr_function function;
    } found = {.function = get(name)};
    (void)user;
    if (!found.function && libraries)
        found.object = dlsym(libraries, name);
    return found.function;
}

/* ---- contexts ---- */

static hpyr_function get_by_egl(const char *name) {
    return (hpyr_function)eglGetProcAddress(name);
}

static void open_egl(const char *gl) {
    const bool es = strcmp(gl, "es3") == 0, old = strcmp(gl, "21") == 0;
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, old ? 2 : 3, EGL_CONTEXT_MINOR_VERSION,
                              es    ? 0
                              : old ? 1
                                    : 3,
                              EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY) /* this is not Mesa */
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    require(eglInitialize(display, NULL, NULL) && eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API), "EGL");
    get = get_by_egl;
    libraries = dlopen("libOpenGL.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!libraries)
        libraries = dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL);
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    require(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "a context by EGL");
}

static void open_osmesa(void) {
    enum { FORMAT = 0x22, PROFILE = 0x33, CORE = 0x34, MAJOR = 0x36, MINOR = 0x37 };
    static const int attributes[] = {FORMAT, GL_RGBA, PROFILE, CORE, MAJOR, 3, MINOR, 3, 0};
    static unsigned char picture[16 * 16 * 4];
    union {
        void *object;
        get_proc *get;
        void *(*create)(const int *attributes, void *share);
        GLboolean (*make_current)(void *context, void *picture, GLenum type, GLsizei width, GLsizei height);
    } of_get, create, make_current;
    const char *const files[] = {"libOSMesa.so.8", "libOSMesa.so.6", "libOSMesa.so"};
    void *osmesa = NULL;
    for (int i = 0; i < 3 && !osmesa; i++)
        osmesa = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    if (!osmesa)
        exit(77);
    of_get.object = dlsym(osmesa, "OSMesaGetProcAddress");
    create.object = dlsym(osmesa, "OSMesaCreateContextAttribs");
    make_current.object = dlsym(osmesa, "OSMesaMakeCurrent");
    require(of_get.object && create.object && make_current.object, "the functions of OSMesa");
    get = of_get.get;
    void *context = create.create(attributes, NULL);
    require(context && make_current.make_current(context, picture, GL_UNSIGNED_BYTE, 16, 16), "a context by OSMesa");
}

static void remember(hpyr_log_level level, const char *text, void *user) {
    (void)user;
    if (level == HPYR_LOG_LEVEL_ERROR) {
        snprintf(message, sizeof message, "%s", text);
        messages++;
    }
}

/* What the library is given: notes names, and finds nothing that is hidden. */
static hpyr_function load(const char *name, void *user) {
    bool is_there = !only_count && !(hidden && strcmp(hidden, name) == 0);
    require(user == names, "`load_user` was not passed");
    for (int i = 0; i < only_count && !is_there; i++)
        is_there = strcmp(only[i], name) == 0;
    if (name_count && strcmp(names[0], name) == 0) /* the library begins again: it has asked for all */
        is_noting = false;
    if (is_noting && name_count < MOST_NAMES)
        names[name_count++] = name;
    return is_there ? find(name, NULL) : NULL;
}

static hpyr_result create(hpyr_context **context) {
    const hpyr_context_desc desc = {.log = remember, .load = load, .load_user = names};
    messages = 0;
    return hpyr_context_create(&desc, context);
}

/* ---- comparing ---- */

static void compare_pyramid(hpyr_context *context) {
    static unsigned char texels[HEIGHT][WIDTH][4];
    static uint32_t counts[WIDTH * HEIGHT];
    static hpyr_point expected[WIDTH * HEIGHT], got[WIDTH * HEIGHT];
    const hpyr_flat3d map = {.width = WIDTH, .height = HEIGHT, .depth = 1, .tiles_x = 1, .tiles_y = 1};
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
    hpyr_ref_pyramid *reference;
    hpyr_report report;
    GLuint name;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        counts[i] = i * 2654435761u >> 30 == 0;
        texels[i / WIDTH][i % WIDTH][3] = counts[i] ? 255 : 0;
    }
    GL(glGenTextures)(1, &name);
    GL(glBindTexture)(GL_TEXTURE_2D, name);
    GL(glTexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    GL(glTexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    const hpyr_texture input = {.name = name, .width = WIDTH, .height = HEIGHT, .format = HPYR_FORMAT_RGBA8};
    const hpyr_pyramid_desc desc = {.width = WIDTH, .height = HEIGHT};
    const hpyr_discriminator_desc threshold = {
        .kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD, .has_threshold = true, .threshold = 0.5};
    require(!hpyr_discriminator_create(context, &threshold, &discriminator), "hpyr_discriminator_create");
    require(!hpyr_pyramid_create(context, &desc, &pyramid), "hpyr_pyramid_create");
    require(!hpyr_pyramid_build(pyramid, discriminator, &input), "hpyr_pyramid_build");
    require(!hpyr_pyramid_download(pyramid, 0, HPYR_ALL, got, WIDTH * HEIGHT, 0, &report), "hpyr_pyramid_download");
    require(!hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_DEFAULT, &reference), "the reference's pyramid");
    uint64_t total = 0;
    require(!hpyr_ref_pyramid_list(reference, 0, WIDTH * HEIGHT, expected, &total), "the reference's points");
    require(total > 100 && report.written == total, "the total of a pyramid");
    require(memcmp(expected, got, total * sizeof *got) == 0, "the cells of a pyramid");
    hpyr_ref_pyramid_destroy(reference);
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(discriminator);
    GL(glDeleteTextures)(1, &name);
}

static void compare_list(hpyr_context *context) {
    static uint32_t entries[LENGTH], expected[LENGTH];
    const hpyr_lists_desc desc = {.capacity = LENGTH};
    const hpyr_ref_list list = {.entries = entries, .count = LENGTH};
    hpyr_lists *lists;
    uint32_t total, result;
    GLuint buffer;
    for (uint32_t i = 0; i < LENGTH; i++)
        entries[i] = i * 2654435761u >> 20;
    GL(glGenBuffers)(1, &buffer);
    GL(glBindBuffer)(GL_ARRAY_BUFFER, buffer);
    GL(glBufferData)(GL_ARRAY_BUFFER, sizeof entries, entries, GL_STREAM_COPY);
    require(!hpyr_lists_create(context, &desc, &lists), "hpyr_lists_create");
    const hpyr_list place = {.buffer = buffer};
    const hpyr_lists_scan_desc scan = {.input = place, .output = place, .length = {.count = LENGTH}};
    require(!hpyr_lists_scan(lists, &scan) && !hpyr_lists_result(lists, &result), "hpyr_lists_scan");
    require(!hpyr_ref_list_scan(&list, false, expected, &total), "the reference's scan");
    const void *got = GL(glMapBufferRange)(GL_ARRAY_BUFFER, 0, sizeof entries, GL_MAP_READ_BIT);
    require(got && result == total && memcmp(expected, got, sizeof expected) == 0, "the sums of a list");
    GL(glUnmapBuffer)(GL_ARRAY_BUFFER);
    hpyr_lists_destroy(lists);
    GL(glDeleteBuffers)(1, &buffer);
}

static void compare_isosurface(hpyr_context *context) {
    static float samples[SIDE * SIDE * SIDE];
    static hpyr_mesh_vertex vertices[3 * SIDE * SIDE * SIDE];
    static uint32_t indices[15 * SIDE * SIDE * SIDE];
    const hpyr_isosurface_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
    const hpyr_ref_isosurface_desc same = {.samples = samples, .width = SIDE, .height = SIDE, .depth = SIDE};
    hpyr_isosurface *isosurface;
    hpyr_ref_isosurface *reference;
    hpyr_mesh_report report;
    GLuint name;
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        const float x = (float)(i % SIDE) - 5.3f, y = (float)(i / SIDE % SIDE) - 5.6f,
                    z = (float)(i / SIDE / SIDE) - 5.2f;
        samples[i] = 20.0f - x * x - y * y - 1.5f * z * z;
    }
    GL(glGenTextures)(1, &name);
    GL(glBindTexture)(GL_TEXTURE_3D, name);
    GL(glTexParameteri)(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
    GL(glTexImage3D)(GL_TEXTURE_3D, 0, GL_R32F, SIDE, SIDE, SIDE, 0, GL_RED, GL_FLOAT, samples);
    const hpyr_field field = {.texture = {.name = name,
                                          .target = GL_TEXTURE_3D,
                                          .width = SIDE,
                                          .height = SIDE,
                                          .depth = SIDE,
                                          .format = HPYR_FORMAT_R32F}};
    require(!hpyr_isosurface_create(context, &desc, &isosurface), "hpyr_isosurface_create");
    require(!hpyr_isosurface_build(isosurface, &field, 0, 0), "hpyr_isosurface_build");
    require(!hpyr_isosurface_download(isosurface, vertices, 3 * SIDE * SIDE * SIDE, indices, 5 * SIDE * SIDE * SIDE,
                                      &report),
            "hpyr_isosurface_download");
    require(!hpyr_ref_isosurface_create(&same, &reference), "the reference's isosurface");
    require(reference->triangle_count > 100 && report.triangles_written == reference->triangle_count &&
                report.vertices_written == reference->vertex_count,
            "the counts of an isosurface");
    require(memcmp(indices, reference->indices, 3 * reference->triangle_count * sizeof *indices) == 0,
            "the triangles of an isosurface");
    for (uint64_t i = 0; i < 3 * reference->vertex_count; i++)
        require(fabsf(vertices[i / 3].position[i % 3] - reference->positions[i]) < 1e-5f,
                "the vertices of an isosurface");
    hpyr_ref_isosurface_destroy(reference);
    hpyr_isosurface_destroy(isosurface);
    GL(glDeleteTextures)(1, &name);
}

static void compare(void) {
    hpyr_context *context;
    require(create(&context) == HPYR_OK, "hpyr_context_create");
    const hpyr_caps *caps = hpyr_context_caps(context);
    printf("%s, used as %d\n", caps->version, caps->gl_version);
    compare_pyramid(context);
    if (caps->gl_version > 21) {
        compare_list(context);
        compare_isosurface(context);
    }
    hpyr_context_destroy(context);
    require(messages == 0 && GL(glGetError)() == GL_NO_ERROR, "an error is left");
}

/* ---- absent functions ---- */

static void print_needs(void) {
    hpyr_context *context;
    hpyr_context_desc without = {.log = remember};
    require(hpyr_context_create(&without, &context) == HPYR_ERROR_INVALID_ARGUMENT && !context && messages == 1 &&
                strstr(message, "load"),
            "a library without GLEW and without `load` says so");
    hpyr_context_destroy(NULL);
    is_noting = true;
    require(create(&context) == HPYR_OK, "hpyr_context_create");
    hpyr_context_destroy(context);
    const int count = name_count;
    for (int i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, " %s,", names[i]);
        hidden = names[i];
        hpyr_result result = create(&context);
        hpyr_context_destroy(context);
        if (result == HPYR_OK)
            continue;
        require(result == HPYR_ERROR_UNSUPPORTED && !context && messages == 1, names[i]);
        require(strstr(message, name) && !strchr(message, '\n'), names[i]);
        puts(names[i]);
    }
}

int main(int argc, char **argv) {
    const char *gl = argc > 1 ? argv[1] : "33";
    if (strcmp(gl, "osmesa") == 0)
        open_osmesa();
    else
        open_egl(gl);
    if (argc > 2 && strcmp(argv[2], "--needs") == 0) {
        print_needs();
        return 0;
    }
    only = (const char **)argv + 3;
    only_count = argc > 3 ? argc - 3 : 0;
    compare();
    return 0;
}
