// How many crossed edges a cell owns: those from its lowest corner, and on the field's upper sides those that no other cell has.
uniform ivec3 u_hpyr_last; // the last cell along each axis; -1 where more of the field follows

float hpyr_corner_of(float cell_class, float weight) {
    return mod(floor(cell_class / weight), 2.0);
}

HPYR_UINT hpyr_count_at(ivec3 cell) {
    float cell_class = floor(fract(hpyr_input_at(cell).r) * 256.0 + 0.5);
    vec4 low = vec4(hpyr_corner_of(cell_class, 1.0), hpyr_corner_of(cell_class, 2.0), hpyr_corner_of(cell_class, 4.0),
                    hpyr_corner_of(cell_class, 8.0));
    vec4 high = vec4(hpyr_corner_of(cell_class, 16.0), hpyr_corner_of(cell_class, 32.0),
                     hpyr_corner_of(cell_class, 64.0), hpyr_corner_of(cell_class, 128.0));
    vec4 along_x = abs(vec4(low.xz, high.xz) - vec4(low.yw, high.yw)); // at (y, z) = (0, 0) (1, 0) (0, 1) (1, 1)
    vec4 along_y = abs(vec4(low.xy, high.xy) - vec4(low.zw, high.zw)); // at (x, z)
    vec4 along_z = abs(low - high);                                    // at (x, y)
    vec3 last = vec3(equal(cell, u_hpyr_last));
    vec4 owned_yz = vec4(1.0, last.y, last.z, last.y * last.z), owned_xz = vec4(1.0, last.x, last.z, last.x * last.z),
         owned_xy = vec4(1.0, last.x, last.y, last.x * last.y);
    return HPYR_UINT(dot(along_x, owned_yz) + dot(along_y, owned_xz) + dot(along_z, owned_xy)); // whole, and so exact
}
