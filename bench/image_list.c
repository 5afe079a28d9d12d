/* image_list.c - the point list of a picture: pyramids beside reading back and scanning.  SPDX-License-Identifier: MIT
 *
 * On a software rasterizer reading back is a copy in memory and no trip over a bus: the CPU is at its strongest. Its list holds
 * texel numbers, 4 bytes each, in CPU memory; the pyramid's holds points, 16 bytes each, in a buffer object. */
#include "measure.h"
#include "parts.h"
#include "peers.h"
#include "store.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <string.h>

enum { SCANS = 3, SCAN_TIMES = 3, SIDES = 3 };

/* The row of a contest: nine times of the CPU, and which of the rows are the pyramids that took their turns with it. */
enum {
    CONTEST_PART = ROW_OWN,
    IMAGE,
    SIDE,
    ACTIVE,
    CPU_TIMES,
    FASTEST = CPU_TIMES + SCANS * SCAN_TIMES,
    FIRST_ROW,
    END_ROW
};
enum { READBACK, SCAN, CPU_TOTAL };

#define SCAN_COLUMNS(i, name)                                                                                          \
    {CPU_TIMES + 3 * i, MS, "cpu_ms." name ".readback"}, {CPU_TIMES + 3 * i + SCAN, MS, "cpu_ms." name ".scan"}, {     \
        CPU_TIMES + 3 * i + CPU_TOTAL, MS, "cpu_ms." name ".total"                                                     \
    }

static const column COLUMNS[] = {
    {CONTEST_PART, TEXT, "part"}, {IMAGE, TEXT, "image"},          {SIDE, COUNT, "side"},
    {ACTIVE, COUNT, "active"},    SCAN_COLUMNS(0, "plain"),        SCAN_COLUMNS(1, "by_256"),
    SCAN_COLUMNS(2, "by_64"),     {FASTEST, TEXT, "fastest_scan"}, {0}};
static const char *const SCAN_NAMES[SCANS] = {"plain", "by_256", "by_64"};

/* What the fastest scan takes: one of the three times, or all. */
static double fastest_ms(const row *r, int time) {
    double least = r->n[CPU_TIMES + CPU_TOTAL], ms = r->n[CPU_TIMES + time];
    for (int i = 1; i < SCANS; i++)
        if (r->n[CPU_TIMES + 3 * i + CPU_TOTAL] < least) {
            least = r->n[CPU_TIMES + 3 * i + CPU_TOTAL];
            ms = r->n[CPU_TIMES + 3 * i + time];
        }
    return ms;
}

static void put_pyramids(const bench *b, json *j, const row *r) {
    json_open(j, "pyramids", '[');
    for (size_t i = (size_t)r->n[FIRST_ROW]; i < (size_t)r->n[END_ROW]; i++) {
        const row *p = &b->rows[i];
        json_open(j, NULL, '{');
        json_text(j, "layout", p->t[LAYOUT]);
        json_text(j, "order", p->t[ORDER]);
        json_text(j, "base", p->t[BASE]);
        json_ms(j, "ms", p->n[LIST]);
        json_number(j, "ratio", p->n[LIST] / fastest_ms(r, CPU_TOTAL));
        json_close(j, '}');
    }
    json_close(j, ']');
}

const table contests_table = {.key = "image_lists", .columns = COLUMNS, .members = put_pyramids};

double image_list_ratio(const bench *b, const char *order) {
    double worst = NAN;
    for (size_t i = 0; i < b->row_count; i++) {
        const row *r = &b->rows[i];
        if (r->table != &contests_table || strcmp(r->t[CONTEST_PART], "image_list") != 0)
            continue;
        for (size_t k = (size_t)r->n[FIRST_ROW]; k < (size_t)r->n[END_ROW]; k++)
            if (strcmp(b->rows[k].t[ORDER], order) == 0)
                worst = fmax(worst, b->rows[k].n[LIST] / fastest_ms(r, CPU_TOTAL));
    }
    return worst;
}

/* ---- pictures, the same on every machine ---- */

enum { SEED = 0x1E3779B9, SLICES = 256, TILES = 16 };

