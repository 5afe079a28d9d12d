// studio.glsl - lights the scene, in linear colors: a warm key from the upper left, a cool rim
// from behind, a soft sky, and what the floor reflects.  SPDX-License-Identifier: MIT
const vec3 KEY_FROM = vec3(-0.46, 0.72, 0.52), RIM_FROM = vec3(0.62, 0.34, -0.71);
const vec3 KEY_LIGHT = vec3(1.00, 0.90, 0.78) * 2.3, RIM_LIGHT = vec3(0.55, 0.68, 1.00) * 1.5;
const vec3 SKY = vec3(0.30, 0.33, 0.44), GROUND = vec3(0.17, 0.115, 0.11);

// Returns the light that leaves a surface towards the eye. If `wrap` is above 0, the key reaches
// round the edge, as in flesh and wax.
vec3 studio_light(vec3 base, vec3 n, vec3 to_eye, float gloss, float wrap) {
    float key = max((dot(n, KEY_FROM) + wrap) / (1.0 + wrap), 0.0), rim = max(dot(n, RIM_FROM), 0.0);
    float edge = 1.0 - max(dot(n, to_eye), 0.0), power = mix(12.0, 140.0, gloss);
    edge *= edge;
    edge = min(edge * edge, 0.4); // else the outline would be white
    vec3 sky = mix(GROUND, SKY, 0.5 + 0.5 * n.y);
    float shine = pow(max(dot(n, normalize(KEY_FROM + to_eye)), 0.0), power) * (power + 8.0) / 25.0;
    vec3 diffuse = base * (KEY_LIGHT * key + RIM_LIGHT * (rim * 0.6) + sky);
    vec3 reflected = KEY_LIGHT * (shine * (0.04 + 0.3 * edge)) + RIM_LIGHT * (edge * (0.06 + 0.34 * rim));
    return diffuse + gloss * (reflected + sky * (0.024 + 0.576 * edge));
}
