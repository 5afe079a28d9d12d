/* fuzz_files.c - broken volumes, meshes, splats, points and matrices for the demos' loaders. Each file is a good one with a few changes, which a seed tells.
 *
 *     fuzz_files KIND AMOUNT SEED FOLDER [FILE...]
 *
 *     KIND    meshes: PLY, OBJ with MTL, STL, OFF, glTF; volumes: NRRD and raw files; vectors: NRRD files of vectors; headers: volumes and
 *             vectors without child processes, thousands a second, so that a crash of teem ends this program, too; splats: PLY and .splat;
 *             points: PLY, OBJ and text; matrices: Matrix Market
 *     AMOUNT  so many files, or so many seconds where an "s" follows
 *     SEED    of the first file; the next one has the next seed, so that AMOUNT 1 repeats what was found
 *     FOLDER  for the file that is read; after a failure, and where AMOUNT is 1, it stays as it is
 *     FILE    more good files to begin with
 *
 * A loader must fail with one line and leave nothing, or make what is sound. Readers that crash or hang in a child process are told
 * and counted, but no failure: they are libraries.  SPDX-License-Identifier: MIT */
#include "common/files/error.h"
#include "common/mesh/mesh.h"
#include "common/mesh/mesh_load.h"
#include "common/points/points.h"
#include "common/volume/volume_load.h"
#include "common/volume/volume_nrrd.h"
#include "fuzz_files_mutate.h"
#include "sparsify/market.h"
#include "splats/cloud.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_SIDE = 64, MAX_EXAMPLES = 64, MAX_TOLD = 10 };

typedef struct example {
    const char *name; /* its ending is the kind of file */
    const void *bytes;
    size_t size;
} example;

#define TEXT(name, text)                                                                                               \
    { name, text, sizeof text - 1 }

static const example VOLUMES[] = {
    TEXT("a.nrrd", "NRRD0004\n# a comment\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nspacings: 1 2 3\nencoding: raw\n\n"
                   "\1\2\3\4\5\6\7\10"),
    TEXT("a.nrrd", "NRRD0005\ntype: float\ndimension: 3\nspace: left-posterior-superior\nsizes: 2 2 2\n"
                   "space directions: (0,2,0) (-1,0,0) (0,0,3)\nkinds: domain domain domain\nendian: little\n"
                   "encoding: ascii\nspace origin: (10,20,30)\nkey:=value\n\n1 2 3 nan 5 6 7 8\n"),
    TEXT("a.nhdr",
         "NRRD0006\ntype: short\ndimension: 3\nsizes: 2 2 2\nbyte skip: 1\nline skip: 0\nendian: big\n"
         "encoding: hex\naxis mins: 0 0 0\naxis maxs: 1 1 1\ncenterings: cell cell node\ndata file: samples.raw\n"),
    TEXT("a.nhdr",
         "NRRD0006\ntype: double\ndimension: 3\nsizes: 1 1 2\nendian: little\nencoding: raw\nthicknesses: 1 2 3\n"
         "labels: \"x\" \"y\" \"z\"\ndata file: LIST\nsamples.raw\nsamples.raw\n"),
    TEXT("a.nhdr", "NRRD0006\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: gzip\nmin: 0\nmax: 255\n"
                   "old min: 0\nsample units: \"K\"\nspace dimension: 3\nspace units: \"mm\" \"mm\" \"mm\"\n"
                   "measurement frame: (1,0,0) (0,1,0) (0,0,1)\nblocksize: 1\ncontent: none\nnumber: 8\n"
                   "data file: samples%02d.raw 1 2 1\n"),
};

