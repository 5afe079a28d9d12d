/* corners_peer.h - corners as OpenCV finds them, which features are compared with.  SPDX-License-Identifier: MIT */
#ifndef BENCH_CORNERS_PEER_H
#define BENCH_CORNERS_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A gray image, and the corners that are looked for in it. */
typedef struct peer_corners {
    const uint8_t *gray;
    uint32_t width, height;
    float quality;    /* the smallest response, as a part of the strongest one */
    float *responses; /* gets those of all pixels; or NULL */
    uint8_t *are;     /* gets 1 where a corner is, else 0; or NULL */
} peer_corners;

/** Finds corners by cornerMinEigenVal (block and aperture 3, BORDER_REPLICATE), minMaxLoc, dilate and a comparison, on two threads.
 *  Returns how many there are. It is not there where the build has not found OpenCV, and BENCH_HAS_OPENCV is not defined. */
size_t peer_find_corners(const peer_corners *job);

/** Converts pixels of RGBA8 by cvtColor. */
void peer_convert_to_gray(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *gray);

/** OpenCV's version. */
const char *peer_corners_version(void);

#ifdef __cplusplus
}
#endif

#endif
