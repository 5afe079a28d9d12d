/* window.c - a window with an OpenGL context, by GLFW.  SPDX-License-Identifier: MIT */
#include "common/platform/window.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/hush.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct window {
    GLFWwindow *handle;
    char title[640];
    window_input input;
    double pointer_x, pointer_y;
    double press_x, press_y; /* where the button went down */
    double held_x, held_y;   /* where the pointer last was while it was down */
    bool pressed, dragging;  /* a press becomes a drag as soon as it leaves its place, and a click if it never does */
};

static const double CLICK_PIXELS = 4;

/* GLFW ends with the last window; on Windows with the program, for Wine crashes now and then where it is begun and ended many times. */
static int window_count;

/* From the window's units, y down, to the framebuffer's pixels, y up. The pointer names a unit's corner; its center is meant. */
static void find_pixel(const window *w, double x, double y, float *pixel_x, float *pixel_y) {
    int width, height, pixels_x, pixels_y;
    glfwGetWindowSize(w->handle, &width, &height);
    glfwGetFramebufferSize(w->handle, &pixels_x, &pixels_y);
    if (width > 0 && height > 0) {
        *pixel_x = (float)((floor(x) + 0.5) * pixels_x / width);
        *pixel_y = (float)(pixels_y - (floor(y) + 0.5) * pixels_y / height);
    }
}

static void hold(window *w, double x, double y) {
    w->held_x = x;
    w->held_y = y;
    w->input.held = true;
}

static void on_button(GLFWwindow *handle, int button, int action, int modifiers) {
    (void)modifiers;
    window *w = glfwGetWindowUserPointer(handle);
    if (button != GLFW_MOUSE_BUTTON_LEFT)
        return;
    if (action == GLFW_PRESS) {
        w->press_x = w->pointer_x; /* by the events so far; glfwGetCursorPos may already be a slow frame ahead */
        w->press_y = w->pointer_y;
        hold(w, w->press_x, w->press_y);
    } else if (w->pressed && !w->dragging) {
        w->input.clicked = true;
        find_pixel(w, w->press_x, w->press_y, &w->input.click_x, &w->input.click_y);
    }
    w->pressed = action == GLFW_PRESS;
    w->dragging = false;
}

static void on_move(GLFWwindow *handle, double x, double y) {
    window *w = glfwGetWindowUserPointer(handle);
    if (w->pressed && !w->dragging && hypot(x - w->press_x, y - w->press_y) >= CLICK_PIXELS) {
        w->dragging = true;
        w->pointer_x = w->press_x; /* what was held back */
        w->pointer_y = w->press_y;
    }
    if (w->dragging) {
        w->input.drag_x += (float)(x - w->pointer_x);
        w->input.drag_y -= (float)(y - w->pointer_y);
    }
    w->pointer_x = x;
    w->pointer_y = y;
    if (w->pressed)
        hold(w, x, y);
}

static void on_wheel(GLFWwindow *handle, double x, double y) {
    (void)x;
    window *w = glfwGetWindowUserPointer(handle);
    w->input.wheel += (float)y;
}

static void add_key(window *w, int key) {
    if (w->input.key_count < WINDOW_MAX_KEYS)
        w->input.keys[w->input.key_count++] = key;
}

static void on_key(GLFWwindow *handle, int key, int scancode, int action, int modifiers) {
    static const int KEYS[][2] = {{GLFW_KEY_UP, WINDOW_KEY_UP},
                                  {GLFW_KEY_DOWN, WINDOW_KEY_DOWN},
                                  {GLFW_KEY_LEFT, WINDOW_KEY_LEFT},
                                  {GLFW_KEY_RIGHT, WINDOW_KEY_RIGHT},
                                  {GLFW_KEY_ESCAPE, WINDOW_KEY_ESCAPE}};
    (void)scancode;
    (void)modifiers;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0] && action != GLFW_RELEASE; i++)
        if (KEYS[i][0] == key)
            add_key(glfwGetWindowUserPointer(handle), KEYS[i][1]);
}

/* Characters, not keys: where '+' or '[' lies is the keyboard layout's business. */
static void on_character(GLFWwindow *handle, unsigned character) {
    window *w = glfwGetWindowUserPointer(handle);
    if (character >= ' ' && character < 127)
        add_key(w, character >= 'a' && character <= 'z' ? (int)character - 'a' + 'A' : (int)character);
}

static void on_drop(GLFWwindow *handle, int count, const char **paths) {
    window *w = glfwGetWindowUserPointer(handle);
    if (count > 0) /* one that is too long is cut off, and so names a file that does not exist */
        snprintf(w->input.dropped, sizeof w->input.dropped, "%s", paths[0]);
}

static void on_refresh(GLFWwindow *handle) {
    window *w = glfwGetWindowUserPointer(handle);
    w->input.exposed = true;
}

static void set_hints(int gl) {
    bool is_es = gl == GL_ES3;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, is_es ? 3 : gl / 10);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, is_es ? 0 : gl % 10);
    if (is_es) {
        glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API); /* as headless.c makes them */
    } else if (gl >= 32) {                                               /* before that, profiles do not exist */
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); /* macOS gives none without */
    }
    glfwWindowHint(GLFW_DEPTH_BITS, 0); /* the demos draw into framebuffers of their own */
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
}

