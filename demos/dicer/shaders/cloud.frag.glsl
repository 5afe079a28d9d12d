// cloud.frag.glsl - a round, lit particle.  SPDX-License-Identifier: MIT
in vec3 v_colour;
flat in vec3 v_normal;
flat in float v_fog;
flat in float v_diameter;
uniform vec4 u_tint; // replaces the colour by its alpha
out vec4 o_colour;

void main() {
    vec2 d = gl_PointCoord * 2.0 - 1.0;
    float r = length(d);
    float coverage = clamp((1.0 - r) * v_diameter * 0.5 + 0.5, 0.0, 1.0); // one pixel of edge, by alpha to coverage
    if (coverage <= 0.0) {
        discard;
    }
    vec3 ball = vec3(d.x, -d.y, sqrt(max(1.0 - r * r, 0.0)));
    // Mostly the surface's own shading; enough of the ball's to see that these are particles.
    bool has_normal = dot(v_normal, v_normal) > 0.0;
    vec3 n = has_normal ? normalize(mix(ball, v_normal, 0.8)) : ball;
    float light = (has_normal ? 0.52 : 0.60) + 0.50 * max(dot(n, normalize(vec3(-0.45, 0.75, 0.60))), 0.0);
    vec3 colour = mix(v_colour, u_tint.rgb, u_tint.a);
    vec3 fog = vec3(0.075, 0.085, 0.105);
    o_colour = vec4(mix(min(colour * light * 1.12, vec3(1.0)), fog, 0.72 * v_fog), coverage);
}
