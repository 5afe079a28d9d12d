// palette.glsl - the color of a speed.  SPDX-License-Identifier: MIT
uniform vec3 u_speeds[4]; // from slow to fast, linear light

vec3 color_of_speed(float share) {
    float s = clamp(share, 0.0, 1.0) * 3.0;
    return s < 1.0   ? mix(u_speeds[0], u_speeds[1], s)
           : s < 2.0 ? mix(u_speeds[1], u_speeds[2], s - 1.0)
                     : mix(u_speeds[2], u_speeds[3], s - 2.0);
}
