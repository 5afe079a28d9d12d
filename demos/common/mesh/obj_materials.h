/* obj_materials.h - the materials of a Wavefront OBJ.  SPDX-License-Identifier: MIT */
#ifndef DEMO_OBJ_MATERIALS_H
#define DEMO_OBJ_MATERIALS_H

#include "common/mesh/mesh_draft.h"

typedef struct obj_material {
    char name[256], map[256]; /* map: file of its texture, or "" */
    float color[3];           /* Kd */
    float brightness;         /* of its highlight: the largest of Ks */
    float exponent;           /* Ns, 0 where it is not told */
    int32_t texture;
    bool is_gray; /* no texture, and no hue: nothing that a viewer would miss */
} obj_material;

typedef struct obj_materials {
    mesh_draft *d;
    draft_list list; /* obj_material; the first is that of faces without one */
    size_t now;      /* the one that is used */
} obj_materials;

/** Each material has two looks in the draft: without and with texture coordinates. */
bool obj_materials_begin(obj_materials *m, mesh_draft *d);
void obj_materials_end(obj_materials *m);

/** mtllib: reads a library beside the model; a missing one is warned of. */
bool obj_materials_read(obj_materials *m, const char *name);
/** usemtl: the material of that name, or the first one where there is none. */
bool obj_materials_use(obj_materials *m, const char *name);

const obj_material *obj_materials_now(const obj_materials *m);
uint32_t obj_materials_look(const obj_materials *m, bool has_texcoords);

/** A text without blanks at its ends; changes it. */
char *obj_trim(char *text);

#endif
