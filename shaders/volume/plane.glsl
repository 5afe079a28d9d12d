// The slice in which a triangle's plane passes a column, from records of setup_triangle.vert.glsl.
// Slices, bits and colors share it, and so mark and color the same voxels.
//   plane = slope along x and y, z of the first vertex, lowest z
//   first = x and y of the first vertex, highest z
float height_of(vec4 plane, vec3 first, vec2 column) {
    return clamp(plane.z + dot(plane.xy, column - first.xy), plane.w, first.z);
}

float slice_of(vec4 plane, vec3 first, vec2 column) {
    return floor(height_of(plane, first, column));
}
