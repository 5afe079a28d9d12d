// list.frag.glsl - shows the point list: x, y, z as red, green, blue.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_list;
uniform float u_side; // texels along a side of the list
uniform vec3 u_grid;

void main() {
    vec2 entry = min(floor(v_place * u_side), vec2(u_side - 1.0));
    vec4 point = TEXEL(u_list, entry, u_side);
    float check = mod(entry.x + entry.y, 2.0);
    o_colour = point.x < 0.0 ? vec4(vec3(0.10 + 0.03 * check), 1.0) : vec4((point.xyz + 0.5) / u_grid, 1.0);
}
