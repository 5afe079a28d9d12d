// Tells exactly whether a triangle covers the center of a column, from its edge functions: edges.glsl.
// They may be above 2^32. So floats tell whether integers have wrapped, and which sign they have then.
flat in vec3 v_along_x, v_along_y;
flat in vec4 v_rounded;
flat in ivec3 v_exact;

// Where it does, `sides` are the weights of the corners but for a factor. A column on an edge belongs to
// a left edge, or to a bottom one, as rasterizers have it.
bool is_covered(vec2 column, out vec3 sides) {
    vec2 at = 256.0 * column;
    vec3 rounded = v_along_x * at.x + v_along_y * at.y + v_rounded.xyz;
    ivec3 exact = ivec3(v_along_x) * int(at.x) + ivec3(v_along_y) * int(at.y) + v_exact;
    sides = mix(rounded, vec3(exact), lessThan(abs(rounded), vec3(v_rounded.w)));
    vec3 owned = sign(v_along_x + 0.5 * sign(v_along_y)); // whole numbers: the second decides where the first is 0
    return all(greaterThan(sides + 0.5 * owned, vec3(0.0)));
}
