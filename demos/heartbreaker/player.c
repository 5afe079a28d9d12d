/* player.c - plays the show: model, voxels, particles and picture, one frame at a time.  SPDX-License-Identifier: MIT */
#include "player.h"

#include "common/files/clock.h"
#include "common/platform/gl.h"
#include "common/voxels/pipeline.h"

#include <math.h>
#include <string.h>

static const double LONGEST_SIDE = 1.8; /* of the volume's 2, as Dicer fits its models */

camera player_camera(void) {
    camera c = {0};
    c.azimuth = 0.10f;
    c.elevation = 0.19f;
    c.zoom = 1;
    c.radius = 1.46f;
    c.target[1] = -0.19f;
    return c;
}

/* No particles any more, whatever the show is about to show. */
static void clear(player *p) {
    p->is_aimed = p->has_cloud = false;
    engine_rest(p->engine);
}

void player_restart(player *p) {
    bool goes_on = p->show.goes_on;
    memset(&p->show, 0, sizeof p->show);
    p->show.goes_on = goes_on;
    p->was_broken = false;
    clear(p);
}

static void rewind_show(player *p) {
    show_rewind(&p->show);
    p->was_broken = false;
    clear(p);
}

/* Balls rest on the floor, and not in it. */
static void settle_physics(player *p) {
    p->physics = physics_default;
    p->physics.floor = stage_floor + stage_radius(p->pipeline.desc.grid);
}

static bool replace_pipeline(player *p, const pipeline_desc *desc, void (*let_go)(player *p)) {
    pipeline next;
    memset(&next, 0, sizeof next);
    if (!pipeline_create(&next, p->desc.library, desc)) {
        pipeline_destroy(&next);
        return false;
    }
    let_go(p); /* before the textures go that the particles lie in */
    pipeline_destroy(&p->pipeline);
    p->pipeline = next;
    settle_physics(p);
    return true;
}

bool player_set_pipeline(player *p, const pipeline_desc *desc) {
    if (!replace_pipeline(p, desc, rewind_show))
        return false;
    p->desc.pipeline = *desc;
    return true;
}

/* Fill solid takes more of an open mesh, which there may be no room for. */
static bool suit_mesh(player *p, const draw_mesh *mesh) {
    pipeline_desc desc = p->desc.pipeline;
    if (desc.fill != HPYR_FILL_SOLID || p->pipeline.desc.is_open == mesh->is_open)
        return true;
    desc.is_open = mesh->is_open;
    return player_set_pipeline(p, &desc);
}

bool player_set_mesh(player *p, const mesh *m) {
    deform next;
    memset(&next, 0, sizeof next);
    mesh_fit fit = mesh_fit_box(m, LONGEST_SIDE);
    if (!deform_create(&next, m, &fit, p->desc.painter->gl) || !suit_mesh(p, &next.mesh)) {
        deform_destroy(&next);
        return false;
    }
    deform_destroy(&p->deform);
    p->deform = next;
    player_restart(p);
    return true;
}

bool player_is_moving(const player *p) {
    return p->show.act <= SHOW_CLOUD && !p->show.is_hit && p->desc.motion;
}

static void drop_cloud(player *p) {
    p->has_cloud = false;
    engine_rest(p->engine);
}

bool player_pace_grid(player *p, const uint32_t grid[3]) {
    pipeline_desc desc = p->pipeline.desc;
    memcpy(desc.grid, grid, sizeof desc.grid);
    return p->show.act > SHOW_CLOUD || p->show.is_hit || replace_pipeline(p, &desc, drop_cloud);
}

bool player_set_engine(player *p, engine_kind kind) {
    engine *next = engine_create(kind, p->desc.painter, p->desc.seed);
    if (!next)
        return false;
    engine_destroy(p->engine);
    p->engine = next;
    p->desc.engine = kind;
    rewind_show(p);
    return true;
}

/* One without holes where the voxelizer has one: slices know thin only. */
static hpyr_fill fill_of(const player_desc *desc) {
    const library *l = desc->library;
    bool has_bits = pipeline_has_bits(l) && desc->pipeline.voxelizer != HPYR_VOXELIZER_KIND_SLICES;
    if (desc->pipeline.fill != HPYR_FILL_DEFAULT)
        return desc->pipeline.fill;
    return has_bits ? HPYR_FILL_SURFACE : HPYR_FILL_THIN;
}

