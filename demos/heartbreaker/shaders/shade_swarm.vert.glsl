// shade_swarm.vert.glsl - draws the particles from above, for their shadow. It needs physics.glsl,
// swarm.glsl, drawn.glsl and front.glsl.  SPDX-License-Identifier: MIT
uniform float u_shade_reach, u_floor, u_time, u_radius, u_texels; // u_texels: side of the shadow
uniform float u_life;
FLAT_VARYING float v_shade;

void main() {
    vec2 e = entry();
    vec3 position = u_is_moving ? TEXEL(u_moving, e, vec2(u_side)).xyz : home_of(e);
    float left = u_life > 0.0 ? mix(1.0, physics_left(random_of(e), u_time), u_life) : 1.0;
    float grown = smoothstep(-0.10, 0.55, (position.y - u_front) / u_band);
    float height = max(position.y - u_floor, 0.0), radius = u_radius * left * grown;
    float soft = radius + 0.10 * height; // a higher particle has a wider and fainter shadow
    float size = max(2.0 * soft / (2.0 * u_shade_reach) * u_texels, 1.0);
    float area = radius * radius * 3.14 / pow(size * 2.0 * u_shade_reach / u_texels, 2.0);
    v_shade = 0.5 * min(area, 1.0) * exp(-0.35 * height);
    gl_PointSize = size;
    gl_Position = vec4(position.x / u_shade_reach, position.z / u_shade_reach, 0.0, 1.0);
}
