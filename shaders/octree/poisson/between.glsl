// Values in a cell whose corners are known, in the order 4 x + 2 y + z, at its 27 places: 0, 1 or 2
// along each axis. Where a place has fewer than eight corners around it, corners are added several
// times. That is exact, because sums are only doubled. So this is the mean that reference/surface.h
// tells of, rounding by rounding.
float hpyr_between(vec4 lower, vec4 upper, ivec3 place) {
    vec4 a = place.x == 2 ? upper : lower, b = place.x == 0 ? lower : upper;
    a = place.y == 1 ? a : place.y == 0 ? a.xyxy : a.zwzw;
    b = place.y == 1 ? b : place.y == 0 ? b.xyxy : b.zwzw;
    a = place.z == 1 ? a : place.z == 0 ? a.xxzz : a.yyww;
    b = place.z == 1 ? b : place.z == 0 ? b.xxzz : b.yyww;
    return (((a.x + a.y) + (a.z + a.w)) + ((b.x + b.y) + (b.z + b.w))) * 0.125;
}

// The same at the lower corners of four of the cell's children: those with that x, 0 or 1.
vec4 hpyr_between_all(vec4 lower, vec4 upper, int x) {
    return vec4(hpyr_between(lower, upper, ivec3(x, 0, 0)), hpyr_between(lower, upper, ivec3(x, 0, 1)),
                hpyr_between(lower, upper, ivec3(x, 1, 0)), hpyr_between(lower, upper, ivec3(x, 1, 1)));
}
