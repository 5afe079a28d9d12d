// entry.frag.glsl - blue for positive entries, orange for negative ones; paler where they are small.  SPDX-License-Identifier: MIT
VARYING float v_value;
uniform float u_alpha;
uniform float u_largest; // |value| of the strongest color
uniform bool u_blends;   // dots may cover one another; else they cover the white paper, and rounding must not show

void main() {
    float strength = 0.35 + 0.65 * min(sqrt(abs(v_value) / u_largest), 1.0);
    vec3 color = v_value < 0.0 ? vec3(0.80, 0.33, 0.00) : vec3(0.05, 0.30, 0.65);
    float alpha = u_alpha * strength;
    o_color = u_blends ? vec4(color, alpha) : vec4(mix(vec3(1.0), color, alpha), 1.0);
}
