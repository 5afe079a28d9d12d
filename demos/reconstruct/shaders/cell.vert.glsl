// cell.vert.glsl - draws the edges of the octree's cells that have points: an instance is a node. It needs
// the octree's GLSL, stand.glsl and depths.glsl.  SPDX-License-Identifier: MIT
uniform int u_shown;     // depth of the cells that are shown; those of two depths above are faint
uniform float u_deepest; // of the octree
FLAT_VARYING vec3 v_color;
VARYING float v_distance; // from the eye

void main() {
    int depth = hpyr_depth_of(gl_InstanceID);
    ivec3 end = ivec3(gl_VertexID, gl_VertexID >> 1, gl_VertexID >> 2) & 1; // first all edges along x, then along y, z
    end = gl_VertexID < 8 ? end.xyz : gl_VertexID < 16 ? end.yxz : end.yzx;
    vec4 cube = hpyr_cube();
    vec3 place = cube.xyz + cube.w / float(1 << depth) * vec3(hpyr_cell_of(gl_InstanceID) + end);
    vec4 position = vec4(placed(place), 1.0);
    bool is_shown = depth <= u_shown && depth + 2 >= u_shown && hpyr_node(gl_InstanceID).z > 0u;
    v_color = depth_color(float(depth), u_deepest) * (depth == u_shown ? 1.0 : depth + 1 == u_shown ? 0.4 : 0.2);
    v_distance = -(u_view * position).z;
    gl_Position = is_shown ? u_view_projection * position : vec4(0.0, 0.0, 2.0, 1.0); // that is nowhere
}
