// Responses, but 0 for what is not above 0, not finite, or no number.
vec4 usable(vec4 responses) {
    const float largest = 3.4028234e38; // of all floats
    vec4 finite = mix(vec4(0.0), responses, lessThanEqual(responses, vec4(largest)));
    return mix(vec4(0.0), finite, greaterThan(finite, vec4(0.0)));
}
