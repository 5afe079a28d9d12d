/* poisson_solve.c - conjugate gradients, depth after depth.
 * Source: Zhou et al. 2011, section IV-C and equation 8; one sum an iteration: Meurant 1987 (docs/papers.md).
 * SPDX-License-Identifier: MIT
 *
 * One iteration is two passes over the blocks of a depth, a sum, and half of a pass:
 *
 *     multiply: products of the matrix and the directions     sum: of these . directions, and of squares
 *     step: new values, in every second iteration
 *     residual: new residuals, new directions
 *
 * The sums stay in a texture. The CPU looks at the residual when there are new values. */
#include "octree/poisson_object.h"

#include <math.h>

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

/* Draws the products of the matrix and the directions, and the numbers to be summed. */
static hpyr_result multiply(hpyr_poisson *poisson, int depth, const hpi_halves *residuals,
                            const hpi_halves *directions) {
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
    hpi_poisson_bind_halves(poisson, program, "residuals_lower", "residuals_upper", HPI_OCTREE_MORE_UNIT + 4,
                            residuals);
    hpi_poisson_use_samples(poisson, program, depth, HPI_OCTREE_UNIT);
    if (hpi_poisson_is_screened(poisson, depth))
        hpi_octree_bind(octree, program, "sampled", 6, &poisson->sampled);
    hpi_octree_set(octree, program, "blocks", blocks);
    glUniform1f(hpi_gl_location(poisson->context, program, "", "unit"), poisson->unit);
    return hpi_poisson_draw(poisson, program, targets, 3, blocks);
}

/* The sum of the squares of the first residuals, which may be too large for a float. Waits. */
static hpyr_result sum_squares(hpyr_poisson *poisson, int depth, const hpi_halves *residuals, double *sum) {
    hpyr_result result = hpi_poisson_sum_squares(poisson, depth, residuals);
    if (result == HPYR_OK) {
        float sums[2];
        hpi_poisson_read_sums(poisson, sums);
        *sum = isfinite(sums[0]) ? (double)sums[0] : ldexp((double)sums[1], 80); /* squares of 2^-40 of them */
    }
    return result;
}

/* Residuals and directions before and after. */
typedef struct vectors {
    const hpi_halves *residuals, *directions;
} vectors;

static hpyr_result draw_residual(hpyr_poisson *poisson, int depth, const vectors *from, const vectors *to) {
    hpyr_octree *octree = poisson->octree;
    const hpi_list_plane *const targets[] = {&to->residuals->lower, &to->residuals->upper, &to->directions->lower,
                                             &to->directions->upper};
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/residual.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "residuals_lower", "residuals_upper", HPI_OCTREE_UNIT, from->residuals);
    hpi_poisson_bind_halves(poisson, program, "products_lower", "products_upper", HPI_OCTREE_UNIT + 2,
                            &poisson->products);
    hpi_poisson_bind_halves(poisson, program, "directions_lower", "directions_upper", HPI_OCTREE_UNIT + 4,
                            from->directions);
    hpi_list_bind_plane(octree->lists, program, "sums", HPI_OCTREE_UNIT + 6, &poisson->sums[poisson->sum]);
    return hpi_poisson_draw(poisson, program, targets, 4, octree->levels[depth].blocks);
}

/* A step along both directions, or along the last one if there is none before. The values of the depth and poisson->values
 * change places. */
static hpyr_result step(hpyr_poisson *poisson, int depth, const hpi_halves *before, const hpi_halves *directions) {
    hpyr_octree *octree = poisson->octree;
    hpi_halves *values = &poisson->levels[depth].values, next = poisson->values;
    const hpi_list_plane *const targets[] = {&next.lower, &next.upper};
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/step.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "values_lower", "values_upper", HPI_OCTREE_UNIT, values);
    hpi_poisson_bind_halves(poisson, program, "directions_lower", "directions_upper", HPI_OCTREE_UNIT + 2, directions);
    hpi_poisson_bind_halves(poisson, program, "before_lower", "before_upper", HPI_OCTREE_UNIT + 4,
                            before ? before : directions);
    hpi_list_bind_plane(octree->lists, program, "sums", HPI_OCTREE_UNIT + 6, &poisson->sums[poisson->sum]);
    hpi_list_bind_plane(octree->lists, program, "sums_before", HPI_OCTREE_UNIT + 7, &poisson->sums[!poisson->sum]);
    hpi_octree_set(octree, program, "are_two", before != NULL);
    result = hpi_poisson_draw(poisson, program, targets, 2, octree->levels[depth].blocks);
    poisson->values = *values;
    *values = next;
    return result;
}

/* An infinite product makes the square that is read, and all that follows, infinite or no number. */
static hpyr_result check_sums(const hpyr_poisson *poisson, double square, double product) {
    if (isfinite(square) && isfinite(product))
        return HPYR_OK;
    return hpi_gl_fail(poisson->context, HPYR_ERROR_INVALID_ARGUMENT,
                       "poisson: the normals are too long, or screening is too strong: sums of their squares pass "
                       "what a float can hold");
}

