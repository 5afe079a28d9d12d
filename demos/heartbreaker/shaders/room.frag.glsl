// room.frag.glsl - draws the studio: a wall, and a polished floor with a shadow and a mirror image.
// It needs exposure.glsl.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_shade, u_mirrored;
uniform vec3 u_eye, u_forward, u_right, u_up; // right, up: from the picture's middle to its edges
uniform vec2 u_lit;                           // where the wall is lit, -1..1
uniform float u_aspect;                       // width / height
uniform float u_floor, u_shade_reach;         // half the side of the shadow's square
uniform vec4 u_flash;                         // xyz: the impact; w: its brightness

vec3 wall(vec2 place) {
    vec2 away = (place - u_lit) * vec2(u_aspect, 1.0) * 0.5;
    float near = exp(-dot(away, away) * 4.2);
    vec3 color = mix(vec3(0.0085, 0.0075, 0.0120), vec3(0.0040, 0.0045, 0.0085), place.y * 0.5 + 0.5);
    return color + (vec3(0.052, 0.020, 0.034) + vec3(0.060, 0.036, 0.024) * u_flash.w) * near;
}

vec3 ground(vec2 at, float to_eye) {
    vec2 pool = at - vec2(-0.25, 0.2);
    vec3 color = vec3(0.070, 0.050, 0.056) * exp(-dot(pool, pool) * 0.55) + vec3(0.0050, 0.0045, 0.0075);
    color *= 0.12 + 0.88 * exp(-2.2 * TEXTURE_2D(u_shade, at / u_shade_reach * 0.5 + 0.5).r);
    float height = max(u_flash.y - u_floor, 0.05);
    vec3 to_flash = vec3(u_flash.x - at.x, height, u_flash.z - at.y);
    float far = dot(to_flash, to_flash);
    color += vec3(1.0, 0.62, 0.34) * u_flash.w * 0.10 * height / (0.15 + far * sqrt(far));
    vec4 mirrored = TEXTURE_2D(u_mirrored, v_place);
    vec3 reflected = light_of(mirrored);
    float grazing = 1.0 - to_eye;
    float shine = mix(0.10, 0.60, grazing * grazing * grazing);
    return color * (1.0 - shine * (1.0 - mirrored.a)) + reflected * shine;
}

vec3 room(vec2 place) {
    vec3 ray = normalize(u_forward + u_right * place.x + u_up * place.y), color = wall(place);
    float away = ray.y < -0.001 && u_eye.y > u_floor ? (u_floor - u_eye.y) / ray.y : 1000.0;
    vec2 at = u_eye.xz + ray.xz * away;
    float there = 1.0 - smoothstep(1.2, 3.1, length(at)); // the floor fades into the wall
    return there > 0.0 ? mix(color, ground(at, -ray.y), there) : color;
}

void main() {
    o_color = vec4(room(v_place * 2.0 - 1.0), 1.0);
}
