// Writes the base level of a SEPARATE discriminator, one texel a fragment (report, section 6.1).
#include "core/discriminate.glsl"

void main() {
    hpyr_store(hpyr_base_at(ivec2(gl_FragCoord.xy)));
}
