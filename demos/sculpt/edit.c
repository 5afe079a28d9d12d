/* edit.c - the language of edits: one edit a line.  SPDX-License-Identifier: MIT */
#include "sculpt/edit.h"

#include "common/files/path.h"
#include "common/files/text_lines.h"
#include "sculpt/shapes.h"
#include "sculpt/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What follows a word: a name, and numbers, of which there are `least` to `most`, and from there on by `step`. */
typedef enum name_kind { NAME_NONE, NAME_SHAPE, NAME_FILE, NAME_ANY, NAME_MESH, NAME_NORMALS } name_kind;

typedef struct word {
    const char *name;
    name_kind takes;
    int least, most, step;
    bool is_placed;       /* [at X Y Z] [scale S] */
    const char *expected; /* all of it, for a message */
} word;

static const word WORDS[] = {
    [EDIT_MAKE] = {"make", NAME_SHAPE, 0, 1, 1, false, "make SHAPE [POINTS]"},
    [EDIT_LOAD] = {"load", NAME_FILE, 0, 0, 1, false, "load FILE"},
    [EDIT_VIEW] = {"view", NAME_NONE, 3, 3, 1, false, "view TURN RISE ZOOM"},
    [EDIT_NORMALS] = {"normals", NAME_NORMALS, 0, 0, 1, false, "normals across or normals near"},
    [EDIT_STROKE] = {"stroke", NAME_NONE, 4, EDIT_NUMBERS, 2, false, "stroke X Y X Y ..."},
    [EDIT_RECTANGLE] = {"rectangle", NAME_NONE, 4, 4, 1, false, "rectangle X Y X Y"},
    [EDIT_LASSO] = {"lasso", NAME_NONE, 6, EDIT_NUMBERS, 2, false, "lasso X Y X Y X Y ..."},
    [EDIT_PASTE] = {"paste", NAME_ANY, 0, 0, 1, true, "paste SHAPE or FILE [at X Y Z] [scale S]"},
    [EDIT_ERASE] = {"erase", NAME_NONE, 3, 3, 1, false, "erase X Y RADIUS [inserted]"},
    [EDIT_PULL] = {"pull", NAME_NONE, 7, 7, 1, false, "pull X Y Z RADIUS DX DY DZ"},
    [EDIT_AFFINE] = {"affine", NAME_NONE, 12, 12, 1, false, "affine and 12 numbers"},
    [EDIT_UNION] = {"union", NAME_ANY, 0, 0, 1, true, "union SHAPE or FILE [at X Y Z] [scale S]"},
    [EDIT_INTERSECTION] = {"intersection", NAME_ANY, 0, 0, 1, true, "intersection SHAPE or FILE [at X Y Z] [scale S]"},
    [EDIT_DIFFERENCE] = {"difference", NAME_ANY, 0, 0, 1, true, "difference SHAPE or FILE [at X Y Z] [scale S]"},
    [EDIT_UNDO] = {"undo", NAME_NONE, 0, 0, 1, false, "undo"},
    [EDIT_DEPTH] = {"depth", NAME_NONE, 1, 1, 1, false, "depth D"},
    [EDIT_SAVE] = {"save", NAME_MESH, 0, 0, 1, false, "save FILE.ply, .obj or .stl"},
};
enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0] };

const char *const NORMALS_NAMES[] = {"across", "near", NULL};

static const char *const MESHES[] = {".ply", ".obj", ".stl", NULL};

const char *edit_name(edit_kind kind) {
    return WORDS[kind].name;
}

/* ---- words of a line ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word, or what stands in quotes. False at the end of the line; `is_whole` is false where a quote or room is missing. */
static bool next_word(const char **text, char out[EDIT_NAME], bool *is_whole) {
    const char *c = *text;
    size_t length = 0;
    while (is_blank(*c))
        c++;
    const bool is_quoted = *c == '"';
    c += is_quoted;
    const char *begin = c;
    for (; *c && (is_quoted ? *c != '"' : !is_blank(*c)); c++)
        if (length < EDIT_NAME - 1)
            out[length++] = *c;
    out[length] = '\0';
    *is_whole = *is_whole && (size_t)(c - begin) == length && (!is_quoted || *c == '"');
    *text = c + (is_quoted && *c == '"');
    return length > 0 || is_quoted;
}

static bool read_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out);
}

/* ---- an edit ---- */

static bool is_name(name_kind kind, const char *name) {
    switch (kind) {
    case NAME_SHAPE:
        return shape_is_known(name);
    case NAME_NORMALS:
        return strcmp(name, NORMALS_NAMES[NORMALS_ACROSS]) == 0 || strcmp(name, NORMALS_NAMES[NORMALS_NEAR]) == 0;
    case NAME_MESH:
        return path_ending(name, MESHES) != NULL;
    default:
        return name[0] != '\0';
    }
}

/* `at` and `scale` with their numbers, in any order, once each. */
static bool read_placing(const char **text, edit *out, bool *is_whole) {
    char next[EDIT_NAME];
    bool has_place = false, has_scale = false;
    out->count = 4;
    out->numbers[3] = 1;
    while (next_word(text, next, is_whole)) {
        const bool is_place = strcmp(next, "at") == 0 && !has_place,
                   is_scale = strcmp(next, "scale") == 0 && !has_scale;
        if (!is_place && !is_scale)
            return false;
        for (int k = is_place ? 0 : 3; k < (is_place ? 3 : 4); k++)
            if (!next_word(text, next, is_whole) || !read_number(next, &out->numbers[k]))
                return false;
        has_place = has_place || is_place;
        has_scale = has_scale || is_scale;
    }
    return out->numbers[3] > 0;
}

