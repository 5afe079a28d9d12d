// The number of keys. Only texts of pyramids have it: marching cubes are drawn before the CPU knows it.
#include "core/keys.glsl"
uniform HPYR_UINT u_hpyr_total;

HPYR_UINT hpyr_total() {
    return u_hpyr_total;
}
