/* isosurface.c - isosurface: marching cubes of a volume (Dyken et al., High-speed Marching Cubes using Histogram Pyramids, 2008).
 * SPDX-License-Identifier: MIT */
#include "scene.h"

#include "common/platform/gl.h"
#include "common/volume/volume_load.h"
#include "frame/frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SWEEP = 0.12, PACE = 0.9; /* how far the isovalue goes by itself, of the range; radians a second */

/* What can be chosen, in the library's order. */
typedef enum mesh_choice { MESH_SOUP, MESH_INDEXED } mesh_choice;
enum { USUAL_MESH = GL_IS_WEB ? MESH_SOUP : MESH_INDEXED }; /* in a browser indices have to be read back */
typedef enum expansion_choice { EXPAND_BY_LIBRARY, EXPAND_BY_VERTEX, EXPAND_BY_GEOMETRY } expansion_choice;

static const char *const VERTICES[] = {"linear", "midpoint", NULL}, *const MESHES[] = {"soup", "indexed", NULL},
                         *const NORMALS[] = {"forward", "central", NULL},
                         *const EXPANSIONS[] = {"library", "vertex", "geometry", NULL};

typedef struct isosurface {
    const char *field_path; /* of --field */
    char file[FRAME_NAME];  /* that it names */
    int field, vertices, mesh, expansion, normals;
    uint32_t size[3];
    double iso; /* NAN: the one that suits */
    bool sweeps, has_wires, is_upside_down;
    scene *scene;
    double middle, swing; /* what the isovalue swings about, and how far in its swing it is, in radians */
    double seconds;       /* that metaballs have moved for */
    volume_source source; /* from here on of one volume */
    volume volume;
    volume_facts facts;
    surface surface;
    double sampled; /* the seconds of the metaballs in it */
} isosurface;

/* ---- life ---- */

static bool is_file(const isosurface *p) {
    return p->source.field == FIELD_COUNT;
}

static bool open_all(void *self, frame *f) {
    isosurface *p = self;
    p->scene = scene_create(&f->viewer.painter);
    return p->scene != NULL;
}

static void close_all(void *self, frame *f) {
    isosurface *p = self;
    (void)f;
    scene_destroy(p->scene);
}

/* What cannot be, whatever this machine has. */
static const char *settle_form(isosurface *p, frame *f) {
    const int gl = frame_gl(f);
    const bool is_legacy = gl < 33, is_papers = p->expansion != EXPAND_BY_LIBRARY;
    if (gl != 33 && p->expansion == EXPAND_BY_GEOMETRY)
        return is_legacy ? "--expand geometry: OpenGL 2.1 has no geometry shaders"
                         : "--expand geometry: OpenGL ES 3.0 has no geometry shaders";
    if (!is_legacy && !is_papers)
        return NULL;
    if (frame_given(f, "mesh") && p->mesh == MESH_INDEXED)
        return is_legacy ? "--mesh indexed: OpenGL 2.1 has soup only"
                         : "--mesh indexed: --expand vertex and geometry make soup only";
    p->mesh = MESH_SOUP;
    return NULL;
}

/* FIELD, or --field, is the name of a field, or that of a file. */
static const char *settle(void *self, frame *f) {
    isosurface *p = self;
    const char *name = frame_operand(f) ? frame_operand(f) : p->field_path;
    volume_source source = {.field = (field_kind)p->field};
    if (frame_operand(f) && p->field_path) {
        error_set("--field %s: FIELD is another, %s", p->field_path, frame_operand(f));
        return error_text();
    }
    if (name && !volume_parse(name, p->size, &source))
        return error_text();
    if (source.field == FIELD_COUNT && frame_given(f, "size"))
        return "--size: a file has its own";
    p->field = source.field == FIELD_COUNT ? p->field : (int)source.field;
    p->field_path = NULL; /* it is no output, and no other input */
    const bool has_file = source.field == FIELD_COUNT;
    p->sweeps = !frame_operand(f) && !frame_given(f, "field") && !frame_given(f, "iso"); /* something to look at */
    if (has_file)
        snprintf(p->file, sizeof p->file, "%s", source.path);
    frame_set_operand(f, has_file ? name : NULL, has_file ? p->file : NULL);
    p->iso = p->iso == 0 ? 0 : p->iso; /* -0 is 0 */
    return settle_form(p, f);
}

static surface_desc form_of(const isosurface *p) {
    static const surface_expansion EXPANSIONS[] = {EXPAND_DEFAULT, EXPAND_VERTEX, EXPAND_GEOMETRY};
    const surface_desc desc = {(hpyr_mesh_form)(p->mesh + 1), (hpyr_edge_vertex)(p->vertices + 1),
                               (hpyr_gradient)(p->normals + 1), EXPANSIONS[p->expansion]};
    return desc;
}

