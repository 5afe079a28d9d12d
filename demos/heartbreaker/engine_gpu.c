/* engine_gpu.c - particles that never leave the GPU: their state goes to and fro between two pairs of textures.
 * SPDX-License-Identifier: MIT */
#include "engine_parts.h"

#include "common/platform/gl.h"

#include <math.h>

/* So that no driver takes a pass for a hang. */
enum { STEPS_PER_PASS = 16 };

static bool take(engine *e, double *milliseconds) {
    (void)e;
    *milliseconds = NAN;
    return true;
}

static bool launch(engine *e) {
    if (!engine_reserve_pairs(e))
        return false;
    engine_begin_pass(e, PASS_LAUNCH, NULL, e->pairs[0].framebuffer);
    engine_end_pass(e);
    e->current = 0;
    return draw_check("launching the particles");
}

static bool advance(engine *e, uint32_t steps) {
    uint32_t program = e->passes[PASS_STEP];
    for (uint32_t done = 0; done < steps;) {
        uint32_t count = steps - done < STEPS_PER_PASS ? steps - done : STEPS_PER_PASS;
        engine_begin_pass(e, PASS_STEP, &e->pairs[e->current], e->pairs[1 - e->current].framebuffer);
        glUniform1f(draw_uniform(program, "u_first"), (float)(e->steps + done));
        glUniform1i(draw_uniform(program, "u_count"), (GLint)count);
        engine_end_pass(e);
        e->current = 1 - e->current;
        done += count;
    }
    return draw_check("moving the particles");
}

static bool turn_back(engine *e) {
    e->start = e->current;
    return true;
}

static bool reassemble(engine *e, float time) {
    uint32_t program = e->passes[PASS_RETURN];
    engine_begin_pass(e, PASS_RETURN, &e->pairs[e->start], e->pairs[1 - e->start].framebuffer);
    glUniform1f(draw_uniform(program, "u_time"), time);
    glUniform1f(draw_uniform(program, "u_duration"), e->duration);
    engine_end_pass(e);
    e->current = 1 - e->start;
    return draw_check("bringing the particles home");
}

const engine_methods ENGINE_ON_GPU = {take, launch, advance, turn_back, reassemble};
