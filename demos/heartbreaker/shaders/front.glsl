// front.glsl - the front between solid and cloud, which moves down.  SPDX-License-Identifier: MIT
uniform float u_front, u_band; // its height; the height over which particles grow

vec3 front_glow(float above) {
    float near = above / u_band;
    return vec3(3.2, 1.25, 0.42) * exp(-near * near * 14.0);
}
