// The discriminator EDGE: a cell is active if the gradient of the values is long enough. It stands in
// the place of a caller's GLSL. A difference along one axis is smoothed along the others.
// HPYR_SIDE, HPYR_MIDDLE: weights of smoothing, of the cells at both sides and of the one between them.
// HPYR_NUMBER, HPYR_EXACT: see value.glsl. HPYR_NUMBERS: three of them.
// u_hpyr_least: the smallest sum of squares of an active cell, in two parts of base 2^24.
// u_hpyr_limit: the same as a float, after u_hpyr_factor has multiplied the differences.
// u_hpyr_last: the last cell of the grid. Neighbors outside of it repeat the nearest cell inside.
uniform ivec3 u_hpyr_last;
#ifdef HPYR_EXACT
uniform uvec2 u_hpyr_least;
#else
uniform float u_hpyr_factor;
uniform float u_hpyr_limit;
#endif

#if defined(HPYR_VOLUME) || defined(HPYR_INPUT_CELLS)
uniform ivec3 u_hpyr_reach; // 1, but along z 0 in images, so that loops do not unroll

HPYR_NUMBER hpyr_number_at(ivec3 cell) {
    return hpyr_number(hpyr_input_at(ivec3(clamp(vec3(cell), vec3(0.0), vec3(u_hpyr_last)))));
}

int hpyr_weight(int offset, int reach) {
    return reach == 0 ? 1 : offset == 0 ? HPYR_MIDDLE : HPYR_SIDE;
}

// 0 times NaN, or times infinity, would be NaN.
HPYR_NUMBERS hpyr_weighted(ivec3 weights, HPYR_NUMBER number) {
    HPYR_NUMBERS all = HPYR_NUMBERS(weights) * number;
    return HPYR_NUMBERS(weights.x == 0 ? HPYR_NUMBER(0) : all.x, weights.y == 0 ? HPYR_NUMBER(0) : all.y,
                        weights.z == 0 ? HPYR_NUMBER(0) : all.z);
}

HPYR_NUMBERS hpyr_gradient(ivec3 cell) {
#    if HPYR_SIDE == 0
    HPYR_NUMBER along_z = hpyr_number_at(cell + ivec3(0, 0, 1)) - hpyr_number_at(cell - ivec3(0, 0, 1));
    return HPYR_NUMBERS(hpyr_number_at(cell + ivec3(1, 0, 0)) - hpyr_number_at(cell - ivec3(1, 0, 0)),
                        hpyr_number_at(cell + ivec3(0, 1, 0)) - hpyr_number_at(cell - ivec3(0, 1, 0)),
                        u_hpyr_reach.z > 0 ? along_z : HPYR_NUMBER(0)); // else NaN - NaN of the cell itself
#    else
    HPYR_NUMBERS sum = HPYR_NUMBERS(0);
    for (int z = -u_hpyr_reach.z; z <= u_hpyr_reach.z; z++)
        for (int y = -u_hpyr_reach.y; y <= u_hpyr_reach.y; y++)
            for (int x = -u_hpyr_reach.x; x <= u_hpyr_reach.x; x++) {
                ivec3 offset = ivec3(x, y, z);
                ivec3 weight = ivec3(hpyr_weight(x, 1), hpyr_weight(y, 1), hpyr_weight(z, u_hpyr_reach.z));
                sum += hpyr_weighted(offset * weight.yxx * weight.zzy, hpyr_number_at(cell + offset));
            }
    return sum;
#    endif
}
#else
// A 2D input of an image, through a nearest filter.
#    define HPYR_NUMBER_AT(x, y) hpyr_number(HPYR_NEAR(u_hpyr_input, vec2(x, y), 0, 0, u_hpyr_input_scale.xy))

HPYR_NUMBERS hpyr_gradient(ivec3 cell) {
    vec2 here = vec2(cell.xy) + 0.5;
    vec2 low = max(here - 1.0, 0.5) * u_hpyr_input_scale.xy;
    vec2 high = min(here + 1.0, vec2(u_hpyr_last.xy) + 0.5) * u_hpyr_input_scale.xy;
    vec2 at = here * u_hpyr_input_scale.xy;
    HPYR_NUMBER along_x = HPYR_NUMBER_AT(high.x, at.y) - HPYR_NUMBER_AT(low.x, at.y);
    HPYR_NUMBER along_y = HPYR_NUMBER_AT(at.x, high.y) - HPYR_NUMBER_AT(at.x, low.y);
#    if HPYR_SIDE > 0
    HPYR_NUMBER rising = HPYR_NUMBER_AT(high.x, high.y) - HPYR_NUMBER_AT(low.x, low.y);
    HPYR_NUMBER falling = HPYR_NUMBER_AT(high.x, low.y) - HPYR_NUMBER_AT(low.x, high.y);
    along_x = HPYR_NUMBER(HPYR_MIDDLE) * along_x + HPYR_NUMBER(HPYR_SIDE) * (rising + falling);
    along_y = HPYR_NUMBER(HPYR_MIDDLE) * along_y + HPYR_NUMBER(HPYR_SIDE) * (rising - falling);
#    endif
    return HPYR_NUMBERS(along_x, along_y, HPYR_NUMBER(0));
}
#endif

#ifdef HPYR_EXACT
// The square of a number below 2^24, in two parts of base 2^24. The lower part may pass that.
uvec2 hpyr_square(int number) {
    uint size = uint(abs(number)), high = size >> 12u, low = size & 4095u, mixed = 2u * high * low;
    return uvec2(high * high + (mixed >> 12u), ((mixed & 4095u) << 12u) + low * low);
}

HPYR_UINT hpyr_count_at(ivec3 cell) {
    ivec3 gradient = hpyr_gradient(cell);
    uvec2 sum = hpyr_square(gradient.x) + hpyr_square(gradient.y) + hpyr_square(gradient.z);
    sum.x += sum.y >> 24u;
    sum.y &= 0xFFFFFFu;
    return HPYR_UINT(sum.x > u_hpyr_least.x || (sum.x == u_hpyr_least.x && sum.y >= u_hpyr_least.y));
}
#else
HPYR_UINT hpyr_count_at(ivec3 cell) {
    vec3 gradient = hpyr_gradient(cell) * u_hpyr_factor;
    return HPYR_UINT(dot(gradient, gradient) >= u_hpyr_limit); // NaN compares false
}
#endif
