// Where a point lies in its cell, 0 to 1 along each axis. Points beyond the last cell lie at its end.
uniform float u_last_cell;

vec3 hpyr_part(vec3 position) {
    return position - min(floor(position), u_last_cell);
}
