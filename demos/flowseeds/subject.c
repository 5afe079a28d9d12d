/* subject.c - what is looked at: a flow, its seeds, and the streamlines from them.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/volume/volume_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const SUBJECT_TYPES[5] = {"no point", "source", "sink", "saddle out", "saddle in"};

const char *const SEED_NAMES[] = {"critical", "vorticity", "band", "grid", NULL};

/* ---- what the GLSL reads ---- */

static bool is_file(const subject *s) {
    return s->source.path != NULL;
}

static void set_parameters(const subject *s, uint32_t program, const char *prefix) {
    char name[160];
    snprintf(name, sizeof name, "u_%smy_abc", prefix);
    glUniform3f(draw_uniform(program, name), (float)s->source.abc[0], (float)s->source.abc[1], (float)s->source.abc[2]);
}

/* For the library, which has the program in use. */
static void bind_parameters(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    (void)first_unit;
    set_parameters(user, program, prefix);
}

/* For lines.h. */
static void bind_field(uint32_t program, uint32_t unit, void *user) {
    const subject *s = user;
    if (!is_file(s)) {
        set_parameters(s, program, "hpyr_");
        return;
    }
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_3D, s->vectors);
    glActiveTexture(GL_TEXTURE0);
    glUniform1i(draw_uniform(program, "u_vectors"), (GLint)unit);
    glUniform3fv(draw_uniform(program, "u_origin"), 1, s->origin);
    glUniform3fv(draw_uniform(program, "u_spacing"), 1, s->spacing);
    glUniform3i(draw_uniform(program, "u_samples"), (GLint)s->size[0], (GLint)s->size[1], (GLint)s->size[2]);
    glUniform3i(draw_uniform(program, "u_repeats"), s->periodic[0], s->periodic[1], s->periodic[2]);
}

static lines_field field_of(subject *s) {
    lines_field field = {is_file(s) ? demo_shader(flowseeds_shaders, "sampled.glsl") : FLOWS[s->source.flow].glsl,
                         bind_field,
                         s,
                         {0},
                         {0},
                         {0}};
    memcpy(field.low, s->low, sizeof field.low);
    memcpy(field.high, s->high, sizeof field.high);
    memcpy(field.periodic, s->periodic, sizeof field.periodic);
    return field;
}

/* ---- life ---- */

static void set_box(subject *s) {
    for (int axis = 0; axis < 3; axis++) {
        const float end = s->origin[axis] + s->spacing[axis] * (float)(s->size[axis] - (s->periodic[axis] ? 0 : 1));
        s->low[axis] = fminf(s->origin[axis], end);
        s->high[axis] = fmaxf(s->origin[axis], end);
    }
}

static void take_formula(subject *s) {
    const flow_formula *f = &FLOWS[s->source.flow];
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t n = s->source.size[axis], steps = f->is_periodic ? n : n > 1 ? n - 1 : 1;
        s->size[axis] = n;
        s->periodic[axis] = f->is_periodic;
        s->origin[axis] = (float)f->low[axis];
        s->spacing[axis] = (float)((f->high[axis] - f->low[axis]) / steps);
        s->low[axis] = (float)f->low[axis]; /* lines fill the box, however few samples it has */
        s->high[axis] = (float)f->high[axis];
    }
}

static bool take_file(subject *s, warn_fn warn) {
    volume v;
    if (!volume_load_vectors(s->source.path, s->library->caps->max_texture_3d_size, warn, &v))
        return false;
    const bool is_straight = !v.axes[0] || (v.axes[0] == 1 && v.axes[1] == 2 && v.axes[2] == 3);
    bool ok = is_straight || error_set("%s: its axes do not run along x, y and z in this order", s->source.path);
    memcpy(s->size, v.size, sizeof s->size);
    for (int axis = 0; axis < 3; axis++) {
        s->origin[axis] = v.origin[axis];
        s->spacing[axis] = v.spacing[axis];
        s->periodic[axis] = s->source.is_periodic;
    }
    set_box(s);
    ok = ok && samples_upload(&v, &s->vectors, &s->speeds);
    if (ok)
        samples_survey(v.samples, s->size, s->spacing, s->periodic, &s->slowest, &s->fastest, &s->most_curl);
    volume_free(&v);
    return ok;
}

