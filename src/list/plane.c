/* plane.c - lists in textures of our own.  SPDX-License-Identifier: MIT */
#include "list/lists.h"

enum { TEXEL_BYTES = 16 };

uint32_t hpi_list_texels(uint32_t count) {
    return count / HPI_LIST_ENTRIES + (count % HPI_LIST_ENTRIES ? 1 : 0);
}

hpi_list_plane hpi_list_plane_of(uint32_t texels) {
    hpi_list_plane plane = {.shift = 0};
    while ((UINT64_C(1) << (2 * plane.shift)) < texels)
        plane.shift++;
    plane.rows = (texels - 1) / (1u << plane.shift) + 1;
    return plane;
}

uint64_t hpi_list_plane_bytes(uint32_t texels) {
    hpi_list_plane plane = hpi_list_plane_of(texels);
    return ((uint64_t)plane.rows << plane.shift) * TEXEL_BYTES;
}

hpi_list_plane hpi_list_plane_create_of(const hpyr_context *context, hpyr_format format, uint32_t texels) {
    hpi_list_plane plane = hpi_list_plane_of(texels);
    plane.texture = hpi_gl_texture_create(context, format, 1u << plane.shift, plane.rows);
    return plane;
}

hpi_list_plane hpi_list_plane_create(const hpyr_context *context, uint32_t texels) {
    return hpi_list_plane_create_of(context, HPYR_FORMAT_RGBA32UI, texels);
}

void hpi_list_plane_destroy(const hpyr_context *context, hpi_list_plane *plane) {
    hpi_gl_textures_delete(context, 1, &plane->texture);
    plane->texture = 0;
}
