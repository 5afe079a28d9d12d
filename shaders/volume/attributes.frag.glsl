// Writes the triangle that colors a voxel: its number + 1, and the weights of its corners.
flat in vec4 v_winner;
out vec4 o_winner;
void main() {
    o_winner = v_winner;
}
