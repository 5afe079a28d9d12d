/* window.h - a window with an OpenGL context, and what the user does to it.  SPDX-License-Identifier: MIT */
#ifndef DEMO_WINDOW_H
#define DEMO_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

typedef struct window window;

/** Keys that are no characters. Letters arrive in upper case, other characters as the layout has them. */
enum { WINDOW_KEY_UP = 1, WINDOW_KEY_DOWN, WINDOW_KEY_LEFT, WINDOW_KEY_RIGHT, WINDOW_KEY_ESCAPE };
/** Keys that mean the same in all demos: +1 or -1, 0 for others. On many keyboards = is + without shift. */
int window_slide_of(int key); /* up and ], down and [ */
int window_size_of(int key);  /* + and =, - */
enum { WINDOW_MAX_KEYS = 32, WINDOW_MAX_PATH = 4096 };

/** What happened since the last poll. */
typedef struct window_input {
    float drag_x, drag_y;   /* pixels that the pointer moved with the left button down, y up */
    float wheel;            /* notches, away from the user is positive */
    bool clicked;           /* the left button, pressed and released in one place */
    float click_x, click_y; /* in pixels of the framebuffer from its lower left corner */
    bool held;              /* the left button is down, or was since the last poll */
    float press_x,
        press_y; /* where it went down, in the same pixels; and where the pointer last was while it was down */
    float held_x, held_y;
    float pointer_x, pointer_y; /* where it is, in the same pixels */
    int keys[WINDOW_MAX_KEYS];
    int key_count;
    char dropped[WINDOW_MAX_PATH]; /* the first file that was dropped onto the window, "" for none */
    bool exposed;                  /* what was shown may be lost */
    bool closed;
} window_input;

/** Makes a context current of at least version `gl`, 33, 21 or GL_ES3; from 32 on a core profile. NULL where there is no window system or
 *  no such context. One window at a time. 0 x 0 is a hidden one, for its context alone. */
window *window_open(const char *title, int gl, int width, int height);
void window_close(window *w);

/** Makes the window's context current, which it is after window_open, or none with false. */
void window_make_current(window *w, bool current);

/** Waits for nothing. While the window is minimized it tells only that the window was closed; all else is told once it is shown again. */
void window_poll(window *w, window_input *input);
/** Waits until something happens, but not longer. */
void window_wait(window *w, double seconds);
/** 0 x 0 while it is minimized: there is nothing to draw then. */
void window_framebuffer_size(const window *w, int *width, int *height);
/** Pixels for one of a plain screen: 2 where all is shown twice as large, so that it can be read. */
float window_content_scale(const window *w);
/** "program - subject - details - state - message", without those that are NULL or empty; long ones are cut off. */
typedef struct window_title {
    const char *program, *subject, *details, *state, *message;
} window_title;

/** Does nothing where the window has this title: window managers are slow with them. */
void window_set_title(window *w, const window_title *title);
/** Shows what was drawn; waits for the screen where it can. */
void window_swap(window *w);

#endif
