// Counts the crossed edges that a cell owns: the three from its lowest corner and, at the upper
// sides of the field, those that no other cell has.
uniform ivec3 u_hpyr_last; // last cell along each axis; -1 if the field goes on there

float hpyr_corner_of(float cell_class, float weight) {
    return mod(floor(cell_class / weight), 2.0);
}

HPYR_UINT hpyr_count_at(ivec3 cell) {
    float cell_class = floor(fract(hpyr_input_at(cell).r) * 256.0 + 0.5);
    vec4 low = vec4(hpyr_corner_of(cell_class, 1.0), hpyr_corner_of(cell_class, 2.0), hpyr_corner_of(cell_class, 4.0),
                    hpyr_corner_of(cell_class, 8.0));
    vec4 high = vec4(hpyr_corner_of(cell_class, 16.0), hpyr_corner_of(cell_class, 32.0),
                     hpyr_corner_of(cell_class, 64.0), hpyr_corner_of(cell_class, 128.0));
    vec4 along_x = abs(vec4(low.xz, high.xz) - vec4(low.yw, high.yw)); // (y, z) = 00, 10, 01, 11
    vec4 along_y = abs(vec4(low.xy, high.xy) - vec4(low.zw, high.zw)); // (x, z) in the same order
    vec4 along_z = abs(low - high);                                    // (x, y) in the same order
    vec3 last = vec3(equal(cell, u_hpyr_last));
    vec4 owned_yz = vec4(1.0, last.y, last.z, last.y * last.z), owned_xz = vec4(1.0, last.x, last.z, last.x * last.z),
         owned_xy = vec4(1.0, last.x, last.y, last.x * last.y);
    return HPYR_UINT(dot(along_x, owned_yz) + dot(along_y, owned_xz) + dot(along_z, owned_xy)); // exact whole numbers
}
