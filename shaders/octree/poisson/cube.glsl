// A function that is trilinear in each of eight cells, two along each axis, by its values at their 27
// vertices. Only constants are indices, so the values can stay in registers: one that is added moves the others.
vec4 hpyr_cube[7]; // number 9 x + 3 y + z, and a last one that is not used; registers of Mali-T860 have four entries

void hpyr_add_to_cube(float value) {
    for (int i = 0; i < 6; i++)
        hpyr_cube[i] = vec4(hpyr_cube[i].yzw, hpyr_cube[i + 1].x);
    hpyr_cube[6] = vec4(hpyr_cube[6].yz, value, 0.0);
}

// Along z, between two rows of different x.
vec3 hpyr_row_between(vec3 low, vec3 middle, vec3 high, bool is_upper, float part) {
    return mix(is_upper ? middle : low, is_upper ? high : middle, part);
}

// Its value at a place in a cell, first between planes across x, because nine values then stand for eighteen.
// The place is 0 to 1 along each axis.
float hpyr_in_cube(bvec3 upper, vec3 part) {
    vec3 a =
        hpyr_row_between(hpyr_cube[0].xyz, hpyr_cube[2].yzw, vec3(hpyr_cube[4].zw, hpyr_cube[5].x), upper.x, part.x);
    vec3 b =
        hpyr_row_between(vec3(hpyr_cube[0].w, hpyr_cube[1].xy), hpyr_cube[3].xyz, hpyr_cube[5].yzw, upper.x, part.x);
    vec3 c = hpyr_row_between(vec3(hpyr_cube[1].zw, hpyr_cube[2].x), vec3(hpyr_cube[3].w, hpyr_cube[4].xy),
                              hpyr_cube[6].xyz, upper.x, part.x);
    vec3 y = mix(upper.y ? b : a, upper.y ? c : b, part.y);
    vec2 z = upper.z ? y.yz : y.xy;
    return mix(z.x, z.y, part.z);
}
