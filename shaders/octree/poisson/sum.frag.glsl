// Reduction: sums of texels, always in the same order. Neighboring fragments read neighboring texels.
// HPYR_STEPS: the sums of all are products of the directions with the matrix, squares of these products, and squares of
// the residuals; what an iteration of conjugate gradients needs follows from them.
#include "list/plane.glsl"
uniform sampler2D u_numbers;
uniform ivec2 u_numbers_row;
uniform int u_count;
uniform int u_parts; // number of sums
out vec4 o_sum;

#ifdef HPYR_STEPS
// x: squares of the next residuals; y: products with the directions; z: length of the step along the directions; w: how
// much of the directions the next ones keep.
// The next residual is r - step A d, and r . A d = d . A d, so its square is step^2 A d . A d - r . r. This is exact to
// about a millionth of r . r, and never taken for less. Where a product is infinite, so is everything that follows.
vec4 steps(vec3 sums) {
    float step_ = sums.x > 0.0 ? sums.z / sums.x : 0.0, least = sums.x > 0.0 ? 1e-6 * sums.z : sums.z;
    float next = step_ * (step_ * sums.y) - sums.z;
    if (!(sums.x < 3e38))
        return vec4(sums.x, sums.x, step_, 1.0);
    return next > least ? vec4(next, sums.x, step_, next / sums.z) : vec4(least, sums.x, step_, 0.0);
}
#endif

void main() {
    int part = hpyr_target_texel();
    vec3 sums = vec3(0.0);
    for (int i = part < u_parts ? part : u_count; i < u_count; i += u_parts)
        sums += texelFetch(u_numbers, hpyr_plane_texel(i, u_numbers_row), 0).xyz;
    o_sum = vec4(sums, 0.0);
#ifdef HPYR_STEPS
    o_sum = steps(sums);
#endif
}
