/* physics_numbers.c - the numbers that a flight begins with, for shaders and for physics.c alike.  SPDX-License-Identifier: MIT */
#include "physics.h"

const physics physics_default = {2.0f, 0.9f, 0.02f, 0.5f, 0.12f, -1.0f, 5.4f, 0.6f, 6.0f, 20.0f, 4.0f};

/* The finalizer of MurmurHash3: every bit of the input changes half of the output's. */
static uint32_t hash(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
}

void physics_random(uint32_t seed, uint32_t count, float (*table)[4]) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t bits = hash(hash(seed + 0x9E3779B9u) ^ hash(4 * i + k + 1));
            table[i][k] = (float)(bits >> 8) * (1.0f / 16777216.0f);
        }
    }
}
