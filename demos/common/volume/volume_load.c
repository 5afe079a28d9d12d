/* volume_load.c - NRRD files, read in a child process and taken over from there.  SPDX-License-Identifier: MIT */
#include "common/files/child.h"
#include "common/volume/volume_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct reading {
    const char *path;
    uint32_t max_side;
    volume *out;
} reading;

static bool work(void *user, child_warn_fn warn, char *error, size_t error_size) {
    const reading *r = user;
    return volume_parse_nrrd(r->path, r->max_side, warn, r->out, error, error_size);
}

static size_t bytes_of(const volume *v) {
    return (size_t)volume_count(v) * volume_sample_bytes(v->format);
}

/* The samples' pointer goes along, and tells nothing. */
static void put(const void *user, child *c) {
    const volume *v = ((const reading *)user)->out;
    child_write(c, v, sizeof *v);
    child_write(c, v->samples, bytes_of(v));
}

static bool take(void *user, child *c, char *error, size_t error_size) {
    const reading *r = user;
    volume sent;
    if (!child_read(c, &sent, sizeof sent)) {
        return false;
    }
    sent.samples = NULL;
    *r->out = sent;
    return volume_allocate(r->out, r->path, error, error_size) && child_read(c, r->out->samples, bytes_of(r->out));
}

bool volume_read_nrrd(const char *path, uint32_t max_side, volume_warn_fn warn, volume *out, char *error,
                      size_t error_size) {
    reading r = {path, max_side, out};
    const child_task task = {path, &r, warn, work, put, take};
    bool ok = child_run(&task, error, error_size);
    if (!ok) {
        volume_free(out);
    }
    return ok;
}
