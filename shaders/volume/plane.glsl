// The slice that a triangle's plane passes at a column: of the records of setup_triangle.vert.glsl. Slices and bits share it,
// and so mark the same voxels.
flat in vec4 v_plane; // slope, z of the first vertex, lowest z
flat in vec3 v_first; // first vertex x, y; highest z

int slice_at(vec2 column) {
    return int(floor(clamp(v_plane.z + dot(v_plane.xy, column - v_first.xy), v_plane.w, v_first.z)));
}
