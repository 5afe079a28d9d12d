// splat.vert.glsl - puts a triangle around each splat's ellipse, the farthest splat first. A square
// would have a third less of area, but one vertex and one triangle more.  SPDX-License-Identifier: MIT
FLAT_VARYING vec4 v_light;
VARYING vec2 v_away;                             // from the center, in standard deviations times sqrt(1/2)
uniform sampler2D u_places, u_lights, u_reaches; // as project.frag.glsl writes them
uniform usampler2D u_order;                      // splat of each rank
uniform bool u_is_sorted;
uniform int u_shift; // log2 of the textures' width
uniform vec2 u_picture;

ivec2 texel_of(int i) {
    return ivec2(i & ((1 << u_shift) - 1), i >> u_shift);
}

void main() {
    int rank = gl_VertexID / 3, corner = gl_VertexID - 3 * rank;
    ivec2 splat = texel_of(u_is_sorted ? int(texelFetch(u_order, texel_of(rank), 0).r) : rank);
    vec4 place = texelFetch(u_places, splat, 0);
    v_light = vec4(0.0);
    v_away = vec2(0.0);
    gl_Position = vec4(-2.0, -2.0, 0.0, 1.0);
    float size = length(place.zw);
    if (size > 0.0) {
        // An equilateral triangle around the unit circle, and a little more, so that rounding cuts nothing off.
        vec2 spot = corner == 0 ? vec2(2.004, 0.0) : vec2(-1.002, corner == 1 ? 1.7356 : -1.7356);
        vec2 reach = texelFetch(u_reaches, splat, 0).xy;
        vec2 across = vec2(-place.w, place.z) * (reach.x / size);
        v_light = texelFetch(u_lights, splat, 0);
        v_away = spot * reach.y;
        gl_Position = vec4((place.xy + spot.x * place.zw + spot.y * across) / u_picture * 2.0 - 1.0, 0.0, 1.0);
    }
}
