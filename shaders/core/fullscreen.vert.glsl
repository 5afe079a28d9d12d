// Draws one triangle that covers the viewport. GLSL 3.30 needs no vertex buffer for it.
void main() {
#ifdef HPYR_INTEGERS
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
#else
    gl_Position = gl_Vertex;
#endif
}
