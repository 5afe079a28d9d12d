/* splats.c - splats: 3D Gaussian splats, drawn back to front in exact order (Kerbl et al. 2023; sorted by hpyr_lists_sort).
 * SPDX-License-Identifier: MIT */
#include "scene.h"
#include "subject.h"

#include "common/draw/pace.h"
#include "common/files/little_endian.h"
#include "common/files/memory.h"
#include "common/files/outfile.h"
#include "common/mesh/mesh_load.h"
#include "common/platform/gl.h"
#include "frame/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct splats {
    uint32_t wanted; /* splats that are made of a mesh */
    int way;
    double size, stretch;
    bool turns_over;
    const char *order, *positions; /* files */
    uint32_t degree;               /* most that are drawn */
    scene *scene;
    pace pace;
    uint32_t judged;    /* frames of the beginning, */
    double quickest_ms; /* and the quickest of them */
    splat_camera seen;  /* by the last frame */
    scene_times times;  /* of it */
    bool has_gpu_times; /* the GPU's own clock works */
    subject subject;    /* from here on of one model */
    uint32_t made;      /* splats that were asked for, */
    double stretched;   /* and how */
} splats;

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    splats *p = self;
    p->degree = CLOUD_MAX_DEGREE;
    p->scene = scene_create(&f->viewer.library, &f->viewer.painter);
    if (p->scene && f->is_measured)
        scene_measure_gpu(p->scene);
    return p->scene != NULL;
}

static void close_all(void *self, frame *f) {
    splats *p = self;
    (void)f;
    scene_destroy(p->scene);
}

static bool load(void *self, frame *f) {
    splats *p = self;
    p->made = p->wanted;
    p->stretched = p->stretch;
    return subject_load(&p->subject, &f->viewer.library, f->path[0] ? f->path : NULL, p->wanted, (float)p->stretch,
                        frame_warn);
}

static void unload(void *self, frame *f) {
    splats *p = self;
    (void)f;
    subject_free(&p->subject);
}

static bool make(void *self, frame *f) {
    splats *p = self;
    if (!p->subject.is_mesh || (p->made == p->wanted && p->stretched == p->stretch))
        return true;
    if (!subject_make_splats(&p->subject, &f->viewer.library, p->wanted, (float)p->stretch))
        return false;
    p->made = p->wanted;
    p->stretched = p->stretch;
    return true;
}

/* ---- the picture ---- */

static void look(void *self, frame *f, int width, int height) {
    const splats *p = self;
    f->camera = subject_camera(&p->subject, p->turns_over, width, height);
}

/* The longer side of the smallest picture that a window shows: 320x200, or all of a smaller window. */
static uint32_t least_side(const frame_target *t, uint32_t side) {
    const uint32_t across = 320 * side / (uint32_t)t->width, up = 200 * side / (uint32_t)t->height;
    const uint32_t least = across > up ? across : up;
    return least < side ? least : side;
}

/* Where frames take long, a moving picture has fewer pixels, and so many times fewer splats as its sides are shorter: what a splat costs
 * and what a pixel costs then fall alike. */
static uint32_t follow_pace(splats *p, frame *f, const frame_target *t, int drawn[2]) {
    const uint32_t side = (uint32_t)(t->width > t->height ? t->width : t->height), count = p->subject.cloud.count;
    const double last = frame_last_ms(f);
    const uint32_t least = least_side(t, side);
    uint32_t wanted = t->is_picture || last == 0 ? side : pace_frame(&p->pace, side, last, frame_moves(f));
    wanted = wanted < least ? least : wanted;
    const uint32_t stride = (side + wanted / 2) / wanted;
    drawn[0] = (int)pace_side((uint32_t)t->width, side, wanted);
    drawn[1] = (int)pace_side((uint32_t)t->height, side, wanted);
    if (t->is_picture)
        return 1;
    f->messages.note[0] = '\0';
    if (wanted < side)
        snprintf(f->messages.note, sizeof f->messages.note,
                 "%u of %u splats in %dx%d pixels while it turns: a frame took %.0f ms",
                 (unsigned)prints_count(count, stride), (unsigned)count, drawn[0], drawn[1], p->pace.slow_ms);
    return stride;
}