/* Fields of vectors; `headers` knows them by their names. */
static const example VECTORS[] = {
    TEXT("v.nrrd", "NRRD0005\ntype: float\ndimension: 4\nsizes: 3 2 1 2\nkinds: vector domain domain domain\n"
                   "space dimension: 3\nspace directions: none (-1,0,0) (0,2,0) (0,0,3)\nspace origin: (10,20,30)\n"
                   "encoding: ascii\n\n1 2 3 4 5 6 7 8 9 nan inf -1e39\n"),
    TEXT("v.nrrd", "NRRD0004\n# a comment\ntype: uint8\ndimension: 4\nsizes: 3 2 2 1\nspacings: nan 1 2 3\n"
                   "kinds: 3-vector space space space\nencoding: raw\n\n123456789abc"),
    TEXT("v.nrrd", "NRRD0005\ntype: double\nendian: big\ndimension: 4\nspace: right-anterior-superior\nsizes: 3 1 1 1\n"
                   "space directions: none (0,1,0) (1,0,0) (0,0,1)\nkinds: covariant-vector domain domain domain\n"
                   "encoding: hex\n\n3ff0000000000000bff00000000000007fefffffffffffff\n"),
    TEXT("v.nhdr", "NRRD0006\ntype: short\ndimension: 4\nsizes: 3 1 1 2\nendian: little\nencoding: raw\n"
                   "axis mins: nan 0 0 0\naxis maxs: nan 1 1 1\ncenterings: none cell cell node\n"
                   "data file: LIST\nsamples.raw\nsamples01.raw\n"),
};

static const example MESHES[] = {
    TEXT("a.ply", "ply\nformat ascii 1.0\ncomment a tetrahedron\nelement vertex 4\nproperty float x\nproperty float y\n"
                  "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 4\n"
                  "property list uchar int vertex_indices\nend_header\n0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n"
                  "0 0 1 9 9 9\n3 0 2 1\n3 1 2 3\n3 0 3 2\n3 0 1 3\n"),
    TEXT("a.ply",
         "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
         "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
         "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\3\0\0\0\0\1\0\0\0\2\0\0\0"),
    TEXT("a.obj",
         "mtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1 1 0 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\ng one\n"
         "usemtl red\ns 1\nf 1/1/1 2/2/1 3/3/1\nusemtl tile\nf 1//1 3//1 4//1\nf -1 -2 -3 -4\nl 1 2\np 1\n"),
    TEXT("a.mtl", "newmtl red\nKa 0 0 0\nKd 1 0.5 0.2\nKs 0.5 0.5 0.5\nNs 20\nd 1\nTr 0\nillum 2\nNi 1.5\nKe 0 0 0\n"
                  "newmtl tile\nmap_Kd -s 1 1 1 -o 0 0 0 -clamp on -bm 1 a.tga\nmap_Ks -type sphere a.tga\nbump a.tga\n"
                  "map_d a.tga\nrefl -type cube_top a.tga\nnorm a.tga\ndisp a.tga\n"),
    TEXT("a.tga", "\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\30\0\0\0\377\0\377\0\377\0\0\377\377\377"),
    TEXT("a.stl",
         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
         "endsolid a\n"),
    TEXT("a.stl",
         "binary: a triangle                                                              \1\0\0\0"
         "\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\0\0"),
    TEXT("a.off", "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 1 2 3\n3 0 3 2\n3 0 1 3 255 0 0\n"),
    TEXT("a.gltf",
         "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":"
         "[1,2,1]}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0,0,1],\"roughnessFactor\":0.3}}],"
         "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}],\"accessors\":[{"
         "\"bufferView\":0,"
         "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{"
         "\"buffer\":0,"
         "\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
         "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}\n"),
};

#define FOUR_NAMES(prefix, type)                                                                                       \
    "property " type " " prefix "0\nproperty " type " " prefix "1\nproperty " type " " prefix "2\n"                    \
    "property " type " " prefix "3\n"
#define SPLAT_NAMES                                                                                                    \
    "property float x\nproperty float y\nproperty float z\nproperty float opacity\nproperty float scale_0\n"           \
    "property float scale_1\nproperty float scale_2\nproperty float f_dc_0\nproperty float f_dc_1\n"                   \
    "property float f_dc_2\n" FOUR_NAMES("rot_", "float")

