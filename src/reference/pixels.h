/* pixels.h - values of the channel of an image that the oracle looks at.  SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_PIXELS_H
#define HPI_REFERENCE_PIXELS_H

#include <histopyramid/reference/discriminator.h>

/** What a channel is. */
typedef enum component {
    COMPONENT_UNORM8,
    COMPONENT_UNORM16,
    COMPONENT_FLOAT16,
    COMPONENT_FLOAT32,
    COMPONENT_UINT8,
    COMPONENT_UINT16,
    COMPONENT_INT16,
    COMPONENT_UINT32
} component;

/** How values lie in an image that was checked. */
typedef struct hpi_reference_pixels {
    const unsigned char *first; /* the channel to read, in the first pixel */
    uint32_t width, height, depth;
    size_t count;
    size_t pixel_bytes;
    component component;
} hpi_reference_pixels;

/** Returns false for an image without pixels or size, one that is larger than the address space, and
 *  a channel that the format lacks. */
bool hpi_reference_open(const hpyr_ref_image *image, hpi_reference_pixels *pixels);

/** Returns the value of pixel number `index`, which double holds exactly but for normalized ones. */
double hpi_reference_value(const hpi_reference_pixels *pixels, size_t index);

/** Returns the largest code of normalized values, else 1: values times this are whole numbers for all
 *  formats but floats. */
double hpi_reference_unit(const hpi_reference_pixels *pixels);

/** Returns whether values times the unit are whole numbers of 16 bits or fewer. */
bool hpi_reference_is_exact(const hpi_reference_pixels *pixels);

/** Returns the number of the pixel at x, y, z, which lies in the image. */
size_t hpi_reference_index(const hpi_reference_pixels *pixels, uint32_t x, uint32_t y, uint32_t z);

#endif
