// Reads the points of a caller: vectors of three floats, in a texture with one float a texel.
uniform sampler2D u_floats;
uniform ivec2 u_floats_row;
uniform int u_stride; // floats from a vector to the next one
uniform int u_points;

float float_at(int index) {
    return texelFetch(u_floats, ivec2(index & u_floats_row.x, index >> u_floats_row.y), 0).x;
}

vec3 hpyr_vector(int index) {
    return vec3(float_at(index * u_stride), float_at(index * u_stride + 1), float_at(index * u_stride + 2));
}

// Whether no coordinate is infinite or NaN. Their bits tell, because a compiler may assume that there
// is no NaN.
bool hpyr_is_finite(vec3 vector) {
    return all(notEqual(floatBitsToUint(vector) & 0x7F800000u, uvec3(0x7F800000u)));
}
