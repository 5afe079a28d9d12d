// slice_looks.frag.glsl - writes the color or the normal of each entry of the point list. Its
// voxel holds the number of a triangle, whose corners have the looks (see slice_looks.c).
// SPDX-License-Identifier: MIT
uniform sampler2D u_cells, u_slices, u_corners, u_texture;
uniform vec2 u_cells_size, u_slices_size, u_corners_size;
uniform vec2 u_slice;     // size of a slice
uniform float u_tiles;    // slices side by side
uniform vec2 u_triangles; // first triangle of this pass, end
uniform bool u_are_normals, u_is_textured;

float triangle_at(vec3 cell) {
    float row = floor((cell.z + 0.5) / u_tiles);
    vec3 number = TEXEL(u_slices, vec2(cell.z - row * u_tiles, row) * u_slice + cell.xy, u_slices_size).rgb;
    return dot(floor(number * 255.0 + 0.5), vec3(1.0, 256.0, 65536.0));
}

float cross2(vec2 a, vec2 b) {
    return a.x * b.y - a.y * b.x;
}

// Returns the weights of the corners at p, which may lie outside by a rounding.
vec3 weights_at(vec2 p, vec2 a, vec2 b, vec2 c) {
    float area = cross2(b - a, c - a);
    vec3 w = vec3(cross2(b - p, c - p), cross2(c - p, a - p), cross2(a - p, b - p));
    w = max(area < 0.0 ? -w : w, 0.0);
    float sum = w.x + w.y + w.z;
    return sum > 0.0 ? w / sum : vec3(1.0, 0.0, 0.0);
}

vec3 unpack(float color) {
    vec3 bytes = floor(vec3(color, color / 256.0, color / 65536.0));
    return (bytes - vec3(bytes.yz, 0.0) * 256.0) / 255.0;
}

void main() {
    vec3 cell = TEXEL(u_cells, gl_FragCoord.xy - 0.5, u_cells_size).xyz;
    float triangle = triangle_at(cell), in_row = u_corners_size.x / 6.0, row = floor((triangle + 0.5) / in_row);
    if (triangle < u_triangles.x || triangle >= u_triangles.y)
        discard;
    vec4 corners[6];
    for (int i = 0; i < 6; i++)
        corners[i] = TEXEL(u_corners, vec2((triangle - row * in_row) * 6.0 + float(i), row), u_corners_size);
    vec3 w = weights_at(cell.xy + 0.5, corners[0].xy, corners[2].xy, corners[4].xy);
    if (u_are_normals) {
        vec3 n = w.x * corners[1].xyz + w.y * corners[3].xyz + w.z * corners[5].xyz;
        float size = length(n);
        o_color = vec4(size > 0.0 && size < 1e18 ? n / size : vec3(0.0), 0.0);
    } else {
        vec3 color = w.x * unpack(corners[1].w) + w.y * unpack(corners[3].w) + w.z * unpack(corners[5].w);
        if (u_is_textured)
            color *= TEXTURE_2D(u_texture, w.x * corners[0].zw + w.y * corners[2].zw + w.z * corners[4].zw).rgb;
        o_color = vec4(color, 1.0);
    }
}
