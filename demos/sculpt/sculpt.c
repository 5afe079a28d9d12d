/* sculpt.c - sculpt: a cloud of points is edited, and its surface follows (Zhou, Gong, Huang, Guo, Data-Parallel Octrees for Surface
 * Reconstruction, 2011, section V).  SPDX-License-Identifier: MIT */
#include "sculpt/hand.h"
#include "sculpt/shapes.h"
#include "sculpt/show.h"

#include "common/platform/gl.h"

#include <stdio.h>
#include <string.h>

#define SCREENING 4
#define TURNS     0.35

/* What `make` has to do beside the surface. */
typedef enum wish_kind { WISH_EDIT, WISH_TRY, WISH_FINISH, WISH_BEGIN } wish_kind;

typedef struct wish {
    wish_kind kind;
    edit edit;
} wish;

enum { MOST_WISHES = 8 };

typedef struct sculpt {
    const char *script;    /* of --script */
    double every;          /* seconds from one of its edits to the next where they are played, 0 at once */
    bool has_dropped;      /* a file, which no script belongs to */
    sculptor_state wanted; /* settings */
    hand_choice choice;
    show_state looks;
    show show;
    sculptor sculptor;              /* from here on of one cloud */
    const char *name, *begins_with; /* a file, or "" */
    camera first;                   /* to begin with */
    hand hand;
    wish wishes[MOST_WISHES]; /* the user may be faster than the work */
    int wish_count;
    edit last;            /* of a drag */
    sculptor_state begun; /* before the script */
    edit_list edits;      /* of the script, */
    uint32_t played;      /* of which so many were made, */
    double played_s;      /* while they are played */
    bool is_played;
    bool is_fresh; /* the surface is that of the last edit, and nobody has told its times */
} sculpt;

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    sculpt *p = self;
    return show_open(&p->show, &f->viewer.painter);
}

static void close_all(void *self, frame *f) {
    sculpt *p = self;
    (void)f;
    show_close(&p->show);
}

static const char *settle(void *self, frame *f) {
    (void)f;
    return ((sculpt *)self)->every > 0 && !((sculpt *)self)->script ? "--every: only with --script" : NULL;
}

static bool begin_with(sculpt *p, edit_kind kind, const char *name) {
    edit *e = &p->last;
    memset(e, 0, sizeof *e);
    e->kind = kind;
    if ((size_t)snprintf(e->name, sizeof e->name, "%s", name) >= sizeof e->name)
        return error_set("%.60s...: the path is too long", name);
    return sculptor_edit(&p->sculptor, e, frame_warn);
}

static bool replay(sculpt *p) {
    return edit_read(p->script, &p->edits) && sculptor_replay(&p->sculptor, &p->edits, p->script, frame_warn) &&
           (p->sculptor.now.cloud.points.count > 0 || error_set("%s: it makes no points", p->script));
}

/* A script may begin with a cloud of its own. */
static bool load(void *self, frame *f) {
    sculpt *p = self;
    const bool has_script = p->script && !p->has_dropped;
    p->sculptor.library = &f->viewer.library;
    p->sculptor.state = p->begun = p->wanted;
    p->begins_with = f->path;
    p->name = f->path[0] ? f->path : has_script ? p->script : SHAPE_NAMES[SHAPE_CAPS];
    if (f->path[0] ? !begin_with(p, EDIT_LOAD, f->path)
                   : !has_script && !begin_with(p, EDIT_MAKE, SHAPE_NAMES[SHAPE_CAPS]))
        return false;
    if (has_script && !replay(p))
        return false;
    p->wanted = p->sculptor.state;
    p->first = p->sculptor.view.camera;
    p->is_fresh = true;
    return true;
}

static void unload(void *self, frame *f) {
    sculpt *p = self;
    (void)f;
    sculptor_free(&p->sculptor);
    edit_list_free(&p->edits);
}

static const char *name(const void *self) {
    return ((const sculpt *)self)->name;
}

static void forget(void *self, const char *path) {
    sculpt *p = self;
    (void)path;
    p->has_dropped = true;
}

/* ---- the work ---- */

/* At the end of a drag the last try that went well stays, and the last mistake is told. */
static bool finish(sculptor *s, const edit *e) {
    char mistake[ERROR_SIZE] = "";
    if (!sculptor_try(s, e, frame_warn))
        snprintf(mistake, sizeof mistake, "%s", error_text());
    return sculptor_settle(s) && (!mistake[0] || error_set("%s", mistake));
}

