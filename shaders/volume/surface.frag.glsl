// Gap-free voxelization: marks the voxels of a column whose closed boxes the triangle touches, as
// one run of slices. A triangle and a box are apart if one of 13 axes separates them
// (Akenine-Moeller 2001). Seen along z, each axis leaves an interval of z (Schwarz and Seidel 2010,
// section 4, for two-dimensional edge functions); the run is what all axes leave. Coordinates are
// relative to the column's center, so that close numbers are subtracted.
#include <volume/channels.glsl, volume/words.glsl>

flat in vec4 v_a, v_b, v_c;

// What GPUs may err by when they divide (GLSL 4.60, section 4.7.1), and a little more. Runs are longer by this, for a voxel that is
// touched at its border must not be missed.
const float DIVISION = 1.0 / 2097152.0;

// Cuts the run by an edge seen along x or y: somewhere in the box,
// m1 * (column - from) + m2 * (height - z) must not be negative.
void cut(float m1, float m2, float from, float z, inout vec2 run, inout bool apart) {
    float slack = 0.5 * abs(m1) - m1 * from, reach = slack / m2, error = DIVISION * abs(reach);
    if (m2 > 0.0)
        run.x = max(run.x, z - reach - error);
    else if (m2 < 0.0)
        run.y = min(run.y, z - reach + error);
    else
        apart = apart || slack < 0.0;
}

vec3 closest(vec3 p, vec3 q) {
    return dot(p.xy, p.xy) < dot(q.xy, q.xy) ? p : q;
}

void cut_edge(vec3 p, vec3 q, vec3 side, inout vec2 run, inout bool apart) {
    vec3 e = q - p, end = closest(p, q); // the closer end keeps products small
    vec2 m = side.z * vec2(-e.y, e.x);
    apart = apart || 0.5 * (abs(m.x) + abs(m.y)) < dot(m, end.xy);
    cut(-side.x * e.z, side.x * e.y, end.y, end.z, run, apart);
    cut(side.y * e.z, -side.y * e.x, end.x, end.z, run, apart);
}

// Cuts the run to where the plane passes the column's square.
void cut_plane(vec3 n, vec3 p, inout vec2 run, inout bool apart) {
    float middle = dot(n.xy, p.xy), half_range = 0.5 * (abs(n.x) + abs(n.y));
    if (n.z == 0.0) {
        apart = apart || abs(middle) > half_range;
        return;
    }
    vec2 ends = vec2(middle - half_range, middle + half_range) / n.z, error = DIVISION * abs(ends);
    run = vec2(max(run.x, p.z + min(ends.x - error.x, ends.y - error.y)),
               min(run.y, p.z + max(ends.x + error.x, ends.y + error.y)));
}

void main() {
    vec3 center = vec3(gl_FragCoord.xy, 0.0), n = vec3(v_a.w, v_b.w, v_c.w);
    vec3 a = v_a.xyz - center, b = v_b.xyz - center, c = v_c.xyz - center;
    vec3 low = min(a, min(b, c)), high = max(a, max(b, c));
    vec3 side = mix(vec3(1.0), vec3(-1.0), lessThan(n, vec3(0.0)));
    vec2 run = vec2(low.z, high.z);
    bool apart = any(greaterThan(low.xy, vec2(0.5))) || any(lessThan(high.xy, vec2(-0.5)));
    cut_edge(a, b, side, run, apart);
    cut_edge(b, c, side, run, apart);
    cut_edge(c, a, side, run, apart);
    if (n != vec3(0.0))
        cut_plane(n, closest(closest(a, b), c), run, apart);
    // Voxel k touches [run.x, run.y] if k + 1 >= run.x and k <= run.y.
    int begin = int(ceil(clamp(run.x, -1.0, float(u_depth) + 2.0))) - 1;
    int end = int(floor(clamp(run.y, -2.0, float(u_depth)))) + 1;
    bool nothing = apart || begin >= end;
    write_run(nothing ? 0 : max(begin, 0), nothing ? 0 : min(end, u_depth));
}
