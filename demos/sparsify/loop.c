/* loop.c - a sparse matrix in a window.  SPDX-License-Identifier: MIT */
#include "loop.h"

#include "common/draw/board.h"
#include "common/draw/picture.h"
#include "common/files/clock.h"
#include "common/platform/gl.h"
#include "common/platform/window_loop.h"

#include <math.h>
#include <string.h>

static const float EPSILON_STEP = 1.25f, LEAST_EPSILON = 1e-6f, MOST_EPSILON = 1e30f;

typedef struct loop {
    const loop_desc *desc;
    overlay *overlay;
    image_view view;
    messages messages;
    float epsilon;
    bool tells, changed, quit, saves;
} loop;

void loop_words(const engine *e, const char *name, char *words, size_t size) {
    const market_matrix *m = e->matrix;
    snprintf(words, size, "%s: %u × %u, %u %s (%.3g %%), |a| > %g", name, (unsigned)m->rows, (unsigned)m->columns,
             (unsigned)e->count, e->count == 1 ? "entry" : "entries", 100.0 * e->count / ((double)m->rows * m->columns),
             (double)e->epsilon);
}

static void complain(loop *l, const char *error) {
    messages_say(&l->messages, MESSAGE_ERROR, "%s", error);
    l->changed = true;
}

static void convert(loop *l, float epsilon) {
    if (engine_run(l->desc->engine, epsilon)) {
        l->epsilon = epsilon;
    } else {
        complain(l, error_text());
        engine_run(l->desc->engine, l->epsilon); /* as it was */
    }
    l->changed = true;
}

/* From 0 to the smallest step and back. */
static void step_epsilon(loop *l, int direction) {
    float epsilon = l->epsilon * (direction > 0 ? EPSILON_STEP : 1 / EPSILON_STEP);
    if (l->epsilon == 0)
        epsilon = direction > 0 ? LEAST_EPSILON : 0;
    else if (epsilon < LEAST_EPSILON)
        epsilon = 0;
    convert(l, fminf(epsilon, MOST_EPSILON));
}

/* In the place of what was there, which stays where the file is no matrix. */
static void drop_file(loop *l, const char *path) {
    const loop_desc *d = l->desc;
    market_matrix next = {0};
    engine with = {0};
    if (!market_load(&next, path) || !engine_open(&with, &d->viewer->library, &next, d->engine->transposes) ||
        !engine_run(&with, l->epsilon)) {
        engine_close(&with);
        market_free(&next);
        complain(l, error_text());
        return;
    }
    engine_close(d->engine);
    market_free(d->matrix);
    *d->matrix = next;
    *d->engine = with;
    d->engine->matrix = d->matrix;
    snprintf(d->name, d->name_size, "%s", path);
    memset(&l->view, 0, sizeof l->view);
    l->changed = true;
}

static void on_key(loop *l, int key) {
    messages_clear(&l->messages);
    l->changed = true;
    switch (key) {
    case WINDOW_KEY_ESCAPE:
        l->quit = true;
        break;
    case '[':
    case ']':
        step_epsilon(l, key == ']' ? 1 : -1);
        break;
    case '0':
        convert(l, 0);
        break;
    case ' ':
        memset(&l->view, 0, sizeof l->view);
        break;
    case 'R':
        memset(&l->view, 0, sizeof l->view);
        convert(l, l->desc->epsilon);
        break;
    case 'H':
        l->tells = !l->tells;
        break;
    case 'S':
        l->saves = true;
        break;
    default:
        break;
    }
}

/* ---- words ---- */

static void write_facts(const loop *l, page *facts, page *list) {
    static const overlay_line OWN[] = {{"[ ]", "epsilon", OVERLAY_PLAIN}, {"0", "epsilon 0", OVERLAY_PLAIN}};
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], NULL, "all of it", "another matrix"};
    const engine *e = l->desc->engine;
    page_add_name(facts, "Sparsify", l->desc->name);
    page_add(facts, "elements", "%u × %u", (unsigned)e->matrix->rows, (unsigned)e->matrix->columns);
    page_add(facts, "epsilon", "%g", (double)e->epsilon);
    page_add_count(facts, "entries", e->count);
    page_add_gap(facts);
    page_add_ms(facts, "convert", e->ms[STAGE_CONVERT]);
    page_add_ms(facts, "multiply", e->ms[STAGE_MULTIPLY]);
    board_list_keys(&keys, list);
}

