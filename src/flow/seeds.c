/* seeds.c - how many seeds a flow has, and the seeds in buffers and in CPU memory.  SPDX-License-Identifier: MIT */
#include "core/output.h"
#include "flow/flow_object.h"

enum { RECORD = sizeof(hpyr_flow_seed), TEXEL_BYTES = 16, CHUNK = HPI_FLOW_ROW * HPI_FLOW_CHUNK_ROWS };

/* ---- counts ---- */

static hpyr_result check_built(const hpyr_flow *flow) {
    hpyr_result result = hpi_gl_check_current(flow->context, "flow");
    if (result == HPYR_OK && flow->status == FLOW_EMPTY)
        result = hpi_gl_fail(flow->context, HPYR_ERROR_NOT_BUILT, "flow: there was no build, or it failed");
    return result;
}

/* Takes the number of candidates, and refines those that there is room for. */
static hpyr_result refine(hpyr_flow *flow, uint32_t total) {
    const uint32_t capacity = flow->desc.capacity;
    hpi_gl_state state;
    flow->is_incomplete = total > capacity;
    flow->candidates = flow->is_incomplete ? capacity : total;
    if (flow->is_incomplete)
        hpi_gl_log(flow->context, HPYR_LOG_LEVEL_WARNING,
                   "flow: %u candidates; `capacity` is %u, so the others are left out", total, capacity);
    hpi_gl_state_enter(flow->context, &state);
    hpyr_result result = hpi_gl_state_leave(flow->context, &state, hpi_flow_refine(flow));
    if (result == HPYR_OK)
        flow->status = FLOW_REFINED;
    return result;
}

static hpyr_result find_count(hpyr_flow *flow, bool patient) {
    uint32_t number = 0;
    hpyr_result result = check_built(flow);
    if (result == HPYR_OK && flow->status == FLOW_BUILT) {
        result = patient ? hpyr_pyramid_total(flow->pyramid, &number) : hpyr_pyramid_try_total(flow->pyramid, &number);
        if (result == HPYR_OK && number && flow->desc.kind == HPYR_FLOW_KIND_CRITICAL) {
            result = refine(flow, number);
        } else if (result == HPYR_OK) {
            flow->count = number;
            flow->status = FLOW_READY;
        }
    }
    if (result == HPYR_OK && flow->status == FLOW_REFINED) {
        result = patient ? hpyr_lists_result(flow->lists, &number) : hpyr_lists_try_result(flow->lists, &number);
        if (result == HPYR_OK) {
            flow->count = number;
            flow->status = FLOW_READY;
        }
    }
    return result;
}

static hpyr_result tell_count(hpyr_flow *flow, uint32_t *count, bool patient) {
    if (count)
        *count = 0;
    if (!flow || !count)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = find_count(flow, patient);
    if (result == HPYR_OK)
        *count = flow->count;
    return result == HPYR_OK && flow->is_incomplete ? HPYR_INCOMPLETE : result;
}

hpyr_result hpyr_flow_count(hpyr_flow *flow, uint32_t *count) {
    return tell_count(flow, count, true);
}

hpyr_result hpyr_flow_try_count(hpyr_flow *flow, uint32_t *count) {
    return tell_count(flow, count, false);
}

/* ---- seeds ---- */

/* Draws seeds that are the pyramid's cells, as hpi_flow_draw_kept does those that were refined. */
static hpyr_result draw_described(hpyr_flow *flow, uint32_t first, uint32_t count) {
    const hpyr_context *context = flow->context;
    const hpi_gl_stage stage = {.entry = "flow/describe.frag.glsl"};
    const hpyr_texture list = {
        .name = flow->list, .width = HPI_FLOW_ROW, .height = HPI_FLOW_CHUNK_ROWS, .format = HPYR_FORMAT_RGBA32UI};
    hpi_loan loan = {0};
    GLuint program;
    hpyr_result result = hpyr_pyramid_extract_texture(flow->pyramid, first, count, &list, NULL);
    if (result == HPYR_OK)
        result = hpi_core_rule_begin(flow->pyramid, &stage, &program, &loan);
    if (result != HPYR_OK)
        return result;
    hpi_flow_bind(flow, program, "cells", 0, flow->list);
    glUniform1f(hpi_gl_location(context, program, "", "middle"), flow->desc.kind == HPYR_FLOW_KIND_BAND ? 0.5f : 0);
    if (hpi_gl_target(context, flow->seeds, 0, 2 * HPI_FLOW_ROW, hpi_flow_rows(count)))
        hpi_gl_draw_bands(context, 2 * (uint64_t)count * flow->discriminator->fetches);
    else
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "flow: this GL cannot render to RGBA32UI");
    hpi_core_loan_end(context, &loan);
    return result;
}

