// grid.frag.glsl - draws the left and lower edges of leaves over an image, and the image's other two.
// SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_leaves; // the image as its leaves have it
uniform vec2 u_size;        // of the image, in its pixels
uniform vec2 u_area;        // of the area, in the target's pixels
uniform vec3 u_map;         // left, bottom and scale of the image in the area

void main() {
    vec2 place = (v_place * u_area - u_map.xy) / u_map.z;
    if (any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, u_size)))
        discard;
    ivec3 leaf = hpyr_leaf_at(ivec2(place));
    vec2 from = (place - vec2(leaf.xy)) * u_map.z, left = (u_size - place) * u_map.z;
    bool is_edge = min(min(from.x, from.y), min(left.x, left.y)) < 1.0;
    float side = float(leaf.z) * u_map.z; // edges of leaves that are hardly larger would hide them
    float light = dot(TEXEL(u_leaves, floor(place), u_size).rgb, vec3(0.3, 0.6, 0.1));
    vec4 line = light < 0.25 ? vec4(1.0, 1.0, 1.0, 0.3) : vec4(0.0, 0.0, 0.0, 0.7);
    o_color = vec4(line.rgb, is_edge ? line.a * clamp((side - 1.5) / 6.0, 0.0, 1.0) : 0.0);
}