static bool draw(void *self, frame *f, const frame_target *t) {
    splats *p = self;
    int drawn[2];
    const uint32_t stride = follow_pace(p, f, t, drawn);
    scene_state state = {.store = &p->subject.store,
                         .width = (uint32_t)t->width,
                         .height = (uint32_t)t->height,
                         .looks = {p->degree, stride, (float)p->size},
                         .way = (sort_way)p->way,
                         .has_room = true};
    subject_look(&p->subject, &f->camera, p->turns_over, drawn[0], drawn[1], &state.camera);
    if (!scene_draw(p->scene, &state, t->framebuffer, &p->times))
        return false;
    p->seen = state.camera;
    for (int i = 0; i < STEP_FRAME; i++)
        frame_time(f, i, p->times.ms[i]);
    for (int i = 0; i < GPU_STEP_COUNT; i++)
        frame_gpu_time(f, i, p->times.gpu_ms[i]);
    return true;
}

/* On a slow machine the model rests to begin with, so that it is seen as it is. The first frames compile and allocate. */
static void move(void *self, frame *f) {
    enum { JUDGED = 4 };
    const double slow_ms = 100, last = frame_last_ms(f);
    splats *p = self;
    if (p->judged == JUDGED || last == 0)
        return;
    p->quickest_ms = p->judged ? fmin(p->quickest_ms, last) : last;
    if (++p->judged < JUDGED || p->quickest_ms <= slow_ms)
        return;
    f->moves = false;
    frame_look(f, false);
    messages_say(&f->messages, MESSAGE_NOTICE, "a frame takes %.0f ms here: Space turns the model", p->quickest_ms);
}

/* ---- what it tells and saves ---- */

static const char *const WAYS[] = {"gpu", "cpu", "none", NULL};

static void tell(void *self, frame *f, facts *out) {
    const splats *p = self;
    const splat_cloud *c = &p->subject.cloud;
    const uint32_t pixels[2] = {p->seen.width, p->seen.height}, degree = p->degree < c->degree ? p->degree : c->degree;
    fact_title(out, "%u splats, sort %s, size %.2f%s", (unsigned)c->count, WAYS[p->way], p->size,
               p->turns_over ? ", upside down" : "");
    if (p->subject.is_mesh)
        fact_title(out, "stretch %g", p->stretch);
    fact_count(out, "splats", "splats", c->count);
    fact_count(out, "skipped", NULL, c->skipped);
    fact_count(out, "degree", NULL, c->degree);
    fact_text(out, NULL, "degree of colors", "%u of %u", (unsigned)degree, (unsigned)c->degree);
    fact_summary(out, p->way == SORT_NONE ? "not sorted" : "sorted by the %s", p->way == SORT_CPU ? "CPU" : "GPU");
    fact_counts(out, "pixels", pixels, 2);
    fact_floats(out, "view", p->seen.view, 16);
    fact_floats(out, "focal", p->seen.focal, 2);
    fact_number(out, "near", NULL, (double)p->seen.near_depth, "%s", "");
    fact_count(out, "frames", NULL, f->runs);
}

/* Words or floats, whose bits are words, little-endian. */
static bool save_words(const char *path, const void *words, size_t count) {
    enum { PER_BLOCK = 4096 };
    uint8_t block[4 * PER_BLOCK];
    outfile *file = outfile_open(path);
    for (size_t first = 0; file && first < count; first += PER_BLOCK) {
        uint8_t *end = block;
        for (size_t i = first; i < count && i < first + PER_BLOCK; i++) {
            uint32_t word;
            memcpy(&word, (const uint8_t *)words + 4 * i, sizeof word);
            end = put_word(end, word);
        }
        outfile_write(file, block, (size_t)(end - block));
    }
    return file && outfile_close(file, true);
}

/* In the order that the last picture was drawn in, the farthest first. */
static bool save_order(const splats *p) {
    const size_t count = p->subject.cloud.count;
    uint32_t *order = memory_zeroed(count * sizeof *order);
    const bool ok = order && scene_read_order(p->scene, order) && save_words(p->order, order, count);
    free(order);
    return ok;
}

static bool save_more(void *self, frame *f) {
    const splats *p = self;
    const splat_cloud *c = &p->subject.cloud;
    (void)f;
    return (!p->order || save_order(p)) &&
           (!p->positions || save_words(p->positions, c->centers, 3 * (size_t)c->count));
}

/* ---- what the user changes ---- */

/* Times and the pace know frames of what was shown before. */
static void changed(void *self, frame *f, const setting *s) {
    splats *p = self;
    if (s->place == offsetof(splats, turns_over))
        frame_look(f, false);
    if (s->place == offsetof(splats, wanted))
        memset(&p->pace, 0, sizeof p->pace);
}

static void step_degree(splats *p, frame *f) {
    const uint32_t most = p->subject.cloud.degree, now = p->degree < most ? p->degree : most;
    p->degree = now == 0 ? most : now - 1;
    if (most == 0)
        messages_say(&f->messages, MESSAGE_NOTICE, "these splats have colors of degree 0 only");
}

