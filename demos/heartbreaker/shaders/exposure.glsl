// exposure.glsl - packs light of any brightness into eight bits, finer in the dark, as film does. A
// mean of samples is then one of how bright they look: no single bright one outshines the others.
// SPDX-License-Identifier: MIT
vec3 exposed(vec3 light) {
    return sqrt(light / (1.0 + light));
}

// Returns the mean light of samples. Nothing was drawn to the share things.a of them.
vec3 light_of(vec4 things) {
    float share = max(1.0 - things.a, 0.001);
    vec3 mean = things.rgb / share;
    mean = min(mean * mean, vec3(0.99));
    return mean / (1.0 - mean) * share;
}

// Returns noise of half a step of eight bits, without which a dark gradient would show its steps.
float grain() {
    return (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
