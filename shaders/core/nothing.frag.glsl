// Does nothing, for programs that only capture vertices. Without it a compatibility profile would
// use its fixed fragment shader, which cannot draw into integers.
void main() {
}