bool player_open(player *p, const player_desc *desc, const mesh *m) {
    pipeline_desc first = desc->pipeline;
    first.fill = fill_of(desc);
    p->desc = *desc;
    p->camera = player_camera();
    p->stage = stage_create(desc->painter);
    p->engine = p->stage ? engine_create(desc->engine, desc->painter, desc->seed) : NULL;
    return p->engine && player_set_pipeline(p, &first) && player_set_mesh(p, m);
}

void player_close(player *p) {
    engine_destroy(p->engine);
    stage_destroy(p->stage);
    pipeline_destroy(&p->pipeline);
    deform_destroy(&p->deform);
    memset(p, 0, sizeof *p);
}

/* Adds to what the stage has. */
static void add_time(player *p, time_stage stage, double ms) {
    p->ms[stage] = isnan(p->ms[stage]) ? ms : p->ms[stage] + ms;
}

/* Ends a stage that began at `since`: waits for the GPU, so that the clock shows the work and not its submission. */
static void end_stage(player *p, time_stage stage, double since) {
    glFinish();
    add_time(p, stage, clock_ms() - since);
}

/* The particles of the last run, at rest. */
static bool take_cloud(player *p) {
    double since = clock_ms(), download = NAN;
    if (!pipeline_make_list_texture(&p->pipeline))
        return false;
    end_stage(p, TIME_EXTRACT, since);
    since = clock_ms();
    if (!pipeline_make_attributes(&p->pipeline, &p->deform.mesh, NULL))
        return false;
    end_stage(p, TIME_ATTRIBUTES, since);
    if (!engine_take(p->engine, &p->pipeline, &download))
        return false;
    if (!isnan(download))
        add_time(p, TIME_DOWNLOAD, download);
    p->has_cloud = true;
    return true;
}

/* The model as it is now becomes voxels and a list, and, but for the solid, particles. */
static bool dice(player *p) {
    run_times run;
    double since = clock_ms();
    p->has_cloud = false;
    if (!deform_at(&p->deform, p->desc.motion, p->show.motion))
        return false;
    end_stage(p, TIME_DEFORM, since);
    if (!pipeline_run(&p->pipeline, &p->deform.mesh, NULL, PIPELINE_LIST, &run))
        return false;
    add_time(p, TIME_VOXELIZE, run.wall[STAGE_VOXELIZE]);
    add_time(p, TIME_BUILD, run.wall[STAGE_BUILD]);
    add_time(p, TIME_EXTRACT, run.wall[STAGE_EXTRACT]);
    p->points = p->pipeline.total;
    return p->show.act == SHOW_SOLID || p->points == 0 || take_cloud(p);
}

bool player_shoot(player *p, const float origin[3], const float direction[3]) {
    impact hit;
    if (p->show.act > SHOW_CLOUD || p->show.is_hit || !deform_pick(&p->deform, origin, direction, hit.point))
        return false;
    memcpy(hit.direction, direction, sizeof hit.direction);
    p->hit = hit;
    p->is_aimed = show_hit(&p->show);
    return p->is_aimed;
}

/* Where nobody aimed, the shot comes from the viewer: a little off the middle, or wherever else there is something. */
static void aim(player *p) {
    static const float PLACES[][2] = {{57, 58}, {50, 50}, {43, 56}, {55, 42}, {40, 42}, {66, 52}, {34, 50},
                                      {50, 68}, {50, 32}, {70, 66}, {30, 66}, {30, 34}, {70, 34}};
    float origin[3], direction[3];
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        camera_ray(&p->camera, 100, 100, PLACES[i][0], PLACES[i][1], origin, direction);
        memcpy(p->hit.direction, direction, sizeof direction);
        if (deform_pick(&p->deform, origin, direction, p->hit.point))
            return;
    }
    memcpy(p->hit.point, p->deform.mesh.center, sizeof p->hit.point);
}

