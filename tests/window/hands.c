/* hands.c - does to a window what a user would, by X11 alone, and looks at what comes of it.  SPDX-License-Identifier: MIT
 *
 * usage: hands TITLE ACTION...   TITLE is what the window's title begins with; waits for it. Exit status 0, or 1 with a line.
 *
 *   key K           press and release: a character, or Escape, Up, Down, Left, Right, space
 *   size W H        as the user drags an edge
 *   click X Y       the left button, from the upper left corner
 *   point X Y       the pointer, without a button
 *   drag X Y DX DY  the same button held
 *   wheel N         notches, away from the user is positive
 *   minimize        as a window manager does it; and restore
 *   button          the one that closes the window, in the frame that a window manager draws
 *   drop FILE       drags a file there and lets it go (the XDND protocol, version 5)
 *   title WORDS     waits until the title holds the words
 *   look            remembers what the window shows
 *   changes         waits until it shows something else
 *   draws N         waits until N pixels differ from the one in the upper left corner
 *   apart N         waits until it shows N parts or more on one ground, the color of the upper left corner, and none meets another
 *   rests           fails where it shows something else within half a second
 *   settles         waits until it shows the same for half a second, and remembers that: a change may be seen half drawn
 *   storm N         N times, or until the window closes: another size and another key
 *   closes          waits until the window is gone */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATIENCE_MS = 60000, REST_MS = 500, STEP_MS = 10 };

typedef struct hands {
    Display *display;
    Window target, own;
    Time time;     /* of events: GLFW takes a key only if it is later than the last one */
    uint64_t seen; /* of `look` */
    const char *dropped;
} hands;

static bool is_gone; /* Xlib tells of a window that closed in the meantime by a handler without arguments of ours */

static int on_error(Display *display, XErrorEvent *event) {
    (void)display;
    is_gone = is_gone || event->error_code == BadWindow || event->error_code == BadDrawable;
    return 0;
}

