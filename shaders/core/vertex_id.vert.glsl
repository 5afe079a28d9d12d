// Passes on the number of each vertex. A probe captures it to see how far the driver counts.
flat out int v_id;
void main() {
    v_id = gl_VertexID;
    gl_Position = vec4(0.0);
}