/* Writes seeds to memory, or from byte `out` on to the buffer that is bound for packing. */
static hpyr_result write_seeds(hpyr_flow *flow, uint32_t first, uint32_t count, GLuint buffer, uintptr_t out) {
    const hpi_gl_format *format = hpi_gl_format_of(HPYR_FORMAT_RGBA32UI);
    hpyr_result result = hpi_flow_check_again(flow);
    for (uint32_t done = 0; result == HPYR_OK && done < count;) {
        const uint32_t left = count - done, chunk = left < CHUNK ? left : CHUNK;
        result = flow->desc.kind == HPYR_FLOW_KIND_CRITICAL ? hpi_flow_draw_kept(flow, first + done, chunk)
                                                            : draw_described(flow, first + done, chunk);
        if (result != HPYR_OK)
            break;
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        hpi_gl_pixels_read_rows(flow->context, 2 * HPI_FLOW_ROW, 2 * (uint64_t)chunk, format->external, format->type,
                                TEXEL_BYTES, (void *)(out + (uintptr_t)done * RECORD));
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        done += chunk;
    }
    hpi_gl_target_release(flow->context);
    return result == HPYR_OK && buffer ? hpi_gl_buffer_settle(flow->context, buffer) : result;
}

/* Finds how many seeds of the range exist, and how many there is room for. */
static hpyr_result open_range(hpyr_flow *flow, uint32_t first, uint32_t count, uint64_t room, hpyr_report *report) {
    hpyr_result result = find_count(flow, true);
    if (result != HPYR_OK)
        return result;
    *report = hpi_range(flow->count, first, count, room);
    return HPYR_OK;
}

/* Tells what was written. */
static hpyr_result close_range(const hpyr_flow *flow, hpyr_result result, const hpyr_report *found,
                               hpyr_report *report) {
    result = hpi_range_answer(result, found, report);
    return result == HPYR_OK && flow->is_incomplete ? HPYR_INCOMPLETE : result;
}

hpyr_result hpyr_flow_extract_buffer(hpyr_flow *flow, uint32_t first, uint32_t count, uint32_t buffer, uint64_t offset,
                                     hpyr_report *report) {
    hpyr_report found = {0, 0, 0};
    hpi_gl_state state;
    uint64_t room;
    if (report)
        *report = found;
    if (!flow)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = flow->context;
    hpyr_result result = check_built(flow);
    if (result == HPYR_OK)
        result = hpi_gl_check_offset(context, "flow", offset);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_buffer_room(context, "flow", buffer, offset, &room);
    if (result == HPYR_OK)
        result = open_range(flow, first, count, room / RECORD, &found);
    if (result == HPYR_OK)
        result = write_seeds(flow, first, found.written, buffer, (uintptr_t)offset);
    return close_range(flow, hpi_gl_state_leave(context, &state, result), &found, report);
}

hpyr_result hpyr_flow_download(hpyr_flow *flow, uint32_t first, uint32_t count, hpyr_flow_seed *seeds, size_t capacity,
                               hpyr_report *report) {
    hpyr_report found = {0, 0, 0};
    hpi_gl_state state;
    if (report)
        *report = found;
    if (!flow || (!seeds && capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = check_built(flow);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(flow->context, &state);
    result = open_range(flow, first, count, capacity, &found);
    if (result == HPYR_OK)
        result = write_seeds(flow, first, found.written, 0, (uintptr_t)seeds);
    return close_range(flow, hpi_gl_state_leave(flow->context, &state, result), &found, report);
}