/* All as it was before the script's edits, but for those up to the first that makes points. */
static bool begin_again(sculpt *p) {
    sculptor *s = &p->sculptor;
    sculptor_free(s);
    memset(&s->view, 0, sizeof s->view);
    s->state = p->begun;
    p->played = 0;
    bool ok = !p->begins_with[0] || begin_with(p, EDIT_LOAD, p->begins_with);
    while (ok && s->now.cloud.points.count == 0 && p->played < p->edits.count)
        ok = sculptor_edit(s, &p->edits.edits[p->played++], frame_warn);
    return ok;
}

static bool do_wish(sculpt *p, const wish *w) {
    sculptor *s = &p->sculptor;
    switch (w->kind) {
    case WISH_EDIT:
        return sculptor_edit(s, &w->edit, frame_warn);
    case WISH_TRY:
        return sculptor_try(s, &w->edit, frame_warn);
    case WISH_FINISH:
        return finish(s, &w->edit);
    default:
        return begin_again(p);
    }
}

/* In their order. What comes behind a mistake is forgotten. */
static bool do_wishes(sculpt *p) {
    const int count = p->wish_count;
    bool ok = true;
    for (int i = 0; ok && i < count; i++)
        ok = do_wish(p, &p->wishes[i]);
    p->wish_count = 0;
    p->wanted = p->sculptor.state; /* scripts change it, too */
    return ok;
}

/* Where neither cloud nor wishes have changed, a window has nothing to do; without one the same is made again, to be timed. */
static bool make_surface(sculpt *p, const frame *f) {
    sculptor *s = &p->sculptor;
    const sculptor_state before = s->state;
    s->state = p->wanted;
    if (p->wish_count > 0) {
        p->is_fresh = true; /* also after a mistake: then all is as before */
        return do_wishes(p);
    }
    const making_desc wanted = sculptor_making(s, &s->now.cloud);
    const bool is_made = making_has_function(&s->now.made, &wanted) || s->is_coarse;
    if (is_made && (f->is_live || p->is_fresh))
        return true;
    if (!sculptor_remake(s)) {
        s->state = before;
        return false;
    }
    return true;
}

static bool make(void *self, frame *f) {
    sculpt *p = self;
    const sculptor *s = &p->sculptor;
    bool is_seen_anew = false; /* as a script that is played has it */
    for (int i = 0; p->is_played && i < p->wish_count; i++)
        is_seen_anew = is_seen_anew || p->wishes[i].kind == WISH_BEGIN || p->wishes[i].edit.kind == EDIT_VIEW;
    const bool ok = make_surface(p, f), is_empty = s->now.made.mesh.triangle_count == 0;
    if (!ok || !show_update(&p->show, s))
        return false;
    if (is_empty && !f->viewer.window)
        return error_set("the points make no surface: do their normals point outwards?");
    frame_odd(f, "%s", is_empty ? "the points make no surface: do their normals point outwards?" : "");
    p->is_fresh = false;
    f->camera.radius = s->view.camera.radius;
    if (is_seen_anew)
        f->camera = s->view.camera;
    frame_time(f, 0, s->edit_ms);
    for (int i = 0; i < TIME_TOTAL; i++)
        frame_time(f, i + 1, s->now.made.ms[i]);
    return true;
}

/* ---- the picture ---- */

static void look(void *self, frame *f, int width, int height) {
    sculpt *p = self;
    view *v = &p->sculptor.view;
    (void)width, (void)height;
    v->camera = p->first;
    if (f->is_live)
        view_fit(v, &p->sculptor.now.cloud);
    f->camera = v->camera;
}

static bool draw(void *self, frame *f, const frame_target *t) {
    sculpt *p = self;
    p->looks.sculptor = &p->sculptor;
    p->looks.camera = f->camera;
    p->looks.line = p->hand.line;
    p->looks.line_count = p->hand.line_count;
    return show_draw(&p->show, &p->looks, t->framebuffer, t->width, t->height, frame_is_fine(t));
}

/* ---- what it tells and saves ---- */