/* Both fill `side` x `side` RGBA8 texels: alpha is 255 in just `active` of them and less elsewhere, colors are noise. `side` is a power of
 * two from 512 on. */

static double random_between(uint32_t *state, double low, double high) {
    return low + (high - low) * (store_random(state) / 4294967296.0);
}

static void fill_with_noise(uint8_t *rgba, uint32_t side, uint32_t *state) {
    for (size_t i = 0; i < (size_t)side * side; i++) {
        uint32_t noise = store_random(state);
        for (size_t k = 0; k < 4; k++)
            rgba[i * 4 + k] = (uint8_t)(noise >> (8 * k));
        rgba[i * 4 + 3] = (uint8_t)(rgba[i * 4 + 3] % 255);
    }
}

/* True where the cell was not active before. */
static bool activate(uint8_t *rgba, size_t cell) {
    bool fresh = rgba[cell * 4 + 3] != 255;
    rgba[cell * 4 + 3] = 255;
    return fresh;
}

/* Active cells anywhere, independent of each other. */
static void draw_scatter(uint8_t *rgba, uint32_t side, uint32_t active) {
    uint32_t state = SEED;
    fill_with_noise(rgba, side, &state);
    for (uint32_t done = 0; done < active;)
        done += activate(rgba, store_random(&state) % ((size_t)side * side));
}

static size_t cell_of(uint32_t side, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)(z / TILES) * (side / TILES) + y) * side + (size_t)(z % TILES) * (side / TILES) + x;
}

/* Marks the lower and the upper side of a sphere until no more than `wanted` are marked; returns how many it marked. */
static uint32_t mark_sphere(uint8_t *rgba, uint32_t side, const double center[3], double radius, uint32_t wanted) {
    uint32_t marked = 0;
    for (uint32_t y = 0; y < side / TILES; y++) {
        for (uint32_t x = 0; x < side / TILES; x++) {
            double dx = x + 0.5 - center[0], dy = y + 0.5 - center[1], square = radius * radius - dx * dx - dy * dy;
            for (int half = -1; half <= 1 && square >= 0 && marked < wanted; half += 2)
                marked += activate(rgba, cell_of(side, x, y, (uint32_t)(center[2] + half * sqrt(square))));
        }
    }
    return marked;
}

/* Active cells as a voxelized surface leaves them: spheres in side/16 x side/16 x 256 voxels, whose 16 x 16 slices are the image, one voxel
 * a column and side (2006, section 9). */
static void draw_spheres(uint8_t *rgba, uint32_t side, uint32_t active) {
    uint32_t state = SEED;
    double tile = side / TILES, size[3] = {tile, tile, SLICES};
    fill_with_noise(rgba, side, &state);
    for (uint32_t done = 0; done < active;) {
        double radius = random_between(&state, 20 * tile / SLICES, 60 * tile / SLICES), center[3];
        for (int k = 0; k < 3; k++)
            center[k] = random_between(&state, radius, size[k] - radius - 1);
        done += mark_sphere(rgba, side, center, radius, active - done);
    }
}

/* ---- the CPU ---- */

/* One scan of a picture, and what it is done with. */
typedef struct hybrid {
    scene *scene;
    scan_fn scan;
    uint8_t *pixels; /* read back into: touched before, as by any program that does it every frame */
    uint32_t *list, count, framebuffer;
} hybrid;

static size_t texels_of(const hybrid *h) {
    return (size_t)h->scene->flat.width * h->scene->flat.height;
}

static bool read_pixels(void *user) {
    const hybrid *h = user;
    framebuffer_bind(h->scene->gl, h->framebuffer);
    glReadPixels(0, 0, (GLsizei)h->scene->flat.width, (GLsizei)h->scene->flat.height, GL_RGBA, GL_UNSIGNED_BYTE,
                 h->pixels);
    framebuffer_bind(h->scene->gl, 0);
    return true;
}

static bool scan_pixels(void *user) {
    hybrid *h = user;
    h->count = h->scan(h->pixels, (uint32_t)texels_of(h), 255, h->list);
    return h->count == h->scene->total || error_set("%s: the CPU's list has another length", h->scene->desc.picture);
}

