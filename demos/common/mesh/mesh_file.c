/* mesh_file.c - meshes, and points, in files.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_file.h"

#include "common/files/error.h"
#include "common/files/little_endian.h"
#include "common/mesh/mesh.h"
#include "common/mesh/vector.h"

#include <stdio.h>
#include <string.h>

static size_t corner_of(const mesh_file *m, size_t triangle, size_t corner) {
    size_t i = 3 * triangle + corner;
    return m->indices ? m->indices[i] : i;
}

/* ---- PLY ---- */

static void put_ply_header(outfile *file, const mesh_file *m) {
    outfile_print(file, "ply\nformat binary_little_endian 1.0\n");
    if (m->comment)
        outfile_print(file, "comment %.200s\n", m->comment);
    outfile_print(file,
                  "element vertex %llu\nproperty float x\nproperty float y\nproperty float z\n"
                  "property float nx\nproperty float ny\nproperty float nz\n%s",
                  (unsigned long long)m->vertex_count,
                  m->has_colors ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "");
    if (m->triangle_count > 0) /* Readers expect int; uint, where int would not do. */
        outfile_print(file, "element face %llu\nproperty list uchar %s vertex_indices\n",
                      (unsigned long long)m->triangle_count, m->vertex_count > INT32_MAX ? "uint" : "int");
    outfile_print(file, "end_header\n");
}

void mesh_file_put_ply(outfile *file, const mesh_file *m) {
    put_ply_header(file, m);
    for (size_t i = 0; i < m->vertex_count; i++) {
        uint8_t record[27], *end;
        mesh_file_vertex v;
        m->vertex(m->user, i, &v);
        end = put_three_floats(put_three_floats(record, v.position), v.normal);
        if (m->has_colors) {
            memcpy(end, v.color, sizeof v.color);
            end += sizeof v.color;
        }
        outfile_write(file, record, (size_t)(end - record));
    }
    for (size_t t = 0; t < m->triangle_count; t++) {
        uint8_t record[13] = {3}, *end = record + 1;
        for (size_t k = 0; k < 3; k++)
            end = put_word(end, (uint32_t)corner_of(m, t, k));
        outfile_write(file, record, sizeof record);
    }
}

/* ---- OBJ ---- */

static void put_obj(outfile *file, const mesh_file *m) {
    mesh_file_vertex v;
    if (m->comment)
        outfile_print(file, "# %.120s\n", m->comment);
    for (size_t i = 0; i < m->vertex_count; i++) {
        m->vertex(m->user, i, &v);
        /* 9 digits give the float back; a normal needs no more than this. */
        outfile_print(file, "v %.9g %.9g %.9g\nvn %.6f %.6f %.6f\n", v.position[0], v.position[1], v.position[2],
                      v.normal[0], v.normal[1], v.normal[2]);
    }
    for (size_t t = 0; t < m->triangle_count; t++) {
        unsigned long long c[3];
        for (size_t k = 0; k < 3; k++)
            c[k] = (unsigned long long)corner_of(m, t, k) + 1;
        outfile_print(file, "f %llu//%llu %llu//%llu %llu//%llu\n", c[0], c[0], c[1], c[1], c[2], c[2]);
    }
}

/* ---- STL ---- */

/* Zero where the triangle has no area. */
static void normal_of(const mesh_file_vertex v[3], float normal[3]) {
    double n[3];
    mesh_cross(v[0].position, v[1].position, v[2].position, n);
    double length = vector_length(n);
    for (int i = 0; i < 3; i++)
        normal[i] = length > 0 ? (float)(n[i] / length) : 0;
}

static void put_stl(outfile *file, const mesh_file *m) {
    uint8_t header[84];
    memset(header, 0, sizeof header); /* which must not begin with "solid": that is how text begins */
    snprintf((char *)header, 80, "binary %.70s", m->comment ? m->comment : "");
    put_word(header + 80, (uint32_t)m->triangle_count);
    outfile_write(file, header, sizeof header);
    for (size_t t = 0; t < m->triangle_count; t++) {
        uint8_t record[50] = {0}, *end = record;
        mesh_file_vertex v[3];
        float normal[3];
        for (size_t k = 0; k < 3; k++)
            m->vertex(m->user, corner_of(m, t, k), &v[k]);
        normal_of(v, normal);
        end = put_three_floats(end, normal);
        for (size_t k = 0; k < 3; k++)
            end = put_three_floats(end, v[k].position);
        outfile_write(file, record, sizeof record);
    }
}

/* ---- any ---- */

bool mesh_file_write(const char *path, const mesh_file *m) {
    const char *dot = strrchr(path, '.');
    char kind = dot ? dot[1] : '\0';
    bool is_stl = kind == 's' || kind == 'S';
    if (m->vertex_count > UINT32_MAX || (is_stl && m->triangle_count > UINT32_MAX)) {
        return error_set("%s: %llu vertices and %llu triangles: the format counts to 4294967295", path,
                         (unsigned long long)m->vertex_count, (unsigned long long)m->triangle_count);
    }
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    if (is_stl)
        put_stl(file, m);
    else if (kind == 'o' || kind == 'O')
        put_obj(file, m);
    else
        mesh_file_put_ply(file, m);
    return outfile_close(file, true);
}
