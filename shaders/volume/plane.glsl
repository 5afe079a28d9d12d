// The slice that a triangle's plane passes at a column: of the records of setup_triangle.vert.glsl. Slices and bits share it,
// and so mark the same voxels.
//   plane = slope, z of the first vertex, lowest z      first = first vertex x, y; highest z
float slice_of(vec4 plane, vec3 first, vec2 column) {
    return floor(clamp(plane.z + dot(plane.xy, column - first.xy), plane.w, first.z));
}

#ifdef HPYR_INTEGERS
flat in vec4 v_plane;
flat in vec3 v_first;

int slice_at(vec2 column) {
    return int(slice_of(v_plane, v_first, column));
}
#endif
