// For programs that only capture: in a compatibility profile no fragment shader would mean the fixed one, which cannot draw
// into integers.
void main() {
}