/* The CPU's list must be the oracle's in scan-line order. What was there is wiped for the next scan. */
static bool list_is_right(void *user) {
    const hybrid *h = user;
    const scene *s = h->scene;
    bool right = scene_expect(h->scene, HPYR_ORDER_LINE);
    for (uint32_t i = 0; i < h->count && right; i++)
        right = h->list[i] == s->expected[i].y * s->flat.width + s->expected[i].x;
    memset(h->list, 0, ((size_t)s->total + 1) * sizeof *h->list);
    memset(h->pixels, 0, texels_of(h) * 4);
    return right;
}

#define SCAN_WAYS(i)                                                                                                   \
    {                                                                                                                  \
        {CPU_TIMES + 3 * i, true, read_pixels}, {CPU_TIMES + 3 * i + SCAN, true, scan_pixels, list_is_right}, {        \
            CPU_TIMES + 3 * i + CPU_TOTAL                                                                              \
        }                                                                                                              \
    }
static const way WAYS[SCANS][SCAN_TIMES] = {SCAN_WAYS(0), SCAN_WAYS(1), SCAN_WAYS(2)};

/* ---- contests ---- */

static bool run_contest(bench *b, const scene_desc *d, bool papers) {
    static const scan_fn FUNCTIONS[SCANS] = {scan_plain, scan_by_256, scan_by_64};
    hybrid hybrids[SCANS];
    player guests[SCANS];
    row r = row_of(&contests_table);
    store memory = {.b = b};
    group g = {.stages = papers ? STAGES_PAPER : STAGES_LIST, .guests = guests, .guest_count = SCANS};
    const size_t first = b->row_count;
    scene *s = scene_open(b, d);
    uint8_t *pixels = s ? store_memory(&memory, (size_t)s->flat.width * s->flat.height, 4) : NULL;
    uint32_t *list = s ? store_memory(&memory, (size_t)s->total + 1, sizeof *list) : NULL;
    uint32_t framebuffer = s ? framebuffer_of(s->gl, s->flat.name) : 0;
    bool ok = s && store_check(&memory) && group_add(b, &g, s, papers ? PYRAMIDS_PAPER : PYRAMIDS_BITS);
    if (ok && s->total != d->active)
        ok = error_set("%s: the oracle finds %u cells", d->picture, (unsigned)s->total);
    for (int i = 0; i < SCANS; i++) {
        hybrids[i] = (hybrid){s, FUNCTIONS[i], pixels, list, 0, framebuffer};
        guests[i] = (player){.row = &r, .ways = WAYS[i], .way_count = SCAN_TIMES, .user = &hybrids[i]};
    }
    ok = ok && group_measure(b, &g);
    r.t[CONTEST_PART] = d->part;
    r.t[IMAGE] = d->picture;
    for (int i = 0; i < SCANS && ok; i++)
        if (r.n[CPU_TIMES + 3 * i + CPU_TOTAL] <= fastest_ms(&r, CPU_TOTAL))
            r.t[FASTEST] = SCAN_NAMES[i];
    r.n[SIDE] = d->width;
    r.n[ACTIVE] = d->active;
    r.n[FIRST_ROW] = (double)first;
    r.n[END_ROW] = (double)b->row_count;
    group_free(&g);
    if (s)
        framebuffer_delete(s->gl, &framebuffer);
    store_free(&memory);
    scene_close(s);
    return ok && bench_keep(b, &r);
}

/* ---- image-list ---- */

enum { NAME = ROW_OWN, READ_OR_BUILD, SCAN_OR_LIST, BOTH, SHARE_OF_IT, COMPETITOR };

static const column LINES[] = {{NAME, TEXT, NULL, "", 44},
                               {READ_OR_BUILD, MS, NULL, "read/build", 10, 3},
                               {SCAN_OR_LIST, MS, NULL, "scan/list", 10, 3},
                               {BOTH, MS, NULL, "total", 10, 3},
                               {SHARE_OF_IT, NUMBER, NULL, "of it", 10, 3},
                               {COMPETITOR, TEXT, NULL, "", 1},
                               {0}};
static const table lines_table = {.columns = LINES};