/* Formulas are looked at in some places. */
static bool survey_formula(subject *s) {
    enum { SIDE = 25 };
    const uint32_t size[3] = {SIDE, SIDE, SIDE};
    const flow_formula *f = &FLOWS[s->source.flow];
    const bool periodic[3] = {f->is_periodic, f->is_periodic, f->is_periodic};
    float *vectors = memory_zeroed((size_t)SIDE * SIDE * SIDE * 3 * sizeof *vectors), spacing[3];
    if (!vectors)
        return false;
    for (int axis = 0; axis < 3; axis++)
        spacing[axis] = (float)((f->high[axis] - f->low[axis]) / (SIDE - !f->is_periodic));
    for (uint32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
        const double p[3] = {f->low[0] + i % SIDE * (double)spacing[0],
                             f->low[1] + i / SIDE % SIDE * (double)spacing[1],
                             f->low[2] + i / SIDE / SIDE * (double)spacing[2]};
        double v[3];
        f->at(s->source.abc, p, v);
        for (int c = 0; c < 3; c++)
            vectors[3 * (size_t)i + (size_t)c] = (float)v[c];
    }
    samples_survey(vectors, size, spacing, periodic, &s->slowest, &s->fastest, &s->most_curl);
    free(vectors);
    return true;
}

static bool make_flow(subject *s) {
    static const hpyr_flow_kind KINDS[] = {HPYR_FLOW_KIND_CRITICAL, HPYR_FLOW_KIND_VORTICITY, HPYR_FLOW_KIND_BAND};
    hpyr_flow_desc desc = {.grid = {.width = s->size[0], .height = s->size[1], .depth = s->size[2]}};
    hpyr_flow_destroy(s->flow);
    s->flow = NULL;
    if (s->wishes.seeds == SEEDS_GRID)
        return true;
    desc.kind = KINDS[s->wishes.seeds];
    memcpy(desc.grid.spacing, s->spacing, sizeof s->spacing);
    memcpy(desc.grid.origin, s->origin, sizeof s->origin);
    memcpy(desc.periodic, s->periodic, sizeof s->periodic);
    return library_check(s->library, hpyr_flow_create(s->library->context, &desc, &s->flow), "making a flow");
}

bool subject_load(subject *s, library *l, const painter *painter, const flow_source *source, const flow_wishes *wishes,
                  warn_fn warn) {
    s->library = l;
    s->source = *source;
    s->wishes = *wishes;
    glGenBuffers(1, &s->seed_buffer);
    if (is_file(s)) {
        if (!take_file(s, warn))
            return false;
    } else {
        take_formula(s);
        if (!survey_formula(s))
            return false;
    }
    const lines_field field = field_of(s);
    return lines_open(&s->lines, painter, &field) && make_flow(s);
}

void subject_free(subject *s) {
    hpyr_flow_destroy(s->flow);
    lines_free(&s->lines);
    free(s->seeds);
    if (s->seed_buffer) { /* else GL may not even be loaded */
        const GLuint textures[] = {s->vectors, s->speeds};
        glDeleteTextures(2, textures);
        glDeleteBuffers(1, &s->seed_buffer);
    }
    memset(s, 0, sizeof *s);
}

bool subject_change(subject *s, const flow_wishes *wishes, const double abc[3]) {
    const bool is_other = wishes->seeds != s->wishes.seeds,
               moves = memcmp(abc, s->source.abc, sizeof s->source.abc) != 0;
    s->wishes = *wishes;
    memcpy(s->source.abc, abc, sizeof s->source.abc);
    if (moves && !is_file(s) && !survey_formula(s))
        return false;
    return !is_other || make_flow(s);
}

/* ---- seeds ---- */

double subject_most(const subject *s) {
    return s->wishes.seeds == SEEDS_VORTICITY ? s->most_curl : s->fastest;
}

/* What was not asked for: the strongest vortices, and a thin shell of half the largest speed. */
static void choose_bounds(subject *s) {
    const flow_wishes *w = &s->wishes;
    s->threshold = s->width = NAN;
    s->is_incomplete = false;
    if (w->seeds == SEEDS_VORTICITY)
        s->threshold = isnan(w->threshold) ? 0.9 * s->most_curl : w->threshold;
    if (w->seeds == SEEDS_BAND) {
        s->threshold = isnan(w->threshold) ? 0.5 * (s->slowest + s->fastest) : w->threshold;
        s->width = isnan(w->width) ? 0.01 * s->fastest : w->width;
    }
}

/* A formula's numbers are its speeds. Squares of large vectors are no floats. */
static const char *const SPEED_GLSL = "float hpyr_field_at(vec3 p) {\n"
                                      "    vec3 v = hpyr_flow_at(p);\n"
                                      "    float largest = max(max(abs(v.x), abs(v.y)), abs(v.z));\n"
                                      "    return largest == 0.0 ? 0.0 : largest * length(v / largest);\n"
                                      "}\n";

