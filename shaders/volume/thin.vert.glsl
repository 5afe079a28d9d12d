// Single-pass voxelizer of fill THIN: draws the mesh once, seen along z. A triangle that lies above
// or below the drawn layers collapses to a point.
layout(location = 0) in vec4 a_a;
layout(location = 1) in vec4 a_b;
layout(location = 2) in float a_c;
uniform vec4 u_scale;  // xy: 2 / size of the viewport; zw: margin around the texture in texels
uniform vec2 u_slices; // first slice of the drawn layers, end
flat out vec4 v_plane;
flat out vec3 v_first;
void main() {
    v_plane = a_b;
    v_first = vec3(a_a.zw, a_c);
    bool reached = a_b.w <= a_c && a_c >= u_slices.x && a_b.w < u_slices.y;
    gl_Position = reached ? vec4((a_a.xy + u_scale.zw) * u_scale.xy - 1.0, 0.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}