/* The last contest: CPU and pyramids beside each other. */
static bool show_contest(bench *b) {
    const row contest = b->rows[b->row_count - 1];
    const size_t first = b->row_count;
    bool ok = true;
    for (int i = 0; i < SCANS && ok; i++) {
        row r = row_of(&lines_table);
        r.t[NAME] = bench_text(b, "read back + scan, %s", SCAN_NAMES[i]);
        memcpy(&r.n[READ_OR_BUILD], &contest.n[CPU_TIMES + 3 * i], SCAN_TIMES * sizeof *r.n);
        r.t[COMPETITOR] = strcmp(contest.t[FASTEST], SCAN_NAMES[i]) == 0 ? "the competitor" : NULL;
        ok = bench_keep(b, &r);
    }
    for (size_t i = (size_t)contest.n[FIRST_ROW]; i < (size_t)contest.n[END_ROW] && ok; i++) {
        const row p = b->rows[i];
        row r = row_of(&lines_table);
        r.t[NAME] = bench_text(b, "build + list, %-8s %s", p.t[LAYOUT], p.t[ORDER]);
        r.t[ROW_REASON] = p.t[ROW_REASON];
        r.n[ROW_RUNS] = p.n[ROW_RUNS];
        r.n[READ_OR_BUILD] = p.n[BUILD] + p.n[FIND_TOTAL];
        r.n[SCAN_OR_LIST] = p.n[BUFFER];
        r.n[BOTH] = p.n[LIST];
        r.n[SHARE_OF_IT] = p.n[LIST] / fastest_ms(&contest, CPU_TOTAL);
        ok = bench_keep(b, &r);
    }
    if (ok)
        fprintf(b->stream, "  %s\n", contest.t[IMAGE]);
    return bench_show(b, ok, &lines_table, first, NULL, NULL);
}

bool bench_image_list(bench *b) {
    scene_desc d = {.part = "image_list", .width = 4096, .height = 4096, .active = 34000};
    bench_title(b, "Point list of 4096x4096 RGBA8 texels, 34000 active; CPU and pyramids in turn");
    d.picture = "spheres";
    d.draw = draw_spheres;
    if (!run_contest(b, &d, false) || !show_contest(b))
        return false;
    d.picture = "scatter";
    d.draw = draw_scatter;
    return run_contest(b, &d, false) && show_contest(b);
}

/* ---- the paper's tables ---- */

/* Ziegler et al. 2006, section 9: Quadro FX Go 1400 on PCI Express, Pentium M 2.13 GHz; the AGP figures are of a GeForce 6600 in
 * an Athlon XP 2400. "~" where the paper has it. Of dicer_bil it gives no times. */
typedef struct paper_line {
    int table;
    const char *name, *ms[SIDES];
    hpyr_layout layout; /* of ours that stands below */
} paper_line;

static const paper_line PAPER[] = {
    {2, "AGP fetch", {"560", "142", "36"}, 0},
    {2, "PCIe fetch", {"172", "40", "12"}, 0},
    {2, "CPU traversal", {"25", "25", "24"}, 0},
    {3, "dicer_single", {"~2000", "20", "6"}, HPYR_LAYOUT_SINGLE},
    {3, "dicer_vec4", {"~2000", "20", "6"}, HPYR_LAYOUT_VEC4},
    {3, "dicer_rect", {"30", "10", "2"}, HPYR_LAYOUT_RECT},
    {4, "dicer_single", {"16", "12", "~6"}, HPYR_LAYOUT_SINGLE},
    {4, "dicer_vec4", {"14", "7", "~6"}, HPYR_LAYOUT_VEC4},
    {4, "dicer_rect", {"9", "6", "~2"}, HPYR_LAYOUT_RECT},
};

enum { WAY = ROW_OWN, WAY_ORDER, WAY_BASE, PAPER_MS, OUR_MS = PAPER_MS + SIDES };

static const column PAPER_COLUMNS[] = {{WAY, TEXT, NULL, "", 13},
                                       {WAY_ORDER, TEXT, NULL, "", 7},
                                       {WAY_BASE, TEXT, NULL, "", 8},
                                       {PAPER_MS, TEXT, NULL, "|paper", 7},
                                       {OUR_MS, MS, NULL, "4096x4096", 9, 3},
                                       {PAPER_MS + 1, TEXT, NULL, "|paper", 7},
                                       {OUR_MS + 1, MS, NULL, "2048x2048", 9, 3},
                                       {PAPER_MS + 2, TEXT, NULL, "|paper", 7},
                                       {OUR_MS + 2, MS, NULL, "1024x1024", 9, 3},
                                       {0}};
