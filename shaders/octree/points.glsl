// Reads the points of a caller: vectors of three floats, in a texture with one float a texel.
uniform sampler2D u_floats;
uniform ivec2 u_floats_row;
uniform int u_stride; // floats from a vector to the next one
uniform int u_points;
uniform vec3 u_origin;          // of the root
uniform float u_cells_per_unit; // cells of the last depth

float float_at(int index) {
    return texelFetch(u_floats, ivec2(index & u_floats_row.x, index >> u_floats_row.y), 0).x;
}

vec3 hpyr_vector(int index) {
    return vec3(float_at(index * u_stride), float_at(index * u_stride + 1), float_at(index * u_stride + 2));
}

uniform vec2 u_eighths; // 1/8 and -1/8. With one constant compilers may subtract first

// An eighth of the way from one position to another one: it is never infinite, and a GPU can divide by it.
vec3 hpyr_way(vec3 from, vec3 to) {
    return u_eighths.x * to + u_eighths.y * from;
}

// A position in cells of the last depth.
vec3 hpyr_in_cells(vec3 position) {
    return (position - u_origin) * u_cells_per_unit;
}

// Whether no coordinate is infinite or NaN. Their bits tell, because a compiler may assume that there
// is no NaN.
bool hpyr_is_finite(vec3 vector) {
    return all(notEqual(floatBitsToUint(vector) & 0x7F800000u, uvec3(0x7F800000u)));
}
