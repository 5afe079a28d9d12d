// The number of each vertex, to see whether a driver keeps counting.
flat out int v_id;
void main() {
    v_id = gl_VertexID;
    gl_Position = vec4(0.0);
}
