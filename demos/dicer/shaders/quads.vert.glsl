// quads.vert.glsl - draws each point as a square, straight from a pyramid of six clones: a key is a
// corner of one of two triangles (Ziegler et al., MPI-I-2006-4-002, section 6.2). It needs the
// pyramid's GLSL and particle.glsl.  SPDX-License-Identifier: MIT
#if __VERSION__ < 300
attribute float a_hpyr_vertex;
#endif
uniform vec2 u_viewport; // in pixels
VARYING vec2 v_corner;

void main() {
    KEY key = hpyr_key_of_vertex(VERTEX_ID);
    vec4 point = vec4(hpyr_point_at(key));
    float clone = point.w; // 0..5: two triangles of corners 0 1 2 and 2 1 3
    float corner = clone < 3.0 ? clone : clone > 4.0 ? 3.0 : 5.0 - clone;
#if __VERSION__ >= 300
    place_particle(point.xyz, key / 6u);
#else
    place_particle(point.xyz, floor((key - clone) / 6.0 + 0.5));
#endif
    v_corner = vec2(mod(corner, 2.0), floor(corner / 2.0)) * 2.0 - 1.0;
    gl_Position.xy += v_corner * v_fog_and_diameter.y / u_viewport * gl_Position.w;
}
