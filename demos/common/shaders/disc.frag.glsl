// disc.frag.glsl - draws a point as a small disc that stands across its normal: warm if that looks to the
// eye, cool and dark if it looks away. It needs polish.glsl and screen.glsl.  SPDX-License-Identifier: MIT
FLAT_VARYING vec3 v_center;
FLAT_VARYING vec3 v_normal;
uniform vec3 u_warm, u_cool; // linear

// Discs that are seen from the side keep some of their width, or they would flicker.
const float NARROWEST = 0.3;

void main() {
    vec2 away = vec2(2.0, -2.0) * (gl_PointCoord - 0.5);
    vec3 to_eye = normalize(-v_center);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    bool looks_away = dot(n, to_eye) < 0.0;
    n = looks_away ? -n : n;
    float rise = dot(n.xy, away) / max(n.z, NARROWEST);
    if (dot(away, away) + rise * rise > 1.0)
        discard;
    vec3 color = light_polished(looks_away ? u_cool : u_warm, n, to_eye, 0.0);
    o_color = vec4(encode(film(color * (looks_away ? 0.22 : 1.0))), 1.0);
}