static void tell(const loop *l, int width, int height) {
    page facts = {0}, list = {0};
    const board words = {&facts, &list, &l->messages, 0, 0, window_content_scale(l->desc->viewer->window)};
    write_facts(l, &facts, &list);
    painter_begin(&l->desc->viewer->painter);
    overlay_begin(l->overlay, width, height);
    board_write(&words, l->overlay, width, height);
    overlay_draw(l->overlay);
    painter_end(&l->desc->viewer->painter);
}

/* The plot stands between facts and keys if that leaves it half of the window; else they cover its corners. */
static spy_look look_of(const loop *l, int width, int height) {
    page facts = {0}, list = {0};
    const float content = window_content_scale(l->desc->viewer->window);
    const board words = {&facts, &list, NULL, 0, 0, content};
    spy_look look = {.width = width, .height = height, .scale = board_scale(width, height, content), .view = l->view};
    write_facts(l, &facts, &list);
    const board_extent extent = board_measure(&words, l->overlay, width, height);
    const bool stands = l->tells && 2 * (extent.facts_width + extent.keys_width) < width;
    look.area = spy_area(width, height, look.scale, stands ? extent.facts_width : 0, stands ? extent.keys_width : 0);
    return look;
}

/* ---- frames ---- */

static bool on_input(void *self, const window_input *input, int width, int height) {
    loop *l = self;
    const spy_look look = look_of(l, width, height);
    const uint32_t size[2] = {l->desc->matrix->columns, l->desc->matrix->rows};
    l->changed = image_view_input(&l->view, input, &look.area, 1, size) || l->changed;
    for (int i = 0; i < input->key_count; i++)
        on_key(l, input->keys[i]);
    if (input->dropped[0])
        drop_file(l, input->dropped);
    if (messages_expire(&l->messages, clock_ms()))
        l->changed = true;
    return !l->quit || l->saves; /* who saves and quits has a picture */
}

/* Without facts and keys. */
static void save_picture(loop *l, const spy_look *shown) {
    spy_look look = *shown;
    look.area = spy_area(look.width, look.height, look.scale, 0, 0);
    uint8_t *rgb = spy_picture(l->desc->spy, l->desc->engine, &look);
    picture_save(rgb, look.width, look.height, l->desc->screenshot, &l->messages);
    l->saves = false;
}

static bool window_frame(void *self, int width, int height) {
    loop *l = self;
    const loop_desc *d = l->desc;
    char name[PAGE_WORDS], words[LOOP_WORDS];
    spy_look look = look_of(l, width, height);
    page_shorten_name(d->name, name, sizeof name);
    loop_words(d->engine, name, words, sizeof words);
    look.words = words;
    if (l->saves)
        save_picture(l, &look);
    if (!spy_draw(d->spy, d->engine, &look, 0))
        return false;
    if (l->tells)
        tell(l, width, height);
    l->changed = false;
    window_swap(d->viewer->window);
    const window_title title = {"Sparsify", d->name, NULL, NULL, messages_news(&l->messages)};
    window_set_title(d->viewer->window, &title);
    return draw_check("drawing the overlay");
}

static bool needs_frame(const void *self) {
    const loop *l = self;
    return l->changed;
}

bool loop_window(const loop_desc *desc) {
    loop l = {.desc = desc, .epsilon = desc->epsilon, .tells = true, .changed = true};
    const window_loop frames = {&l, on_input, needs_frame, window_frame, NULL};
    l.messages.program = "sparsify";
    l.overlay = overlay_create(&desc->viewer->painter);
    bool ok = l.overlay && window_loop_run(&frames, desc->viewer->window, desc->frames);
    overlay_destroy(l.overlay);
    return ok;
}
