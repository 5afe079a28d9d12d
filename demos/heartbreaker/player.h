/* player.h - plays the show: model, voxels, particles and picture, one frame at a time.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_PLAYER_H
#define HEARTBREAKER_PLAYER_H

#include "deform.h"
#include "engine.h"
#include "show.h"
#include "stage.h"
#include "times.h"

#include "common/camera.h"
#include "common/pipeline.h"

typedef struct player_desc {
    library *library;
    const painter *painter;
    pipeline_desc pipeline;
    engine_kind engine;
    uint32_t seed;
    deform_motion motion;
} player_desc;

/** Read its fields; change `show` by its functions, `camera`, and `desc.motion`. Zero it first. */
typedef struct player {
    player_desc desc; /* as it is now */
    deform deform;
    pipeline pipeline;
    engine *engine;
    stage *stage;
    show show;
    camera camera;
    physics physics;
    impact hit;
    bool is_aimed;     /* `hit` is where the viewer wants it */
    bool has_cloud;    /* the engine has the particles of the last run, of which there are some */
    uint32_t points;   /* of the last run */
    uint32_t broken;   /* points at the last impact */
    bool was_broken;
    bool told_nothing; /* that there are no points */
    frame_times times; /* of the last frame */
} player;

/** player_close it after a failure too. */
bool player_open(player *p, const player_desc *desc, const mesh *m, char *error, size_t error_size);
void player_close(player *p);

/** Each begins the show anew with something else; on failure with what there was. */
bool player_set_mesh(player *p, const mesh *m, char *error, size_t error_size);
bool player_set_pipeline(player *p, const pipeline_desc *desc, char *error, size_t error_size);
bool player_set_engine(player *p, engine_kind kind, char *error, size_t error_size);
/** The first act, from its beginning. */
void player_restart(player *p);

/** The camera that the show begins with. */
camera player_camera(void);

/** Shoots along a ray, where the model can be hit; false where it misses. */
bool player_shoot(player *p, const float origin[3], const float direction[3]);

/** Goes on by `seconds`, through as many acts as that takes, and draws into `framebuffer`. */
bool player_frame(player *p, double seconds, uint32_t framebuffer, int width, int height, bool fine, char *error,
                  size_t error_size);

/** Points at the last impact, which all particles come from; before the first those of the last run. */
uint32_t player_points(const player *p);

/** The part of all particles that have not faded, 1 to 0. */
double player_left(const player *p);

#endif
