// swarm.vert.glsl - draws a particle as a point, stretched along its way while a shutter is open.
// It needs physics.glsl, swarm.glsl, drawn.glsl, studio.glsl and front.glsl.
// SPDX-License-Identifier: MIT
uniform mat4 u_view, u_view_projection;
uniform vec2 u_mirror;
uniform vec3 u_eye;
uniform vec2 u_viewport;      // in pixels
uniform float u_pixels;       // pixels of a length of 1 at distance 1
uniform float u_radius;       // of a particle
uniform float u_near;         // particles shrink from there to the camera
uniform float u_shutter;      // seconds
uniform float u_largest;      // what OpenGL allows of gl_PointSize
uniform float u_time;         // seconds since the impact
uniform float u_life;         // 1: as hot and faded as u_time says; 0: cool and whole
uniform float u_floor, u_dim; // u_dim: how fast a mirror image fades with height
FLAT_VARYING vec3 v_light, v_shine, v_heat;
FLAT_VARYING float v_whole; // share of its pixel that a tiny ball covers, else 1
FLAT_VARYING vec4 v_shape;  // half the streak, ball's radius (in point radii); diameter in pixels

vec3 turned(vec3 v, vec3 axis, float angle) {
    float c = cos(angle), s = sin(angle);
    return v * c + cross(axis, v) * s + axis * dot(axis, v) * (1.0 - c);
}

// A particle is hot at first, most where the blast was strongest; it cools, and red goes last.
vec3 heat_of(vec3 home, vec4 random, float time) {
    float blast = exp(-distance(home, u_impact.point) / u_physics.reach);
    float hot = (0.25 + 1.1 * blast) * (0.5 + random.w) * exp(-time * mix(2.0, 0.8, random.z));
    return vec3(3.4, 2.6, 2.1) * pow(vec3(min(hot, 1.6)), vec3(1.15, 2.4, 4.2));
}

vec2 screen_of(vec3 position) {
    vec4 clip = u_view_projection * vec4(position.x, u_mirror.x * position.y + u_mirror.y, position.z, 1.0);
    return clip.xy / max(clip.w, 0.01) * u_viewport * 0.5;
}

void main() {
    vec2 e = entry();
    vec4 random = random_of(e), color = TEXEL(u_colors, e, vec2(u_side));
    vec3 home = home_of(e), normal = TEXEL(u_normals, e, vec2(u_side)).xyz, position = home, velocity = vec3(0.0);
    v_heat = vec3(0.0);
    if (u_is_moving) {
        vec4 moving = TEXEL(u_moving, e, vec2(u_side)), speed = TEXEL(u_speeds, e, vec2(u_side));
        velocity = speed.xyz;
        position = moving.xyz + velocity * u_ahead;
        position.y = max(position.y, min(moving.y, u_physics.floor));
        normal = turned(normal, physics_axis(random), moving.w + speed.w * u_ahead);
    }
    float left = 1.0;
    if (u_life > 0.0) {
        left = mix(1.0, physics_left(random, u_time), u_life);
        float passed = u_time - physics_delay(home);
        v_heat = passed > 0.0 ? heat_of(home, random, passed) * u_life : vec3(0.0);
    }
    float above = position.y - u_front, grown = smoothstep(-0.10, 0.55, above / u_band + 0.25 * (random.x - 0.5));
    vec4 clip = u_view_projection * vec4(position.x, u_mirror.x * position.y + u_mirror.y, position.z, 1.0);
    float size = u_radius * grown * left * smoothstep(u_near, u_near * 1.6, clip.w);
    float radius = size * u_pixels / clip.w;
    // A ball smaller than a pixel would flicker: it keeps a pixel's size and fades.
    float most = u_largest * 0.5 - 0.5, drawn = clamp(radius, 0.6, most);
    v_whole = min(radius * radius / (0.6 * 0.6), 1.0);
    vec2 streak = (screen_of(position) - screen_of(position - velocity * u_shutter)) * 0.5;
    // The ball has its size, and the streak what is left of a point's.
    float longest = min(24.0 + 3.0 * drawn, most - drawn), length_of = length(streak);
    streak *= length_of > longest ? longest / length_of : 1.0;
    length_of = min(length_of, longest);
    float reach = drawn + length_of + 0.5; // and half a pixel for the edge
    v_shape = vec4(streak / reach, drawn / reach, 2.0 * reach);
    vec3 to_eye = normalize(u_eye - position);
    float sure = length(normal);
    normal = sure > 0.0 ? normal / sure : to_eye;
    normal = dot(normal, to_eye) < 0.0 ? -normal : normal; // both sides shine
    // Inside of a solid there is no surface, but flesh of its own color.
    vec3 base = pow(mix(vec3(0.55, 0.10, 0.10), color.rgb, color.a), vec3(2.2)) * (0.35 + 0.65 * left);
    float dim = exp(-u_dim * (position.y - u_floor));
    v_light = studio_light(base, normal, to_eye, 0.7, 0.25) * dim;
    v_shine = KEY_LIGHT * 0.10 * max(dot(normal, KEY_FROM), 0.0) * dim;
    v_heat = (v_heat + front_glow(above) * 0.5) * dim;
    gl_PointSize = 2.0 * reach;
    gl_Position = clip;
    if (size <= 0.0 || clip.w < u_near)
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind the far plane, so it is not drawn
}