static const char *glfw_words(void) {
    const char *description = NULL;
    glfwGetError(&description);
    return description ? description : "GLFW gives no reason";
}

/* Too old an OpenGL is one reason of many why there is no window of version `gl`: a window of any version tells. */
static void explain(int gl) {
    error_set("no window: the window system gives no OpenGL%s (%s); use --headless", gl == GL_ES3 ? " ES 3.0" : "",
              glfw_words());
    glfwDefaultWindowHints();
    if (gl == GL_ES3)
        return;
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow *any = glfwCreateWindow(16, 16, "", NULL, NULL);
    if (any) {
        glfwMakeContextCurrent(any);
        gl_check_version(gl, (const char *)glGetString(GL_VERSION));
        glfwDestroyWindow(any);
    }
}

static bool create(window *w, const char *title, int gl, int width, int height) {
    if (!glfwInit())
        return error_set("no window: %s; use --headless", glfw_words());
#ifdef _WIN32
    static bool will_end;
    will_end = will_end || atexit(glfwTerminate) == 0;
#endif
    GLFWwindow *before = glfwGetCurrentContext();
    set_hints(gl);
    glfwWindowHint(GLFW_VISIBLE, width > 0);
    w->handle = glfwCreateWindow(width > 0 ? width : 1, height > 0 ? height : 1, title, NULL, NULL);
    if (!w->handle) {
        explain(gl);
        glfwMakeContextCurrent(before);
        return false;
    }
    glfwMakeContextCurrent(w->handle);
    return gl_load(gl);
}

window *window_open(const char *title, int gl, int width, int height) {
    window *w = memory_zeroed(sizeof *w);
    if (!w)
        return NULL;
    window_count++;
    hush drivers = hush_begin();
    bool ok = create(w, title, gl, width, height);
    if (!ok)
        window_close(w);
    hush_end(&drivers);
    if (!ok)
        return NULL;
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(w->handle, w);
    glfwGetCursorPos(w->handle, &w->pointer_x, &w->pointer_y);
    glfwSetMouseButtonCallback(w->handle, on_button);
    glfwSetCursorPosCallback(w->handle, on_move);
    glfwSetScrollCallback(w->handle, on_wheel);
    glfwSetKeyCallback(w->handle, on_key);
    glfwSetCharCallback(w->handle, on_character);
    glfwSetDropCallback(w->handle, on_drop);
    glfwSetWindowRefreshCallback(w->handle, on_refresh);
    return w;
}

void window_close(window *w) {
    if (w) {
        if (w->handle)
            glfwDestroyWindow(w->handle);
        window_count--;
#ifndef _WIN32
        if (window_count == 0)
            glfwTerminate();
#endif
        free(w);
    }
}

void window_make_current(window *w, bool current) {
    glfwMakeContextCurrent(current ? w->handle : NULL);
}

void window_poll(window *w, window_input *input) {
    int width, height;
    glfwPollEvents();
    window_framebuffer_size(w, &width, &height);
    if (width < 1 || height < 1) { /* keys that came just before are not lost: they wait for a picture */
        *input = (window_input){.closed = glfwWindowShouldClose(w->handle)};
        return;
    }
    w->input.closed = glfwWindowShouldClose(w->handle);
    w->input.held = w->input.held || w->pressed;
    find_pixel(w, w->press_x, w->press_y, &w->input.press_x, &w->input.press_y);
    find_pixel(w, w->held_x, w->held_y, &w->input.held_x, &w->input.held_y);
    find_pixel(w, w->pointer_x, w->pointer_y, &w->input.pointer_x, &w->input.pointer_y);
    *input = w->input;
    memset(&w->input, 0, sizeof w->input);
}

void window_wait(window *w, double seconds) {
    (void)w;
    glfwWaitEventsTimeout(seconds);
}

void window_framebuffer_size(const window *w, int *width, int *height) {
    glfwGetFramebufferSize(w->handle, width, height);
    if (glfwGetWindowAttrib(w->handle, GLFW_ICONIFIED)) /* some window systems say so by the size itself */
        *width = *height = 0;
}

float window_content_scale(const window *w) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(w->handle, &x, &y);
    float larger = x > y ? x : y;
    return larger > 0.5f && larger < 8 ? larger : 1; /* some window systems know nothing of their screen */
}

void window_set_title(window *w, const window_title *t) {
    enum { MOST = 120 };
    const char *const parts[] = {t->subject, t->details, t->state, t->message};
    char title[sizeof w->title];
    int length = snprintf(title, sizeof title, "%s", t->program);
    for (int i = 0; i < 4; i++)
        if (parts[i] && parts[i][0])
            length += snprintf(title + length, sizeof title - (size_t)length, " - %.*s", MOST, parts[i]);
    if (strcmp(title, w->title) != 0) {
        memcpy(w->title, title, sizeof title);
        glfwSetWindowTitle(w->handle, title);
    }
}

void window_swap(window *w) {
    glfwSwapBuffers(w->handle);
}