static const example SPLATS[] = {
    TEXT("a.ply", "ply\nformat ascii 1.0\ncomment two splats\nelement vertex 2\n" SPLAT_NAMES FOUR_NAMES(
                      "f_rest_", "double") "property float f_rest_4\nproperty uchar f_rest_5\nproperty int f_rest_6\n"
                                           "property short f_rest_7\nproperty float f_rest_8\nelement face 1\n"
                                           "property list uchar int vertex_indices\nend_header\n"
                                           "1 2 3 0.5 -1 -2 -3 0.1 0.2 0.3 1 0 0 0 9 8 7 6 5 4 3 2 1\n"
                                           "4 5 6 -0.5 -4 -5 -6 0.4 0.5 0.6 0 1 1 0 1 2 3 4 5 6 7 8 9\n3 0 0 1\n"),
    TEXT("a.ply", "ply\nformat binary_little_endian 1.0\nelement first 1\nproperty list ushort int x\n"
                  "element vertex 1\n" SPLAT_NAMES "end_header\n\1\0abcd"
                  "\0\0\200?\0\0\200?\0\0\200?\0\0\0?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0?\0\0\0?\0\0\0?"
                  "\0\0\200?\0\0\0\0\0\0\0\0\0\0\0\0"),
    TEXT("a.ply", "ply\nformat binary_big_endian 1.0\nelement vertex 1\n" SPLAT_NAMES
                  "property list char double more\nend_header\n"
                  "?\200\0\0?\200\0\0?\200\0\0?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0?\0\0\0?\0\0\0?\0\0\0"
                  "?\200\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1abcdefgh"),
    TEXT("a.splat", "\0\0\200?\0\0\200?\0\0\200?\0\0\0?\0\0\0?\0\0\0?\377\200\100\377\377\200\200\200"
                    "\0\0\200?\0\0\0\0\0\0\200?\0\0\200?\0\0\200?\0\0\0?\377\200\100\1\200\377\200\200"),
};

#define POINT_NAMES                                                                                                    \
    "property float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\n"

static const example POINTS[] = {
    TEXT("a.ply",
         "ply\nformat ascii 1.0\nelement vertex 3\n" POINT_NAMES "property uchar red\nelement face 1\n"
         "property list uchar int vertex_indices\nend_header\n0 0 0 0 0 1 9\n1 0 0 0 0 1 9\n0 1 0 0 0 1 9\n3 0 1 2\n"),
    TEXT("a.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" POINT_NAMES
                  "property list uchar int ids\nend_header\n"
                  "\0\0\200?\0\0\200?\0\0\200?\0\0\0\0\0\0\0\0\0\0\200?\1abcd"),
    TEXT("a.ply", "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty double x\nproperty short y\n"
                  "property uchar z\nend_header\n?\360\0\0\0\0\0\0\1\2\3"),
    TEXT("a.obj", "# points\nv 1 2 3\nvn 0 0 1\nv 4 5 6 1 1 1\nvn 0 1 0\nv 7 8 9 1\nvt 0 0\nf 1//1 2/1/2 -1\n"),
    TEXT("a.xyz", "# points\n3\n1 2 3 0 0 1\n4,5,6,0,1,0\r\n7;8;9;1;0;0\n"),
    TEXT("a.xyz", "1e-30 2e-30 3e-30\n4e-30 1e38 0\n0 0 1e-44\n"),
    TEXT("a.pts", "2\n1 2 3 -9 255 0 9\n1e3 nan -.5 1 2 3 4\n"),
};

static const example MATRICES[] = {
    TEXT("a.mtx", "%%MatrixMarket matrix array real general\n% words\n2 3\n1 2\n3\n4\n-5e-1\n6\n"),
    TEXT("a.mtx", "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n"),
    TEXT("a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1.5\n3 1 -2\n3 3 4\n"),
    TEXT("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 2 3\n1 1\n4 2\n2 1\n"),
};

