// swarm.frag.glsl - draws a ball, stretched to a capsule by its motion, at the depth of its
// surface. Most of its light is the vertex shader's. It needs exposure.glsl.
// SPDX-License-Identifier: MIT
FLAT_VARYING vec3 v_light, v_shine, v_heat;
FLAT_VARYING float v_whole;
FLAT_VARYING vec4 v_shape;
uniform vec3 u_key, u_half; // to the key light; half way from there to the eye (0, 0, 1)
uniform float u_radius;
uniform vec2 u_depth; // of the projection: gl_FragCoord.z = u_depth.x + u_depth.y / w

void main() {
    vec2 d = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0, streak = v_shape.xy;
    float along = dot(streak, streak);
    d -= along > 0.0 ? streak * clamp(dot(d, streak) / along, -1.0, 1.0) : vec2(0.0);
    d /= v_shape.z;
    float r = length(d), pixels = v_shape.z * v_shape.w * 0.5;
    // Alpha to coverage smooths the edge over one pixel, and a ball that is smeared is fainter.
    float coverage = clamp((1.0 - r) * pixels + 0.5, 0.0, 1.0) * v_whole;
    if (coverage <= 0.1)
        discard;
    float bulge = sqrt(max(1.0 - r * r, 0.0));
    vec3 ball = vec3(d, bulge);
    float lit = max(dot(ball, u_key) + 0.25, 0.0), shine = max(dot(ball, u_half), 0.0);
    float crevice = 0.55 + 0.45 * bulge; // neighbors keep light from its sides
    shine *= shine;
    shine *= shine;
    shine *= shine;
    vec3 color = v_light * (0.42 + 0.72 * lit) * crevice + v_shine * shine * shine + v_heat * (0.35 + 0.65 * bulge);
    o_color = vec4(exposed(color), coverage);
    float w = u_depth.y / (gl_FragCoord.z - u_depth.x);
    gl_FragDepth = u_depth.x + u_depth.y / (w - bulge * u_radius);
}
