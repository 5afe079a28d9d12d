// Passes on the number of each vertex as varyings of all types that are captured. A probe captures them to
// see whether they arrive, and how far the driver counts.
out vec4 v_vector;
out float v_number;
flat out uint v_word;
flat out int v_id;
void main() {
    v_id = gl_VertexID;
    v_word = uint(gl_VertexID) + 1u;
    v_number = float(gl_VertexID) + 2.0;
    v_vector = vec4(gl_VertexID) + vec4(3.0, 4.0, 5.0, 6.0);
    gl_Position = vec4(0.0);
}
