/* finder.h - finds what is asked for in an image, and leaves the list on the GPU.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_FINDER_H
#define FEATURES_FINDER_H

#include "pattern.h"

#include "common/platform/library.h"

/** What is looked for: features, which have a response; or cells, which have none. */
typedef enum finder_kind {
    FINDER_CORNER,
    FINDER_HARRIS,
    FINDER_BLOB,
    FINDER_EDGE,     /* pixels whose gradient is long enough */
    FINDER_TEMPLATE, /* lower left pixels of what is like a pattern */
    FINDER_KINDS
} finder_kind;

extern const char *const FINDER_NAMES[FINDER_KINDS + 1]; /* as --detector takes them; NULL at the end */
extern const char *const FINDER_POLARITIES[];            /* as --blobs takes them, by hpyr_polarity - 1; the same */
extern const double FINDER_THRESHOLDS[FINDER_KINDS];     /* where none is asked for */

enum { FINDER_MOST_STRONGEST = 1 << 27 /* no OpenGL has longer lists of features */ };

typedef struct finder_settings {
    finder_kind kind;
    hpyr_polarity polarity; /* of blobs; 0 is both */
    double
        threshold; /* of features the smallest response, as a part of the strongest one; else the smallest gradient or
                             * correlation */
    double edge_ratio;      /* of blobs, see hpyr_features_desc; 0 is the library's, infinity keeps edges */
    uint32_t strongest;     /* most features of the list; 0 for all */
    const pattern *pattern; /* of FINDER_TEMPLATE */
} finder_settings;

/** Zero it first, and close it after a failure too. */
typedef struct finder {
    library *library;
    uint32_t width, height; /* of images */
    finder_settings made_for;
    hpyr_features *features; /* or the two below */
    hpyr_discriminator *rule;
    hpyr_pyramid *pyramid;
    uint32_t capacity, most; /* features that are kept, and that they may be */
    uint32_t refused;        /* the smallest capacity that there was no memory for with these settings; 0 before */
    uint32_t buffer;         /* hpyr_feature after hpyr_feature, the strongest first; or hpyr_point after hpyr_point */
    uint64_t room;           /* bytes of the buffer */
    uint32_t found;          /* in the image */
    uint32_t count;          /* in the buffer */
    bool is_cut;             /* memory did not suffice for all that was asked for */
    double detect_ms, list_ms;
} finder;

/** Whether what is found has a response, and lies in the buffer as hpyr_feature. */
bool finder_has_responses(finder_kind kind);

bool finder_open(finder *f, library *l, uint32_t width, uint32_t height);
void finder_close(finder *f);

/** Looks at an RGBA8 texture of the size that the finder is for. Waits for the number of what is found, and makes room for all
 *  that is asked for. */
bool finder_find(finder *f, const finder_settings *settings, uint32_t texture);

/** Copies the list, f->count records, to the CPU; of cells only places are set. To be freed by the caller; NULL on failure. */
hpyr_feature *finder_read(finder *f);

#endif
