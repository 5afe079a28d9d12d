/* physics.h - how a particle flies: the same formulas as shaders/physics.glsl, which engines must agree with.
 * SPDX-License-Identifier: MIT
 *
 * Lengths are in units of the volume, which is 2 wide; y is up; times in seconds. Everything depends continuously on the state,
 * so that what rounds differently ends up in the same place; but for the sense in which an angle goes back to 0. */
#ifndef HEARTBREAKER_PHYSICS_H
#define HEARTBREAKER_PHYSICS_H

#include <stdint.h>

enum { PHYSICS_STEPS_PER_SECOND = 240 };

/** | field       | meaning                                                                                              |
 *  |-------------|------------------------------------------------------------------------------------------------------|
 *  | gravity     | downwards                                                                                            |
 *  | drag        | deceleration by velocity, 1/s                                                                        |
 *  | lift        | of a spinning particle: acceleration = lift * rate * cross(axis, velocity)                           |
 *  | restitution | of the velocity across the floor that a bounce leaves                                                |
 *  | friction    | Coulomb's: a bounce takes at most friction * (1 + restitution) * |speed across| of the speed along it |
 *  | floor       | y of a resting particle's center; one whose home is lower bounces and rests at the height of its home |
 *  | speed       | of particles at the impact                                                                           |
 *  | reach       | distance from the impact at which the blast has fallen to 1/e                                        |
 *  | wave        | speed of the shock wave that sets particles going                                                    |
 *  | spin        | largest rate at the launch, radians a second                                                         |
 *  | life        | mean time from the impact until a particle has faded                                                 |  */
typedef struct physics {
    float gravity, drag, lift, restitution, friction, floor;
    float speed, reach, wave, spin, life;
} physics;

/** Looks good for a model that hangs above the floor; most particles have faded when the story turns back. */
extern const physics physics_default;

typedef struct impact {
    float point[3];
    float direction[3]; /* of the shot, of unit length */
} impact;

/** At rest: the center of its voxel, the surface's normal there (0 where there is none), four random numbers in [0,1). */
typedef struct particle_rest {
    float home[3], normal[3], random[4];
} particle_rest;

/** In motion. `angle` is how far it has turned about its axis since the launch, `rate` how fast it turns. */
typedef struct particle_state {
    float position[3], angle;
    float velocity[3], rate;
} particle_state;

/** The axis that it turns about, of unit length. */
void physics_axis(const float random[4], float axis[3]);
/** When the shock wave reaches it, after the impact. */
float physics_delay(const physics *p, const impact *hit, const particle_rest *rest);
/** At its home, with the velocity that it will leave with once the wave arrives. */
void physics_launch(const physics *p, const impact *hit, const particle_rest *rest, particle_state *out);
/** `count` steps of 1/240 s, before which `first` others were. Bounces are solved at the time of the crossing, and so is the launch. */
void physics_steps(const physics *p, const impact *hit, const particle_rest *rest, uint32_t first, uint32_t count,
                   particle_state *state);
/** The way back, `time` since it began, of `duration`: from `state` as it was then, spiralling about the vertical through
 *  its home. Particles set off one after the other; all are home, at angle 0, from `time` >= `duration` on. */
void physics_return(const physics *p, const particle_rest *rest, const particle_state *state, float time,
                    float duration, particle_state *out);
/** How much of a particle is left, 1 to 0, `time` after the impact. Its random numbers let particles fade one by one. */
float physics_left(const physics *p, const float random[4], float time);

/** `count` entries of four random numbers, the same for the same seed everywhere. Particle i has entry i % count. */
void physics_random(uint32_t seed, uint32_t count, float (*table)[4]);

#endif
