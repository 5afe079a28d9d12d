/* player.h - plays the show: model, voxels, particles and picture, one frame at a time.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_PLAYER_H
#define HEARTBREAKER_PLAYER_H

#include "deform.h"
#include "engine.h"
#include "show.h"
#include "stage.h"

#include "common/draw/camera.h"
#include "common/voxels/pipeline.h"

/** Stages of a frame, wall clock between two glFinish. */
typedef enum time_stage {
    TIME_DEFORM,
    TIME_VOXELIZE,
    TIME_BUILD,      /* and the total */
    TIME_EXTRACT,    /* into a buffer, and into the particles' texture */
    TIME_ATTRIBUTES, /* colors and normals of the particles */
    TIME_DOWNLOAD,   /* of the engine on the CPU */
    TIME_ANIMATE,
    TIME_DRAW,
    TIME_FRAME, /* all of it */
    TIME_STAGES
} time_stage;

typedef struct player_desc {
    library *library;
    const painter *painter;
    pipeline_desc
        pipeline; /* its fill: zero means surface, which leaves no holes, or thin where the voxels are slices */
    engine_kind engine;
    uint32_t seed;
    int motion; /* of deform.h */
} player_desc;

/** Read its fields; change `camera`, `show.goes_on` and `desc.motion`. Zero it first. */
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
    bool wants_next;
    bool is_aimed;   /* `hit` is where the viewer wants it */
    bool has_cloud;  /* the engine has the particles of the last run, of which there are some */
    uint32_t points; /* of the last run */
    uint32_t broken; /* points at the last impact */
    bool was_broken;
    double ms[TIME_STAGES]; /* of the last frame; NAN for a stage that it did without */
} player;

/** player_close it after a failure too. */
bool player_open(player *p, const player_desc *desc, const mesh *m);
void player_close(player *p);

/** Begins the show anew with another model; on failure nothing changes. */
bool player_set_mesh(player *p, const mesh *m);
/** Each goes back to where the model is solid or a cloud; on failure nothing changes. */
bool player_set_pipeline(player *p, const pipeline_desc *desc);
/** For frames that take long: another grid than desc's for now. While the model moves and before it is hit, else nothing changes; nor
 *  does it on failure. */
bool player_pace_grid(player *p, const uint32_t grid[3]);
/** Whether the model is voxelized anew with every frame, as it moves. */
bool player_is_moving(const player *p);
bool player_set_engine(player *p, engine_kind kind);
/** The first act, from its beginning. */
void player_restart(player *p);

/** The camera that the show begins with. */
camera player_camera(void);

/** Shoots along a ray, where the model can be hit; false where it misses. */
bool player_shoot(player *p, const float origin[3], const float direction[3]);

/** The next frame begins with the next act, where this one waits for that. */
void player_next(player *p);

/** Goes on by `seconds`, through as many acts as that takes, and draws into `framebuffer`. */
bool player_frame(player *p, double seconds, uint32_t framebuffer, int width, int height, bool fine);

/** What player_frame has drawn, once more. */
bool player_draw(player *p, uint32_t framebuffer, int width, int height, bool fine);

/** Points at the last impact, which all particles come from; before the first those of the last run. */
uint32_t player_points(const player *p);

/** The part of all particles that have not faded, 1 to 0. */
double player_left(const player *p);

#endif
