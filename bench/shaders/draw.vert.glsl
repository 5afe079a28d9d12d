// Traverses at draw time: a vertex is a key. The pyramid's GLSL stands in front.
#if __VERSION__ >= 300
flat out uvec4 v_point;
#else
attribute float a_hpyr_vertex;
varying vec4 v_point;
#endif

// Side of the list that the points are drawn into, for a comparison. 0: all points lie outside of
// the view, at a place that the traversal decides: it alone is timed, and no driver leaves it out.
uniform float u_side;

void main() {
#if __VERSION__ >= 300
    uint key = hpyr_key_of_vertex(gl_VertexID), side = uint(u_side);
    vec2 texel = u_side > 0.0 ? vec2(key % side, key / side) : vec2(0.0);
#else
    float key = hpyr_key_of_vertex(int(a_hpyr_vertex));
    float side = max(u_side, 1.0), line = floor(key / side), place = key - line * side;
    float carry = place < 0.0 ? -1.0 : place < side ? 0.0 : 1.0; // corrects a rounded division
    vec2 texel = vec2(place - carry * side, line + carry);
#endif
    v_point = hpyr_point_at(key);
    gl_Position = u_side > 0.0 ? vec4((texel * 2.0 + 1.0) / u_side - 1.0, 0.0, 1.0)
                               : vec4(0.0, 0.0, 2.0 + dot(vec4(v_point), vec4(1.0)), 1.0);
}
