/* stage.c - the picture: backdrop, floor, the solid, the particles, light and glow.  SPDX-License-Identifier: MIT
 *
 * Light is linear, of any brightness, until the last pass:
 *
 *     shadow from above, mirror image in the floor, model and particles ─▶ mean of the samples ─▶ what glows, blurred
 *     all of them ─▶ wall and floor around ─▶ screen */
#include "stage.h"

#include "lens.h"
#include "shaders.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHADE_SIDE = 64,
    UNIT_COLOR = 0,
    UNIT_LISTS = 1, /* cells, normals, colors, moving, speeds, random */
    LIST_COUNT = 6
};

const float stage_floor = -1.02f;

static const float SHADE_REACH = 2.6f, BAND = 0.30f, SHUTTER = 1.0f / 90, DIAMETER = 1.4f /* of a particle, in cells */;
static const float FAR_BELOW = 1000;
static const float FLASH_SECONDS = 0.55f, MIRROR_DIM = 0.9f;

struct stage {
    const painter *painter;
    uint32_t room, solid, swarm, shade_solid, shade_swarm;
    uint32_t entries; /* of the lists, one after the other: what OpenGL 2.1 has instead of gl_VertexID */
    uint32_t entry_count, entry_side;
    float largest_point; /* pixels across */
    lens *lens;
};

/* What all passes of one frame share. */
typedef struct frame {
    const stage *stage;
    const stage_scene *scene;
    camera_matrices c;
    int width, height;
    float front, radius, flash;
    bool is_moving, is_aging;
} frame;

static const char *const POSITION[] = {"a_position", NULL}, *const ENTRY[] = {"a_entry", NULL};

