/* models.h - what there is to break: the models of keys 1 to 5.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_MODELS_H
#define HEARTBREAKER_MODELS_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

#include <stdbool.h>
#include <stddef.h>

/** | model  | what it is                                              |
 *  |--------|---------------------------------------------------------|
 *  | heart  | assets/heart.ply, Taubin's surface                      |
 *  | teapot | Newell's, of glutSolidTeapot's 3136 triangles           |
 *  | torus  | assets/torus.ply, with colors                           |
 *  | die    | assets/die.obj, with a texture                          |
 *  | own    | the file that was asked for; without one a trefoil knot |  */
typedef enum model_number { MODEL_HEART = 1, MODEL_TEAPOT, MODEL_TORUS, MODEL_DIE, MODEL_OWN } model_number;

/** `path` is that of MODEL_OWN, NULL without one. On failure *out is empty, and one line in error_text() names the places that were
 *  looked at. Assets are looked for in the folder that the environment's HPYR_ASSETS names, in the source tree, and where they are
 *  installed. */
bool models_load(model_number number, const char *path, mesh *out, warn_fn warn);

/** What --model may be, NULL at the end: the name of number i is the entry i - 1. */
extern const char *const MODEL_NAMES[];

/** As JSON and the overlay call it: the path of MODEL_OWN as given. */
const char *models_name(model_number number, const char *path);

#endif
