// A function that is trilinear in each of eight cells, two along each axis, by its values at their 27
// vertices. Only constants are indices, so the values can stay in registers: one that is added moves the others.
vec3 hpyr_cube[9]; // along z, row 3 x + y

void hpyr_add_to_cube(float value) {
    for (int i = 0; i < 8; i++)
        hpyr_cube[i] = vec3(hpyr_cube[i].yz, hpyr_cube[i + 1].x);
    hpyr_cube[8] = vec3(hpyr_cube[8].yz, value);
}

// Its value at a place in a cell, 0 to 1 along each axis.
float hpyr_in_cube(bvec3 upper, vec3 part) {
    vec3 a = upper.x ? hpyr_cube[3] : hpyr_cube[0], d = upper.x ? hpyr_cube[6] : hpyr_cube[3];
    vec3 b = upper.x ? hpyr_cube[4] : hpyr_cube[1], e = upper.x ? hpyr_cube[7] : hpyr_cube[4];
    vec3 c = upper.x ? hpyr_cube[5] : hpyr_cube[2], f = upper.x ? hpyr_cube[8] : hpyr_cube[5];
    a = upper.y ? b : a;
    b = upper.y ? c : b;
    d = upper.y ? e : d;
    e = upper.y ? f : e;
    vec4 x = mix(upper.z ? vec4(a.yz, b.yz) : vec4(a.xy, b.xy), upper.z ? vec4(d.yz, e.yz) : vec4(d.xy, e.xy), part.x);
    vec2 y = mix(x.xy, x.zw, part.y);
    return mix(y.x, y.y, part.z);
}