static void tell(void *self, frame *f, facts *out) {
    const sculpt *p = self;
    const sculptor *s = &p->sculptor;
    const mesh_measures *m = &s->measures;
    (void)f;
    fact_title(out, "%u points, depth %u", (unsigned)s->now.cloud.points.count, (unsigned)s->now.made.desc.depth);
    fact_title(out, "%u parts, Euler number %d", (unsigned)m->parts, (int)m->euler);
    fact_title(out, "%s", TOOL_NAMES[p->choice.tool]);
    fact_count(out, "points", "points", s->now.cloud.points.count);
    fact_count(out, "inserted", "inserted", s->now.cloud.points.count - s->now.cloud.anchors);
    fact_summary(out, "depth %u", (unsigned)s->now.made.desc.depth);
    fact_count(out, "made_depth", NULL, s->now.made.desc.depth);
    fact_count(out, "nodes", NULL, making_octree(&s->now.made)->nodes);
    fact_count(out, "triangles", "triangles", s->now.made.mesh.triangle_count);
    fact_count(out, "vertices", NULL, s->now.made.mesh.vertex_count);
    fact_count(out, "parts", "parts", m->parts);
    fact_number(out, "euler", "Euler number", m->euler, "%d", (int)m->euler);
    fact_number(out, "volume", "volume", m->volume, "%.5g", m->volume);
    fact_count(out, "undo", "edits to undo", s->past_count);
    fact_count(out, "runs", NULL, f->runs);
}

static bool save(void *self, frame *f, const char *path) {
    const sculpt *p = self;
    char comment[120];
    (void)f;
    snprintf(comment, sizeof comment, "sculpted at depth %u", (unsigned)p->sculptor.now.made.desc.depth);
    return making_save(&p->sculptor.now.made, path, comment, 1, NULL);
}

/* ---- what the user does ---- */

/* A try takes the place of the one before, and the last wish of too many that of another one. */
static void ask(sculpt *p, frame *f, wish_kind kind, const edit *e) {
    const int last = p->wish_count - 1;
    if (last < 0 || (p->wishes[last].kind != WISH_TRY && p->wish_count < MOST_WISHES))
        p->wish_count++;
    p->wishes[p->wish_count - 1] = (wish){kind, *e};
    frame_remake(f);
}

/* Where edits are played, a window shows how they begin, and Space plays them; a film has all of it. */
static void begin(void *self, frame *f) {
    static const edit NONE = {.kind = EDIT_UNDO};
    sculpt *p = self;
    p->is_played = p->every > 0 && p->edits.count > 0;
    p->played_s = 0;
    if (p->is_played)
        ask(p, f, WISH_BEGIN, &NONE);
}

/* The camera stands still until the last edit is made. Nothing is saved once more. */
static void move(void *self, frame *f) {
    sculpt *p = self;
    const edit_list *l = &p->edits;
    if (!p->is_played || p->played >= l->count)
        return;
    f->camera.azimuth -= (float)(f->passed_s * TURNS);
    p->played_s += f->passed_s;
    for (; p->played_s >= p->every && p->played < l->count && p->wish_count < MOST_WISHES; p->played_s -= p->every) {
        while (p->played < l->count && l->edits[p->played].kind == EDIT_SAVE)
            p->played++;
        if (p->played < l->count)
            ask(p, f, WISH_EDIT, &l->edits[p->played++]);
    }
}

static bool drag(void *self, frame *f, const demo_drag *d) {
    sculpt *p = self;
    bool has_edit;
    edit next;
    p->sculptor.view.camera = f->camera;
    if (!hand_drag(&p->hand, &p->choice, &p->sculptor, d, &next, &has_edit))
        return false;
    if (has_edit) {
        p->last = next;
        ask(p, f, next.kind != EDIT_PULL ? WISH_EDIT : d->ends ? WISH_FINISH : WISH_TRY, &next);
    } else if (d->ends && p->sculptor.is_tried) {
        ask(p, f, WISH_FINISH, &p->last); /* back where it began: with the last try */
    }
    return true;
}

static bool act(void *self, frame *f, int key) {
    static const edit UNDO = {.kind = EDIT_UNDO};
    sculpt *p = self;
    if (key != 'Z')
        return false;
    p->sculptor.view.camera = f->camera;
    ask(p, f, WISH_EDIT, &UNDO);
    return true;
}

/* ---- description ---- */

static const double SCREENINGS[] = {0, 0.5, 1, 2, 4, 8, 16}, DEPTHS[] = {5, 6, 7, 8, 9};

