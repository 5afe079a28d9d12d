// seed.frag.glsl - lights a ball. It needs screen.glsl and polish.glsl.  SPDX-License-Identifier: MIT
VARYING vec4 v_ball;
FLAT_VARYING float v_type;
uniform vec2 u_depth;     // of a fragment: u_depth.x + u_depth.y / distance along the view
uniform vec3 u_colors[5]; // by hpyr_flow_type without its bit

void main() {
    vec2 away = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
    float square = dot(away, away);
    if (square > 1.0)
        discard;
    vec3 n = vec3(away, sqrt(1.0 - square)), at = v_ball.xyz + v_ball.w * n;
    int type = int(v_type + 0.5) & 7;
    vec3 base = type == 0   ? u_colors[0]
                : type == 1 ? u_colors[1]
                : type == 2 ? u_colors[2]
                : type == 3 ? u_colors[3]
                            : u_colors[4];
    o_color = vec4(encode(film(light_polished(base, n, normalize(-at), 0.0))), 1.0);
    gl_FragDepth = u_depth.x + u_depth.y / max(-at.z, 0.001);
}
