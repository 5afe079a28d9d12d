// mark.vert.glsl - a mark is a square, of any size; its fragments decide what it looks like.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_corner; // 0..1; the others are those of the whole mark
ATTRIBUTE vec2 a_pixel;
ATTRIBUTE vec2 a_offset;
ATTRIBUTE float a_scale;
uniform vec3 u_map;    // left, bottom and scale of the image in the target
uniform vec2 u_area;   // of the target, in its pixels
uniform vec2 u_middle; // of what is marked, from the lower left corner of its pixel
uniform vec2 u_reach;  // half sides of a mark, in the target's pixels: so many, and so many for each unit of a_scale
uniform float u_count; // of marks
uniform vec2 u_sizes;  // how many sizes they have, and by how many pixels the last is smaller than the first
uniform float u_line;  // width of lines
VARYING vec2 v_place;  // from the middle of the mark, in pixels
VARYING float v_reach;
VARYING float v_rank; // 0 for the strongest mark, 1 for the weakest

void main() {
    vec2 place = u_map.xy + (a_pixel + u_middle + a_offset) * u_map.z;
    v_rank = float(gl_InstanceID) / max(u_count - 1.0, 1.0);
    float size = min(floor(v_rank * u_sizes.x), u_sizes.x - 1.0) / (u_sizes.x - 1.0);
    v_reach = u_reach.x + u_reach.y * a_scale - u_sizes.y * size;
    v_place = (2.0 * a_corner - 1.0) * (v_reach + u_line + 1.0);
    gl_Position = vec4((place + v_place) / u_area * 2.0 - 1.0, 0.0, 1.0);
}
