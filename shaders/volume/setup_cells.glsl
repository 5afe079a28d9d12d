// The second pass of triangle setup reads the corners of a triangle, and finds their cells.
layout(location = 0) in vec3 a_p;
layout(location = 1) in vec3 a_q;
layout(location = 2) in vec3 a_r;
uniform mat4 u_transform; // from the mesh to [-1,1]^3
uniform vec3 u_cells;     // number of cells along x, y, z

vec3 cell_of(vec3 position) {
    return ((u_transform * vec4(position, 1.0)).xyz * 0.5 + 0.5) * u_cells;
}

bool is_finite(vec3 v) {
    return all(lessThan(abs(v), vec3(1e9))); // far outside of any volume; NaN compares false
}
