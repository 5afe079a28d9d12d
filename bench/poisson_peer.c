/* poisson_peer.c - another program with the same points: PLY in, PLY out.  SPDX-License-Identifier: MIT
 *
 * Its options are PoissonRecon's. It gets no number of threads: it takes all processors, as a software rasterizer does.
 * OpenMP would let threads that wait for others compute all the time, and where other programs run that makes
 * PoissonRecon several times slower; so OMP_WAIT_POLICY is passive, unless the caller has set it. */
#include "poisson.h"

#include "common/files/memory.h"
#include "common/files/process.h"
#include "common/files/system.h"
#include "common/mesh/mesh_file.h"
#include "common/mesh/mesh_load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SECONDS = 600, PATH_SIZE = 600 };

struct peer {
    const char *program;
    char folder[PATH_SIZE], in[PATH_SIZE + 16], out[PATH_SIZE + 16], depth[16], screening[16];
};

/* Points with normals, three floats each. */
typedef struct cloud {
    const float *positions, *normals;
} cloud;

static void take_point(const void *user, size_t index, mesh_file_vertex *out) {
    const cloud *c = user;
    memcpy(out->position, c->positions + 3 * index, sizeof out->position);
    memcpy(out->normal, c->normals + 3 * index, sizeof out->normal);
}

bool peer_run(peer *p) {
    const char *const arguments[] = {p->program, "--in",   p->in,           "--out",      p->out,
                                     "--depth",  p->depth, "--pointWeight", p->screening, NULL};
    const process_desc desc = {.arguments = arguments}; /* what it prints is of no interest */
    process_end end;
    system_about about;
    char words[96];
    system_remove(p->out);
    system_set_variable("OMP_WAIT_POLICY", "passive");
    process *running = process_start(&desc);
    if (!running)
        return error_set("%s: cannot be run: %s", p->program, strerror(errno));
    bool in_time = process_wait(running, 1000.0 * MOST_SECONDS, &end);
    if (!in_time) {
        process_kill(running);
        process_wait(running, -1, &end);
    }
    process_free(running);
    if (!in_time)
        return error_set("%s: stopped after %d seconds", p->program, MOST_SECONDS);
    process_describe(&end, words, sizeof words);
    if (end.crashed || end.code != 0)
        return error_set("%s: it ended with %s", p->program, words);
    return (system_look(p->out, &about) && about.size > 0) || error_set("%s: it has written no surface", p->program);
}

/* A new folder of ours where temporary files are. */
static bool make_folder(peer *p) {
    const char *const variables[] = {"TMPDIR", "TEMP"};
    const char *parent = "/tmp";
    for (size_t i = 2; i-- > 0;)
        parent = getenv(variables[i]) && *getenv(variables[i]) ? getenv(variables[i]) : parent;
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(p->folder, sizeof p->folder, "%.500s/histopyramid-bench-%ld-%d", parent, system_process(), attempt);
        if (system_make_folder(p->folder))
            return true;
        if (errno != EEXIST)
            break;
    }
    error_set("%s: %s", p->folder, strerror(errno));
    p->folder[0] = '\0';
    return false;
}

peer *peer_open(const peer_desc *desc) {
    const cloud points = {desc->positions, desc->normals};
    const mesh_file file = {.vertex_count = desc->count, .vertex = take_point, .user = &points};
    peer *p = memory_zeroed(sizeof *p);
    if (!p)
        return NULL;
    p->program = desc->program;
    snprintf(p->depth, sizeof p->depth, "%u", (unsigned)desc->depth);
    snprintf(p->screening, sizeof p->screening, "%g", desc->screening);
    bool ok = make_folder(p);
    snprintf(p->in, sizeof p->in, "%s/points.ply", p->folder);
    snprintf(p->out, sizeof p->out, "%s/surface.ply", p->folder);
    ok = ok && mesh_file_write(p->in, &file) && peer_run(p);
    if (!ok) {
        peer_close(p);
        return NULL;
    }
    return p;
}

/* Vertices of its own have no normals, so the reader has split those at creases: they are one again. */
bool peer_load(const peer *p, mesh *out) {
    uint32_t *first = mesh_small_read(p->out, out, NULL) ? mesh_weld(out) : NULL;
    for (size_t i = 0; first && i < 3 * (size_t)out->triangle_count; i++)
        out->indices[i] = first[out->indices[i]];
    free(first);
    return first || error_set("%s: its surface cannot be read", p->program);
}

void peer_close(peer *p) {
    if (p && p->folder[0]) {
        system_remove(p->in);
        system_remove(p->out);
        system_remove_folder(p->folder);
    }
    free(p);
}
