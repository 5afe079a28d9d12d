/* edges.c - isosurfaces in turn with VTK's Flying Edges.  SPDX-License-Identifier: MIT
 *
 * What is timed begins with Cayley's surface as samples, in a texture, in a buffer or in memory, and ends with a welded mesh with normals,
 * in buffers or in memory. A slider: so for 20 isovalues, one after the other, of the same samples. */
#include "field_scene.h"
#include "parts.h"
#include "peers.h"
#include "turns.h"

#include <math.h>

enum { SLIDES = 20 };

enum {
    SIDE = ROW_OWN,
    VERTICES,
    TRIANGLES,
    TEXTURE,
    BUFFER,
    PEER,
    SLIDER,
    PEER_SLIDER,
    RATIO,
    BUFFER_RATIO,
    SLIDER_RATIO
};

static const column COLUMNS[] = {{SIDE, COUNT, "side", "samples", 8, 0, 0, "^3"},
                                 {VERTICES, COUNT, "vertices", "vertices", 9},
                                 {TRIANGLES, COUNT, "triangles", "triangles", 9},
                                 {TEXTURE, MS, "ms.texture", "texture", 9, 2},
                                 {BUFFER, MS, "ms.buffer", "buffer", 9, 2},
                                 {PEER, MS, "ms.vtk_ms", "VTK", 9, 2},
                                 {SLIDER, MS, "ms.slider", "slider", 9, 1},
                                 {PEER_SLIDER, MS, "ms.vtk_slider_ms", "VTK's", 9, 1},
                                 {RATIO, NUMBER, NULL, "|texture", 8, 2},
                                 {BUFFER_RATIO, NUMBER, NULL, "buffer", 7, 2},
                                 {SLIDER_RATIO, NUMBER, NULL, "slider / VTK", 12, 2},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {0}};
const table edges_table = {.key = "edges", .columns = COLUMNS};

typedef struct contest {
    bench *b;
    store store;
    field_scene *scene;
    hpyr_isosurface *isosurface;
    uint32_t samples, indices; /* buffers: the scene's samples; room for indices of every isovalue */
    flying_edges *peer;
    uint64_t peer_vertices, peer_triangles, slid, peer_slid; /* sums of triangles */
} contest;

#ifdef BENCH_HAS_VTK
#    define PEER_VERSION flying_edges_version()
enum { HAS_PEER = true };

static void run_at(contest *c, double isovalue) {
    flying_edges_run(c->peer, isovalue, &c->peer_vertices, &c->peer_triangles);
}

static bool open_peer(contest *c, uint32_t side) {
    c->peer = flying_edges_open(c->scene->samples, side);
    return c->peer || error_set("edges: out of memory");
}
#else
#    define PEER_VERSION "is not installed"
enum { HAS_PEER = false };

static void run_at(contest *c, double isovalue) {
    (void)c, (void)isovalue;
}

static bool open_peer(contest *c, uint32_t side) {
    (void)c, (void)side;
    return true;
}

void flying_edges_close(flying_edges *f) {
    (void)f;
}
#endif

/* ---- what is timed ---- */

static hpyr_field of_texture(const contest *c) {
    return (hpyr_field){.texture = c->scene->texture};
}

static hpyr_field of_buffer(const contest *c) {
    return (hpyr_field){.buffer = c->samples, .buffer_format = HPYR_FORMAT_R32F};
}

static bool extract(contest *c, uint32_t indices, hpyr_mesh_report *made) {
    const hpyr_mesh_output output = {.vertex_buffer = c->scene->vertex_buffer,
                                     .index_buffer = indices,
                                     .vertex_count = HPYR_ALL,
                                     .triangle_count = HPYR_ALL};
    return bench_check(c->b, hpyr_isosurface_extract(c->isosurface, &output, made), "extract");
}

static bool make(contest *c, hpyr_field field) {
    return bench_check(c->b, hpyr_isosurface_build(c->isosurface, &field, 0, 0), "build") &&
           extract(c, c->scene->index_buffer, NULL);
}

static double isovalue_of(int slide) {
    return 0.05 * (slide - SLIDES / 2);
}

WAY_OF(run_texture, make(c, of_texture(c)))
WAY_OF(run_buffer, make(c, of_buffer(c)))

static bool run_slider(void *user) {
    contest *c = user;
    bool ok = true;
    c->slid = 0;
    for (int i = 0; i < SLIDES && ok; i++) {
        hpyr_mesh_report made = {0};
        ok = bench_check(c->b, hpyr_isosurface_rebuild(c->isosurface, isovalue_of(i)), "rebuild") &&
             extract(c, c->indices, &made);
        c->slid += made.triangles_written;
    }
    return ok;
}