static const char *const WORDS[] = {"-1",
                                    "0",
                                    "4294967295",
                                    "1e39",
                                    "nan",
                                    "2147483648",
                                    "LIST",
                                    "%d",
                                    "%s",
                                    "\n",
                                    "\r\n",
                                    "end_header\n",
                                    "property list uchar int x\n",
                                    "element face 9\n",
                                    "element vertex 3\n",
                                    "property float scale_0\n",
                                    "rot_",
                                    "newmtl ",
                                    "map_Kd ",
                                    "mtllib ",
                                    "-o",
                                    "-type",
                                    "usemtl x\n",
                                    "f 1/ ",
                                    "\\\n",
                                    "(1,0,0)",
                                    "none",
                                    "???",
                                    "\"",
                                    "data file: ",
                                    "encoding: gzip\n",
                                    "type: block\n",
                                    "0x7fffffff",
                                    "\t",
                                    "{",
                                    "[",
                                    "999999999999999999999"};

typedef struct fuzz {
    const char *folder;
    example examples[MAX_EXAMPLES];
    void *own[MAX_EXAMPLES];
    size_t count, built_in;
    bool is_mesh, is_splats, are_points, are_matrices, are_vectors, is_direct, keeps;
    unsigned long made, read, refused, crashed, late, wrong;
} fuzz;

/* A new file each time: some file systems write one that is replaced to the disk at once. */
static bool put_file(const char *path, const void *bytes, size_t size) {
    remove(path);
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "fuzz_files: %s: cannot be written: %s\n", path, strerror(errno));
    return ok;
}

static bool wrong(fuzz *f, uint32_t seed, const char *path, const char *what, const char *error) {
    printf("WRONG: seed %u, %s: %s: %s\n", (unsigned)seed, path, what, error);
    f->wrong++;
    return false;
}

/* One line about the file, as a demo would print it. */
static void judge_failure(fuzz *f, uint32_t seed, const char *path) {
    const char *error = error_text();
    bool crashed = strstr(error, "reader crashed") || strstr(error, "reader was killed");
    bool late = strstr(error, "took longer than") != NULL;
    f->refused++;
    f->crashed += crashed;
    f->late += late;
    if (error[0] == '\0' || strpbrk(error, "\r\n"))
        wrong(f, seed, path, "not one line", error);
    if ((crashed || late) && f->crashed + f->late <= MAX_TOLD)
        printf("seed %u: %s\n", (unsigned)seed, error);
}

static void judge_mesh(fuzz *f, uint32_t seed, const char *path, bool ok, mesh *m) {
    if (!ok) {
        judge_failure(f, seed, path);
        if (m->positions || m->textures || m->triangle_count)
            wrong(f, seed, path, "something is left of", error_text());
        return;
    }
    f->read++;
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i++) {
        if (m->indices[i] >= m->vertex_count) {
            wrong(f, seed, path, "an index without a vertex", "");
            break;
        }
    }
    float low[3], high[3];
    mesh_bounds(m, low, high);
    mesh_is_closed(m);
    mesh_free(m);
}

/* By both readers; the one without a library is in this process, and may not crash. */
static void read_mesh(fuzz *f, uint32_t seed, const char *path) {
    mesh m;
    bool ok = mesh_load(path, &m, NULL);
    judge_mesh(f, seed, path, ok, &m);
    error_clear();
    ok = mesh_small_read(path, &m, NULL);
    judge_mesh(f, seed, path, ok, &m);
}

/* All that cloud.h promises of a cloud. */
static bool is_sound(const splat_cloud *c) {
    const size_t count = c->count, harmonics = 3 * (size_t)cloud_coefficients(c->degree);
    bool ok = c->count > 0 && c->degree <= CLOUD_MAX_DEGREE && (c->harmonics != NULL) == (c->degree > 0);
    for (size_t i = 0; ok && i < 3 * count; i++)
        ok = isfinite(c->centers[i]) && isfinite(c->scales[i]) && c->scales[i] > 0;
    for (size_t i = 0; ok && i < harmonics * count; i++)
        ok = isfinite(c->harmonics[i]);
    for (size_t i = 0; ok && i < count; i++) {
        const float *q = c->rotations + 4 * i, *color = c->colors + 4 * i;
        double length = (double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3];
        ok = fabs(length - 1) < 1e-6 && isfinite(color[0]) && isfinite(color[1]) && isfinite(color[2]) &&
             color[3] >= 0 && color[3] <= 1;
    }
    return ok;
}

