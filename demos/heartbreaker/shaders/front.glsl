// front.glsl - the front between solid and cloud, which passes from the top to the bottom.  SPDX-License-Identifier: MIT
uniform float u_front, u_band; // its height, and the height over which particles grow

vec3 front_glow(float above) {
    float near = above / u_band;
    return vec3(3.2, 1.25, 0.42) * exp(-near * near * 14.0);
}
