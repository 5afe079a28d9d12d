// A word of a sort: a key, and below it the lowest bits of the position that the key came from. Where the
// order of equal keys does not matter, it is the key alone.
uniform int u_position_bits;  // number of these bits; of pairs it is 0
uniform uint u_position_mask; // they; of pairs all bits
