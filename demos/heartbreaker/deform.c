/* deform.c - the model before the impact, with its GL buffers.  SPDX-License-Identifier: MIT */
#include "deform.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/platform/gl.h"

#include <string.h>

bool deform_create(deform *d, const mesh *m, const mesh_fit *fit, int gl) {
    if (!shape_create(&d->shape, m, fit))
        return error_set("out of memory for %u vertices", (unsigned)m->vertex_count);
    if (!draw_mesh_upload(&d->mesh, m, &d->shape.fit, gl))
        return false;
    d->mesh.radius = d->shape.radius;
    d->mesh.swept_radius = d->shape.swept_radius;
    memset(d->mesh.center, 0, sizeof d->mesh.center);
    return true;
}

void deform_destroy(deform *d) {
    draw_mesh_free(&d->mesh);
    shape_destroy(&d->shape);
    memset(d, 0, sizeof *d);
}

static void upload(uint32_t buffer, const float *values, uint32_t vertex_count) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)((size_t)vertex_count * 12), values);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

bool deform_at(deform *d, const deform_motion *motion, double time) {
    if (!shape_at(&d->shape, motion, time))
        return true;
    upload(d->mesh.positions, d->shape.now, d->shape.vertex_count);
    upload(d->mesh.normals, d->shape.now_normals, d->shape.vertex_count);
    return draw_check("uploading the shape");
}
