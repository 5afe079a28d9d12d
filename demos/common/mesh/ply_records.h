/* ply_records.h - the vertices and faces of PLY files, in any of its three encodings.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PLY_RECORDS_H
#define DEMO_PLY_RECORDS_H

#include "common/mesh/ply_header.h"

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
