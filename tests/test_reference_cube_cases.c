/* test_reference_cube_cases.c - the 256 cases of marching cubes, judged by the shape of a cube.
 * SPDX-License-Identifier: MIT
 *
 * A triangle's edge that no other triangle of the case walks back is a segment of the cell's surface. Segments must lie in the
 * cell's faces and cut off the inside corners, with those to their proper side; two cells that share a face must have the same
 * ones there. Then each case is put into a volume, inside of nothing but outside and the other way round. */
#include "surfaces.h"

#include <math.h>
#include <string.h>

#include "tables/cube_cases.h"

enum { CASES = 256, EDGES = 12, FACES = 6, MOST_SEGMENTS = 12 };

/* From the drawing in reference/reference.h. */
static const uint8_t ends[EDGES][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                       {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

typedef struct segment {
    uint8_t from, to; /* edges */
} segment;

typedef struct segments {
    segment list[MOST_SEGMENTS];
    uint32_t count;
} segments;

static bool is_inside(uint32_t cube_case, uint32_t corner) {
    return cube_case >> corner & 1;
}

static bool is_crossed(uint32_t cube_case, uint32_t edge) {
    return is_inside(cube_case, ends[edge][0]) != is_inside(cube_case, ends[edge][1]);
}

static uint32_t inside_end(uint32_t cube_case, uint32_t edge) {
    return ends[edge][is_inside(cube_case, ends[edge][1])];
}

static bool corner_is_in_face(uint32_t corner, uint32_t face) {
    return (corner >> (face / 2) & 1) == (face & 1);
}

static bool edge_is_in_face(uint32_t edge, uint32_t face) {
    return corner_is_in_face(ends[edge][0], face) && corner_is_in_face(ends[edge][1], face);
}

static bool in_one_face(uint32_t a, uint32_t b, uint32_t face) {
    return edge_is_in_face(a, face) && edge_is_in_face(b, face);
}

static uint32_t walks(const uint8_t *edges, uint32_t triangles, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3 * triangles; i++)
        count += edges[i] == from && edges[i % 3 == 2 ? i - 2 : i + 1] == to;
    return count;
}

/* Those in one face, or all where face is FACES. */
static segments segments_of_triangles(const uint8_t *edges, uint32_t triangles, uint32_t face) {
    segments s = {.count = 0};
    for (uint8_t from = 0; from < EDGES; from++) {
        for (uint8_t to = 0; to < EDGES; to++) {
            bool is_segment = walks(edges, triangles, from, to) && !walks(edges, triangles, to, from);
            if (is_segment && (face == FACES || in_one_face(from, to, face))) {
                assert_true(s.count < MOST_SEGMENTS);
                s.list[s.count++] = (segment){from, to};
            }
        }
    }
    return s;
}

static segments segments_of(uint32_t cube_case, uint32_t face) {
    uint8_t edges[HPYR_CUBE_CORNERS];
    uint32_t triangles = answer_case(cube_case, edges);
    return segments_of_triangles(edges, triangles, face);
}

static bool has_segment(const segments *s, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].from == from && s->list[i].to == to)
            return true;
    return false;
}

/* ---- the table ---- */

TEST(known_cases_are_as_documented) {
    static const struct {
        uint32_t cube_case, triangles;
        uint8_t edges[HPYR_CUBE_CORNERS];
    } known[] = {{0x00, 0, {0}},
                 {0xff, 0, {0}},
                 {0x01, 1, {0, 4, 8}},
                 {0xfe, 1, {0, 8, 4}},
                 {0x80, 1, {3, 11, 7}},
                 {0x03, 2, {4, 8, 9, 4, 9, 5}},
                 {0x0f, 2, {8, 9, 11, 8, 11, 10}},
                 {0x06, 2, {0, 9, 5, 1, 10, 4}}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint8_t edges[HPYR_CUBE_CORNERS];
        assert_int_equal(answer_case(known[i].cube_case, edges), known[i].triangles);
        assert_memory_equal(edges, known[i].edges, 3 * (size_t)known[i].triangles);
    }
}

