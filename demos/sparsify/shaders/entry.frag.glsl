// entry.frag.glsl - a color for positive entries and one for negative ones; paler where they are small.  SPDX-License-Identifier: MIT
VARYING float v_value;
uniform float u_alpha;
uniform float u_largest; // |value| of the strongest color
uniform vec3 u_negative, u_positive;
uniform bool u_blends; // dots may cover one another; else they cover the white paper, and rounding must not show

void main() {
    float strength = 0.35 + 0.65 * min(sqrt(abs(v_value) / u_largest), 1.0);
    vec3 color = v_value < 0.0 ? u_negative : u_positive;
    float alpha = u_alpha * strength;
    o_color = u_blends ? vec4(color, alpha) : vec4(mix(vec3(1.0), color, alpha), 1.0);
}
