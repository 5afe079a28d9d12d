// One point for every candidate: a triangle and a voxel that may take its looks from it, drawn at the voxel's rank in the lists.
// Where several triangles come to a voxel, the depth test keeps the one that is nearest to its centre.
//   int candidate_at(out triangle t, out ivec3 cell)     the number of the triangle; -1 is no candidate
//   bool is_near(float distance_squared)                 of triangle and voxel
uniform int u_width;  // of the lists
uniform vec4 u_scale; // 2 / size of the viewport; texels from its corner to the lists'
uniform vec4 u_aside; // where no list is
flat out vec4 v_winner;

void main() {
    triangle t;
    ivec3 cell;
    vec3 weights;
    int index = candidate_at(t, cell);
    float distance_squared = distance_to(t, cell, weights);
    uint rank = hpyr_first_output(cell), row = rank / uint(u_width); // clones share an entry
    bool wanted = index >= 0 && is_near(distance_squared) && hpyr_outputs(cell) > 0u;
    v_winner = vec4(float(index + 1), weights);
    vec2 place = (vec2(float(rank - row * uint(u_width)), float(row)) + 0.5 + u_scale.zw) * u_scale.xy - 1.0;
    gl_Position = wanted ? vec4(place, min(distance_squared, 1.001) * 1.9 - 1.0, 1.0) : u_aside;
}
