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

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SECONDS = 600, PATH_SIZE = 600 };

struct peer {
    const char *program;
    char folder[PATH_SIZE], in[PATH_SIZE + 16], out[PATH_SIZE + 16], depth[16];
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
    const char *const arguments[] = {p->program, "--in",   p->in,           "--out", p->out,
                                     "--depth",  p->depth, "--pointWeight", "0",     NULL};
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

peer *peer_open(const char *program, const float *positions, const float *normals, uint32_t count, uint32_t depth) {
    const cloud points = {positions, normals};
    const mesh_file file = {.vertex_count = count, .vertex = take_point, .user = &points};
    peer *p = memory_zeroed(sizeof *p);
    if (!p)
        return NULL;
    p->program = program;
    snprintf(p->depth, sizeof p->depth, "%u", (unsigned)depth);
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

void peer_close(peer *p) {
    if (p && p->folder[0]) {
        system_remove(p->in);
        system_remove(p->out);
        system_remove_folder(p->folder);
    }
    free(p);
}
