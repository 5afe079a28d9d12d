// Draws one point for every candidate: a triangle and a voxel that may take its looks from it. The
// point lies at the voxel's rank in the lists. The depth test keeps the triangle that is nearest to
// the voxel's center. Each fill has its own
//   int candidate_at(out triangle t, out ivec3 cell)     number of the triangle; -1: no candidate
//   bool is_near(float distance_squared)                 whether the triangle may color the voxel
#include <volume/candidates.glsl, volume/candidates_thin.glsl>
uniform int u_width;  // texels in a row of the lists
uniform vec4 u_scale; // xy: 2 / size of the viewport; zw: margin around the lists in texels
uniform vec4 u_aside; // position for points that are not wanted, outside of the lists
flat out vec4 v_winner;

void main() {
    triangle t;
    ivec3 cell;
    vec3 weights;
    int index = candidate_at(t, cell);
    float distance_squared = distance_to(t, cell, weights);
    uint outputs = hpyr_outputs(cell); // read before the rank and without a branch, which takes fewer registers
    bool wanted = index >= 0 && is_near(distance_squared) && outputs > 0u;
    uint rank = hpyr_first_output(cell), row = rank / uint(u_width); // clones share one entry
    v_winner = vec4(float(index + 1), weights);
    vec2 place = (vec2(float(rank - row * uint(u_width)), float(row)) + 0.5 + u_scale.zw) * u_scale.xy - 1.0;
    gl_PointSize = 1.0; // OpenGL ES has no other size
    gl_Position = wanted ? vec4(place, min(distance_squared, 1.001) * 1.9 - 1.0, 1.0) : u_aside;
}
