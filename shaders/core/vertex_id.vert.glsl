// Passes on the number of each vertex to the next stage.
flat out int v_id;
void main() {
    v_id = gl_VertexID;
    gl_Position = vec4(0.0);
}
