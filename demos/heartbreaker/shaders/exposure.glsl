// exposure.glsl - light of any brightness in eight bits, as film keeps it: finer in the dark. The mean of some samples is thus one of
// how bright they look, and no single bright one outshines the others.  SPDX-License-Identifier: MIT
vec3 exposed(vec3 light) {
    return sqrt(light / (1.0 + light));
}

// From the mean of samples of which the share 1 - things.a was drawn to: their light, times that share.
vec3 light_of(vec4 things) {
    float share = max(1.0 - things.a, 0.001);
    vec3 mean = things.rgb / share;
    mean = min(mean * mean, vec3(0.99));
    return mean / (1.0 - mean) * share;
}

// Another for each pixel, within half a step of eight bits: a dark gradient would show its steps without.
float grain() {
    return (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
