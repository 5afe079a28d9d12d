// Slice voxelizer (Ziegler et al. 2006, section 9): instance k draws the mesh into slice k's
// tile. A triangle that does not reach the slice collapses to a point; no other one is clipped.
layout(location = 0) in vec4 a_a;
layout(location = 1) in vec4 a_b;
layout(location = 2) in float a_c;
layout(location = 3) in vec4 a_color;
uniform ivec3 u_volume; // width and height of a slice, tiles in a row
uniform vec4 u_scale;   // xy: 2 / size of the viewport; zw: margin around the texture in texels
flat out vec4 v_plane;  // see plane.glsl
flat out vec3 v_first;  // see plane.glsl
flat out ivec3 v_slice; // xy: corner of the tile; z: slice
out vec4 v_color;
void main() {
    int slice = gl_InstanceID;
    ivec2 corner = ivec2(slice % u_volume.z, slice / u_volume.z) * u_volume.xy;
    v_plane = a_b;
    v_first = vec3(a_a.zw, a_c);
    v_slice = ivec3(corner, slice);
    v_color = a_color;
    bool reached = a_b.w <= a_c && floor(a_b.w) <= float(slice) && float(slice) <= floor(a_c);
    gl_Position =
        reached ? vec4((a_a.xy + vec2(corner) + u_scale.zw) * u_scale.xy - 1.0, 0.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}
