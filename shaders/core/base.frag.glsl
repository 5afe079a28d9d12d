// Draws the base level of a SEPARATE discriminator (MPI-I-2006-4-002, section 6.1).
#include <core/store*.glsl>
#include "core/discriminate.glsl"

void main() {
    hpyr_store(hpyr_base_at(ivec2(gl_FragCoord.xy)));
}