static void sleep_ms(long ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

/* UTF-8 where there is such a title, which is what GLFW sets. */
static bool read_title(const hands *h, Window window, char *title, size_t size) {
    Atom type, name = XInternAtom(h->display, "_NET_WM_NAME", False);
    int format;
    unsigned long length, rest;
    unsigned char *text = NULL;
    title[0] = '\0';
    if (XGetWindowProperty(h->display, window, name, 0, 1024, False, AnyPropertyType, &type, &format, &length, &rest,
                           &text) == Success &&
        text)
        snprintf(title, size, "%s", (const char *)text);
    if (text)
        XFree(text);
    return title[0] != '\0';
}

static Window find(const hands *h, Window parent, const char *begin) {
    Window root, above, *children = NULL, found = 0;
    unsigned count = 0;
    char title[1024];
    if (XQueryTree(h->display, parent, &root, &above, &children, &count)) {
        for (unsigned i = 0; i < count && !found; i++) {
            bool fits = read_title(h, children[i], title, sizeof title) && strncmp(title, begin, strlen(begin)) == 0;
            found = fits ? children[i] : find(h, children[i], begin);
        }
    }
    if (children)
        XFree(children);
    return found;
}

static void send(hands *h, XEvent *event, long mask) {
    XSendEvent(h->display, h->target, False, mask, event);
    XFlush(h->display);
    h->time += 10;
}

static bool is_plain(const hands *h, KeyCode code, KeySym symbol) {
    int count = 0;
    KeySym *symbols = code ? XGetKeyboardMapping(h->display, code, 1, &count) : NULL;
    bool plain = symbols && count > 0 && symbols[0] == symbol;
    if (symbols)
        XFree(symbols);
    return plain;
}

static bool press_key(hands *h, const char *name) {
    KeySym symbol = XStringToKeysym(name);
    if (symbol == NoSymbol && name[1] == '\0') /* Latin-1 is its own symbols */
        symbol = (KeySym)(unsigned char)name[0];
    KeyCode code = XKeysymToKeycode(h->display, symbol);
    XEvent event;
    memset(&event, 0, sizeof event);
    event.xkey.window = h->target;
    event.xkey.root = DefaultRootWindow(h->display);
    event.xkey.same_screen = True;
    event.xkey.keycode = code;
    event.xkey.state = is_plain(h, code, symbol) ? 0 : ShiftMask;
    event.xkey.time = h->time;
    event.type = KeyPress;
    send(h, &event, KeyPressMask);
    event.xkey.time = h->time;
    event.type = KeyRelease;
    send(h, &event, KeyReleaseMask);
    return code != 0;
}

static void press_button(hands *h, unsigned button, bool down) {
    XEvent event;
    memset(&event, 0, sizeof event);
    event.type = down ? ButtonPress : ButtonRelease;
    event.xbutton.window = h->target;
    event.xbutton.root = DefaultRootWindow(h->display);
    event.xbutton.same_screen = True;
    event.xbutton.button = button;
    event.xbutton.time = h->time;
    send(h, &event, down ? ButtonPressMask : ButtonReleaseMask);
}

/* The pointer itself, since programs ask where it is. */
static void point(hands *h, int x, int y) {
    XWarpPointer(h->display, None, h->target, 0, 0, 0, 0, x, y);
    XSync(h->display, False);
    sleep_ms(3 * STEP_MS);
}

static void drag(hands *h, int x, int y, int dx, int dy) {
    enum { STEPS = 5 };
    point(h, x, y);
    press_button(h, Button1, true);
    for (int i = 1; i <= STEPS && (dx != 0 || dy != 0); i++)
        point(h, x + dx * i / STEPS, y + dy * i / STEPS);
    press_button(h, Button1, false);
}

static void turn_wheel(hands *h, int notches) {
    for (int i = 0; i < abs(notches); i++) {
        press_button(h, notches > 0 ? Button4 : Button5, true);
        press_button(h, notches > 0 ? Button4 : Button5, false);
    }
}

static void send_message(hands *h, const char *type, long second, long third, long fourth, long fifth) {
    XEvent event;
    memset(&event, 0, sizeof event);
    event.type = ClientMessage;
    event.xclient.window = h->target;
    event.xclient.message_type = XInternAtom(h->display, type, False);
    event.xclient.format = 32;
    const long data[5] = {(long)h->own, second, third, fourth, fifth};
    memcpy(event.xclient.data.l, data, sizeof data);
    send(h, &event, NoEventMask);
}

static void hand_over(const hands *h, const XSelectionRequestEvent *request) {
    char text[4200];
    snprintf(text, sizeof text, "file://%s\r\n", h->dropped);
    XChangeProperty(h->display, request->requestor, request->property, request->target, 8, PropModeReplace,
                    (const unsigned char *)text, (int)strlen(text));
    XEvent event;
    memset(&event, 0, sizeof event);
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request->requestor;
    event.xselection.selection = request->selection;
    event.xselection.target = request->target;
    event.xselection.property = request->property;
    event.xselection.time = request->time;
    XSendEvent(h->display, request->requestor, False, NoEventMask, &event);
    XFlush(h->display);
}

/* Waits for the target's answer of this type; hands the file's name over where it is asked for. */
static bool wait_for_answer(const hands *h, const char *type) {
    Atom wanted = XInternAtom(h->display, type, False);
    for (int ms = 0; ms < PATIENCE_MS && !is_gone; ms += STEP_MS) {
        while (XPending(h->display)) {
            XEvent event;
            XNextEvent(h->display, &event);
            if (event.type == SelectionRequest)
                hand_over(h, &event.xselectionrequest);
            else if (event.type == ClientMessage && event.xclient.message_type == wanted)
                return true;
        }
        sleep_ms(STEP_MS);
    }
    return false;
}

static bool drop(hands *h, const char *file) {
    const long version = 5;
    Atom selection = XInternAtom(h->display, "XdndSelection", False),
         list = XInternAtom(h->display, "text/uri-list", False);
    Atom copy = XInternAtom(h->display, "XdndActionCopy", False);
    h->dropped = file;
    XSetSelectionOwner(h->display, selection, h->own, CurrentTime);
    send_message(h, "XdndEnter", version << 24, (long)list, 0, 0);
    send_message(h, "XdndPosition", 0, (20 << 16) | 20, CurrentTime, (long)copy);
    if (!wait_for_answer(h, "XdndStatus"))
        return false;
    send_message(h, "XdndDrop", 0, CurrentTime, 0, 0);
    return wait_for_answer(h, "XdndFinished");
}

static bool wait_for_title(const hands *h, const char *words, char *title, size_t size) {
    for (int ms = 0; ms < PATIENCE_MS && !is_gone; ms += STEP_MS) {
        if (read_title(h, h->target, title, size) && strstr(title, words))
            return true;
        sleep_ms(STEP_MS);
    }
    return false;
}

/* A hash of all pixels, 0 where there are none. */
static uint64_t look(const hands *h) {
    XWindowAttributes a;
    uint64_t hash = 14695981039346656037u;
    if (!XGetWindowAttributes(h->display, h->target, &a))
        return 0;
    XImage *image = XGetImage(h->display, h->target, 0, 0, (unsigned)a.width, (unsigned)a.height, AllPlanes, ZPixmap);
    size_t size = image ? (size_t)image->bytes_per_line * (size_t)image->height : 0;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)image->data[i]) * 1099511628211u;
    if (image)
        XDestroyImage(image);
    return size > 0 ? hash : 0;
}

