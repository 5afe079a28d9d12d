/* materials.h - colors and textures of a model's materials, by assimp and stb_image.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MATERIALS_H
#define DEMO_MATERIALS_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

#include <assimp/scene.h>

typedef struct material {
    struct aiColor4D color; /* diffuse, or what is shown without one */
    int32_t texture;        /* of the mesh's textures, or MESH_NO_TEXTURE */
    unsigned texcoord_set;
    float gloss;  /* as shaders/light.glsl takes it */
    bool is_gray; /* no texture, and no hue: nothing that a viewer would miss */
} material;

/** One for each of the scene's materials, in order. Appends their diffuse textures to `out`, each file once. `model` is
 *  the file's path: textures are looked for from its folder on. NULL where memory runs out. */
material *materials_load(const struct aiScene *scene, const char *model, mesh *out, warn_fn warn);

/** Warns where a Wavefront OBJ names a material library that does not exist, nor the one of the model's own name that
 *  assimp then looks for. */
void materials_check_libraries(const char *model, warn_fn warn);

#endif