static bool act(void *self, frame *f, int key) {
    splats *p = self;
    if (key == 'R')
        p->degree = CLOUD_MAX_DEGREE;
    if (key == 'D') {
        step_degree(p, f);
        return true;
    }
    if (p->subject.is_mesh || (!window_size_of(key) && key != 'G'))
        return false;
    messages_say(&f->messages, MESSAGE_NOTICE, "a file of splats has its own number of them");
    return true;
}

/* ---- description ---- */

static const double NUMBERS[] = {1000,   2000,   5000,   10000,   20000,   50000,
                                 100000, 200000, 500000, 1000000, 2000000, 5000000};

static const double STRETCHES[] = {1, 2, 3, 5, 8};

static const setting SETTINGS[] = {
    {"splats", "N", "about how many splats are made of a mesh", SETTING_COUNT, offsetof(splats, wanted), .lowest = 1,
     .highest = 10000000, .standard = 20000, .key = KEY_SIZE, .stops = NUMBERS,
     .stop_count = sizeof NUMBERS / sizeof NUMBERS[0], .label = "number of splats", .effect = CHANGE_MAKES,
     .is_fact = true},
    {"sort", "gpu|cpu|none",
     "who sorts: the CPU for comparison, with keys that are read back; none to see why it matters", SETTING_CHOICE,
     offsetof(splats, way), .choices = WAYS, .key = 'O', .label = "sort"},
    {"splat-size", "V", "factor of the splats' sizes, 0.01 to 100", SETTING_NUMBER, offsetof(splats, size),
     .lowest = 0.01, .highest = 100, .standard = 1, .key = KEY_SLIDE, .step = 0.02, .factor = 1.1, .label = "size"},
    {"stretch", "V",
     "how much longer than wide splats of a mesh are, each along its own direction, 1 to 20; 1 is round",
     SETTING_NUMBER, offsetof(splats, stretch), .lowest = 1, .highest = 20, .standard = 3, .key = 'E',
     .stops = STRETCHES, .stop_count = sizeof STRETCHES / sizeof STRETCHES[0], .label = "stretch",
     .effect = CHANGE_MAKES},
    {"upside-down", NULL, "turn the model over: splats of files have y down, meshes have y up", SETTING_FLAG,
     offsetof(splats, turns_over), .key = 'U', .label = "upside down"},
    {"order", "FILE|-", "save the picture's order: a uint32 a splat, little-endian, farthest first", SETTING_OUTPUT,
     offsetof(splats, order)},
    {"positions", "FILE|-", "save the splats' centers: three float32 a splat, little-endian", SETTING_OUTPUT,
     offsetof(splats, positions)},
};

static const char *const STAGES[] = {"keys", "sort", "draw", NULL},
                         *const ACTS[][2] = {{"D", "degree of colors"}, {NULL, NULL}},
                         *const RENAMED[][2] = {
                             {"--cpu-sort", "--sort cpu"}, {"--no-sort", "--sort none"}, {NULL, NULL}};

static const demo SPLATS = {
    .program = "splats",
    .title = "Splats",
    .summary =
        "Draws 3D Gaussian splats back to front, sorted on the GPU in every frame. MODEL is a .ply that training\n"
        "writes, a .splat, or any mesh file that assimp reads, of which splats are made; without it, a teapot.",
    .notes =
        "Splats are sorted by their exact depths in every frame, on the GPU, and nothing is read back. That needs\n"
        "OpenGL 3.3 or ES 3.0: lists of the library are of integers, which 2.1 does not have.",
    .operand = "MODEL",
    .subject = "model",
    .built_in = "teapot",
    .reader = &MESH_READER,
    .dropped = "another model",
    .why_not_21 = "--gl 2.1: splats are sorted by lists of integers, which OpenGL 2.1 does not have; use 3.3",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .eye = EYE_CAMERA,
    .window = {1120, 720},
    .picture = {1280, 800},
    .renamed = RENAMED,
    .stages = STAGES,
    .gpu_stages = GPU_STEP_COUNT,
    .total = "frame",
    .times_draw = true,
    .turns = 0.35,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(splats),
    .kept = offsetof(splats, subject),
    .open = open_all,
    .close = close_all,
    .load = load,
    .unload = unload,
    .make = make,
    .look = look,
    .draw = draw,
    .tell = tell,
    .move = move,
    .save_more = save_more,
    .changed = changed,
    .act = act,
    .acts = ACTS,
};

int main(int argc, char **argv) {
    return frame_main(&SPLATS, argc, argv);
}
