// final.frag.glsl - turns light into what a screen shows: the things in their room, glow, darker
// corners as of a lens, a film's curve, sRGB. It needs exposure.glsl.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_picture, u_glow, u_room;
uniform float u_aspect;        // width / height
uniform vec2 u_burst_at;       // where something hit, 0..1
uniform float u_burst, u_ring; // brightness of its burst, and of the ring that runs outwards
uniform vec2 u_burst_size;     // sizes of both, in heights of the picture

// Bright colors go to white slowly, dark ones stay nearly linear.
vec3 film(vec3 light) {
    return light * (1.0 + light * 0.12) / (1.0 + light * 0.78);
}

vec3 encode(vec3 linear) {
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

vec3 impact_light() {
    vec2 away = (v_place - u_burst_at) * vec2(u_aspect, 1.0);
    float r = length(away), inner = r / u_burst_size.x, outer = (r - u_burst_size.y) / 0.018;
    float burst = exp(-inner * inner * 26.0) + 0.25 * exp(-inner * inner * 5.0);
    return vec3(3.0, 2.1, 1.3) * u_burst * burst + vec3(1.0, 0.55, 0.30) * u_ring * exp(-outer * outer);
}

void main() {
    vec2 place = v_place * 2.0 - 1.0;
    vec4 things = TEXTURE_2D(u_picture, v_place);
    vec3 light = light_of(things) + TEXTURE_2D(u_glow, v_place).rgb * 0.55;
    light += TEXTURE_2D(u_room, v_place).rgb * things.a;
    if (u_burst > 0.0)
        light += impact_light();
    light *= 1.0 - 0.14 * dot(place, place);
    o_color = vec4(encode(film(light)) + grain(), 1.0);
}
