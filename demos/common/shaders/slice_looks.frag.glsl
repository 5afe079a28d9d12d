// slice_looks.frag.glsl - for each entry of the point list, what the slices hold of its voxel.  SPDX-License-Identifier: MIT
uniform sampler2D u_cells, u_slices;
uniform bool u_are_normals; // given as colours: 128 + 127 n
uniform float u_side;       // of the list, in texels
uniform vec2 u_slices_size;
uniform vec2 u_slice;  // size of one
uniform float u_tiles; // slices side by side

void main() {
    vec3 cell = TEXEL(u_cells, gl_FragCoord.xy - 0.5, vec2(u_side)).xyz;
    float row = floor((cell.z + 0.5) / u_tiles);
    vec2 tile = vec2(cell.z - row * u_tiles, row);
    vec3 look = TEXEL(u_slices, tile * u_slice + cell.xy, u_slices_size).rgb;
    if (u_are_normals) {
        vec3 n = look * (255.0 / 127.0) - 128.0 / 127.0;
        o_colour = vec4(n / max(length(n), 1e-6), 0.0);
    } else {
        o_colour = vec4(look, 1.0);
    }
}
