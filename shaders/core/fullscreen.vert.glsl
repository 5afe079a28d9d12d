// One triangle that covers the viewport, without any vertex buffer.
void main() {
#ifdef HPYR_INTEGERS
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
#else
    gl_Position = gl_Vertex;
#endif
}