static const setting SETTINGS[] = {
    {"script", "FILE", "make the edits of FILE, a line each; without POINTS they make a cloud themselves", SETTING_PATH,
     offsetof(sculpt, script)},
    {"every", "S", "play the edits of --script: in a film, and in a window after key Space, one every S seconds",
     SETTING_NUMBER, offsetof(sculpt, every), .highest = 3600},
    {"depth", "D", "depth of the octree, 2 to 10: its cells have 1/2^D of its side", SETTING_COUNT,
     offsetof(sculpt, wanted.depth), .lowest = LEAST_DEPTH, .highest = HPYR_OCTREE_MAX_DEPTH,
     .otherwise = "by the number of points", .key = KEY_SIZE, .stops = DEPTHS,
     .stop_count = sizeof DEPTHS / sizeof DEPTHS[0], .label = "depth", .effect = CHANGE_MAKES},
    {"screen", "W", "how strongly the surface is drawn to the points, but for inserted ones, 0 to 1000", SETTING_NUMBER,
     offsetof(sculpt, wanted.screening), .highest = 1000, .standard = SCREENING, .key = 'C', .stops = SCREENINGS,
     .stop_count = sizeof SCREENINGS / sizeof SCREENINGS[0], .label = "screening", .effect = CHANGE_MAKES},
    {"normals", "across|near", "of a stroke's points: across it, or as the nearest points have them", SETTING_CHOICE,
     offsetof(sculpt, wanted.normals), .choices = NORMALS_NAMES, .key = 'N', .label = "normals of strokes"},
    {"view", "surface|inserted|points",
     "what is shown: the surface, with the points that edits have inserted, all points", SETTING_CHOICE,
     offsetof(sculpt, looks.view), .choices = SHOW_NAMES, .key = 'V', .label = "view"},
    {"wires", NULL, "draw the edges of the triangles, too", SETTING_FLAG, offsetof(sculpt, looks.has_wires), .key = 'W',
     .label = "wires"},
    {.kind = SETTING_CHOICE,
     .place = offsetof(sculpt, choice.tool),
     .choices = TOOL_NAMES,
     .key = KEY_DIGITS,
     .label = "a drag"},
    {.kind = SETTING_CHOICE,
     .place = offsetof(sculpt, choice.shape),
     .choices = SHAPE_NAMES,
     .key = 'P',
     .label = "solid"},
    {.kind = SETTING_CHOICE,
     .place = offsetof(sculpt, choice.way),
     .choices = WAY_NAMES,
     .key = 'B',
     .label = "the solid becomes"},
    {.kind = SETTING_NUMBER,
     .place = offsetof(sculpt, choice.radius),
     .lowest = 0.02,
     .highest = 1,
     .standard = 0.3,
     .key = KEY_SLIDE,
     .label = "radius",
     .step = 0.02,
     .slides = true},
};

static const char *const ACTS[][2] = {{"Z", "undo"}, {NULL, NULL}};
static const char *const OUTPUTS[] = {".ply", ".obj", ".stl", NULL};
static const char *const STAGES[] = {"edit", "octree", "divergence", "solve", "isovalue", "surface", NULL};

static const demo SCULPT = {
    .program = "sculpt",
    .title = "Sculpt",
    .summary = "Edits a cloud of points whose surface follows: strokes part what was joined, drags pull it,\n"
               "solids are united with it, intersected, or taken away. Without POINTS it is two spheres without\n"
               "the caps that face each other.",
    .notes =
        "A line of a script is one of these; what begins with # is a comment. Places X Y of the picture are -1 to 1\n"
        "in its middle. SHAPE is sphere, torus, caps or comb.\n"
        "  make SHAPE [POINTS]                     view TURN RISE ZOOM\n"
        "  load FILE                               depth D\n"
        "  stroke X Y X Y ...                      normals across, normals near\n"
        "  rectangle X Y X Y                       erase X Y RADIUS [inserted]\n"
        "  lasso X Y X Y X Y ...                   pull X Y Z RADIUS DX DY DZ\n"
        "  paste SHAPE or FILE [at X Y Z] [scale S], and so union, intersection, difference\n"
        "  affine and 12 numbers, three rows of a matrix and a shift\n"
        "  undo                                    save FILE.ply, .obj or .stl\n",
    .operand = "POINTS",
    .subject = "source",
    .dropped = "edit those points",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .eye = EYE_CAMERA,
    .window = {1120, 720},
    .picture = {960, 720},
    .outputs = OUTPUTS,
    .output_help = "save the mesh as .ply, .obj or .stl",
    .stages = STAGES,
    .rests = true,
    .turns = TURNS,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(sculpt),
    .kept = offsetof(sculpt, sculptor),
    .open = open_all,
    .close = close_all,
    .settle = settle,
    .load = load,
    .unload = unload,
    .name = name,
    .make = make,
    .look = look,
    .begin = begin,
    .move = move,
    .draw = draw,
    .tell = tell,
    .save = save,
    .drag = drag,
    .forget = forget,
    .act = act,
    .acts = ACTS,
};

int main(int argc, char **argv) {
    return frame_main(&SCULPT, argc, argv);
}
