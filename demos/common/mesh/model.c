/* model.c - model files, by assimp.  SPDX-License-Identifier: MIT */
#include "common/mesh/model.h"

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/mesh/materials.h"
#include "common/mesh/mesh_normals.h"
#include "common/mesh/mesh_reading.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts first, then fills: one walk over the node tree for both. Triangles are sorted into groups, two for each
 * material: without and with texture coordinates. */
typedef struct builder {
    const struct aiScene *scene;
    const material *materials; /* NULL while counting, as `out` */
    mesh *out;
    uint64_t vertices, triangles;
    uint64_t *groups; /* while counting, triangles of each group; while filling, where its next one goes */
} builder;

static struct aiMatrix4x4 multiply(const struct aiMatrix4x4 *a, const struct aiMatrix4x4 *b) {
    struct aiMatrix4x4 product = *a;
    aiMultiplyMatrix4(&product, b);
    return product;
}

static float determinant(const struct aiMatrix4x4 *m) {
    return m->a1 * (m->b2 * m->c3 - m->b3 * m->c2) - m->a2 * (m->b1 * m->c3 - m->b3 * m->c1) +
           m->a3 * (m->b1 * m->c2 - m->b2 * m->c1);
}

static void place_position(const struct aiMatrix4x4 *m, const struct aiVector3D *p, float out[3]) {
    out[0] = m->a1 * p->x + m->a2 * p->y + m->a3 * p->z + m->a4;
    out[1] = m->b1 * p->x + m->b2 * p->y + m->b3 * p->z + m->b4;
    out[2] = m->c1 * p->x + m->c2 * p->y + m->c3 * p->z + m->c4;
}

/* Normals go by the cofactors, which are the inverse transpose but for a factor, and exist for singular matrices too.
 */
static void place_normal(const struct aiMatrix4x4 *m, float sign, const struct aiVector3D *n, float out[3]) {
    out[0] = sign * ((m->b2 * m->c3 - m->b3 * m->c2) * n->x + (m->b3 * m->c1 - m->b1 * m->c3) * n->y +
                     (m->b1 * m->c2 - m->b2 * m->c1) * n->z);
    out[1] = sign * ((m->a3 * m->c2 - m->a2 * m->c3) * n->x + (m->a1 * m->c3 - m->a3 * m->c1) * n->y +
                     (m->a2 * m->c1 - m->a1 * m->c2) * n->z);
    out[2] = sign * ((m->a2 * m->b3 - m->a3 * m->b2) * n->x + (m->a3 * m->b1 - m->a1 * m->b3) * n->y +
                     (m->a1 * m->b2 - m->a2 * m->b1) * n->z);
}

static uint8_t to_byte(float value) {
    return value > 0 ? (uint8_t)(fminf(value, 1) * 255 + 0.5f) : 0;
}

static const struct aiVector3D *texcoords_of(const struct aiMesh *source, unsigned set) {
    return set < AI_MAX_NUMBER_OF_TEXTURECOORDS && source->mTextureCoords[set] ? source->mTextureCoords[set]
                                                                               : source->mTextureCoords[0];
}

static uint64_t *group_of(const builder *b, const struct aiMesh *source) {
    /* A scene without materials has the one of index 0. */
    unsigned material = source->mMaterialIndex < b->scene->mNumMaterials ? source->mMaterialIndex : 0;
    return &b->groups[2 * (size_t)material + (source->mTextureCoords[0] != NULL)];
}

