/* headless.c - an OpenGL context without a window: through EGL, and on Windows that of a window which nobody sees.
 * SPDX-License-Identifier: MIT */
#include "common/platform/headless.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/hush.h"
#include "common/platform/window.h"

#include <stdlib.h>

#ifdef _WIN32

struct headless {
    window *hidden;
};

headless *headless_open(int gl) {
    headless *h = memory_zeroed(sizeof *h);
    if (h && !(h->hidden = window_open("", gl, 0, 0))) {
        free(h);
        h = NULL;
    }
    if (h) { /* as in a context that was made without a window */
        glViewport(0, 0, 0, 0);
        glScissor(0, 0, 0, 0);
    }
    return h;
}

void headless_close(headless *h) {
    if (h) {
        window_close(h->hidden);
        free(h);
    }
}

bool headless_make_current(headless *h, bool current) {
    if (h)
        window_make_current(h->hidden, current);
    return h != NULL;
}

#else

#    include <EGL/egl.h>
#    include <EGL/eglext.h>

struct headless {
    EGLenum api; /* OpenGL or OpenGL ES */
    EGLDisplay display;
    EGLSurface surface; /* EGL_NO_SURFACE where the context can do without */
    EGLContext context;
};

enum { MAX_DISPLAYS = 18 };

/* In the order to try them: surfaceless Mesa, the devices, whatever the default is. */
static int list_displays(EGLDisplay displays[MAX_DISPLAYS]) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    int count = 0;
    if (get_display && gl_has_word(extensions, "EGL_MESA_platform_surfaceless"))
        displays[count++] = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    if (get_display && query_devices && gl_has_word(extensions, "EGL_EXT_platform_device")) {
        EGLDeviceEXT devices[MAX_DISPLAYS - 2];
        EGLint device_count = 0;
        if (query_devices(MAX_DISPLAYS - 2, devices, &device_count))
            for (EGLint i = 0; i < device_count; i++)
                displays[count++] = get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
    }
    displays[count++] = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    return count;
}

static const char *error_name(EGLint code) {
    switch (code) {
    case EGL_SUCCESS:
        return "no reason given";
    case EGL_NOT_INITIALIZED:
        return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ALLOC:
        return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE:
        return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG:
        return "EGL_BAD_CONFIG";
    case EGL_BAD_MATCH:
        return "EGL_BAD_MATCH: the driver has no such version or profile";
    case EGL_BAD_DISPLAY:
        return "EGL_BAD_DISPLAY";
    default:
        return "an EGL error";
    }
}

/* Before 3.2, profiles do not exist: such a context may be of a newer version, and is then a compatibility profile. */
static bool is_core(int gl) {
    return gl >= 32 && gl != GL_ES3;
}

/* Of any version where `gl` is 0; then OpenGL gives its newest, and OpenGL ES version 1. */
static EGLContext create_context(EGLDisplay display, EGLConfig config, int gl) {
    if (gl == 0)
        return eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                           gl == GL_ES3 ? 3 : gl / 10,
                           EGL_CONTEXT_MINOR_VERSION,
                           gl == GL_ES3 ? 0 : gl % 10,
                           is_core(gl) ? EGL_CONTEXT_OPENGL_PROFILE_MASK : EGL_NONE,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                           EGL_NONE};
    return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
}

