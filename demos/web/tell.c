/* tell.c - what page.mjs shows of a demo in elements of HTML: settings, facts, times; and how its controls change settings.
 * SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/files/json.h"

#include <emscripten.h>
#include <math.h>
#include <stdio.h>

static const char *const KINDS[] = {[SETTING_FLAG] = "flag",
                                    [SETTING_COUNT] = "number",
                                    [SETTING_NUMBER] = "number",
                                    [SETTING_CHOICE] = "choice",
                                    [SETTING_GRID] = "number"};

static void tell_setting(frame *f, json *j, size_t i) {
    const setting *s = &f->demo->settings[i];
    char text[SETTING_WORDS];
    slider_scale scale;
    json_open(j, NULL, '{');
    json_count(j, "index", i);
    json_text(j, "label", s->label);
    json_text(j, "kind", KINDS[s->kind]);
    json_number(j, "value", setting_number(s, f->self));
    setting_text(s, f->self, " \xC3\x97 ", text);
    json_text(j, "text", isnan(setting_number(s, f->self)) ? "as it suits" : text);
    json_text(j, "key", s->key ? setting_key(s, f->demo->eye == EYE_IMAGE, false, text) : NULL);
    if (s->choices) {
        json_open(j, "choices", '[');
        for (int k = 0; k < setting_choices(s); k++)
            json_text(j, NULL, s->choices[k]);
        json_close(j, ']');
    }
    if (s->slides && panel_scale(f, &scale) == s) {
        json_number(j, "low", scale.minimum);
        json_number(j, "high", scale.maximum);
        json_number(j, "step", s->step > 0 && s->factor == 0 ? s->step : s->kind == SETTING_COUNT ? 1 : 0);
    }
    json_close(j, '}');
}

/* As CSS has them. */
static void tell_colors(const overlay_colors *colors, json *j) {
    char text[SETTING_WORDS];
    json_open(j, NULL, '[');
    for (int i = 0; i < colors->stop_count; i++) {
        const float *c = colors->stops[i];
        snprintf(text, sizeof text, "rgb(%.0f %.0f %.0f)", 255 * (double)c[0], 255 * (double)c[1], 255 * (double)c[2]);
        json_text(j, NULL, text);
    }
    json_close(j, ']');
}

static void tell_lines(frame *f, json *j) {
    page lines = {0};
    panel_facts(f, &lines);
    json_open(j, "facts", '[');
    for (size_t i = 1; i < lines.count; i++) { /* the first one is the title */
        if (!lines.lines[i].left)
            continue;
        json_open(j, NULL, '[');
        json_text(j, NULL, lines.lines[i].left);
        json_text(j, NULL, lines.lines[i].right);
        tell_colors(&lines.lines[i].colors, j);
        json_close(j, ']');
    }
    json_close(j, ']');
}

static void tell_keys(const demo *d, json *j) {
    key_line lines[KEY_LINES];
    const size_t count = panel_keys(d, false, lines);
    json_open(j, "keys", '[');
    for (size_t i = 0; i < count; i++) {
        json_open(j, NULL, '[');
        json_text(j, NULL, lines[i].key);
        json_text(j, NULL, lines[i].does);
        json_close(j, ']');
    }
    json_close(j, ']');
}

/** Writes "/tell.json"; false before there is a picture. */
EMSCRIPTEN_KEEPALIVE bool web_tell(void) {
    frame *f = frame_running();
    if (!f->is_live)
        return false;
    const demo *d = f->demo;
    json j = {.file = outfile_open("/tell.json")};
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    json_text(&j, "name", frame_name(f));
    json_text(&j, "dropped", d->dropped);
    json_truth(&j, "moves", f->moves);
    json_text(&j, "message", messages_news(&f->messages));
    json_text(&j, "oddity", f->messages.oddity);
    json_open(&j, "settings", '[');
    for (size_t i = 0; i < d->setting_count; i++)
        if (d->settings[i].label && d->settings[i].kind < SETTING_PATH)
            tell_setting(f, &j, i);
    json_close(&j, ']');
    tell_lines(f, &j);
    tell_keys(d, &j);
    json_close(&j, '}');
    return outfile_close(j.file, true);
}

/** Sets a setting to a number, or steps it. */
EMSCRIPTEN_KEEPALIVE void web_put(size_t i, double number) {
    frame *f = frame_running();
    window_put(f, &f->demo->settings[i], number);
}

EMSCRIPTEN_KEEPALIVE void web_step(size_t i, int direction) {
    frame *f = frame_running();
    window_step(f, &f->demo->settings[i], direction);
}

/** What moves stops, or goes on. */
EMSCRIPTEN_KEEPALIVE void web_pause(bool is_paused) {
    frame *f = frame_running();
    f->moves = !is_paused;
    f->own->changed = true;
}