/* Pixels that differ from the one in the upper left corner. */
static int count_drawn(const hands *h) {
    XWindowAttributes a;
    int count = 0;
    if (!XGetWindowAttributes(h->display, h->target, &a) || a.map_state != IsViewable)
        return 0;
    XImage *image = XGetImage(h->display, h->target, 0, 0, (unsigned)a.width, (unsigned)a.height, AllPlanes, ZPixmap);
    for (int y = 0; image && y < a.height; y++)
        for (int x = 0; x < a.width; x++)
            count += XGetPixel(image, x, y) != XGetPixel(image, 0, 0);
    if (image)
        XDestroyImage(image);
    return count;
}

/* Parts of a picture: pixels that are not its ground and touch each other, as corners or sides. Each has a rectangle around it. */
typedef struct part {
    int left, top, right, bottom; /* the last two belong to it */
} part;

enum { MOST_PARTS = 64 };

static bool meet(const part *a, const part *b) {
    return a->left <= b->right && b->left <= a->right && a->top <= b->bottom && b->top <= a->bottom;
}

/* Takes the part that has a pixel off the ground. `stack` has room for all pixels. */
static part take_part(unsigned char *ground, int *stack, int width, int height, int pixel) {
    part p = {width, height, -1, -1};
    int count = 0;
    stack[count++] = pixel;
    ground[pixel] = 1;
    while (count > 0) {
        const int at = stack[--count], x = at % width, y = at / width;
        p.left = x < p.left ? x : p.left;
        p.right = x > p.right ? x : p.right;
        p.top = y < p.top ? y : p.top;
        p.bottom = y > p.bottom ? y : p.bottom;
        for (int k = 0; k < 9; k++) {
            const int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
            if (nx < 0 || nx >= width || ny < 0 || ny >= height || ground[ny * width + nx])
                continue;
            ground[ny * width + nx] = 1;
            stack[count++] = ny * width + nx;
        }
    }
    return p;
}

/* -1 where two of them meet, or there are too many. */
static int count_parts(unsigned char *ground, int *stack, int width, int height) {
    part parts[MOST_PARTS];
    int count = 0;
    for (int i = 0; i < width * height; i++) {
        if (ground[i])
            continue;
        if (count == MOST_PARTS)
            return -1;
        parts[count] = take_part(ground, stack, width, height, i);
        for (int k = 0; k < count; k++)
            if (meet(&parts[k], &parts[count]))
                return -1;
        count++;
    }
    return count;
}

/* 0 where nothing is shown. */
static int look_for_parts(const hands *h) {
    XWindowAttributes a;
    if (!XGetWindowAttributes(h->display, h->target, &a) || a.map_state != IsViewable)
        return 0;
    const size_t pixels = (size_t)a.width * (size_t)a.height;
    XImage *image = XGetImage(h->display, h->target, 0, 0, (unsigned)a.width, (unsigned)a.height, AllPlanes, ZPixmap);
    unsigned char *ground = malloc(pixels);
    int *stack = malloc(pixels * sizeof *stack), count = 0;
    if (image && ground && stack) {
        for (int i = 0; i < a.width * a.height; i++)
            ground[i] = XGetPixel(image, i % a.width, i / a.width) == XGetPixel(image, 0, 0);
        count = count_parts(ground, stack, a.width, a.height);
    }
    free(ground);
    free(stack);
    if (image)
        XDestroyImage(image);
    return count;
}

