// Replaces what lies behind component `last` of four pixels by that component, if it is one of them.
vec4 repeat(vec4 v, int last) {
    return last == 0 ? v.xxxx : last == 1 ? v.xyyy : last == 2 ? v.xyzz : v;
}