/* Iterates until the sum of the residuals' squares is at most `enough`. `squares` is this sum: before the call that of the
 * first residuals, afterwards that of the last ones. The first directions are the first residuals, residuals[1]. */
static hpyr_result iterate(hpyr_poisson *poisson, int depth, double enough, float *squares) {
    const uint32_t most = poisson->desc.max_iterations;
    uint32_t *iterations = &poisson->report.iterations[depth], i = *iterations = 0;
    vectors now = {&poisson->residuals[1], &poisson->residuals[1]};
    const hpi_halves *before = NULL; /* directions of the last iteration, if the values lack their step */
    hpyr_result result = HPYR_OK;
    float sums[2] = {*squares, 0}; /* of squares, and of products with the directions */
    while (result == HPYR_OK && i < most && (double)sums[0] > enough) {
        const vectors next = {&poisson->residuals[i % 2], &poisson->directions[i % 2]};
        result = multiply(poisson, depth, now.residuals, now.directions);
        if (result == HPYR_OK)
            result = hpi_poisson_sum_steps(poisson, poisson->octree->levels[depth].blocks);
        i++;
        if (result == HPYR_OK && (before || i == most)) {
            result = step(poisson, depth, before, now.directions);
            if (result == HPYR_OK) {
                hpi_poisson_read_sums(poisson, sums);
                result = check_sums(poisson, sums[0], sums[1]);
            }
            before = NULL;
        } else {
            before = now.directions;
        }
        if (result == HPYR_OK && i < most && (double)sums[0] > enough)
            result = draw_residual(poisson, depth, &now, &next);
        now = next;
    }
    *iterations = i;
    *squares = sums[0];
    return result;
}

/* Adds what the solution before has added at this depth, unless the residuals become larger. `squares` is the sum of their
 * squares, before the call and afterwards. */
static hpyr_result begin_warm(hpyr_poisson *poisson, int depth, double *squares) {
    const hpi_halves first = poisson->residuals[1];
    const vectors from = {&poisson->residuals[1], &poisson->directions[0]},
                  to = {&poisson->residuals[0], &poisson->directions[1]};
    double warm = *squares;
    hpyr_result result = hpi_poisson_draw_amounts(poisson, depth, &poisson->directions[0]);
    if (result == HPYR_OK)
        result = multiply(poisson, depth, from.residuals, from.directions);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_set_whole_step(poisson);
    result = draw_residual(poisson, depth, &from, &to);
    if (result == HPYR_OK)
        result = sum_squares(poisson, depth, to.residuals, &warm);
    if (result != HPYR_OK || !(warm < *squares))
        return result;
    *squares = warm;
    poisson->residuals[1] = poisson->residuals[0];
    poisson->residuals[0] = first;
    hpi_poisson_set_whole_step(poisson);
    return step(poisson, depth, NULL, from.directions);
}

static hpyr_result solve_depth(hpyr_poisson *poisson, int depth) {
    hpyr_poisson_report *report = &poisson->report;
    const double tolerance = poisson->desc.tolerance;
    int exponent;
    double first = 0, begun;                                      /* sums of squares */
    hpyr_result result = hpi_poisson_find_target(poisson, depth); /* may make a smaller poisson->numbers */
    if (result == HPYR_OK)
        result = need_depth(poisson, depth);
    if (result == HPYR_OK)
        result = begin(poisson, depth);
    if (result == HPYR_OK)
        result = sum_squares(poisson, depth, &poisson->residuals[1], &first);
    if (result == HPYR_OK)
        result = check_sums(poisson, first, 0);
    if (result != HPYR_OK)
        return result;
    frexp(first, &exponent);
    poisson->unit = ldexpf(1, -(exponent / 2));
    begun = first;
    if (poisson->before.is_used)
        result = begin_warm(poisson, depth, &begun);
    if (result != HPYR_OK)
        return result;
    first = ldexp(first, -(exponent / 2) * 2);
    float last = (float)ldexp(begun, -(exponent / 2) * 2);
    result = iterate(poisson, depth, first * tolerance * tolerance, &last);
    report->residuals[depth] = first > 0 ? sqrt((double)last / first) : 0;
    return result;
}

/* How many points of the octree are anchors. */
static hpyr_result count_anchors(hpyr_poisson *poisson, float *count) {
    const hpyr_octree_report *report = &poisson->octree->report;
    *count = (float)report->points;
    return poisson->anchors < report->points + report->skipped
               ? hpi_poisson_sum_at_points(poisson, (int)poisson->desc.depth, false, true, count)
               : HPYR_OK;
}

/* The mean of the function at the anchors. */
static hpyr_result find_isovalue(hpyr_poisson *poisson) {
    float sum, count;
    hpyr_result result = hpi_poisson_sum_at_points(poisson, (int)poisson->desc.depth, false, false, &sum);
    if (result == HPYR_OK)
        result = count_anchors(poisson, &count);
    if (result == HPYR_OK)
        poisson->report.isovalue = count > 0 ? sum / count : 0;
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
