/* ply_header.h - what a PLY file says of itself before its numbers, as far as splats need it.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PLY_HEADER_H
#define DEMO_PLY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum ply_encoding { PLY_NO_ENCODING, PLY_ASCII, PLY_LITTLE, PLY_BIG } ply_encoding;

typedef enum ply_type {
    PLY_NO_TYPE,
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT32,
    PLY_FLOAT64
} ply_type;

/** Numbers that a splat is made of: three of each triple, four of a quaternion, 45 coefficients. */
enum {
    PLY_CENTRE = 0,
    PLY_COLOUR = 3,
    PLY_OPACITY = 6,
    PLY_SCALE = 7,
    PLY_ROTATION = 10,
    PLY_REST = 14,
    PLY_NUMBERS = PLY_REST + 45,
    PLY_UNUSED = -1
};

enum { PLY_MAX_ELEMENTS = 16, PLY_MAX_PROPERTIES = 512 };

typedef struct ply_property {
    ply_type type;
    ply_type count_type; /* of a list, else PLY_NO_TYPE */
    int number;          /* which of a splat's it is, or PLY_UNUSED */
    uint32_t offset;     /* in a record without lists */
} ply_property;

typedef struct ply_element {
    uint64_t count;
    bool is_vertex;
    bool has_lists;
    uint32_t first, property_count; /* in the header's properties */
    uint32_t bytes;                 /* of a record; of one with lists, if all of them are empty */
} ply_element;

typedef struct ply_header {
    ply_encoding encoding;
    uint32_t element_count, property_count;
    ply_element elements[PLY_MAX_ELEMENTS];
    ply_property properties[PLY_MAX_PROPERTIES];
    uint32_t vertex; /* number of that element; element_count where there is none */
    uint32_t rest;   /* one more than the largest N of its properties f_rest_N */
    bool has[PLY_NUMBERS];
    bool is_packed; /* by a property packed_position: SuperSplat's compressed splats */
} ply_header;

uint32_t ply_type_bytes(ply_type type);

/** Whether a file begins with "ply" and has, before its header's end, a property that only splats have. All else may be wrong. */
bool ply_tells_of_splats(FILE *file);

/** Reads to the end of the header's last line. False with one line that begins with `path`. */
bool ply_header_read(FILE *file, const char *path, ply_header *out, char *error, size_t error_size);

/** Whether the vertices have all that splats need, and tells the degree of their harmonics; false with one line that names
 *  what is missing. */
bool ply_header_check(const ply_header *h, const char *path, uint32_t *degree, char *error, size_t error_size);

#endif
