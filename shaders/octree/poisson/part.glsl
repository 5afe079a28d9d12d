// Where a point lies in its cell, 0 to 1 along each axis. Points beyond the last cell lie at its end.
uniform float u_last_cell;

vec3 hpyr_part(vec3 position) {
    return position - min(floor(position), u_last_cell);
}

// The same of a point that counts for a density: in cells on the root's border it moves away from the
// border, so that it counts for inner vertices alone.
vec3 hpyr_inside_part(vec3 position) {
    return clamp(position, 1.0, u_last_cell) - min(floor(position), u_last_cell);
}

// Along an axis, the weights of a point for the vertices at 0 and 1. `part` is its place in cell -1, 0
// or 1.
vec2 hpyr_hats(int cell, float part) {
    return cell < 0 ? vec2(part, 0.0) : cell == 0 ? vec2(1.0 - part, part) : vec2(0.0, 1.0 - part);
}