static bool make_programs(stage *s) {
    const demo_shader_file *files = heartbreaker_shaders;
    const draw_program_desc room = {
        files, {"square.vert.glsl"}, {"exposure.glsl", "room.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    const draw_program_desc solid = {files,
                                     {"front.glsl", "solid.vert.glsl"},
                                     {"exposure.glsl", "studio.glsl", "front.glsl", "solid.frag.glsl"},
                                     DRAW_MESH_ATTRIBUTES};
    const draw_program_desc swarm = {
        files,
        {"physics.glsl", "swarm.glsl", "drawn.glsl", "studio.glsl", "front.glsl", "swarm.vert.glsl"},
        {"exposure.glsl", "swarm.frag.glsl"},
        ENTRY};
    const draw_program_desc shade_solid = {
        files, {"front.glsl", "shade_solid.vert.glsl"}, {"shade.frag.glsl"}, POSITION};
    const draw_program_desc shade_swarm = {
        files,
        {"physics.glsl", "swarm.glsl", "drawn.glsl", "front.glsl", "shade_swarm.vert.glsl"},
        {"shade.frag.glsl"},
        ENTRY};
    return (s->room = draw_program(s->painter, &room)) != 0 && (s->solid = draw_program(s->painter, &solid)) != 0 &&
           (s->swarm = draw_program(s->painter, &swarm)) != 0 &&
           (s->shade_solid = draw_program(s->painter, &shade_solid)) != 0 &&
           (s->shade_swarm = draw_program(s->painter, &shade_swarm)) != 0;
}

static float largest_point(int gl) {
    float range[2] = {1, 1};
    glGetFloatv(gl < 33 || gl == GL_ES3 ? GL_ALIASED_POINT_SIZE_RANGE : GL_POINT_SIZE_RANGE, range);
    return range[1];
}

stage *stage_create(const painter *painter) {
    stage *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->painter = painter;
    s->largest_point = largest_point(painter->gl);
    s->lens = lens_create(painter, SHADE_SIDE);
    if (!s->lens || !make_programs(s)) {
        stage_destroy(s);
        return NULL;
    }
    return s;
}

void stage_destroy(stage *s) {
    if (s) {
        const uint32_t programs[] = {s->room, s->solid, s->swarm, s->shade_solid, s->shade_swarm};
        for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
            if (programs[i])
                glDeleteProgram(programs[i]);
        if (s->entries)
            glDeleteBuffers(1, &s->entries);
        lens_destroy(s->lens);
        free(s);
    }
}

/* ---- uniforms ---- */

static void set1(uint32_t program, const char *name, float value) {
    glUniform1f(draw_uniform(program, name), value);
}

static void set3(uint32_t program, const char *name, const float *value) {
    glUniform3fv(draw_uniform(program, name), 1, value);
}

static void set_matrices(uint32_t program, const camera_matrices *c) {
    glUniformMatrix4fv(draw_uniform(program, "u_view"), 1, GL_FALSE, c->view);
    glUniformMatrix4fv(draw_uniform(program, "u_view_projection"), 1, GL_FALSE, c->view_projection);
}

/* The model itself, or its image in the floor, which is the dimmer the further below, and seen by an eye beneath. */
static void set_mirror(uint32_t program, const camera_matrices *c, bool mirrored) {
    glUniform3f(draw_uniform(program, "u_eye"), c->eye[0], mirrored ? 2 * stage_floor - c->eye[1] : c->eye[1],
                c->eye[2]);
    glUniform2f(draw_uniform(program, "u_mirror"), mirrored ? -1.0f : 1.0f, mirrored ? 2 * stage_floor : 0);
    set1(program, "u_floor", stage_floor);
    set1(program, "u_dim", mirrored ? MIRROR_DIM : 0);
}

/* Of the camera's own axes, where the balls are shaded. */
static void set_key(uint32_t program, const camera_matrices *c) {
    vec3 key = {-0.46f, 0.72f, 0.52f}; /* KEY_FROM of studio.glsl */
    mat3 view;
    glm_mat4_pick3((vec4 *)c->view, view);
    glm_mat3_mulv(view, key, key);
    set3(program, "u_key", key);
    key[2] += 1;
    glm_vec3_divs(key, glm_vec3_norm(key), key);
    set3(program, "u_half", key);
}

static void set_front(uint32_t program, const frame *f) {
    set1(program, "u_front", f->front);
    set1(program, "u_band", BAND);
}

/* ---- particles ---- */

static void bind_lists(uint32_t program, const frame *f) {
    static const char *const NAMES[LIST_COUNT] = {"u_cells",  "u_normals", "u_colors",
                                                  "u_moving", "u_speeds",  "u_random"};
    const swarm *w = f->scene->swarm;
    const GLuint textures[LIST_COUNT] = {w->cells, w->normals, w->colors, w->moving, w->speeds, w->random};
    for (int i = 0; i < LIST_COUNT; i++)
        draw_bind(program, NAMES[i], (uint32_t)(UNIT_LISTS + i), textures[i]);
}

static void set_swarm(uint32_t program, const frame *f) {
    const stage_scene *s = f->scene;
    const swarm *w = s->swarm;
    bind_lists(program, f);
    engine_set_physics(program, s->physics, s->hit);
    set_front(program, f);
    set1(program, "u_side", (float)w->side);
    glUniform3f(draw_uniform(program, "u_grid"), (float)w->grid[0], (float)w->grid[1], (float)w->grid[2]);
    glUniform1i(draw_uniform(program, "u_is_moving"), f->is_moving);
    set1(program, "u_life", f->is_aging ? s->life : 0);
    set1(program, "u_time", s->time);
    set1(program, "u_ahead", s->ahead);
    set1(program, "u_radius", f->radius);
}

static bool reserve_entries(stage *s, const swarm *w) {
    if (s->painter->gl >= 33 || (w->count <= s->entry_count && w->side == s->entry_side))
        return true;
    float(*entries)[2] = malloc((size_t)w->count * sizeof *entries);
    if (!entries)
        return error_set("out of memory for %u particles", (unsigned)w->count);
    for (uint32_t i = 0; i < w->count; i++) {
        entries[i][0] = (float)(i % w->side);
        entries[i][1] = (float)(i / w->side);
    }
    if (s->entries)
        glDeleteBuffers(1, &s->entries);
    s->entries = draw_buffer(entries, (size_t)w->count * sizeof *entries);
    s->entry_count = w->count;
    s->entry_side = w->side;
    free(entries);
    return draw_check("numbering the particles");
}

static void draw_particles(const frame *f) {
    const draw_attribute entry = {f->stage->entries, 2, GL_FLOAT, false, 0, 0};
    const painter *p = f->stage->painter;
    draw_points_begin(p);
    if (p->gl < 33)
        draw_attributes_begin(&entry, 1);
    draw_points(f->scene->swarm->count);
    if (p->gl < 33)
        draw_attributes_end(1);
    draw_points_end(p);
}

static void draw_swarm(const frame *f, bool mirrored) {
    uint32_t program = f->stage->swarm;
    const camera_matrices *c = &f->c;
    glUseProgram(program);
    set_matrices(program, c);
    set_key(program, c);
    set_mirror(program, &f->c, mirrored);
    set_swarm(program, f);
    glUniform2f(draw_uniform(program, "u_viewport"), (float)f->width, (float)f->height);
    set1(program, "u_pixels", c->pixels_per_unit);
    set1(program, "u_near", c->near_plane);
    set1(program, "u_shutter", SHUTTER);
    set1(program, "u_largest", f->stage->largest_point);
    glUniform2f(draw_uniform(program, "u_depth"), c->depth[0], c->depth[1]);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    draw_particles(f);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    draw_unbind(UNIT_LISTS, UNIT_LISTS + LIST_COUNT);
}

/* ---- the model ---- */

static void draw_solid(const frame *f, bool mirrored) {
    uint32_t program = f->stage->solid;
    const draw_mesh *m = f->scene->mesh;
    glUseProgram(program);
    set_matrices(program, &f->c);
    set_mirror(program, &f->c, mirrored);
    set_front(program, f);
    glUniform1i(draw_uniform(program, "u_texture"), UNIT_COLOR);
    bool clips = f->stage->painter->gl == 33 && f->scene->sweep > 0; /* elsewhere the shader discards */
    if (clips)
        glEnable(GL_CLIP_DISTANCE0);
    draw_mesh_begin(m);
    for (uint32_t i = 0; i < m->part_count; i++) {
        glBindTexture(GL_TEXTURE_2D, m->parts[i].texture);
        glUniform1i(draw_uniform(program, "u_is_textured"), m->parts[i].texture != 0);
        draw_mesh_part(m, i);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    draw_mesh_end();
    if (clips)
        glDisable(GL_CLIP_DISTANCE0);
}

static bool shows_solid(const frame *f) {
    return f->scene->sweep < 1 && f->scene->mesh;
}

static bool shows_swarm(const frame *f) {
    return f->scene->sweep > 0 && f->scene->swarm && f->scene->swarm->count > 0;
}

/* Alpha in the target becomes 0 wherever they are: what they write there chooses the samples that are written to. */
static void draw_things(const frame *f, bool mirrored) {
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ZERO, GL_ZERO);
    if (shows_solid(f))
        draw_solid(f, mirrored);
    if (shows_swarm(f))
        draw_swarm(f, mirrored);
    glDisable(GL_BLEND);
}

/* ---- shadow ---- */

static void shade_solid(const frame *f) {
    uint32_t program = f->stage->shade_solid;
    const draw_mesh *m = f->scene->mesh;
    const draw_attribute position = {m->positions, 3, GL_FLOAT, false, 0, 0};
    glUseProgram(program);
    set_front(program, f);
    set1(program, "u_shade_reach", SHADE_REACH);
    set1(program, "u_floor", stage_floor);
    draw_attributes_begin(&position, 1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m->elements.buffer);
    for (uint32_t i = 0; i < m->part_count; i++)
        draw_mesh_part(m, i);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    draw_attributes_end(1);
}

static void shade_swarm(const frame *f) {
    uint32_t program = f->stage->shade_swarm;
    glUseProgram(program);
    set_swarm(program, f);
    set1(program, "u_shade_reach", SHADE_REACH);
    set1(program, "u_floor", stage_floor);
    set1(program, "u_texels", SHADE_SIDE);
    draw_particles(f);
    draw_unbind(UNIT_LISTS, UNIT_LISTS + LIST_COUNT);
}

static void draw_shade(const frame *f) {
    lens_shade_begin(f->stage->lens);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    if (shows_solid(f))
        shade_solid(f);
    if (shows_swarm(f))
        shade_swarm(f);
    glDisable(GL_BLEND);
    lens_shade_end(f->stage->lens);
}

/* ---- the room ---- */

/* Where a point is in the picture, -1..1. Returns how far it is. */
static float project(const camera_matrices *c, const float point[3], float place[2]) {
    const float *m = c->view_projection;
    vec4 clip; /* the sums in this order: cglm's would move the burst by a bit */
    for (int k = 0; k < 4; k++)
        clip[k] = m[k] * point[0] + m[4 + k] * point[1] + m[8 + k] * point[2] + m[12 + k];
    place[0] = clip[0] / clip[3];
    place[1] = clip[1] / clip[3];
    return clip[3];
}

/* What a ray through the edges of the picture is made of. */
static void set_rays(uint32_t program, const frame *f) {
    const float *v = f->c.view;
    float up_length = 0.5f * (float)f->height / f->c.pixels_per_unit;
    float right_length = up_length * (float)f->width / (float)f->height;
    glUniform3f(draw_uniform(program, "u_forward"), -v[2], -v[6], -v[10]);
    glUniform3f(draw_uniform(program, "u_right"), v[0] * right_length, v[4] * right_length, v[8] * right_length);
    glUniform3f(draw_uniform(program, "u_up"), v[1] * up_length, v[5] * up_length, v[9] * up_length);
}

static void draw_room(const frame *f) {
    static const float MIDDLE[3] = {0, 0.1f, 0};
    uint32_t program = f->stage->room;
    const lens *l = f->stage->lens;
    const float *hit = f->scene->hit->point;
    float lit[2];
    project(&f->c, MIDDLE, lit);
    glUseProgram(program);
    set_rays(program, f);
    set3(program, "u_eye", f->c.eye);
    glUniform2f(draw_uniform(program, "u_lit"), lit[0], lit[1]);
    set1(program, "u_aspect", (float)f->width / (float)f->height);
    set1(program, "u_floor", stage_floor);
    set1(program, "u_shade_reach", SHADE_REACH);
    glUniform4f(draw_uniform(program, "u_flash"), hit[0], hit[1], hit[2], f->flash);
    draw_bind(program, "u_shade", 0, lens_shade(l));
    draw_bind(program, "u_mirrored", 1, lens_mirror(l));
    draw_square(f->stage->painter);
    draw_unbind(0, 2);
}

/* The burst of an impact, and a ring that runs outwards, as the last pass adds them. */
static lens_burst burst_of(const frame *f) {
    lens_burst burst = {0};
    if (f->flash > 0) {
        float age = f->scene->time / FLASH_SECONDS;
        float distance = project(&f->c, f->scene->hit->point, burst.place);
        float size = f->c.pixels_per_unit / fmaxf(distance, 0.1f) / (float)f->height;
        burst.burst = f->flash;
        burst.burst_size = 1.5f * size;
        burst.ring = 0.8f * (1 - age) * (1 - age);
        burst.ring_size = 1.35f * sqrtf(age) * size;
    }
    return burst;
}

/* The camera for a target. */
static void aim(frame *f, const draw_target *target) {
    f->width = target->width;
    f->height = target->height;
    camera_look(&f->scene->look, f->width, f->height, &f->c);
}

float stage_radius(const uint32_t grid[3]) {
    return DIAMETER / (float)(grid[0] > grid[1] ? grid[0] : grid[1]);
}

static frame describe(const stage *s, const stage_scene *scene) {
    frame f = {0};
    f.stage = s;
    f.scene = scene;
    /* Above the mesh at 0, below it at 1, when particles may fall as deep as they like. */
    f.front = scene->high + BAND - scene->sweep * (scene->high - scene->low + 2 * BAND);
    if (scene->sweep >= 1)
        f.front = -FAR_BELOW;
    f.is_aging = scene->life > 0 && scene->time >= 0;
    if (scene->swarm) {
        f.radius = stage_radius(scene->swarm->grid);
        f.is_moving = scene->swarm->moving != 0;
    }
    if (f.is_aging && scene->time < FLASH_SECONDS)
        f.flash = powf(1 - scene->time / FLASH_SECONDS, 3);
    return f;
}

/* Whether the balls of the model fit into points as large as OpenGL has them: smaller balls would leave holes. */
static bool balls_fit(const frame *f, int width, int height) {
    camera_matrices c;
    const float *middle = f->scene->look.target;
    camera_look(&f->scene->look, width, height, &c);
    float x = c.eye[0] - middle[0], y = c.eye[1] - middle[1], z = c.eye[2] - middle[2];
    float nearest = fmaxf(sqrtf(x * x + y * y + z * z) - 1, c.near_plane);
    return !shows_swarm(f) || 2 * (f->radius * c.pixels_per_unit / nearest + 1) <= f->stage->largest_point;
}

bool stage_draw(stage *s, const stage_scene *scene, uint32_t framebuffer, int width, int height, bool fine) {
    frame f = describe(s, scene);
    int factor = fine && balls_fit(&f, 2 * width, 2 * height) ? 2 : 1;
    if (!lens_resize(s->lens, width * factor, height * factor) ||
        (shows_swarm(&f) && !reserve_entries(s, scene->swarm)))
        return false;
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glDepthFunc(GL_LEQUAL);
    draw_shade(&f);
    glEnable(GL_DEPTH_TEST);
    aim(&f, lens_mirror_begin(s->lens));
    if (f.c.eye[1] > stage_floor) /* from beneath there is no floor */
        draw_things(&f, true);
    glDisable(GL_DEPTH_TEST);
    lens_room_begin(s->lens);
    draw_room(&f);
    glEnable(GL_DEPTH_TEST);
    aim(&f, lens_begin(s->lens));
    draw_things(&f, false);
    glDisable(GL_DEPTH_TEST);
    lens_burst burst = burst_of(&f);
    lens_end(s->lens, &burst, framebuffer, width, height);
    glEnable(GL_DEPTH_TEST);
    return draw_check("drawing the stage");
}