static bool wait_for_change(const hands *h, int patience_ms) {
    for (int ms = 0; ms < patience_ms && !is_gone; ms += STEP_MS) {
        if (look(h) != h->seen)
            return true;
        sleep_ms(STEP_MS);
    }
    return false;
}

static bool wait_for_end(const hands *h) {
    for (int ms = 0; ms < PATIENCE_MS && !is_gone; ms += STEP_MS) {
        XWindowAttributes a;
        XGetWindowAttributes(h->display, h->target, &a);
        XSync(h->display, False);
        sleep_ms(STEP_MS);
    }
    return is_gone;
}

/* Wide, high, tiny, and so on; all keys but those that end the program. */
static void storm(hands *h, int count) {
    static const int SIZES[][2] = {{320, 200}, {640, 100}, {100, 640}, {1, 1},
                                   {400, 400}, {64, 48},   {500, 3},   {257, 131}};
    static const char *const KEYS[] = {"f",  "l",    "g",    "v",     "q",     "h",           "space",        "r",
                                       "Up", "Down", "Left", "Right", "minus", "bracketleft", "bracketright", "l",
                                       "f",  "space"};
    enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0], KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };
    for (int i = 0; i < count && !is_gone; i++) {
        const int *size = SIZES[i % SIZE_COUNT];
        XResizeWindow(h->display, h->target, (unsigned)size[0], (unsigned)size[1]);
        press_key(h, KEYS[i % KEY_COUNT]);
        turn_wheel(h, i % 3 - 1);
        drag(h, size[0] / 2, size[1] / 2, i % 5 * 10 - 20, i % 7 * 10 - 30);
        XSync(h->display, False);
        sleep_ms(3 * STEP_MS);
    }
}

static bool act_key(hands *h, char **words) {
    return press_key(h, words[0]);
}

static bool act_size(hands *h, char **words) {
    XResizeWindow(h->display, h->target, (unsigned)atoi(words[0]), (unsigned)atoi(words[1]));
    XSync(h->display, False);
    return true;
}

static bool set_state(hands *h, long state) {
    Atom name = XInternAtom(h->display, "WM_STATE", False);
    const long values[2] = {state, None};
    XChangeProperty(h->display, h->target, name, name, 32, PropModeReplace, (const unsigned char *)values, 2);
    if (state == IconicState)
        XUnmapWindow(h->display, h->target);
    else
        XMapWindow(h->display, h->target);
    XSync(h->display, False);
    sleep_ms(REST_MS);
    return true;
}

static bool act_minimize(hands *h, char **words) {
    (void)words;
    return set_state(h, IconicState);
}

static bool act_button(hands *h, char **words) {
    (void)words;
    XEvent event = {.xclient = {.type = ClientMessage, .window = h->target, .format = 32}};
    event.xclient.message_type = XInternAtom(h->display, "WM_PROTOCOLS", False);
    event.xclient.data.l[0] = (long)XInternAtom(h->display, "WM_DELETE_WINDOW", False);
    event.xclient.data.l[1] = CurrentTime;
    XSendEvent(h->display, h->target, False, NoEventMask, &event);
    XSync(h->display, False);
    return true;
}

static bool act_restore(hands *h, char **words) {
    (void)words;
    return set_state(h, NormalState);
}

static bool act_click(hands *h, char **words) {
    drag(h, atoi(words[0]), atoi(words[1]), 0, 0);
    return true;
}

static bool act_point(hands *h, char **words) {
    point(h, atoi(words[0]), atoi(words[1]));
    return true;
}

static bool act_drag(hands *h, char **words) {
    drag(h, atoi(words[0]), atoi(words[1]), atoi(words[2]), atoi(words[3]));
    return true;
}

static bool act_wheel(hands *h, char **words) {
    turn_wheel(h, atoi(words[0]));
    return true;
}

static bool act_drop(hands *h, char **words) {
    return drop(h, words[0]);
}

static bool act_title(hands *h, char **words) {
    char title[1024] = "";
    bool ok = wait_for_title(h, words[0], title, sizeof title);
    if (!ok)
        fprintf(stderr, "hands: the title is '%s'\n", title);
    return ok;
}