static bool build(subject *s) {
    const bool is_band = s->wishes.seeds == SEEDS_BAND;
    char glsl[2048];
    hpyr_flow_field field = {0};
    choose_bounds(s);
    if (is_file(s)) {
        field.texture.name = is_band ? s->speeds : s->vectors;
        field.texture.target = GL_TEXTURE_3D;
        field.texture.width = s->size[0];
        field.texture.height = s->size[1];
        field.texture.depth = s->size[2];
        field.texture.format = is_band ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGB32F;
    } else {
        snprintf(glsl, sizeof glsl, "%s%s", FLOWS[s->source.flow].glsl, is_band ? SPEED_GLSL : "");
        field.glsl = glsl;
        field.bind = bind_parameters;
        field.user = s;
    }
    field.threshold = s->wishes.seeds == SEEDS_VORTICITY ? s->threshold : 0;
    field.isovalue = is_band ? s->threshold : 0;
    field.width = is_band ? s->width : 0;
    return library_check(s->library, hpyr_flow_build(s->flow, &field), "looking for seeds");
}

static bool room_for(subject *s, uint32_t count) {
    if (!memory_check("the seeds", (uint64_t)count * sizeof *s->seeds))
        return false;
    free(s->seeds);
    s->seeds = malloc(((size_t)count + 1) * sizeof *s->seeds);
    s->seed_count = 0;
    glBindBuffer(GL_ARRAY_BUFFER, s->seed_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((count + (size_t)1) * sizeof *s->seeds), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return (s->seeds || error_set("out of memory for %u seeds", (unsigned)count)) &&
           draw_check("a buffer for the seeds");
}

static bool make_grid(subject *s) {
    s->threshold = s->width = NAN;
    s->is_incomplete = false;
    const uint32_t most = LINES_MOST;
    if (!room_for(s, most))
        return false;
    memset(s->seeds, 0, most * sizeof *s->seeds);
    s->seed_count = starts_grid(s, s->wishes.lines, most, s->seeds[0].position, sizeof *s->seeds / sizeof(float));
    glBindBuffer(GL_ARRAY_BUFFER, s->seed_buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(s->seed_count * sizeof *s->seeds), s->seeds);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return true;
}

/* The list goes to the buffer that is drawn, and to the CPU, which chooses where lines begin. More candidates than the library
 * refines are no failure. */
static bool take_seeds(subject *s) {
    uint32_t count = 0;
    hpyr_result result = hpyr_flow_count(s->flow, &count);
    s->is_incomplete = result == HPYR_INCOMPLETE;
    result = s->is_incomplete ? HPYR_OK : result;
    if (!library_check(s->library, result, "counting seeds") || !room_for(s, count))
        return false;
    result = hpyr_flow_extract_buffer(s->flow, 0, HPYR_ALL, s->seed_buffer, 0, NULL);
    if (result == HPYR_OK || result == HPYR_INCOMPLETE)
        result = hpyr_flow_download(s->flow, 0, HPYR_ALL, s->seeds, count, NULL);
    result = result == HPYR_INCOMPLETE ? HPYR_OK : result;
    s->seed_count = result == HPYR_OK ? count : 0;
    return library_check(s->library, result, "listing seeds");
}

static bool trace(subject *s) {
    const uint32_t most = s->wishes.lines;
    float(*starts)[4] = malloc(((size_t)most + 1) * sizeof *starts);
    if (!starts)
        return error_set("out of memory for %u lines", (unsigned)most);
    const uint32_t count = starts_choose(s, most, starts);
    const lines_field field = field_of(s);
    float longest = 0;
    for (int axis = 0; axis < 3; axis++)
        longest = fmaxf(longest, s->high[axis] - s->low[axis]);
    bool ok = lines_trace(&s->lines, &field, (const float(*)[4])starts, count, s->wishes.steps,
                          (float)s->wishes.step * longest);
    free(starts);
    return ok;
}

bool subject_run(subject *s) {
    double at[TIME_COUNT + 1];
    glFinish();
    at[TIME_BUILD] = clock_ms();
    if (s->flow && !build(s))
        return false;
    glFinish();
    at[TIME_SEEDS] = clock_ms();
    if (!(s->flow ? take_seeds(s) : make_grid(s)))
        return false;
    glFinish();
    at[TIME_LINES] = clock_ms();
    if (!trace(s))
        return false;
    glFinish();
    at[TIME_COUNT] = clock_ms();
    for (int i = 0; i < TIME_COUNT; i++)
        s->ms[i] = at[i + 1] - at[i];
    s->ms[TIME_BUILD] = s->flow ? s->ms[TIME_BUILD] : NAN;
    return true;
}

/* ---- what there is ---- */

const char *subject_name(const subject *s) {
    return is_file(s) ? s->source.path : FLOWS[s->source.flow].name;
}

void subject_count_types(const subject *s, uint32_t counts[5]) {
    memset(counts, 0, 5 * sizeof *counts);
    for (uint32_t i = 0; i < s->seed_count; i++)
        counts[(s->seeds[i].type & 7) % 5]++;
}