WAY_THAT(run_peer, run_at(c, 0))

static bool run_peer_slider(void *user) {
    contest *c = user;
    c->peer_slid = 0;
    for (int i = 0; i < SLIDES; i++) {
        run_at(c, isovalue_of(i));
        c->peer_slid += c->peer_triangles;
    }
    return true;
}

/* ---- comparing ---- */

static bool mesh_is_right(void *user) {
    static const mesh_form FORM = {MESH_FRAGMENT, HPYR_MESH_FORM_WELDED, HPYR_EDGE_VERTEX_LINEAR};
    contest *c = user;
    const bool is_right = field_scene_is_right(c->b, c->scene, &FORM, HPYR_LAYOUT_AUTO);
    field_scene_forget(c->scene);
    return is_right && field_scene_wipe(c->scene);
}

WAY_OF(peer_is_right,
       (c->peer_vertices == c->scene->counts.crossed_edges && c->peer_triangles == c->scene->counts.triangles) ||
           error_set("edges: VTK has %llu vertices and %llu triangles, the oracle %llu and %llu",
                     (unsigned long long)c->peer_vertices, (unsigned long long)c->peer_triangles,
                     (unsigned long long)c->scene->counts.crossed_edges,
                     (unsigned long long)c->scene->counts.triangles))
WAY_OF(slides_are_right,
       c->slid == c->peer_slid || error_set("edges: sliders of %llu and %llu triangles", (unsigned long long)c->slid,
                                            (unsigned long long)c->peer_slid))

static const way WAYS[] = {{TEXTURE, true, run_texture, mesh_is_right},
                           {BUFFER, true, run_buffer, mesh_is_right},
                           {SLIDER, true, run_slider},
                           {PEER, false, run_peer, peer_is_right},
                           {PEER_SLIDER, false, run_peer_slider, slides_are_right}};
enum { OF_PEER = 1 << 3 | 1 << 4 };

/* ---- rows ---- */

static bool open_contest(contest *c, uint32_t side) {
    const size_t samples = (size_t)side * side * side;
    const field_desc desc = {"cayley", field_cayley, {side, side, side}, NULL};
    c->scene = field_scene_open(c->b, &desc);
    if (!c->scene)
        return false;
    const hpyr_isosurface_desc isosurface = {.grid = volume_grid(&c->scene->volume)};
    c->samples = store_buffer(&c->store, samples * sizeof(float), c->scene->samples);
    c->indices = store_buffer(&c->store, ((size_t)c->scene->counts.triangles * 2 + 1000) * 12, NULL);
    return store_check(&c->store) && open_peer(c, side) &&
           bench_check(c->b, hpyr_isosurface_create(c->b->context, &isosurface, &c->isosurface), "create");
}

static bool run_case(bench *b, uint32_t side) {
    contest c = {.b = b, .store = {.b = b}};
    row r = row_of(&edges_table);
    player p = {.row = &r, .ways = WAYS, .way_count = COUNT_OF(WAYS), .user = &c, .skipped = HAS_PEER ? 0 : OF_PEER};
    bool ok = open_contest(&c, side) && turns_run(b, &p, &(turns){.budgets = 4, .warms = true, .settles = true});
    if (ok) {
        r.n[SIDE] = side;
        r.n[VERTICES] = (double)c.scene->counts.crossed_edges;
        r.n[TRIANGLES] = (double)c.scene->counts.triangles;
        r.n[RATIO] = r.n[TEXTURE] / r.n[PEER];
        r.n[BUFFER_RATIO] = r.n[BUFFER] / r.n[PEER];
        r.n[SLIDER_RATIO] = r.n[SLIDER] / r.n[PEER_SLIDER];
    }
    flying_edges_close(c.peer);
    hpyr_isosurface_destroy(c.isosurface);
    field_scene_close(c.scene);
    store_free(&c.store);
    return ok && bench_keep(b, &r);
}

bool bench_edges(bench *b) {
    static const uint32_t SIDES[] = {128, 256, 512};
    const size_t first = b->row_count;
    bool ok = true;
    for (size_t i = 0; i < (b->has_size ? 1 : b->is_full ? 3 : 2) && ok; i++)
        ok = run_case(b, bench_side(b, SIDES[i]));
    return bench_show(
        b, ok, &edges_table, first,
        bench_text(b, "Edges: Cayley's surface, welded, with normals: ms, medians; VTK %s: Flying Edges, two threads",
                   PEER_VERSION),
        "  texture, buffer: where the samples are. slider: 20 isovalues, one after the other, of samples in "
        "a buffer");
}
