// Draws a triangle that covers the viewport, or nothing where the first runs of a sort are in order already.
uniform usampler2D u_disorder; // one texel: see disorder.vert.glsl
uniform bool u_is_needed;      // draws in any case

void main() {
    bool is_drawn = u_is_needed || texelFetch(u_disorder, ivec2(0), 0).x != 0u;
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(is_drawn ? corner : vec2(0.0), 0.0, 1.0);
}