static bool read_numbers(const word *w, const char **text, edit *out, bool *is_whole) {
    char next[EDIT_NAME];
    while (next_word(text, next, is_whole)) {
        if (out->kind == EDIT_ERASE && out->count == w->most && strcmp(next, "inserted") == 0 && !out->name[0]) {
            memcpy(out->name, next, sizeof "inserted");
            continue;
        }
        if (out->count == w->most || (out->kind == EDIT_ERASE && out->name[0]) ||
            !read_number(next, &out->numbers[out->count]))
            return false;
        out->count++;
    }
    return out->count >= w->least && (out->count - w->least) % w->step == 0;
}

/* How many of the first numbers are places of the picture. */
static int picture_numbers(const edit *e) {
    switch (e->kind) {
    case EDIT_STROKE:
    case EDIT_RECTANGLE:
    case EDIT_LASSO:
        return e->count;
    default:
        return e->kind == EDIT_ERASE ? 2 : 0;
    }
}

static bool check_ranges(const edit *e, const word *w) {
    const double *n = e->numbers;
    for (int i = 0; i < picture_numbers(e); i++)
        if (fabs(n[i]) > VIEW_EDGE)
            return error_set("%s: %g is outside of the view: -1 to 1 is its square, %g the farthest", w->name, n[i],
                             VIEW_EDGE);
    if (e->kind == EDIT_MAKE && e->count > 0 && !(n[0] >= 1 && n[0] <= CLAY_MAX_POINTS && n[0] == floor(n[0])))
        return error_set("make: %g is no number of points from 1 to %u", n[0], (unsigned)CLAY_MAX_POINTS);
    if (e->kind == EDIT_VIEW && !(n[2] >= 0.1 && n[2] <= 20 && fabs(n[0]) <= 36000 && fabs(n[1]) <= 36000))
        return error_set("view: expected angles from -36000 to 36000, and a zoom from 0.1 to 20");
    if (e->kind == EDIT_DEPTH && !(n[0] == floor(n[0]) && (n[0] == 0 || (n[0] >= 2 && n[0] <= 10))))
        return error_set("depth: %g is no whole number from 2 to 10, or 0", n[0]);
    if ((e->kind == EDIT_ERASE && !(n[2] > 0)) || (e->kind == EDIT_PULL && !(n[3] > 0)))
        return error_set("%s: the radius must be above 0", w->name);
    return true;
}

bool edit_parse(const char *line, edit *out) {
    char next[EDIT_NAME];
    bool is_whole = true;
    int kind = 0;
    memset(out, 0, sizeof *out);
    next_word(&line, next, &is_whole);
    while (kind < WORD_COUNT && strcmp(next, WORDS[kind].name) != 0)
        kind++;
    if (kind == WORD_COUNT)
        return error_set("'%.40s' is no edit", next);
    const word *w = &WORDS[kind];
    out->kind = (edit_kind)kind;
    const bool has_name =
        w->takes == NAME_NONE || (next_word(&line, out->name, &is_whole) && is_name(w->takes, out->name));
    const bool has_all =
        has_name && (w->is_placed ? read_placing(&line, out, &is_whole) : read_numbers(w, &line, out, &is_whole));
    if (!has_all || !is_whole)
        return error_set("expected %s", w->expected);
    return check_ranges(out, w);
}

/* ---- a script ---- */

void edit_list_free(edit_list *l) {
    free(l->edits);
    free(l->lines);
    memset(l, 0, sizeof *l);
}

static bool make_room(edit_list *l, uint32_t *room) {
    if (l->count < *room)
        return true;
    *room = *room ? 2 * *room : 16;
    edit *edits = realloc(l->edits, *room * sizeof *edits);
    l->edits = edits ? edits : l->edits;
    uint64_t *lines = realloc(l->lines, *room * sizeof *lines);
    l->lines = lines ? lines : l->lines;
    return (edits && lines) || error_set("out of memory for a script of %u edits", (unsigned)l->count);
}

static bool read_lines(text_lines *t, edit_list *out) {
    uint32_t room = 0;
    char *line;
    while ((line = text_next(t))) {
        if (!t->has_end)
            return error_set("%s: line %llu: the line has no end: is the file cut off?", t->path,
                             (unsigned long long)t->number);
        if (!*line)
            continue;
        if (!make_room(out, &room))
            return false;
        if (!edit_parse(line, &out->edits[out->count]))
            return error_set("%s: line %llu: %s", t->path, (unsigned long long)t->number, error_text());
        out->lines[out->count++] = t->number;
    }
    if (t->has_failed)
        return false;
    return !ferror(t->file) || error_set("%s: cannot be read to its end", t->path);
}

bool edit_read(const char *path, edit_list *out) {
    uint64_t size;
    memset(out, 0, sizeof *out);
    text_lines *t = calloc(1, sizeof *t);
    if (!t)
        return error_set("%s: out of memory", path);
    t->path = path;
    t->file = path_open(path, &size);
    bool ok = t->file && read_lines(t, out);
    ok = ok && (out->count > 0 || error_set("%s: there is no edit in it", path));
    if (t->file)
        fclose(t->file);
    free(t);
    if (!ok)
        edit_list_free(out);
    return ok;
}
