// Writes the edge functions of a triangle for covered.glsl. With x and y in steps of 1/256 cell, which
// are whole numbers, a column lies inside of edge i if this is above 0:
//   x * v_along_x[i] + y * v_along_y[i] + constant
flat out vec3 v_along_x, v_along_y;
flat out vec4 v_rounded; // constants as floats; w: results below it are known from integers
flat out ivec3 v_exact;  // constants, wrapped to 32 bits

const float STEPS = 256.0;            // in a cell
const float FARTHEST = 8388608.0;     // 2^23 steps: corners up to it have differences that floats hold exactly
const float UNWRAPPED = 1073741824.0; // 2^30: integers from -2^31 to 2^31 are right; floats err by less than 2^30

// Twice the signed area of the origin, p and q, wrapped to 32 bits.
int cross_wrapped(vec2 p, vec2 q) {
    return int(p.x) * int(q.y) - int(p.y) * int(q.x);
}

float cross_rounded(vec2 p, vec2 q) {
    return p.x * q.y - p.y * q.x;
}

void write_edge(vec2 p, vec2 q, float side, out float along_x, out float along_y, out float rounded, out int exact) {
    vec2 e = side * (q - p);
    along_x = -e.y;
    along_y = e.x;
    rounded = cross_rounded(p, e);
    exact = cross_wrapped(p, e);
}

// Returns false if the triangle has no area.
bool write_edges(vec2 a, vec2 b, vec2 c) {
    a *= STEPS;
    b *= STEPS;
    c *= STEPS;
    vec2 farthest = max(abs(a), max(abs(b), abs(c)));
    float unwrapped = max(farthest.x, farthest.y) <= FARTHEST ? UNWRAPPED : 0.0;
    float area = cross_rounded(b - a, c - a);
    if (abs(area) < unwrapped)
        area = float(cross_wrapped(b - a, c - a));
    float side = sign(area);
    write_edge(b, c, side, v_along_x.x, v_along_y.x, v_rounded.x, v_exact.x);
    write_edge(c, a, side, v_along_x.y, v_along_y.y, v_rounded.y, v_exact.y);
    write_edge(a, b, side, v_along_x.z, v_along_y.z, v_rounded.z, v_exact.z);
    v_rounded.w = unwrapped;
    return side != 0.0;
}
