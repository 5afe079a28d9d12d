// Writes the point of a key into the list.
#if __VERSION__ >= 300
flat in uvec4 v_point;
out uvec4 o_point;
#else
varying vec4 v_point;
#    define o_point gl_FragColor
#endif

void main() {
    o_point = v_point;
}
