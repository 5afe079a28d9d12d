// palette.glsl - the color of a speed.  SPDX-License-Identifier: MIT

// From slow to fast: blue, teal, sand, orange. Linear light.
vec3 color_of_speed(float share) {
    float s = clamp(share, 0.0, 1.0) * 3.0;
    vec3 slow = vec3(0.035, 0.09, 0.42), calm = vec3(0.03, 0.36, 0.42), brisk = vec3(0.78, 0.62, 0.22),
         fast = vec3(0.92, 0.20, 0.05);
    return s < 1.0 ? mix(slow, calm, s) : s < 2.0 ? mix(calm, brisk, s - 1.0) : mix(brisk, fast, s - 2.0);
}
