// light.glsl - lights a surface by three lights that move with the camera: a warm key, a cool fill,
// and the sky.  SPDX-License-Identifier: MIT

// Returns linear colors, which may exceed 1. `normal` and `to_eye` are in camera coordinates and
// of unit length. `gloss`: 0 matte, 0.5 the default, 1 the glossiest.
vec3 light_surface(vec3 base, vec3 normal, vec3 to_eye, float gloss) {
    vec3 n = dot(normal, to_eye) < 0.0 ? -normal : normal; // open models show their insides
    vec3 key = normalize(vec3(-0.45, 0.75, 0.60)), fill = normalize(vec3(0.9, 0.1, 0.35));
    float sky = 0.5 + 0.5 * n.y;
    vec3 light = mix(vec3(0.07, 0.06, 0.07), vec3(0.30, 0.34, 0.40), sky);
    light += vec3(1.00, 0.94, 0.86) * 0.85 * max(dot(n, key), 0.0);
    light += vec3(0.45, 0.55, 0.75) * 0.22 * max(dot(n, fill), 0.0);
    vec3 color = base * light;
    float exponent = 60.0 * exp2(4.0 * gloss - 2.0);
    color += vec3(0.76 * gloss) * pow(max(dot(n, normalize(key + to_eye)), 0.0), exponent);
    return color + vec3(0.25, 0.32, 0.42) * pow(1.0 - max(dot(n, to_eye), 0.0), 4.0); // light edge
}
