// update.glsl - finds the particle of a fragment, and writes its new state to two targets. It needs
// physics.glsl and swarm.glsl.  SPDX-License-Identifier: MIT
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

void write(particle s) {
    o_moving = s.moving;
    o_speeds = s.speeds;
}
