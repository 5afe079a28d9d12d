/* expansion.c - the paper's forms: vertex and geometry shaders that expand.  SPDX-License-Identifier: MIT */
#include "isosurface/isosurface.h"

static uint64_t expansion_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc) {
    (void)context;
    (void)desc;
    return 0;
}

static hpyr_result expansion_create(hpyr_isosurface *iso) {
    return hpyr_gl_fail(iso->context, HPYR_ERROR_UNSUPPORTED, "isosurface: expansion %d", (int)iso->desc.expansion);
}

static void expansion_destroy(hpyr_isosurface *iso) {
    (void)iso;
}

const iso_engine hpyr_isosurface_expansion_engine = {
    .bytes = expansion_bytes,
    .create = expansion_create,
    .destroy = expansion_destroy,
};
