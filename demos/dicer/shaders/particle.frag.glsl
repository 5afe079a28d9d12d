// particle.frag.glsl - draws a round, lit particle: a point or, with QUADS, a square.
// SPDX-License-Identifier: MIT
VARYING vec3 v_color;
FLAT_VARYING vec3 v_normal;
FLAT_VARYING vec2 v_fog_and_diameter;
#ifdef QUADS
VARYING vec2 v_corner; // -1..1 over the square, y up
#endif
uniform float u_factor; // pixels of the target along a side of one of the screen
uniform vec4 u_tint;    // rgb replaces the color as far as a says

void main() {
#ifdef QUADS
    vec2 d = v_corner;
#else
    vec2 d = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
#endif
    // Particles of a few pixels are squares without a shading of their own: round ones leave gaps, and beat with the pixels.
    float size = clamp((v_fog_and_diameter.y / u_factor - 4.5) / 7.0, 0.0, 1.0);
    float r = mix(max(abs(d.x), abs(d.y)), length(d), size);
    // Alpha to coverage smooths the edge of a round one over a pixel.
    float coverage = mix(1.0, clamp((1.0 - r) * v_fog_and_diameter.y * 0.5 + 0.5, 0.0, 1.0), min(4.0 * size, 1.0));
    if (coverage <= 0.0)
        discard;
    vec3 ball = vec3(d, sqrt(max(1.0 - dot(d, d), 0.0)));
    // The surface's shading prevails; some of the ball's shows that these are particles.
    float sure = length(v_normal);
    vec3 n = sure > 0.0 ? normalize(mix(ball, v_normal / sure, mix(1.0, 0.8 * sure, size))) : ball;
    float light = mix(0.60, 0.50, sure) + 0.62 * max(dot(n, normalize(vec3(-0.45, 0.75, 0.60))), 0.0);
    vec3 color = mix(v_color, u_tint.rgb, u_tint.a);
    vec3 fog = vec3(0.075, 0.085, 0.105);
    o_color = vec4(mix(min(color * light * 1.12, vec3(1.0)), fog, 0.72 * v_fog_and_diameter.x), coverage);
}
