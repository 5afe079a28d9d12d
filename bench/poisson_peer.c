/* poisson_peer.c - another program with the same points: PLY in, PLY out.  SPDX-License-Identifier: MIT
 *
 * Its options are PoissonRecon's. It gets no number of threads: it takes all processors, as a software rasterizer does.
 * OpenMP would let threads that wait for others compute all the time, and where other programs run that makes
 * PoissonRecon several times slower; so OMP_WAIT_POLICY is passive, unless the caller has set it. */
#include "poisson.h"

#ifdef _WIN32

peer *peer_open(const char *program, const float *positions, const float *normals, uint32_t count, uint32_t depth) {
    (void)positions, (void)normals, (void)count, (void)depth;
    error_set("%s: --peer works where processes can be forked", program);
    return NULL;
}

bool peer_run(peer *p) {
    (void)p;
    return false;
}

void peer_close(peer *p) {
    (void)p;
}

#else

#    include "common/files/memory.h"
#    include "common/mesh/mesh_file.h"

#    include <errno.h>
#    include <fcntl.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/stat.h>
#    include <sys/wait.h>
#    include <unistd.h>

enum { MOST_SECONDS = 600, PATH_SIZE = 600, NO_PROGRAM = 127 };

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

/* In the child. What it prints is of no interest. */
static void become(const peer *p) {
    char *const arguments[] = {(char *)p->program, "--in",           (char *)p->in,   "--out", (char *)p->out,
                               "--depth",          (char *)p->depth, "--pointWeight", "0",     NULL};
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
    setenv("OMP_WAIT_POLICY", "passive", 0);
    alarm(MOST_SECONDS);
    execvp(p->program, arguments);
    _exit(NO_PROGRAM);
}

static bool tell(const peer *p, int status) {
    struct stat written;
    if (WIFSIGNALED(status))
        return error_set("%s: ended by signal %d", p->program, WTERMSIG(status));
    if (WEXITSTATUS(status) == NO_PROGRAM)
        return error_set("%s: cannot be run", p->program);
    if (WEXITSTATUS(status))
        return error_set("%s: exit status %d", p->program, WEXITSTATUS(status));
    return (stat(p->out, &written) == 0 && written.st_size > 0) ||
           error_set("%s: it has written no surface", p->program);
}

bool peer_run(peer *p) {
    int status = 0;
    unlink(p->out);
    pid_t child = fork();
    if (child == 0)
        become(p);
    if (child < 0)
        return error_set("%s: %s", p->program, strerror(errno));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return error_set("%s: %s", p->program, strerror(errno));
    return tell(p, status);
}

peer *peer_open(const char *program, const float *positions, const float *normals, uint32_t count, uint32_t depth) {
    const char *parent = getenv("TMPDIR");
    const cloud points = {positions, normals};
    const mesh_file file = {.vertex_count = count, .vertex = take_point, .user = &points};
    peer *p = memory_zeroed(sizeof *p);
    if (!p)
        return NULL;
    p->program = program;
    snprintf(p->depth, sizeof p->depth, "%u", (unsigned)depth);
    snprintf(p->folder, sizeof p->folder, "%.500s/histopyramid-bench-XXXXXX", parent && *parent ? parent : "/tmp");
    bool ok = mkdtemp(p->folder) || error_set("%s: %s", p->folder, strerror(errno));
    if (!ok)
        p->folder[0] = '\0';
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
        unlink(p->in);
        unlink(p->out);
        rmdir(p->folder);
    }
    free(p);
}

#endif