static void add_vertices(builder *b, const struct aiMesh *source, const struct aiMatrix4x4 *place) {
    static const material plain = {{0.8f, 0.8f, 0.8f, 1}, MESH_NO_TEXTURE, 0, MESH_GLOSS, true};
    float sign = determinant(place) < 0 ? -1.0f : 1.0f;
    const material *m =
        source->mMaterialIndex < b->scene->mNumMaterials ? &b->materials[source->mMaterialIndex] : &plain;
    const struct aiVector3D *texcoords = texcoords_of(source, m->texcoord_set);
    b->out->has_colors |= source->mColors[0] || !m->is_gray;
    for (unsigned i = 0; i < source->mNumVertices; i++) {
        size_t v = (size_t)b->vertices + i;
        place_position(place, &source->mVertices[i], b->out->positions + 3 * v);
        if (source->mNormals)
            place_normal(place, sign, &source->mNormals[i], b->out->normals + 3 * v);
        if (texcoords && b->out->texcoords) {
            b->out->texcoords[2 * v] = texcoords[i].x;
            b->out->texcoords[2 * v + 1] = texcoords[i].y;
        }
        const struct aiColor4D *color = source->mColors[0] ? &source->mColors[0][i] : &m->color;
        uint8_t *bytes = b->out->colors + 4 * v;
        bytes[0] = to_byte(color->r);
        bytes[1] = to_byte(color->g);
        bytes[2] = to_byte(color->b);
        bytes[3] = 255;
    }
}

static void add_triangles(builder *b, const struct aiMesh *source, const struct aiMatrix4x4 *place) {
    bool mirrored = determinant(place) < 0;
    uint64_t *next = group_of(b, source);
    for (unsigned i = 0; i < source->mNumFaces; i++) {
        const struct aiFace *face = &source->mFaces[i];
        if (face->mNumIndices == 3) { /* the others are points and lines */
            uint32_t *corner = b->out->indices + 3 * (size_t)(*next)++;
            for (int k = 0; k < 3; k++)
                corner[mirrored ? 2 - k : k] = (uint32_t)b->vertices + face->mIndices[k];
        }
    }
}

static void add_mesh(builder *b, const struct aiMesh *source, const struct aiMatrix4x4 *place) {
    if (b->out) {
        add_vertices(b, source, place);
        add_triangles(b, source, place);
    }
    b->vertices += source->mNumVertices;
    for (unsigned i = 0; i < source->mNumFaces && !b->out; i++) {
        bool is_triangle = source->mFaces[i].mNumIndices == 3;
        *group_of(b, source) += is_triangle;
        b->triangles += is_triangle;
    }
}

static void add_node(builder *b, const struct aiNode *node, const struct aiMatrix4x4 *parent) {
    struct aiMatrix4x4 place = multiply(parent, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; i++)
        if (node->mMeshes[i] < b->scene->mNumMeshes)
            add_mesh(b, b->scene->mMeshes[node->mMeshes[i]], &place);
    for (unsigned i = 0; i < node->mNumChildren; i++)
        add_node(b, node->mChildren[i], &place);
}

static void add_scene(builder *b) {
    struct aiMatrix4x4 identity;
    aiIdentityMatrix4(&identity);
    b->vertices = b->triangles = 0;
    add_node(b, b->scene->mRootNode, &identity);
}

/* assimp trusts the indices of some formats, and fills faces that a truncated file has promised with nothing; its
 * post-processing would then read past its arrays, or abort. */
static bool has_sound_faces(const struct aiScene *scene) {
    for (unsigned m = 0; m < scene->mNumMeshes; m++) {
        const struct aiMesh *source = scene->mMeshes[m];
        for (unsigned i = 0; i < source->mNumFaces; i++) {
            if (source->mFaces[i].mNumIndices == 0)
                return false;
            for (unsigned k = 0; k < source->mFaces[i].mNumIndices; k++)
                if (source->mFaces[i].mIndices[k] >= source->mNumVertices)
                    return false;
        }
    }
    return true;
}

/* assimp 5.2 reads a PLY header without an end for ever. Its end is a line, not the word in a comment. Headers
 * of more than BYTES are left to the reader's time limit. */
static bool has_whole_header(FILE *file) {
    enum { BYTES = 65536 };
    static const char end[] = "end_header";
    char header[BYTES + 1];
    size_t size = fread(header, 1, BYTES, file);
    if (size < 3 || strncmp(header, "ply", 3) != 0)
        return true;
    for (size_t i = 0; i < size; i++) /* strings would stop at the first zero */
        header[i] = header[i] == '\0' ? ' ' : header[i];
    header[size] = '\0';
    for (const char *line = header; *line; line += strspn(line, "\r\n")) {
        if (strncmp(line, end, sizeof end - 1) == 0 && strchr(" \t\r\n", line[sizeof end - 1]))
            return true;
        line += strcspn(line, "\r\n");
    }
    return size == BYTES;
}

