// screen.glsl - turns light into what a screen shows.  SPDX-License-Identifier: MIT

// Bright colors go to white slowly.
vec3 film(vec3 light) {
    return light * (1.0 + light * 0.12) / (1.0 + light * 0.35);
}

vec3 encode(vec3 linear) {
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
