/* ply.h - the vertices and faces of PLY files, in any of its three encodings.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PLY_H
#define DEMO_PLY_H

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
    const char *const *names; /* of the first numbers of a vertex, in order; ends with NULL */
    /** Which number of a vertex a property of another name is, below PLY_MAX_NUMBERS; or PLY_UNUSED. It is asked for each of them.
     *  NULL: none. */
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

/** Digits alone, as far as they fit. */
bool ply_parse_number(const char *text, uint64_t *value);

/** Whether a file begins with "ply" and has, before its header's end, a property of one of these names, of which the last is NULL.
 *  All else may be wrong. */
bool ply_tells_of(FILE *file, const char *const *names);

/** A file that is read. */
typedef struct ply_file {
    FILE *file;
    const char *path;
    ply_header header;
    bool (*take_corner)(void *user, uint64_t k, double vertex); /* as ply_wanted has it, with its user */
    void *user;
    uint64_t left; /* bytes after the header, and of binary files those not read yet */
} ply_file;

/** Reads the header of a file of `size` bytes. Keeps all pointers but `wanted`. */
bool ply_open(ply_file *s, FILE *file, uint64_t size, const char *path, const ply_wanted *wanted);

/** Passes over what comes before the vertices, which must be there; but faces give their corners. */
bool ply_begin(ply_file *s);

/** Whether the file is so long that it may have as many vertices as its header tells of: no other number is to be believed. */
bool ply_check_room(const ply_file *s);

/** The wanted numbers of the next vertex; the others stay as they are. */
bool ply_next(ply_file *s, double numbers[PLY_MAX_NUMBERS]);

/** After the last vertex: gives the corners of faces that follow. A file that goes on where its header lets it end is not what the header says. */
bool ply_end(ply_file *s);

#endif
