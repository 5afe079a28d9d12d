// Squared distances from a query, as reference/nearest.h defines them. All differences are multiplied by one power of two, which
// each query has for itself: so a query that is far away from all points does not make the distances of the others 0.
uniform vec3 u_low, u_high; // of the box around all points
uniform uint
    u_sign; // the sign bit: compilers must not know that two factors differ by nothing else, or they subtract first
uniform float u_one; // 1: a sum that is fused with such a product is rounded as any other

vec3 from;    // the query, multiplied by -factor,
float factor; // with which positions are multiplied, so that the difference is finite
float scale;  // of this difference
int exponent; // of both together: coordinates are multiplied by 2^exponent

int hpyr_exponent_of(float number) { // which is not negative
    return int(floatBitsToUint(number) >> 23) - 127;
}

float hpyr_power_of_two(int power) {
    return uintBitsToFloat(uint(power + 127) << 23);
}

float largest_of(vec3 numbers) {
    return max(numbers.x, max(numbers.y, numbers.z));
}

void hpyr_measure_from(vec3 query) {
    float coordinate = largest_of(max(max(abs(u_low), abs(u_high)), abs(query)));
    int first = min(124 - hpyr_exponent_of(coordinate), 126);
    uint bits = uint(first + 127) << 23;
    factor = uintBitsToFloat(bits);
    float minus = uintBitsToFloat(bits | u_sign);
    from = minus * query;
    vec3 sides = factor * max(u_high, query) + minus * min(u_low, query);
    int second = min(62 - hpyr_exponent_of(largest_of(sides)), 126);
    scale = hpyr_power_of_two(second);
    exponent = first + second;
}

// Of a position that is not the query's, the bits are those of 2^-149 where the square is 0.
uint hpyr_distance(vec3 position) {
    const float least = 1.0842022e-19; // 2^-63, below which a square may be 0 or not
    vec3 way = factor * position + from;
    bool is_elsewhere = any(notEqual(way, vec3(0.0)));
    way *= scale;
    way = mix(way, vec3(0.0), lessThan(abs(way), vec3(least)));
    vec3 squares = way * way * u_one;
    return max(floatBitsToUint((squares.x + squares.y) + squares.z), uint(is_elsewhere));
}

// Such bits in units of the points: 0 below 2^-126, and infinite where floats end.
uint hpyr_in_units(uint bits) {
    int power = int(bits >> 23) - 2 * exponent;
    return bits < 0x00800000u || power <= 0 ? 0u
           : power >= 255                   ? 0x7F800000u
                                            : uint(power) << 23 | (bits & 0x007FFFFFu);
}