static bool load(void *self, frame *f) {
    isosurface *p = self;
    const surface_desc form = form_of(p);
    uint32_t size[3];
    frame_grid(f, p->size, size);
    p->source.field = (field_kind)p->field;
    memcpy(p->source.size, size, sizeof size);
    return (!f->path[0] || volume_parse(f->path, size, &p->source)) && volume_check_file(&p->source) &&
           volume_load(&p->source, f->viewer.library.caps->max_texture_3d_size, frame_warn, &p->volume, &p->facts) &&
           surface_create(&p->surface, &f->viewer.library, &form, &p->volume);
}

static void unload(void *self, frame *f) {
    isosurface *p = self;
    (void)f;
    surface_destroy(&p->surface);
    volume_free(&p->volume);
}

static const char *name(const void *self) {
    const isosurface *p = self;
    return is_file(p) ? p->source.path : FIELD_NAMES[p->field];
}

/* ---- the work ---- */

/* Another surface of the same volume; the old one stays where this fails. */
static bool take_form(isosurface *p) {
    const surface_desc wanted = form_of(p), *has = &p->surface.desc;
    surface next = {0};
    const bool is_other =
        wanted.expansion != EXPAND_DEFAULT
            ? wanted.expansion != has->expansion
            : has->expansion == EXPAND_GEOMETRY || (has->expansion == EXPAND_VERTEX && p->surface.library->gl >= 33);
    if (!is_other && wanted.mesh == has->mesh && wanted.vertex == has->vertex && wanted.gradient == has->gradient)
        return true;
    if (!surface_create(&next, p->surface.library, &wanted, &p->volume)) {
        surface_destroy(&next);
        return false;
    }
    surface_destroy(&p->surface);
    p->surface = next;
    return true;
}

/* Why there is no surface, if there is none. */
static void look_for_emptiness(const isosurface *p, frame *f) {
    const volume_facts *v = &p->facts;
    const uint32_t *n = p->volume.size;
    if (p->surface.counts.triangles > 0)
        frame_odd(f, "%s", "");
    else if (n[0] < 2 || n[1] < 2 || n[2] < 2)
        frame_odd(f, "no surface at isovalue %.9g: cells lie between samples, and %ux%ux%u have none between them",
                  p->iso, (unsigned)n[0], (unsigned)n[1], (unsigned)n[2]);
    else if (v->finite == 0)
        frame_odd(f, "no surface at isovalue %.9g: %s", p->iso,
                  v->nans == volume_count(&p->volume) ? "all samples are NaN" : "no sample is finite");
    else if (v->minimum == v->maximum)
        frame_odd(f, "no surface at isovalue %.9g: all %ssamples are %.7g", p->iso,
                  v->finite < volume_count(&p->volume) ? "finite " : "", v->minimum);
    else
        frame_odd(f, "no surface at isovalue %.9g: samples range from %.7g to %.7g", p->iso, v->minimum, v->maximum);
}

static bool make(void *self, frame *f) {
    isosurface *p = self;
    surface *s = &p->surface;
    s->volume = &p->volume;
    if (isnan(p->iso))
        p->iso = is_file(p) ? p->facts.split : 0;
    if (!take_form(p))
        return false;
    if (p->source.field == FIELD_METABALLS && p->seconds != p->sampled) {
        p->sampled = p->seconds;
        field_sample(p->source.field, p->seconds, p->volume.size, p->volume.samples);
        if (!surface_upload(s))
            return false;
    }
    if (!surface_run(s, p->iso, f->is_live) || !scene_update(p->scene, s, p->iso) || (!f->is_live && !surface_count(s)))
        return false;
    for (int i = 0; i < TIME_COUNT; i++)
        frame_time(f, i, s->ms[i]);
    look_for_emptiness(p, f);
    return true;
}

/* ---- what moves ---- */

static bool can_move(const void *self, const frame *f) {
    const isosurface *p = self;
    (void)f;
    return p->sweeps || p->source.field == FIELD_METABALLS;
}

static bool can_pace(const void *self, const frame *f) {
    (void)f;
    return !is_file(self);
}

static void move(void *self, frame *f) {
    isosurface *p = self;
    const volume_facts *v = &p->facts;
    if (p->sweeps) {
        p->swing = fmod(p->swing + f->passed_s * PACE, 6.283185307179586);
        p->iso = fmin(fmax(p->middle + sin(p->swing) * SWEEP * (v->maximum - v->minimum), v->minimum), v->maximum);
    }
    if (p->source.field == FIELD_METABALLS)
        p->seconds += f->passed_s;
    frame_remake(f);
}