/* A context on `h->display`, first without any surface, then with a pbuffer of one pixel. */
static bool try_display(headless *h, int gl) {
    const EGLint config_attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                        h->api == EGL_OPENGL_API ? EGL_OPENGL_BIT : EGL_OPENGL_ES3_BIT, EGL_NONE};
    const EGLint surface_attributes[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    const char *extensions = eglQueryString(h->display, EGL_EXTENSIONS);
    if (!eglBindAPI(h->api))
        return false;
    if (gl_has_word(extensions, "EGL_KHR_no_config_context") &&
        gl_has_word(extensions, "EGL_KHR_surfaceless_context")) {
        h->context = create_context(h->display, EGL_NO_CONFIG_KHR, gl);
        if (h->context != EGL_NO_CONTEXT && eglMakeCurrent(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, h->context))
            return true;
    }
    EGLConfig config;
    EGLint count = 0;
    if (h->context != EGL_NO_CONTEXT) {
        eglDestroyContext(h->display, h->context);
        h->context = EGL_NO_CONTEXT;
    }
    if (!eglChooseConfig(h->display, config_attributes, &config, 1, &count) || count == 0)
        return false;
    h->surface = eglCreatePbufferSurface(h->display, config, surface_attributes);
    h->context = create_context(h->display, config, gl);
    return h->surface != EGL_NO_SURFACE && h->context != EGL_NO_CONTEXT &&
           eglMakeCurrent(h->display, h->surface, h->surface, h->context);
}

/* The display stays initialized: EGL gives every caller in the process the same one, and terminating it would take the
 * contexts of the others along, and unload the driver, whose frames leak checkers could no longer name. */
static void release_context(headless *h) {
    eglMakeCurrent(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (h->context != EGL_NO_CONTEXT)
        eglDestroyContext(h->display, h->context);
    if (h->surface != EGL_NO_SURFACE)
        eglDestroySurface(h->display, h->surface);
    h->context = EGL_NO_CONTEXT;
    h->surface = EGL_NO_SURFACE;
}

static void use_display(headless *h, EGLDisplay display) {
    h->display = display;
    h->context = EGL_NO_CONTEXT;
    h->surface = EGL_NO_SURFACE;
}

/* Why there is no such context: what this OpenGL is where it gives another one, else what EGL says. */
static void explain(headless *h, int gl, EGLint reason) {
    const char *core = is_core(gl) ? " core" : "";
    if (h->display == EGL_NO_DISPLAY)
        error_set("no OpenGL without a window: EGL finds no driver; EGL_LOG_LEVEL=debug tells more");
    else if (gl == GL_ES3)
        error_set("EGL gives no OpenGL ES 3.0 context without a window (%s)", error_name(reason));
    else if (!try_display(h, 0) || gl_check_version(gl, (const char *)glGetString(GL_VERSION)))
        error_set("EGL gives no OpenGL %d.%d%s context without a window (%s)", gl / 10, gl % 10, core,
                  error_name(reason));
}

static bool find_context(headless *h, int gl) {
    EGLDisplay displays[MAX_DISPLAYS], first = EGL_NO_DISPLAY;
    int count = list_displays(displays);
    EGLint reason = EGL_SUCCESS;
    for (int i = 0; i < count; i++) {
        use_display(h, displays[i]);
        if (h->display == EGL_NO_DISPLAY || !eglInitialize(h->display, NULL, NULL))
            continue;
        if (try_display(h, gl))
            return gl_load(gl);
        EGLint code = eglGetError();
        first = first == EGL_NO_DISPLAY ? h->display : first;
        reason = reason == EGL_SUCCESS ? code : reason;
        release_context(h);
    }
    use_display(h, first);
    explain(h, gl, reason);
    return false;
}

headless *headless_open(int gl) {
    headless *h = memory_zeroed(sizeof *h);
    if (!h)
        return NULL;
    h->api = gl == GL_ES3 ? EGL_OPENGL_ES_API : EGL_OPENGL_API;
    hush drivers = hush_begin();
    bool ok = find_context(h, gl);
    if (!ok && h->display != EGL_NO_DISPLAY)
        release_context(h);
    hush_end(&drivers);
    if (!ok) {
        free(h);
        h = NULL;
    }
    return h;
}

void headless_close(headless *h) {
    if (h) {
        release_context(h);
        free(h);
    }
}

bool headless_make_current(headless *h, bool current) {
    if (!h)
        return false;
    /* Binding nothing is told by the current API, which is per thread. */
    eglBindAPI(h->api);
    return current ? eglMakeCurrent(h->display, h->surface, h->surface, h->context)
                   : eglMakeCurrent(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

#endif