static void read_splats(fuzz *f, uint32_t seed, const char *path) {
    splat_cloud c;
    if (!cloud_load(path, &c)) {
        judge_failure(f, seed, path);
        if (c.centers || c.harmonics || c.count)
            wrong(f, seed, path, "something is left of", error_text());
        return;
    }
    f->read++;
    if (!is_sound(&c))
        wrong(f, seed, path, "a cloud that is not sound", "");
    cloud_free(&c);
}

/* All that points.h promises of a set. */
static bool are_sound(const point_set *s) {
    const double extent = s->extent * s->scale;
    bool ok = s->count > 0 && s->positions && !s->given && s->without <= s->count;
    ok = ok && (s->scale == 1 || (extent >= 1 && extent < 2));
    for (size_t i = 0; ok && i < 3 * (size_t)s->count; i++)
        ok = isfinite(s->positions[i]) && (!s->normals || (s->normals[i] >= -1.0001f && s->normals[i] <= 1.0001f));
    return ok;
}

static void read_points(fuzz *f, uint32_t seed, const char *path) {
    point_set s;
    if (!points_load(path, &s, NULL, NULL)) {
        judge_failure(f, seed, path);
        if (s.given || s.positions || s.normals || s.count)
            wrong(f, seed, path, "something is left of", error_text());
        return;
    }
    f->read++;
    if (!are_sound(&s))
        wrong(f, seed, path, "a set of points that is not sound", "");
    points_check_shape(&s, path);
    point_set_free(&s);
}

static void read_matrix(fuzz *f, uint32_t seed, const char *path) {
    market_matrix m = {0};
    if (!market_load(&m, path)) {
        judge_failure(f, seed, path);
        market_free(&m);
        return;
    }
    f->read++;
    for (size_t i = 0; i < (size_t)m.rows * m.columns; i++)
        if (!isfinite(m.elements[i])) {
            wrong(f, seed, path, "an element that is not finite", "");
            break;
        }
    market_free(&m);
}

/* The reader of NRRD without a library, which may not crash. */
static void read_nrrd(fuzz *f, uint32_t seed, const char *path, bool vectors) {
    volume v;
    memset(&v, 0, sizeof v);
    error_clear();
    if (!volume_parse_nrrd_small(path, vectors, MAX_SIDE, NULL, &v)) {
        judge_failure(f, seed, path);
        if (v.samples)
            wrong(f, seed, path, "something is left of", error_text());
        return;
    }
    f->read++;
    const size_t bytes = (size_t)volume_count(&v) * volume_sample_bytes(v.format);
    (void)((const volatile unsigned char *)v.samples)[bytes - 1];
    volume_free(&v);
}

static void read_volume(fuzz *f, uint32_t seed, const char *path) {
    const uint32_t none[3] = {0, 0, 0};
    volume v;
    volume_facts facts;
    volume_source source;
    bool ok = volume_parse(path, none, &source);
    if (ok && f->is_direct && !source.is_raw) {
        memset(&v, 0, sizeof v);
        ok = volume_parse_nrrd(path, false, MAX_SIDE, NULL, &v);
        if (ok)
            volume_survey(&v, &facts);
    } else {
        ok = ok && volume_load(&source, MAX_SIDE, NULL, &v, &facts);
    }
    if (!ok) {
        judge_failure(f, seed, path);
        return;
    }
    f->read++;
    uint64_t count = volume_count(&v);
    if (facts.finite + facts.nans > count || !(facts.minimum <= facts.maximum))
        wrong(f, seed, path, "counts of samples", "");
    if (count > 0)
        volume_value(&v, count - 1);
    volume_free(&v);
}

/* All that volume_load.h promises of a field of vectors. */
static bool is_field(const volume *v) {
    bool ok = v->format == HPYR_FORMAT_RGB32F && volume_count(v) > 0;
    if (ok) /* the last number is there */
        (void)((const volatile float *)v->samples)[3 * volume_count(v) - 1];
    for (int axis = 0; ok && axis < 3; axis++)
        ok = v->size[axis] <= MAX_SIDE && isfinite(v->origin[axis]) && isfinite(v->spacing[axis]) &&
             v->spacing[axis] != 0;
    return ok;
}

