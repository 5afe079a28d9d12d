// Slice voxelizer (Ziegler et al. 2006, section 9) of GL 2.1: draws triangles into a slice's tile.
attribute vec3 a_corner; // x and y in cells, number of the triangle in the batch
attribute vec4 a_color;
uniform vec3 u_slice;  // xy: corner of the tile; z: slice
uniform vec4 u_scale;  // xy: 2 / size of the viewport; zw: margin around the texture in texels
varying vec2 v_record; // place of the plane, 128 planes in a row; equal in all three corners
varying vec4 v_color;
void main() {
    float row = floor(a_corner.z * 0.0078125);
    v_record = vec2(a_corner.z - 128.0 * row, row);
    v_color = a_color;
    gl_Position = vec4((a_corner.xy + u_slice.xy + u_scale.zw) * u_scale.xy - 1.0, 0.0, 1.0);
}
