/* nrrd_header.h - the header of an NRRD file (https://teem.sourceforge.net/nrrd/format.html).  SPDX-License-Identifier: MIT */
#ifndef DEMO_NRRD_HEADER_H
#define DEMO_NRRD_HEADER_H

#include "common/volume/nrrd_parts.h"

#include <stdio.h>

enum { NRRD_MAX_AXES = 4, NRRD_LINE = 1024 };

typedef enum nrrd_encoding { NRRD_RAW, NRRD_GZIP, NRRD_ASCII } nrrd_encoding;

typedef struct nrrd_type {
    const char *name;      /* as messages have it */
    const char *others[7]; /* the last is NULL */
    uint32_t bytes;
    double least, most; /* of whole numbers; 0 and 0 of others */
    hpyr_format format; /* that holds it as it is, else R32F */
    double (*value)(const void *samples, size_t index);
} nrrd_type;

typedef struct nrrd_header {
    const char *path;
    const nrrd_type *type;
    nrrd_encoding encoding;
    bool is_big_endian;
    uint64_t size[3]; /* of the axes of space */
    long line_skip, byte_skip;
    char data_file[NRRD_LINE]; /* "" where samples follow the header */
    nrrd_axes axes;
} nrrd_header;

/** Reads to the empty line at the header's end. With `vectors` the first axis has the 3 numbers of a sample. False with one line. */
bool nrrd_header_read(FILE *file, const char *path, bool vectors, nrrd_header *out);

#endif