TEST(there_is_no_case_beyond_255) {
    uint8_t edges[HPYR_CUBE_CORNERS], before[HPYR_CUBE_CORNERS];
    uint32_t triangles;
    memset(before, 77, sizeof before);
    memcpy(edges, before, sizeof edges);
    assert_int_equal(hpyr_ref_cube_case(256, edges, &triangles), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_cube_case(UINT32_MAX, edges, &triangles), HPYR_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(edges, before, sizeof edges);
}

/* As in all tables that separate the inside corners, or all that separate the outside ones. */
TEST(the_cases_have_820_triangles_at_most_five_each) {
    uint32_t total = 0;
    for (uint32_t c = 0; c < CASES; c++) {
        uint8_t edges[HPYR_CUBE_CORNERS];
        uint32_t triangles = answer_case(c, edges);
        assert_in_range(triangles, 0, HPYR_CUBE_TRIANGLES);
        total += triangles;
    }
    assert_int_equal(total, 820);
}

TEST(triangles_use_every_crossed_edge_and_no_other) {
    for (uint32_t c = 0; c < CASES; c++) {
        uint8_t edges[HPYR_CUBE_CORNERS];
        uint32_t used = 0, crossed = 0, triangles = answer_case(c, edges);
        for (uint32_t i = 0; i < 3 * triangles; i++) {
            assert_in_range(edges[i], 0, EDGES - 1);
            used |= 1u << edges[i];
        }
        for (uint32_t edge = 0; edge < EDGES; edge++)
            crossed |= (uint32_t)is_crossed(c, edge) << edge;
        assert_int_equal(used, crossed);
    }
}

/* ---- segments ---- */

TEST(only_segments_lie_in_faces) {
    for (uint32_t c = 0; c < CASES; c++) {
        uint8_t edges[HPYR_CUBE_CORNERS];
        uint32_t triangles = answer_case(c, edges), in_faces = 0;
        segments all = segments_of(c, FACES);
        for (uint32_t face = 0; face < FACES; face++)
            in_faces += segments_of(c, face).count;
        assert_int_equal(in_faces, all.count);
        for (uint32_t i = 0; i < 3 * triangles; i++) {
            uint32_t from = edges[i], to = edges[i % 3 == 2 ? i - 2 : i + 1];
            assert_int_equal(walks(edges, triangles, from, to), 1);
            for (uint32_t face = 0; face < FACES; face++)
                assert_true(!in_one_face(from, to, face) || has_segment(&all, from, to));
        }
    }
}

/* Every crossed edge of a face is the end of one segment there, and only of one. */
TEST(segments_pair_the_crossed_edges_of_a_face) {
    for (uint32_t c = 0; c < CASES; c++) {
        for (uint32_t face = 0; face < FACES; face++) {
            segments s = segments_of(c, face);
            for (uint32_t edge = 0; edge < EDGES; edge++) {
                uint32_t touched = 0;
                for (uint32_t i = 0; i < s.count; i++)
                    touched += (s.list[i].from == edge) + (s.list[i].to == edge);
                assert_int_equal(touched, edge_is_in_face(edge, face) && is_crossed(c, edge));
            }
        }
    }
}

TEST(ambiguous_faces_separate_their_inside_corners) {
    uint32_t ambiguous = 0;
    for (uint32_t c = 0; c < CASES; c++) {
        for (uint32_t face = 0; face < FACES; face++) {
            segments s = segments_of(c, face);
            if (s.count == 2) {
                ambiguous++;
                for (uint32_t i = 0; i < 2; i++)
                    assert_int_equal(inside_end(c, s.list[i].from), inside_end(c, s.list[i].to));
            }
        }
    }
    assert_int_equal(ambiguous, FACES * 2 * CASES / 16);
}

static void middle_of(uint32_t edge, double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = ((ends[edge][0] >> i & 1) + (ends[edge][1] >> i & 1)) / 2.0;
}

/* How far a corner lies to the left of a segment, for who stands on the face's outer side and looks along it. */
static double leftness(segment s, uint32_t face, uint32_t corner) {
    double from[3], to[3], along[3], way[3];
    middle_of(s.from, from);
    middle_of(s.to, to);
    for (int i = 0; i < 3; i++) {
        along[i] = to[i] - from[i];
        way[i] = (corner >> i & 1) - from[i];
    }
    uint32_t axis = face / 2, next = (axis + 1) % 3, last = (axis + 2) % 3;
    double turn = along[next] * way[last] - along[last] * way[next];
    return face & 1 ? turn : -turn;
}

/* The surface then rises to the left of whoever walks along its border, outside upwards: counter-clockwise. */
TEST(segments_keep_the_inside_on_their_right) {
    for (uint32_t c = 0; c < CASES; c++) {
        for (uint32_t face = 0; face < FACES; face++) {
            segments s = segments_of(c, face);
            for (uint32_t i = 0; i < s.count; i++) {
                uint32_t edges[2] = {s.list[i].from, s.list[i].to};
                for (int k = 0; k < 2; k++) {
                    uint32_t inside = inside_end(c, edges[k]);
                    uint32_t outside = ends[edges[k]][0] + ends[edges[k]][1] - inside;
                    assert_true(leftness(s.list[i], face, inside) < 0);
                    assert_true(leftness(s.list[i], face, outside) > 0);
                }
            }
        }
    }
}

/* The edge of the cell above that is this cell's edge in their common face. */
static uint32_t edge_above(uint32_t edge, uint32_t axis) {
    for (uint32_t i = 0; i < EDGES; i++)
        if (ends[i][0] == ends[edge][0] - (1u << axis) && ends[i][1] == ends[edge][1] - (1u << axis))
            return i;
    fail();
    return EDGES;
}

static bool may_be_neighbors(uint32_t below, uint32_t above, uint32_t axis) {
    for (uint32_t corner = 0; corner < 8; corner++)
        if (!(corner >> axis & 1) && is_inside(above, corner) != is_inside(below, corner | 1u << axis))
            return false;
    return true;
}

TEST(all_neighbors_have_the_same_segments) {
    static segments lower[CASES], upper[CASES];
    uint32_t pairs = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        for (uint32_t c = 0; c < CASES; c++) {
            lower[c] = segments_of(c, 2 * axis);
            upper[c] = segments_of(c, 2 * axis + 1);
        }
        for (uint32_t below = 0; below < CASES; below++) {
            for (uint32_t above = 0; above < CASES; above++) {
                if (!may_be_neighbors(below, above, axis))
                    continue;
                const segments *s = &upper[below];
                pairs++;
                assert_int_equal(s->count, lower[above].count);
                for (uint32_t i = 0; i < s->count; i++) {
                    assert_true(
                        has_segment(&lower[above], edge_above(s->list[i].to, axis), edge_above(s->list[i].from, axis)));
                }
            }
        }
    }
    assert_int_equal(pairs, 3 * CASES * 16);
}

