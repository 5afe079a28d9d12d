// slice.frag.glsl - draws one slice. It needs the pyramid's GLSL.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform float u_slice;
uniform vec2 u_size;    // size of a slice in cells
uniform float u_depth;  // z of the slice, 0..1
uniform float u_pixels; // pixels of the target for one pixel of the screen

bool occupied(vec2 cell) {
    bool inside = all(greaterThanEqual(cell, vec2(0.0))) && all(lessThan(cell, u_size));
    return inside && float(hpyr_count(ivec3(vec3(cell, u_slice)))) > 0.5;
}

void main() {
    vec2 place = v_place * u_size;
    vec2 cell = min(floor(place), u_size - 1.0);
    // Small cells would get lost, so each is a dot of at least a few pixels with a glow around it.
    float cells_per_pixel = max(length(dFdx(place)), length(dFdy(place)));
    float radius = max(0.5, 1.3 * u_pixels * cells_per_pixel);
    int reach = int(min(ceil(2.5 * radius), 5.0));
    float dot_here = occupied(cell) ? 1.0 : 0.0, glow = 0.0;
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            vec2 near = cell + vec2(x, y);
            if (occupied(near)) {
                float away = distance(near + 0.5, place);
                float edge = (away - radius) / cells_per_pixel; // in pixels
                dot_here = max(dot_here, clamp(0.5 - edge, 0.0, 1.0));
                glow = max(glow, exp(-away * away / (2.0 * radius * radius)));
            }
        }
    }
    o_color = mix(vec4(0.62, 0.17, 0.15, 0.20), vec4(1.0, 0.50, 0.25, 1.0), 0.8 * glow);
    o_color = mix(o_color, vec4(mix(vec3(1.0, 0.97, 0.90), vec3(v_place, u_depth), 0.2), 1.0), dot_here);
}