static void begin_anew(isosurface *p) {
    p->iso = NAN;
    p->seconds = p->swing = 0;
}

static void changed(void *self, frame *f, const setting *s) {
    isosurface *p = self;
    if (s->place == offsetof(isosurface, expansion)) /* shaders of the paper make a soup */
        p->mesh = p->expansion == EXPAND_BY_LIBRARY && f->viewer.library.gl >= 33 ? USUAL_MESH : MESH_SOUP;
    if (s->place == offsetof(isosurface, sweeps))
        f->moves = f->moves || p->sweeps;
    p->middle = p->iso;
    p->swing = 0;
}

static void forget(void *self, const char *path) {
    isosurface *p = self;
    (void)path;
    begin_anew(p);
    p->sweeps = false;
}

static bool act(void *self, frame *f, int key) {
    isosurface *p = self;
    if (key == 'R')
        begin_anew(p);
    if (key == 'E' && f->viewer.library.gl == GL_ES3 &&
        p->expansion == EXPAND_BY_VERTEX) { /* which has no geometry shaders */
        p->expansion = EXPAND_BY_LIBRARY;
        p->mesh = USUAL_MESH;
        frame_remake(f);
        return true;
    }
    if (is_file(p) && (window_size_of(key) || key == 'G')) {
        messages_say(&f->messages, MESSAGE_NOTICE, "a file has its own size");
        return true;
    }
    if (key < '1' || key >= '1' + FIELD_COUNT)
        return false;
    begin_anew(p);
    p->field = key - '1';
    f->path[0] = '\0';
    frame_reload(f);
    return true;
}

/* ---- the picture ---- */

static void look(void *self, frame *f, int width, int height) {
    const isosurface *p = self;
    (void)width, (void)height;
    f->camera = scene_camera(&p->volume);
}

static bool draw(void *self, frame *f, const frame_target *t) {
    isosurface *p = self;
    const bool is_upside_down = p->volume.first_slice_on_top != p->is_upside_down;
    const scene_state state = {&p->surface, &f->camera, p->has_wires, is_upside_down};
    return scene_draw(p->scene, &state, t->framebuffer, t->width, t->height, frame_is_fine(t));
}

/* The two kinds of samples have the colors of the surface's two sides. */
static void range(void *self, frame *f, slider_scale *out) {
    const isosurface *p = self;
    (void)f;
    out->minimum = p->facts.minimum;
    out->maximum = p->facts.maximum;
    out->bins = p->facts.bins;
    out->bin_count = VOLUME_BINS;
    memcpy(out->below, SCENE_INSIDE, sizeof out->below);
    memcpy(out->above, SCENE_OUTSIDE, sizeof out->above);
}

/* ---- what it tells and saves ---- */

static void tell(void *self, frame *f, facts *out) {
    const isosurface *p = self;
    const surface *s = &p->surface;
    const uint32_t *n = p->volume.size;
    const uint64_t cells = surface_cells(s);
    const double ms = f->ms[TIME_COUNT], rate = ms > 0 ? (double)cells / ms / 1000 : NAN;
    char iso[40];
    snprintf(iso, sizeof iso, p->sweeps ? "animated" : "at %.5g", p->iso);
    fact_title(out, "%ux%ux%u %s, %s, %s, %s%s", (unsigned)n[0], (unsigned)n[1], (unsigned)n[2], iso, MESHES[p->mesh],
               VERTICES[p->vertices], NORMALS[p->normals], p->has_wires ? ", wires" : "");
    fact_summary(out, "isovalue %.6g", p->iso);
    fact_counts(out, "samples", n, 3);
    fact_text(out, NULL, "samples", "%u \xC3\x97 %u \xC3\x97 %u %s", (unsigned)n[0], (unsigned)n[1], (unsigned)n[2],
              volume_type_name(p->volume.format));
    fact_count(out, "cells", NULL, cells);
    fact_number(out, "occupancy", NULL, cells > 0 ? (double)s->statistics.active_cells / (double)cells : 0, "%s", "");
    fact_count(out, "triangles", "triangles", s->counts.triangles);
    fact_count(out, "vertices", "vertices", s->counts.vertices);
    fact_number(out, "mcells_per_s", cells > 0 && s->counts.triangles > 0 ? "million cells a second" : NULL, rate,
                "%.0f", rate);
}

static bool save(void *self, frame *f, const char *path) {
    isosurface *p = self;
    char comment[200];
    snprintf(comment, sizeof comment, "isosurface %.9g of %.120s, by libhistopyramid", p->iso, frame_name(f));
    for (char *c = comment; *c; c++)
        *c = *c < ' ' ? ' ' : *c; /* a line break in a path would end the comment */
    return surface_save(&p->surface, path, comment);
}