static bool act_look(hands *h, char **words) {
    (void)words;
    h->seen = look(h);
    return true;
}

static bool act_changes(hands *h, char **words) {
    (void)words;
    return wait_for_change(h, PATIENCE_MS);
}

/* Waits until the window shows `wanted` of what `count` counts, and says how many there were if it never does. */
static bool wait_for_count(hands *h, const char *wanted, int (*count)(const hands *h), const char *what) {
    int found = 0;
    for (int ms = 0; ms < PATIENCE_MS && !is_gone && found < atoi(wanted); ms += 10 * STEP_MS) {
        sleep_ms(10 * STEP_MS);
        found = count(h);
    }
    if (found < atoi(wanted))
        fprintf(stderr, "hands: %d %s\n", found, what);
    return found >= atoi(wanted);
}

static bool act_draws(hands *h, char **words) {
    return wait_for_count(h, words[0], count_drawn, "pixels are drawn");
}

static bool act_apart(hands *h, char **words) {
    return wait_for_count(h, words[0], look_for_parts, "parts, or -1 for some that meet");
}

static bool act_rests(hands *h, char **words) {
    (void)words;
    return !wait_for_change(h, REST_MS);
}

static bool act_settles(hands *h, char **words) {
    (void)words;
    for (int ms = 0; ms < PATIENCE_MS && !is_gone; ms += REST_MS) {
        h->seen = look(h);
        if (!wait_for_change(h, REST_MS))
            return !is_gone;
    }
    return false;
}

static bool act_storm(hands *h, char **words) {
    storm(h, atoi(words[0]));
    return true;
}

static bool act_closes(hands *h, char **words) {
    (void)words;
    return wait_for_end(h);
}

typedef struct action {
    const char *name;
    int words;
    bool (*act)(hands *h, char **words);
} action;

static const action ACTIONS[] = {
    {"key", 1, act_key},     {"size", 2, act_size},       {"minimize", 0, act_minimize}, {"restore", 0, act_restore},
    {"click", 2, act_click}, {"point", 2, act_point},     {"drag", 4, act_drag},         {"wheel", 1, act_wheel},
    {"drop", 1, act_drop},   {"title", 1, act_title},     {"look", 0, act_look},         {"changes", 0, act_changes},
    {"rests", 0, act_rests}, {"storm", 1, act_storm},     {"closes", 0, act_closes},     {"draws", 1, act_draws},
    {"apart", 1, act_apart}, {"settles", 0, act_settles}, {"button", 0, act_button},
};

static const action *find_action(const char *name) {
    for (size_t i = 0; i < sizeof ACTIONS / sizeof ACTIONS[0]; i++)
        if (strcmp(name, ACTIONS[i].name) == 0)
            return &ACTIONS[i];
    return NULL;
}

static bool open_display(hands *h, const char *title) {
    h->display = XOpenDisplay(NULL);
    if (!h->display)
        return false;
    XSetErrorHandler(on_error);
    Window root = DefaultRootWindow(h->display);
    h->own = XCreateSimpleWindow(h->display, root, 0, 0, 1, 1, 0, 0, 0);
    h->time = 1000;
    for (int ms = 0; ms < PATIENCE_MS && !h->target; ms += STEP_MS) {
        h->target = find(h, root, title);
        is_gone = false; /* others may come and go */
        sleep_ms(STEP_MS);
    }
    return h->target != 0;
}

int main(int argc, char **argv) {
    hands h;
    memset(&h, 0, sizeof h);
    if (argc < 2 || !open_display(&h, argv[1])) {
        fprintf(stderr, "hands: no window '%s'\n", argc < 2 ? "" : argv[1]);
        return 1;
    }
    for (int i = 2; i < argc;) {
        const action *a = find_action(argv[i]);
        if (!a || i + a->words >= argc || !a->act(&h, argv + i + 1)) {
            fprintf(stderr, "hands: word %d, %s %s: %s\n", i - 1, argv[i], i + 1 < argc ? argv[i + 1] : "",
                    !a        ? "no such action"
                    : is_gone ? "the window is gone"
                              : "not so");
            return 1;
        }
        i += 1 + a->words;
    }
    XCloseDisplay(h.display);
    return 0;
}
