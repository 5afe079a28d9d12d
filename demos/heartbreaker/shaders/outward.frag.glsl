// outward.frag.glsl - normals that point away from the middle, where there are no others.  SPDX-License-Identifier: MIT
uniform vec3 u_centre;

void main() {
    vec3 d = home_of(entry()) - u_centre;
    o_moving = vec4(d / sqrt(max(dot(d, d), 1e-12)), 0.0);
}