/* ---- description ---- */

static const double SIDES[] = {16, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384};

static const setting SETTINGS[] = {
    {"field", "FIELD", "cayley, gyroid, sphere, torus, metaballs, FILE.nrrd or FILE.raw:XxYxZ:TYPE[:big] (gyroid)",
     SETTING_PATH, offsetof(isosurface, field_path)},
    {NULL, NULL, NULL, SETTING_CHOICE, offsetof(isosurface, field), .choices = FIELD_NAMES, .standard = FIELD_GYROID,
     .key = KEY_DIGITS, .label = "fields", .effect = CHANGE_LOADS, .is_fact = true},
    {"size", "N|XxYxZ", "samples of a built-in field", SETTING_GRID, offsetof(isosurface, size), .lowest = 1,
     .highest = 1000000, .standard = 128, .key = KEY_SIZE, .stops = SIDES, .stop_count = sizeof SIDES / sizeof SIDES[0],
     .label = "samples", .effect = CHANGE_LOADS, .is_fact = true, .paced = "samples a side"},
    {"iso", "V", "the isovalue; inside is field >= V", SETTING_NUMBER, offsetof(isosurface, iso), .standard = NAN,
     .otherwise = "0; of files the value that parts their samples best", .key = KEY_SLIDE, .label = "isovalue",
     .effect = CHANGE_MAKES, .slides = true},
    {NULL, NULL, NULL, SETTING_FLAG, offsetof(isosurface, sweeps), .key = 'A', .label = "isovalue by itself"},
    {"vertices", "linear|midpoint", "where edges are cut", SETTING_CHOICE, offsetof(isosurface, vertices),
     .choices = VERTICES, .key = 'V', .label = "vertices", .effect = CHANGE_MAKES, .no_member = true},
    {"expand", "library|vertex|geometry", "the paper's shaders, or the library's own way, which is faster",
     SETTING_CHOICE, offsetof(isosurface, expansion), .choices = EXPANSIONS, .key = 'E', .label = "expansion",
     .effect = CHANGE_MAKES},
    {"mesh", "soup|indexed",
     "three vertices a triangle, or shared ones; soup with --expand vertex and geometry, and on 2.1", SETTING_CHOICE,
     offsetof(isosurface, mesh), .choices = MESHES, .standard = USUAL_MESH, .key = 'M', .label = "mesh",
     .effect = CHANGE_MAKES},
    {"normals", "forward|central", "the paper's differences, or smoother ones", SETTING_CHOICE,
     offsetof(isosurface, normals), .choices = NORMALS, .standard = 1, .key = 'N', .label = "normals",
     .effect = CHANGE_MAKES},
    {"wires", NULL, "draw the edges of the triangles, too", SETTING_FLAG, offsetof(isosurface, has_wires), .key = 'W',
     .label = "wires"},
    {"upside-down", NULL, "turn the volume over: fields and files with directions have z up, others z down",
     SETTING_FLAG, offsetof(isosurface, is_upside_down), .key = 'U', .label = "upside down"},
};

static const char *const OUTPUTS[] = {".ply", ".obj", ".stl", NULL}, *const STAGES[] = {"build", "extract", NULL};

static const demo ISOSURFACE = {
    .program = "isosurface",
    .title = "Isosurface",
    .summary = "Turns a volume into triangles where its field crosses an isovalue, by marching cubes on the GPU.",
    .notes =
        "FIELD is as with --field. TYPE is uint8, int16, uint16 or float32, x runs fastest; :big where the high byte\n"
        "comes first.",
    .operand = "FIELD",
    .subject = "field",
    .reader = &VOLUME_READER,
    .dropped = "another volume",
    .gls = DEMO_GL_33 | DEMO_GL_ES3 | DEMO_GL_21,
    .eye = EYE_CAMERA,
    .window = {1120, 720},
    .picture = {1280, 800},
    .outputs = OUTPUTS,
    .output_help = "save the mesh as .ply, .obj or .stl, in the file's own coordinates",
    .stages = STAGES,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(isosurface),
    .kept = offsetof(isosurface, source),
    .open = open_all,
    .close = close_all,
    .settle = settle,
    .load = load,
    .unload = unload,
    .make = make,
    .look = look,
    .draw = draw,
    .tell = tell,
    .save = save,
    .name = name,
    .range = range,
    .move = move,
    .changed = changed,
    .forget = forget,
    .can_move = can_move,
    .can_pace = can_pace,
    .act = act,
};

int main(int argc, char **argv) {
    return frame_main(&ISOSURFACE, argc, argv);
}
