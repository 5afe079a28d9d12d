/* ply_header.h - what a PLY file says of itself before its numbers, as far as its vertices and faces go.  SPDX-License-Identifier: MIT */
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

enum { PLY_MAX_ELEMENTS = 16, PLY_MAX_PROPERTIES = 512, PLY_MAX_NUMBERS = 64, PLY_UNUSED = -1 };

/** Which properties of its vertices are wanted. */
typedef struct ply_wanted {
    /** Which number of a vertex a property of this name is, below PLY_MAX_NUMBERS; or PLY_UNUSED. It is asked for each property. */
    int (*number_of)(void *user, const char *name);
    void *user;
    bool are_floats; /* a wanted one must be float or double */
    /** The next corner of a polygon, its number `k` of those of its own, from the list of each face; false ends the reading. NULL: faces
     *  are passed over. */
    bool (*take_corner)(void *user, uint64_t k, double vertex);
} ply_wanted;

typedef struct ply_property {
    ply_type type;
    ply_type count_type; /* of a list, else PLY_NO_TYPE */
    int number;          /* which of a vertex's it is, or PLY_UNUSED */
    bool is_corners;     /* the list of a face */
    uint32_t offset;     /* in a record without lists */
} ply_property;

typedef struct ply_element {
    uint64_t count;
    bool is_vertex, is_face;
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
    bool has[PLY_MAX_NUMBERS];
} ply_header;

uint32_t ply_type_bytes(ply_type type);

/** Digits alone, as far as they fit. */
bool ply_parse_number(const char *text, uint64_t *value);

/** Whether a file begins with "ply" and has, before its header's end, a property of one of these names, of which the last is NULL.
 *  All else may be wrong. */
bool ply_tells_of(FILE *file, const char *const *names);

/** Reads to the end of the header's last line. False with one line that begins with `path`. */
bool ply_header_read(FILE *file, const char *path, const ply_wanted *wanted, ply_header *out);

#endif
