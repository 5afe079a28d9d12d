// polish.glsl - lights a polished surface in a room, by lights that move with the camera.
// SPDX-License-Identifier: MIT
const vec3 LAMP = vec3(-0.424, 0.707, 0.566), WINDOW = vec3(0.927, 0.103, 0.361);

// What a polished surface mirrors: a room that is bright above, a lamp with a glow around it and a
// window to the right.
vec3 room(vec3 way) {
    float lamp = max(dot(way, LAMP), 0.0), window = max(dot(way, WINDOW), 0.0);
    lamp *= lamp;
    lamp *= lamp;
    lamp *= lamp;
    window *= window;
    window *= window;
    vec3 light = mix(vec3(0.02, 0.02, 0.03), vec3(0.34, 0.40, 0.52), smoothstep(-0.4, 1.0, way.y));
    light += vec3(1.00, 0.94, 0.86) * (2.2 * lamp + 9.0 * smoothstep(0.45, 1.0, lamp));
    return light + vec3(0.32, 0.42, 0.58) * window;
}

// Light that the surface scatters. Beyond the edge of the lamp's light it turns to the surface's own
// color, and not to gray.
vec3 scattered(vec3 base, vec3 n) {
    float lamp = max((dot(n, LAMP) + 0.20) / 1.20, 0.0), window = max(dot(n, WINDOW), 0.0);
    vec3 light = mix(vec3(0.075, 0.05, 0.07), vec3(0.22, 0.25, 0.31), 0.5 + 0.5 * n.y);
    light += vec3(1.28, 1.18, 1.05) * lamp * mix(lamp, 1.0, 0.3);
    return base * (light + vec3(0.14, 0.19, 0.28) * window);
}

// Returns linear colors, which may exceed 1. `normal` and `to_eye` are in camera coordinates and of
// unit length. `blocked`: how much light does not get there, 0..1, see shade.glsl.
vec3 light_polished(vec3 base, vec3 normal, vec3 to_eye, float blocked) {
    float facing = max(dot(normal, to_eye), 0.0);
    vec3 corner = mix(vec3(1.0), base, 0.5) * 0.22; // reflected light has the surface's color
    float away = 1.0 - facing, mirrored = 0.045 + 0.55 * away * away * away * away * away;
    vec3 color = scattered(base, normal) * mix(vec3(1.0), corner, blocked);
    color *= 1.0 - 0.55 * away * away * away; // so that parts in front stand out
    return color + room(reflect(-to_eye, normal)) * mirrored * (1.0 - 0.8 * blocked);
}
