// Covers the rows of a plane that have entries which were found. Fragments behind them would have nothing to do, but where neighbors are
// shaded together, idle ones cost as much as busy ones.
uniform usampler2D u_found; // how many there are
uniform ivec2 u_target_row; // see plane.glsl
uniform ivec2 u_rows;       // the first row of the viewport, and how many it has

void main() {
    uint found = texelFetch(u_found, ivec2(0), 0).x;
    int rows = (int((found >> 2) + min(found & 3u, 1u)) + u_target_row.x) >> u_target_row.y;
    float end = float(2 * clamp(rows - u_rows.x, 0, u_rows.y)) / float(u_rows.y) - 1.0;
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? end - 4.0 : end, 0.0, 1.0);
}