/* ---- fans ---- */

/* The edges of a loop in their order, along segments. Returns how many there are. */
static uint32_t follow_segments(const segments *s, uint8_t first, uint8_t loop[MOST_SEGMENTS]) {
    uint32_t length = 0;
    uint8_t edge = first;
    do {
        uint32_t i = 0;
        assert_true(length < s->count);
        loop[length++] = edge;
        while (i < s->count && s->list[i].from != edge)
            i++;
        assert_true(i < s->count);
        edge = s->list[i].to;
    } while (edge != first);
    return length;
}

static bool share_a_face(uint32_t a, uint32_t b) {
    for (uint32_t face = 0; face < FACES; face++)
        if (in_one_face(a, b, face))
            return true;
    return false;
}

/* The triangles of a loop that meet at its corner `first` have its segments as their border, in its direction. Returns whether a
 * diagonal lies in a face. */
static bool check_fan(const segments *all, const uint8_t *loop, uint32_t length, uint32_t first) {
    uint8_t edges[HPYR_CUBE_CORNERS];
    bool in_face = false;
    for (uint32_t i = 0; i + 2 < length; i++) {
        edges[3 * i] = loop[first];
        edges[3 * i + 1] = loop[(first + i + 1) % length];
        edges[3 * i + 2] = loop[(first + i + 2) % length];
        in_face = in_face || (i > 0 && share_a_face(edges[3 * i], edges[3 * i + 1]));
    }
    const segments border = segments_of_triangles(edges, length - 2, FACES);
    assert_int_equal(border.count, all->count);
    for (uint32_t i = 0; i < border.count; i++)
        assert_true(has_segment(all, border.list[i].from, border.list[i].to));
    return in_face;
}

