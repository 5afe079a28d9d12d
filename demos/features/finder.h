/* finder.h - finds what is asked for in an image, and leaves the list on the GPU.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_FINDER_H
#define FEATURES_FINDER_H

#include "common/files/error.h"
#include "common/platform/library.h"

/** What is looked for. */
typedef enum finder_kind { FINDER_CORNER, FINDER_HARRIS, FINDER_BLOB, FINDER_KINDS } finder_kind;

extern const char *const FINDER_NAMES[FINDER_KINDS + 1]; /* as --detector takes them; NULL at the end */
extern const char *const FINDER_POLARITIES[]; /* as --blobs takes them, by hpyr_features_polarity - 1; the same */

enum { FINDER_CAPACITY = 65536 /* most features of a list */ };

typedef struct finder_settings {
    finder_kind kind;
    hpyr_features_polarity polarity; /* of blobs; 0 is both */
    double threshold;                /* smallest response, as a part of the strongest one */
    uint32_t strongest;              /* most features of the list; 0 for all */
} finder_settings;

/** Zero it first, and close it after a failure too. */
typedef struct finder {
    library *library;
    uint32_t width, height; /* of images */
    finder_settings made_for;
    hpyr_features *features;
    uint32_t buffer; /* hpyr_feature after hpyr_feature, the strongest first */
    uint32_t found;  /* in the image; there may be more than are kept */
    uint32_t count;  /* in the buffer */
    double detect_ms, list_ms;
} finder;

bool finder_open(finder *f, library *l, uint32_t width, uint32_t height, char *error, size_t error_size);
void finder_close(finder *f);

/** Finds features of an RGBA8 texture of the size that the finder is for. Waits for their number. */
bool finder_find(finder *f, const finder_settings *settings, uint32_t texture, char *error, size_t error_size);

/** Copies the list, f->count records, to the CPU. To be freed by the caller; NULL on failure. */
hpyr_feature *finder_read(finder *f, char *error, size_t error_size);

#endif
