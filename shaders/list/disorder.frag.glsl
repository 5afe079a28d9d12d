// Writes the mark of disorder.vert.glsl.
flat in uint v_disorder;
out uint o_disorder;

void main() {
    o_disorder = v_disorder;
}