static const table paper_table = {.columns = PAPER_COLUMNS};

/* A line of the paper, or one with none of its figures. */
static row paper_row(const paper_line *line) {
    row r = row_of(&paper_table);
    r.n[ROW_RUNS] = 1;
    for (int side = 0; side < SIDES; side++)
        r.t[PAPER_MS + side] = line ? line->ms[side] : "-";
    return r;
}

/* The CPU's fetch by AGP was measured on another machine; ours has one for the other two. */
static bool show_table_2(bench *b, const size_t contests[SIDES]) {
    const size_t first = b->row_count;
    bool ok = true;
    for (int i = 0; PAPER[i].table == 2 && ok; i++) {
        row r = paper_row(&PAPER[i]);
        r.t[WAY] = PAPER[i].name;
        for (int side = 0; side < SIDES && i > 0; side++)
            r.n[OUR_MS + side] = fastest_ms(&b->rows[contests[side]], i == 1 ? READBACK : SCAN);
        ok = bench_keep(b, &r);
    }
    return bench_show(b, ok, &paper_table, first, "  Table 2: CPU, whole traversal", NULL);
}

/* Table 3 or 4: one line for every layout. */
static bool show_table(bench *b, const size_t contests[SIDES], int number, const char *title) {
    const size_t first = b->row_count, begin = (size_t)b->rows[contests[0]].n[FIRST_ROW];
    bool ok = true;
    for (size_t i = 0; i < (size_t)b->rows[contests[0]].n[END_ROW] - begin && ok; i++) {
        const row p = b->rows[begin + i];
        const paper_line *line = NULL;
        for (size_t k = 0; k < COUNT_OF(PAPER); k++)
            if (PAPER[k].table == number && strcmp(name_of_layout(PAPER[k].layout), p.t[LAYOUT]) == 0)
                line = &PAPER[k];
        row r = paper_row(line);
        r.t[WAY] = p.t[LAYOUT];
        r.t[WAY_ORDER] = p.t[ORDER];
        r.t[WAY_BASE] = p.t[BASE];
        for (int side = 0; side < SIDES; side++) {
            const double *n = b->rows[(size_t)b->rows[contests[side]].n[FIRST_ROW] + i].n;
            r.n[OUR_MS + side] = number == 3 ? n[BUILD] + n[FIND_TOTAL] : n[TEXTURE];
        }
        ok = bench_keep(b, &r);
    }
    return bench_show(b, ok, &paper_table, first, title, NULL);
}

/* The paper's voxel counts (Table 1), on pictures like its own. */
bool bench_papers(bench *b) {
    static const uint32_t WIDTHS[SIDES] = {4096, 2048, 1024}, ACTIVES[SIDES] = {33989, 8595, 2130};
    scene_desc d = {.part = "papers", .picture = "spheres", .draw = draw_spheres};
    size_t contests[SIDES] = {0};
    bool ok = true;
    bench_title(b, "Tables 2 to 4 of Ziegler et al. 2006, section 9, beside ours");
    for (int i = 0; i < SIDES && ok; i++) {
        d.width = d.height = WIDTHS[i];
        d.active = ACTIVES[i];
        ok = run_contest(b, &d, true);
        contests[i] = b->row_count - 1;
    }
    if (ok)
        fprintf(b->stream,
                "  paper: Quadro FX Go 1400, PCI Express, Pentium M 2.13 GHz; AGP fetch: GeForce 6600, Athlon XP 2400\n"
                "  ours, under the sizes: %s; the fastest of three scans; ms\n",
                b->caps->renderer);
    return ok && show_table_2(b, contests) &&
           show_table(b, contests, 3, "  Table 3: GPU, HistoPyramid creation (build and total)") &&
           show_table(b, contests, 4, "  Table 4: GPU, point list creation (into a 2D texture)");
}