static void read_vectors(fuzz *f, uint32_t seed, const char *path) {
    volume v;
    memset(&v, 0, sizeof v);
    const bool ok = f->is_direct ? volume_parse_nrrd(path, true, MAX_SIDE, NULL, &v)
                                 : volume_load_vectors(path, MAX_SIDE, NULL, &v);
    if (!ok) {
        judge_failure(f, seed, path);
        return;
    }
    f->read++;
    if (!is_field(&v))
        wrong(f, seed, path, "a field of vectors that is not sound", "");
    volume_free(&v);
}

/* A raw file's name tells its size and type, so the name is what changes. */
static void read_raw(fuzz *f, uint32_t seed) {
    static const char NAME[] = "samples.raw:2x2x2:uint8";
    char path[4096], name[256];
    size_t size = sizeof NAME - 1;
    memcpy(name, NAME, sizeof NAME);
    uint32_t state = mutate_seed(seed);
    size = mutate(&state, (uint8_t *)name, size, sizeof name - 1, WORDS, sizeof WORDS / sizeof WORDS[0]);
    name[size] = '\0';
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    f->made++;
    read_volume(f, seed, path);
}

/* A broken MTL or picture is read by a good OBJ. */
static void fuzz_one(fuzz *f, uint32_t seed) {
    uint32_t state = mutate_seed(seed);
    const example *e = &f->examples[mutate_below(&state, (uint32_t)f->count)];
    char path[4096];
    size_t room = e->size * 2 + 4096;
    uint8_t *bytes = malloc(room);
    if (!bytes) {
        f->wrong++;
        return;
    }
    memcpy(bytes, e->bytes, e->size);
    size_t size = mutate(&state, bytes, e->size, room, WORDS, sizeof WORDS / sizeof WORDS[0]);
    const char *dot = strrchr(e->name, '.');
    bool is_part = strcmp(dot, ".mtl") == 0 || strcmp(dot, ".tga") == 0;
    snprintf(path, sizeof path, "%s/%s%s", f->folder, is_part ? "a" : "fuzz", dot);
    if (!put_file(path, bytes, size))
        f->wrong++;
    f->made++;
    if (f->is_mesh) {
        char model[4096];
        snprintf(model, sizeof model, "%s/a.obj", f->folder);
        read_mesh(f, seed, is_part ? model : path);
    } else if (f->is_splats) {
        read_splats(f, seed, path);
    } else if (f->are_points) {
        read_points(f, seed, path);
    } else if (f->are_matrices) {
        read_matrix(f, seed, path);
    } else if (f->are_vectors || (f->is_direct && strncmp(e->name, "v.", 2) == 0)) {
        read_vectors(f, seed, path);
        read_nrrd(f, seed, path, true);
    } else {
        read_volume(f, seed, path);
        read_nrrd(f, seed, path, false);
    }
    if (is_part && f->wrong == 0 && !f->keeps)
        put_file(path, e->bytes, e->size);
    free(bytes);
}

static void *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        long end = ftell(file);
        rewind(file);
        bytes = end > 0 ? malloc((size_t)end) : NULL;
        *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    }
    if (file)
        fclose(file);
    return bytes;
}

static size_t count_of(const fuzz *f) {
    return f->is_mesh        ? sizeof MESHES / sizeof MESHES[0]
           : f->is_splats    ? sizeof SPLATS / sizeof SPLATS[0]
           : f->are_points   ? sizeof POINTS / sizeof POINTS[0]
           : f->are_matrices ? sizeof MATRICES / sizeof MATRICES[0]
           : f->are_vectors  ? sizeof VECTORS / sizeof VECTORS[0]
                             : sizeof VOLUMES / sizeof VOLUMES[0];
}

