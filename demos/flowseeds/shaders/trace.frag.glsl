// trace.frag.glsl - draws the next point of each streamline, by Runge and Kutta's method. A column is a line: even ones run forward,
// odd ones backward. Steps have equal lengths. The flow's GLSL stands before it.  SPDX-License-Identifier: MIT
uniform sampler2D u_lines; // the points before, x, y, z, speed, in a row
uniform int u_row;
uniform float u_step; // 0 draws the same points with their speeds
uniform vec3 u_low, u_high;
uniform ivec3 u_periodic;

// The length of a vector, whatever its size; 0 if it is not finite, so that lines end there.
float speed_of(vec3 v) {
    float largest = max(abs(v.x), max(abs(v.y), abs(v.z)));
    float speed = largest > 0.0 ? largest * length(v / largest) : 0.0;
    return floatBitsToUint(speed) < 0x7F800000u ? speed : 0.0;
}

vec3 way(vec3 p) {
    vec3 v = hpyr_flow_at(p);
    float speed = speed_of(v);
    return speed > 0.0 ? v / speed : vec3(0.0);
}

void main() {
    int column = int(gl_FragCoord.x);
    vec4 before = texelFetch(u_lines, ivec2(column, u_row), 0);
    float h = (column & 1) == 0 ? u_step : -u_step;
    vec3 a = way(before.xyz), b = way(before.xyz + 0.5 * h * a), c = way(before.xyz + 0.5 * h * b),
         d = way(before.xyz + h * c);
    vec3 next = before.xyz + h / 6.0 * (a + 2.0 * b + 2.0 * c + d), size = u_high - u_low;
    for (int axis = 0; axis < 3; axis++) // flat boxes have axes of size 0, which are not periodic
        if (u_periodic[axis] != 0 && size[axis] > 0.0)
            next[axis] -= size[axis] * floor((next[axis] - u_low[axis]) / size[axis]);
    float speed = speed_of(hpyr_flow_at(next));
    bool is_inside = all(greaterThanEqual(next, u_low)) && all(lessThanEqual(next, u_high));
    bool goes_on = before.w > 0.0 && is_inside && speed > 0.0;
    o_color = goes_on ? vec4(next, speed) : vec4(before.xyz, 0.0);
}
