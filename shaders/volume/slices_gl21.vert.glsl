// Slice voxelizer (Ziegler et al. 2006, section 9) of GL 2.1: the triangles that reach a slice, drawn into its tile.
attribute vec3 a_corner; // x and y in cells; number of the triangle
attribute vec4 a_colour;
uniform vec3 u_slice;  // corner of the tile, slice
uniform vec4 u_scale;  // 2 / size of the viewport; texels from its corner to the texture's
varying vec2 v_record; // the same in all three corners: where its plane is found, 128 in a row
varying vec4 v_colour;
void main() {
    float row = floor(a_corner.z * 0.0078125);
    v_record = vec2(a_corner.z - 128.0 * row, row);
    v_colour = a_colour;
    gl_Position = vec4((a_corner.xy + u_slice.xy + u_scale.zw) * u_scale.xy - 1.0, 0.0, 1.0);
}