/* The good files, of which those that others name are written, too. */
static bool prepare(fuzz *f, int argc, char **argv) {
    static const char *const BESIDE[] = {"a.obj", "a.mtl", "a.tga"};
    char path[4096];
    bool ok = true;
    f->count = count_of(f);
    memcpy(f->examples,
           f->is_mesh        ? MESHES
           : f->is_splats    ? SPLATS
           : f->are_points   ? POINTS
           : f->are_matrices ? MATRICES
           : f->are_vectors  ? VECTORS
                             : VOLUMES,
           f->count * sizeof *f->examples);
    for (size_t i = 0; f->is_direct && i < sizeof VECTORS / sizeof VECTORS[0]; i++)
        f->examples[f->count++] = VECTORS[i];
    f->built_in = f->count;
    for (size_t i = 0; i < f->count; i++) {
        for (size_t k = 0; k < sizeof BESIDE / sizeof BESIDE[0]; k++) {
            if (strcmp(f->examples[i].name, BESIDE[k]) == 0) {
                snprintf(path, sizeof path, "%s/%s", f->folder, BESIDE[k]);
                ok = ok && put_file(path, f->examples[i].bytes, f->examples[i].size);
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        static const char *const SAMPLES[] = {"samples.raw", "samples01.raw", "samples02.raw"};
        snprintf(path, sizeof path, "%s/%s", f->folder, SAMPLES[i]);
        ok = ok && put_file(path, "12345678", 8);
    }
    for (int i = 0; i < argc && ok && f->count < MAX_EXAMPLES; i++) {
        example e = {argv[i], NULL, 0};
        e.bytes = f->own[i] = read_all(argv[i], &e.size);
        ok = e.bytes && strrchr(e.name, '.');
        f->examples[f->count++] = e;
    }
    return ok;
}

/* The files that the command line named. */
static void free_own(fuzz *f) {
    for (size_t i = f->built_in; i < f->count; i++)
        free(f->own[i - f->built_in]);
}

static void run(fuzz *f, unsigned long amount, bool is_timed, uint32_t seed) {
    time_t begin = time(NULL);
    for (unsigned long i = 0; f->wrong == 0; i++, seed++) {
        if (is_timed ? difftime(time(NULL), begin) >= (double)amount : i >= amount)
            return;
        if (!f->is_mesh && !f->is_splats && !f->are_points && !f->are_matrices && !f->are_vectors && seed % 8 == 0)
            read_raw(f, seed);
        else
            fuzz_one(f, seed);
    }
}

static bool is_kind(const char *word) {
    return strcmp(word, "meshes") == 0 || strcmp(word, "volumes") == 0 || strcmp(word, "headers") == 0 ||
           strcmp(word, "vectors") == 0 || strcmp(word, "splats") == 0 || strcmp(word, "points") == 0 ||
           strcmp(word, "matrices") == 0;
}

int main(int argc, char **argv) {
    fuzz f = {0};
    char *end = NULL;
    unsigned long amount = argc > 4 ? strtoul(argv[2], &end, 10) : 0;
    if (amount == 0 || !is_kind(argv[1])) {
        fputs("usage: fuzz_files meshes|volumes|vectors|headers|splats|points|matrices FILES|SECONDSs SEED FOLDER "
              "[FILE...]\n",
              stderr);
        return 2;
    }
    f.folder = argv[4];
    f.is_mesh = strcmp(argv[1], "meshes") == 0;
    f.are_matrices = strcmp(argv[1], "matrices") == 0;
    f.are_vectors = strcmp(argv[1], "vectors") == 0;
    f.is_splats = strcmp(argv[1], "splats") == 0;
    f.are_points = strcmp(argv[1], "points") == 0;
    f.is_direct = strcmp(argv[1], "headers") == 0;
    f.keeps = amount == 1;
    if (!prepare(&f, argc - 5, argv + 5)) {
        fprintf(stderr, "fuzz_files: %s: cannot be prepared\n", f.folder);
        return 2;
    }
    run(&f, amount, *end == 's', (uint32_t)strtoul(argv[3], NULL, 10));
    printf("%lu files, %lu read, %lu refused, on %lu of them the reader crashed, on %lu it was late; %lu wrong\n",
           f.made, f.read, f.refused, f.crashed, f.late, f.wrong);
    free_own(&f);
    return f.wrong ? 1 : 0;
}