/* hpi_cube_fans has a bit for each fan of a case's only loop without a diagonal in a face. The corners of the loop are v_0, v_1 and so on of
 * reference/surface.h. */
TEST(fans_may_meet_where_no_diagonal_lies_in_a_face) {
    uint32_t choices = 0;
    for (uint32_t c = 0; c < CASES; c++) {
        uint8_t edges[HPYR_CUBE_CORNERS], loop[MOST_SEGMENTS];
        const uint32_t triangles = answer_case(c, edges);
        const segments all = segments_of(c, FACES);
        const uint32_t length = triangles > 0 ? follow_segments(&all, edges[0], loop) : 0;
        uint32_t fans = 0;
        if (triangles == 0 || length < all.count) {
            assert_int_equal(hpi_cube_fans(c), 1);
            continue;
        }
        for (uint32_t k = 0; k < length; k++)
            assert_int_equal(loop[k], k < 2 ? edges[k] : edges[3 * (k - 2) + 2]);
        for (uint32_t first = 0; first < length; first++)
            fans |= (uint32_t)!check_fan(&all, loop, length, first) << first;
        assert_int_equal(hpi_cube_fans(c), fans);
        assert_true(fans & 1);
        choices += fans > 1 && length > 3;
    }
    assert_true(choices > 100);
}

/* ---- cases in a volume ---- */

/* Its middle cell is the case, all samples around it are `around`: a mesh that is closed, and winds around every inside
 * sample once; what is inside all around is so for a mesh turned outside in. */
static void check_case_in_volume(uint32_t cube_case, bool around) {
    enum { SIDE = 4 };
    const uint32_t size[3] = {SIDE, SIDE, SIDE};
    float samples[SIDE * SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
        uint32_t x = i % SIDE - 1, y = i / SIDE % SIDE - 1, z = i / SIDE / SIDE - 1;
        samples[i] = x < 2 && y < 2 && z < 2 ? is_inside(cube_case, x + 2 * y + 4 * z) : around;
    }
    hpyr_ref_isosurface_desc desc = {
        .samples = samples, .width = SIDE, .height = SIDE, .depth = SIDE, .spacing = {1, 1, 1}, .iso = 0.5f};
    desc.trace = true;
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *m;
    assert_int_equal(hpyr_ref_isosurface_create(&desc, &m), HPYR_OK);
    surface_edges edges = match_edges(m, size);
    assert_int_equal(edges.wrong, 0);
    assert_int_equal(edges.border, 0);
    for (uint32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
        const double point[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        double expected = samples[i] - (double)around;
        assert_true(fabs(winding_number(m, point) - expected) < 1e-9);
    }
}

TEST(every_case_closes_around_its_inside) {
    for (uint32_t c = 0; c < CASES; c++) {
        check_case_in_volume(c, false);
        check_case_in_volume(c, true);
    }
}
