// list.frag.glsl - the 2D point list, x y z as red green blue.  SPDX-License-Identifier: MIT
in vec2 v_place;
uniform usampler2D u_list;
uniform vec3 u_grid;
out vec4 o_colour;

void main() {
    ivec2 size = textureSize(u_list, 0);
    ivec2 entry = min(ivec2(v_place * vec2(size)), size - 1);
    uvec4 point = texelFetch(u_list, entry, 0);
    bool unused = point.x == 0xFFFFFFFFu;
    float check = float((entry.x + entry.y) & 1);
    o_colour = unused ? vec4(vec3(0.10 + 0.03 * check), 1.0) : vec4((vec3(point.xyz) + 0.5) / u_grid, 1.0);
}
