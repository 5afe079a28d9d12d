/* volume_nrrd.h - NRRD files (https://teem.sourceforge.net/nrrd/format.html), by teem or without a library.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VOLUME_NRRD_H
#define DEMO_VOLUME_NRRD_H

#include "common/files/error.h"
#include "common/volume/volume.h"

#include <stdio.h>

/** Through teem, in this process, for which some files may be too much. With `vectors` a file must have three numbers a sample, along its
 *  first axis, else one. */
bool volume_parse_nrrd(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out);

/** As volume_parse_nrrd, for builds of the demos that have no teem. Samples may be raw, text, or one member of gzip of less than 2 GB, in
 *  the file of the header or in one other. A file that is damaged is refused with one line, and *out has nothing to be freed. */
bool volume_parse_nrrd_small(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out);

/* ---- what both share: places of samples, and samples as floats ---- */

/** What a header tells of the three axes of space; NaN is what it does not tell. */
typedef struct nrrd_axes {
    int space_dimension; /* 0 without a space */
    double direction[3][3], origin[3];
    double spacing[3], minimum[3], maximum[3];
    bool is_node[3]; /* minimum and maximum are at the outer samples, else at the ends of their cells */
} nrrd_axes;

/** Places the samples of out->size. False with one line where floats cannot hold that. */
bool nrrd_place(const nrrd_axes *axes, const char *path, warn_fn warn, volume *out);

/** Allocates out->samples, floats, and fills them with what `value` has for each number; warns of what floats do not hold. `type` is what
 *  the file has. */
bool nrrd_convert(double (*value)(const void *samples, size_t index), const void *samples, const char *type,
                  const char *path, warn_fn warn, volume *out);

/** Bytes that follow the samples of a raw file may tell of sizes that are too small. */
void nrrd_warn_of_rest(long bytes, const char *path, warn_fn warn);

/** Whether a file of so many dimensions is a volume or, with `vectors`, a field of vectors. False with one line, as all that follow. */
bool nrrd_check_dimension(long dimension, bool vectors, const char *path);

/** One line for an axis that holds numbers of one sample, as its kind says; returns false. */
bool nrrd_refuse_kind(int axis, const char *kind, bool vectors, const char *path);

/** Whether the first axis of a field of vectors has three numbers. */
bool nrrd_check_vectors(uint64_t size, bool is_domain, const char *path);

/* ---- headers, without a library ---- */

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
