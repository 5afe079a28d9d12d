// launch.frag.glsl - puts all particles at home, with the velocity at which they will leave.
// SPDX-License-Identifier: MIT
uniform sampler2D u_normals;

void main() {
    vec2 e = entry();
    write(physics_launch(home_of(e), TEXEL(u_normals, e, vec2(u_side)).xyz, random_of(e)));
}
