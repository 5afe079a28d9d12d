// trace.frag.glsl - draws the next point of each streamline, by Runge and Kutta's method. A column is a line: even ones run forward,
// odd ones backward. Steps have equal lengths. The flow's GLSL stands before it.  SPDX-License-Identifier: MIT
uniform sampler2D u_lines; // the points before, x, y, z, speed, in a row
uniform int u_row;
uniform float u_step; // 0 draws the same points with their speeds
uniform vec3 u_low, u_high;
uniform ivec3 u_periodic;

vec3 way(vec3 p) {
    vec3 v = hpyr_flow_at(p);
    float speed = length(v);
    return speed > 0.0 ? v / speed : vec3(0.0);
}

void main() {
    int column = int(gl_FragCoord.x);
    vec4 before = texelFetch(u_lines, ivec2(column, u_row), 0);
    float h = (column & 1) == 0 ? u_step : -u_step;
    vec3 a = way(before.xyz), b = way(before.xyz + 0.5 * h * a), c = way(before.xyz + 0.5 * h * b),
         d = way(before.xyz + h * c);
    vec3 next = before.xyz + h / 6.0 * (a + 2.0 * b + 2.0 * c + d), size = u_high - u_low;
    next -= vec3(u_periodic) * size * floor((next - u_low) / size);
    float speed = length(hpyr_flow_at(next));
    bool is_inside = all(greaterThanEqual(next, u_low)) && all(lessThanEqual(next, u_high));
    bool goes_on = before.w > 0.0 && is_inside && speed > 0.0; // not where speed is NaN
    o_colour = goes_on ? vec4(next, speed) : vec4(before.xyz, 0.0);
}
