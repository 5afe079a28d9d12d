/* poisson_solve.c - conjugate gradients, depth after depth.
 * Source: Zhou et al. 2011, section IV-C and equation 8.  SPDX-License-Identifier: MIT
 *
 * One iteration is three passes over the blocks of a depth and two sums:
 *
 *     multiply: products of the matrix and the directions       sum: products . directions
 *     residual: new residuals                                   sum: their squares
 *     step: new values, new directions
 *
 * The sums stay in a texture. The CPU looks at the residual after every second iteration. */
#include "octree/poisson_object.h"

#include <math.h>

enum { LOOK_EVERY = 2 };

static hpyr_result need_depth(hpyr_poisson *poisson, int depth) {
    const uint32_t blocks = poisson->octree->levels[depth].blocks;
    hpi_halves *const all[] = {
        &poisson->levels[depth].values, &poisson->residuals[0], &poisson->residuals[1], &poisson->directions[0],
        &poisson->directions[1],        &poisson->products,     &poisson->values};
    hpyr_result result = hpi_poisson_need(poisson, blocks, &poisson->numbers);
    for (size_t i = 0; result == HPYR_OK && i < sizeof all / sizeof *all; i++)
        result = hpi_poisson_need_halves(poisson, blocks, all[i]);
    return result;
}

float hpi_poisson_scale(const hpyr_poisson *poisson, int depth) {
    return ldexpf(1, depth - (int)poisson->desc.depth);
}

static const char *screened_define(const hpyr_poisson *poisson, int depth) {
    return hpi_poisson_is_screened(poisson, depth) ? "#define HPYR_SCREENED\n" : "";
}

static hpyr_result begin(hpyr_poisson *poisson, int depth) {
    hpyr_octree *octree = poisson->octree;
    const hpi_poisson_level *level = &poisson->levels[depth], *above = &poisson->levels[depth - 1];
    const uint32_t blocks = octree->levels[depth].blocks;
    const hpi_list_plane *const targets[] = {&level->values.lower, &level->values.upper, &poisson->residuals[1].lower,
                                             &poisson->residuals[1].upper};
    GLuint program;
    const char *define = depth == 1 ? "#define HPYR_TOP\n" : screened_define(poisson, depth);
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/begin.frag.glsl", define, &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "inner", 0, &level->inner);
    hpi_poisson_bind_halves(poisson, program, "divergence_lower", "divergence_upper", HPI_OCTREE_MORE_UNIT + 1,
                            &level->divergence);
    if (depth > 1) {
        hpi_octree_bind(octree, program, "around", 3, &octree->levels[depth].around);
        hpi_octree_bind(octree, program, "above", 4, &octree->levels[depth - 1].around);
        hpi_poisson_bind_halves(poisson, program, "values_lower", "values_upper", HPI_OCTREE_MORE_UNIT + 5,
                                &above->values);
    }
    hpi_poisson_use_samples(poisson, program, depth, HPI_OCTREE_UNIT);
    hpi_octree_set(octree, program, "blocks", blocks);
    hpi_octree_set(octree, program, "vertices", HPYR_OCTREE_PLACES);
    glUniform1f(hpi_gl_location(poisson->context, program, "", "scale"), hpi_poisson_scale(poisson, depth));
    return hpi_poisson_draw(poisson, program, targets, 4, blocks);
}

static hpyr_result multiply(hpyr_poisson *poisson, int depth, const hpi_halves *directions) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    const hpi_list_plane *const targets[] = {&poisson->products.lower, &poisson->products.upper, &poisson->numbers};
    GLuint program;
    hpyr_result result =
        hpi_octree_program(octree, "octree/poisson/multiply.frag.glsl", screened_define(poisson, depth), &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "around", 0, &octree->levels[depth].around);
    hpi_octree_bind(octree, program, "inner", 1, &poisson->levels[depth].inner);
    hpi_poisson_bind_halves(poisson, program, "directions_lower", "directions_upper", HPI_OCTREE_MORE_UNIT + 2,
                            directions);
    hpi_poisson_use_samples(poisson, program, depth, HPI_OCTREE_MORE_UNIT + 4);
    if (hpi_poisson_is_screened(poisson, depth))
        hpi_octree_bind(octree, program, "sampled", 5, &poisson->sampled);
    hpi_octree_set(octree, program, "blocks", blocks);
    result = hpi_poisson_draw(poisson, program, targets, 3, blocks);
    return result == HPYR_OK ? hpi_poisson_sum(poisson, blocks) : result;
}

static hpyr_result draw_residual(hpyr_poisson *poisson, int depth, const char *define, const hpi_halves *from,
                                 const hpi_halves *to) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    const hpi_list_plane *const targets[] = {&to->lower, &to->upper, &poisson->numbers};
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/residual.frag.glsl", define, &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "residuals_lower", "residuals_upper", HPI_OCTREE_MORE_UNIT, from);
    hpi_poisson_bind_halves(poisson, program, "products_lower", "products_upper", HPI_OCTREE_MORE_UNIT + 2,
                            &poisson->products);
    hpi_octree_bind(octree, program, "sums", 4, &poisson->sums[poisson->sum]);
    hpi_octree_set(octree, program, "blocks", blocks);
    result = hpi_poisson_draw(poisson, program, targets, 3, blocks);
    return result == HPYR_OK ? hpi_poisson_sum(poisson, blocks) : result;
}