/* Up to the steps that are due. */
static bool fly(player *p) {
    uint32_t due = (uint32_t)(p->show.impact * PHYSICS_STEPS_PER_SECOND + 1e-6), done = engine_steps(p->engine);
    double since = clock_ms();
    if (p->has_cloud && due > done && !engine_advance(p->engine, due - done))
        return false;
    end_stage(p, TIME_ANIMATE, since);
    return true;
}

/* What the beginning of an act does. */
static bool enter(player *p) {
    switch (p->show.act) {
    case SHOW_EXPLOSION:
        if (!dice(p))
            return false;
        if (!p->is_aimed)
            aim(p);
        p->is_aimed = false;
        p->broken = p->points;
        p->was_broken = true;
        return !p->has_cloud || engine_explode(p->engine, &p->physics, &p->hit);
    case SHOW_REASSEMBLY:
        return !p->has_cloud || (fly(p) && engine_turn_back(p->engine, (float)show_duration(&p->show)));
    case SHOW_RETURN:
        engine_rest(p->engine);
        return true;
    default:
        return true;
    }
}

void player_next(player *p) {
    p->wants_next = true;
}

/* Acts may be shorter than a frame is long: each begins in its turn, as it would at any other rate. */
static bool go_on(player *p, double seconds) {
    bool skips = p->wants_next && show_next(&p->show);
    bool ok = !skips || enter(p);
    p->wants_next = false;
    while (ok && seconds > 0) {
        show_act before = p->show.act;
        seconds = show_advance(&p->show, seconds);
        if (p->show.act != before)
            ok = enter(p);
    }
    return ok;
}

static bool animate(player *p) {
    double since = clock_ms();
    switch (p->show.act) {
    case SHOW_EXPLOSION:
        return fly(p);
    case SHOW_REASSEMBLY:
        if (p->has_cloud && !engine_reassemble(p->engine, (float)p->show.time))
            return false;
        end_stage(p, TIME_ANIMATE, since);
        return true;
    case SHOW_RETURN:
        return true;
    default:
        return dice(p);
    }
}

bool player_draw(player *p, uint32_t framebuffer, int width, int height, bool fine) {
    static const swarm NOTHING = {0};
    double since = clock_ms();
    bool flies = p->show.act == SHOW_EXPLOSION || p->show.act == SHOW_REASSEMBLY;
    stage_scene scene = {0};
    scene.mesh = &p->deform.mesh;
    scene.swarm = p->has_cloud ? engine_swarm(p->engine) : &NOTHING;
    scene.sweep = (float)show_sweep(&p->show);
    scene.low = p->deform.low;
    scene.high = p->deform.high;
    scene.physics = &p->physics;
    scene.hit = &p->hit;
    scene.time = flies ? (float)p->show.impact : -1;
    scene.life = (float)show_life(&p->show);
    if (p->show.act == SHOW_EXPLOSION && p->has_cloud)
        scene.ahead = (float)(p->show.impact - engine_steps(p->engine) / (double)PHYSICS_STEPS_PER_SECOND);
    scene.look = p->camera;
    scene.look.radius *= (float)show_distance(&p->show);
    painter_begin(p->desc.painter);
    bool ok = stage_draw(p->stage, &scene, framebuffer, width, height, fine);
    painter_end(p->desc.painter);
    end_stage(p, TIME_DRAW, since);
    return ok;
}

bool player_frame(player *p, double seconds, uint32_t framebuffer, int width, int height, bool fine) {
    for (int i = 0; i < TIME_STAGES; i++)
        p->ms[i] = NAN;
    glFinish();
    double since = clock_ms();
    bool ok = go_on(p, seconds) && animate(p) && player_draw(p, framebuffer, width, height, fine);
    end_stage(p, TIME_FRAME, since);
    return ok;
}

uint32_t player_points(const player *p) {
    return p->was_broken ? p->broken : p->points;
}

double player_left(const player *p) {
    float random[ENGINE_RANDOM_COUNT / 16][4];
    double left = 0;
    if (p->show.act != SHOW_EXPLOSION)
        return 1;
    physics_random(p->desc.seed, ENGINE_RANDOM_COUNT / 16, random);
    for (int i = 0; i < ENGINE_RANDOM_COUNT / 16; i++)
        left += physics_left(&p->physics, random[i], (float)p->show.impact) > 0;
    return left / (ENGINE_RANDOM_COUNT / 16);
}
