// update.frag.glsl - finds the particle of a fragment, and writes its new state to two targets. It needs
// physics.glsl and swarm.glsl, and one of LAUNCH, STEPS and RETURN.  SPDX-License-Identifier: MIT
#if __VERSION__ >= 300
layout(location = 1) out vec4 o_speeds;
#    define o_moving o_color
#else
#    define o_moving gl_FragData[0]
#    define o_speeds gl_FragData[1]
#endif

vec2 entry() {
    return floor(gl_FragCoord.xy);
}

// Puts all particles at home, with the velocity at which they will leave.
#ifdef LAUNCH
uniform sampler2D u_normals;

particle updated(vec2 e) {
    return physics_launch(home_of(e), TEXEL(u_normals, e, vec2(u_side)).xyz, random_of(e));
}
#else
uniform sampler2D u_moving, u_speeds;

particle before(vec2 e) {
    return particle(TEXEL(u_moving, e, vec2(u_side)), TEXEL(u_speeds, e, vec2(u_side)));
}
#endif

// Does u_count steps of all particles.
#ifdef STEPS
uniform float u_first; // steps that were done before
uniform int u_count;

particle updated(vec2 e) {
    return physics_steps(home_of(e), random_of(e), before(e), u_first, u_count);
}
#endif

// Moves particles home from where they were.
#ifdef RETURN
uniform float u_time, u_duration;

particle updated(vec2 e) {
    return physics_return(home_of(e), random_of(e), before(e), u_time, u_duration);
}
#endif

void main() {
    particle s = updated(entry());
    o_moving = s.moving;
    o_speeds = s.speeds;
}