/* assimp says "unable to open" for most of these. */
static bool check_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set("%s: cannot be read: %s", path, strerror(errno));
    bool whole = has_whole_header(file);
    fclose(file);
    if (!whole)
        return error_set("%s: cannot be read as a mesh: its PLY header has no end_header", path);
    return true;
}

/* In the words of assimp, but for what it says of files that it does not know. */
static bool refuse(const char *path) {
    static const char UNKNOWN[] = "No suitable reader found";
    const char *words = aiGetErrorString();
    if (strncmp(words, UNKNOWN, sizeof UNKNOWN - 1) == 0)
        words = "neither its name's ending nor its content is of a format that assimp reads";
    return error_set("%s: cannot be read as a mesh: %s", path, words);
}

static const struct aiScene *import(const char *path) {
    const struct aiScene *scene = aiImportFile(path, 0);
    if (!scene || !scene->mRootNode) {
        refuse(path);
        aiReleaseImport(scene);
        return NULL;
    }
    if (!has_sound_faces(scene)) {
        error_set(
            "%s: cannot be read as a mesh: a face has no corners, or one that does not exist; is the file cut short?",
            path);
        aiReleaseImport(scene);
        return NULL;
    }
    /* Frees the scene itself where it fails. */
    scene = aiApplyPostProcessing(scene, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
    if (!scene)
        error_set("%s: cannot be triangulated: %s", path, aiGetErrorString());
    return scene;
}

/* Turns the groups' sizes into their places in the index array, and into parts. */
static void make_parts(builder *b, mesh *out, size_t group_count) {
    uint64_t first = 0;
    out->part_count = 0;
    for (size_t g = 0; g < group_count; g++) {
        uint64_t count = b->groups[g];
        bool has_texture = g % 2 == 1 && g / 2 < b->scene->mNumMaterials;
        int32_t texture = has_texture ? b->materials[g / 2].texture : MESH_NO_TEXTURE;
        float gloss = g / 2 < b->scene->mNumMaterials ? b->materials[g / 2].gloss : MESH_GLOSS;
        mesh_add_part(out, first, count, texture, gloss);
        b->groups[g] = first;
        first += count;
    }
}

/* False where memory runs out. */
static bool fill(builder *b, const char *path, mesh *out, size_t group_count, warn_fn warn) {
    material *materials = materials_load(b->scene, path, out, warn);
    mesh_part *parts = realloc(out->parts, group_count * sizeof *parts);
    out->parts = parts ? parts : out->parts;
    out->texcoords = out->texture_count ? calloc(out->vertex_count, 2 * sizeof(float)) : NULL;
    bool ok = materials && parts && (out->texcoords || !out->texture_count);
    if (ok) {
        b->materials = materials;
        b->out = out;
        make_parts(b, out, group_count);
        add_scene(b);
        mesh_complete_normals(out);
    }
    free(materials);
    return ok;
}

static bool build(const struct aiScene *scene, const char *path, mesh *out, warn_fn warn) {
    size_t group_count = 2 * ((size_t)scene->mNumMaterials + 1);
    builder b = {scene, NULL, NULL, 0, 0, calloc(group_count, sizeof *b.groups)};
    bool ok = false;
    if (!b.groups)
        return error_set("%s: out of memory", path);
    add_scene(&b);
    if (mesh_allocate_read(out, path, b.vertices, b.triangles)) {
        ok = fill(&b, path, out, group_count, warn) ||
             error_set("%s: out of memory for %llu triangles", path, (unsigned long long)b.triangles);
        ok = ok && mesh_check_usable(out, path);
    }
    free(b.groups);
    return ok;
}

bool model_read(const char *path, mesh *out, warn_fn warn) {
    memset(out, 0, sizeof *out);
    if (!check_file(path))
        return false;
    const struct aiScene *scene = import(path);
    child_sign_of_life();
    bool ok = scene && build(scene, path, out, warn);
    if (ok)
        materials_check_libraries(path, warn);
    if (scene)
        aiReleaseImport(scene);
    if (!ok)
        mesh_free(out);
    return ok;
}
