/* poisson_evaluate.c - a Poisson function at places of a caller's.
 * Source: Zhou et al. 2011, section IV-C, listing 4.  SPDX-License-Identifier: MIT */
#include "octree/surface.h"

#include "octree/vectors.h"

#include "core/traversal.h"

enum { FLOAT_BYTES = 4, MOST_PLACES = 1 << 20, MOST_FLOATS = 1 << 22 };

/* Places that are copied at once. */
static uint32_t portion_of(const hpyr_context *context, const hpyr_attribute *places) {
    const uint32_t longest = context->caps.max_list_length, most = longest < MOST_FLOATS ? longest : MOST_FLOATS;
    const uint32_t floats = places->stride / FLOAT_BYTES, fit = floats < most ? most / floats : 1;
    return fit < MOST_PLACES ? fit : MOST_PLACES;
}

static hpyr_result evaluate_portion(hpyr_poisson *poisson, const hpyr_attribute *places,
                                    const hpi_octree_numbers *numbers) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t count = (uint32_t)numbers->count;
    GLuint program;
    hpyr_result result = hpi_octree_copy_vectors(octree, places, count, &poisson->floats);
    if (result == HPYR_OK)
        result = hpi_octree_need_chunk(octree, numbers->format, count);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/poisson/evaluate.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, &poisson->floats, places->stride, count);
    hpi_surface_use_function(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_MORE_UNIT + 1,
                             (float)poisson->report.isovalue);
    return hpi_octree_write(octree, program, numbers);
}

static hpyr_result evaluate(hpyr_poisson *poisson, hpyr_attribute places, uint32_t count, uint32_t buffer,
                            uint64_t offset) {
    const uint32_t portion = portion_of(poisson->context, &places);
    hpyr_result result = count ? hpi_surface_make_values(poisson) : HPYR_OK;
    for (uint32_t left = count, now; result == HPYR_OK && left > 0; left -= now) {
        now = left < portion ? left : portion;
        const hpi_octree_numbers numbers = {HPYR_FORMAT_R32F, 1, 0, now, buffer, offset};
        result = evaluate_portion(poisson, &places, &numbers);
        places.offset += (uint64_t)now * places.stride;
        offset += (uint64_t)now * FLOAT_BYTES;
    }
    return result;
}

static hpyr_result check_buffers(const hpyr_poisson *poisson, const hpyr_attribute *given, uint32_t count,
                                 uint32_t buffer, uint64_t offset, hpyr_attribute *places) {
    uint64_t size;
    hpyr_result result = hpi_octree_check_vectors(poisson->octree, given, count, "poisson: places", places);
    if (result == HPYR_OK && count)
        result = hpi_gl_buffer_holds(poisson->context, "poisson: values", buffer, offset, (uint64_t)count * FLOAT_BYTES,
                                     &size);
    return result;
}

hpyr_result hpyr_poisson_evaluate(hpyr_poisson *poisson, const hpyr_attribute *places, uint32_t count, uint32_t buffer,
                                  uint64_t offset) {
    hpi_gl_state state;
    hpyr_attribute from;
    if (!poisson || !places)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    hpyr_result result = hpi_poisson_check_solved(poisson);
    if (result == HPYR_OK)
        result = hpi_gl_check_offset(context, "poisson: values", offset);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = check_buffers(poisson, places, count, buffer, offset, &from);
    if (result == HPYR_OK)
        result = evaluate(poisson, from, count, buffer, offset);
    hpi_gl_target_release(context);
    return hpi_gl_state_leave(context, &state, result);
}
