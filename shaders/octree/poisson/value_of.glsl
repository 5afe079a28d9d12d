// One of the numbers of four siblings.
float hpyr_value_of(vec4 values, int child) {
    return (child & 2) == 0 ? ((child & 1) == 0 ? values.x : values.y) : (child & 1) == 0 ? values.z : values.w;
}