/* The values of the depth and poisson->values change places. */
static hpyr_result step(hpyr_poisson *poisson, int depth, const hpi_halves *residuals, const hpi_halves *from,
                        const hpi_halves *to) {
    hpyr_octree *octree = poisson->octree;
    hpi_halves *values = &poisson->levels[depth].values, next = poisson->values;
    const hpi_list_plane *const targets[] = {&next.lower, &next.upper, &to->lower, &to->upper};
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/step.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "values_lower", "values_upper", HPI_OCTREE_UNIT, values);
    hpi_poisson_bind_halves(poisson, program, "directions_lower", "directions_upper", HPI_OCTREE_UNIT + 2, from);
    hpi_poisson_bind_halves(poisson, program, "residuals_lower", "residuals_upper", HPI_OCTREE_UNIT + 4, residuals);
    hpi_list_bind_plane(octree->lists, program, "sums", HPI_OCTREE_UNIT + 6, &poisson->sums[poisson->sum]);
    result = hpi_poisson_draw(poisson, program, targets, 4, octree->levels[depth].blocks);
    poisson->values = *values;
    *values = next;
    return result;
}

/* A product that is infinite makes each step 0, and then nothing would change any more. */
static hpyr_result check_sums(const hpyr_poisson *poisson, float square, float product) {
    if (isfinite(square) && isfinite(product))
        return HPYR_OK;
    return hpi_gl_fail(poisson->context, HPYR_ERROR_INVALID_ARGUMENT,
                       "poisson: the normals are too long, or screening is too strong: sums of their squares pass "
                       "what a float can hold");
}

static hpyr_result solve_depth(hpyr_poisson *poisson, int depth) {
    hpyr_poisson_report *report = &poisson->report;
    const double tolerance = poisson->desc.tolerance;
    uint32_t iteration = 0;
    hpyr_result result = need_depth(poisson, depth);
    if (result == HPYR_OK)
        result = hpi_poisson_find_target(poisson, depth);
    if (result == HPYR_OK)
        result = begin(poisson, depth);
    if (result == HPYR_OK)
        result = draw_residual(poisson, depth, "#define HPYR_FIRST\n", &poisson->residuals[1], &poisson->residuals[0]);
    const float first = result == HPYR_OK ? hpi_poisson_read_sum(poisson) : 0;
    float sums[2] = {first, 0}; /* of squares, and of products with the directions */
    if (result == HPYR_OK)
        result = check_sums(poisson, sums[0], sums[1]);
    const hpi_halves *directions = &poisson->residuals[0];
    while (result == HPYR_OK && iteration < poisson->desc.max_iterations &&
           (double)sums[0] > (double)first * tolerance * tolerance) {
        const hpi_halves *from = &poisson->residuals[iteration % 2], *to = &poisson->residuals[(iteration + 1) % 2];
        const hpi_halves *next = &poisson->directions[iteration % 2];
        result = multiply(poisson, depth, directions);
        if (result == HPYR_OK)
            result = draw_residual(poisson, depth, "", from, to);
        if (result == HPYR_OK)
            result = step(poisson, depth, to, directions, next);
        directions = next;
        iteration++;
        if (result == HPYR_OK && (iteration % LOOK_EVERY == 0 || iteration == poisson->desc.max_iterations)) {
            hpi_poisson_read_sums(poisson, sums);
            result = check_sums(poisson, sums[0], sums[1]);
        }
    }
    report->iterations[depth] = iteration;
    report->residuals[depth] = first > 0 ? sqrtf(sums[0] / first) : 0;
    return result;
}

/* The mean of the function at the points. */
static hpyr_result find_isovalue(hpyr_poisson *poisson) {
    float sum;
    hpyr_result result = hpi_poisson_sum_at_points(poisson, (int)poisson->desc.depth, false, false, &sum);
    poisson->report.isovalue = sum / (float)poisson->octree->report.points;
    return result;
}

hpyr_result hpi_poisson_find(hpyr_poisson *poisson) {
    hpyr_result result = hpi_poisson_make_samples(poisson);
    for (int depth = 1; result == HPYR_OK && depth <= (int)poisson->octree->desc.depth; depth++) {
        hpi_poisson_tell_stage(poisson, HPYR_POISSON_STAGE_SOLVE, (uint32_t)depth);
        result = solve_depth(poisson, depth);
    }
    if (result != HPYR_OK)
        return result;
    hpi_poisson_tell_stage(poisson, HPYR_POISSON_STAGE_ISOVALUE, 0);
    return find_isovalue(poisson);
}
