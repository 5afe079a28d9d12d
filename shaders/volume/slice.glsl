// Returns the slice that a fragment's triangle marks in its column.
flat in vec4 v_plane;
flat in vec3 v_first;

int slice_at(vec2 column) {
    return int(slice_of(v_plane, v_first, column));
}
