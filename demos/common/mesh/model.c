/* model.c - model files, by assimp: triangles of all nodes, colors and textures of their materials.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_load.h"

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/path.h"
#include "common/mesh/mesh_reading.h"

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- materials ---- */

typedef struct material {
    struct aiColor4D color; /* diffuse, or what is shown without one */
    int32_t texture;        /* of the mesh's textures, or MESH_NO_TEXTURE */
    unsigned texcoord_set;
    float gloss;  /* as shaders/light.glsl takes it */
    bool is_gray; /* no texture, and no hue: nothing that a viewer would miss */
} material;

/* Of one model, while it is read. `names` holds every texture that was asked for, `found` what became of it. */
typedef struct loader {
    const struct aiScene *scene;
    const char *model;
    mesh *out;
    warn_fn warn;
    struct aiString *names;
    int32_t *found;
    unsigned count;
} loader;

/* Embedded textures are called by "*" and their number, or by a name. */
static const struct aiTexture *find_embedded(const struct aiScene *scene, const char *name) {
    if (name[0] == '*') {
        char *end = NULL;
        unsigned long index = strtoul(name + 1, &end, 10);
        return *end == '\0' && end > name + 1 && index < scene->mNumTextures ? scene->mTextures[index] : NULL;
    }
    for (unsigned i = 0; i < scene->mNumTextures; i++)
        if (strcmp(mesh_last_part(scene->mTextures[i]->mFilename.data), mesh_last_part(name)) == 0)
            return scene->mTextures[i];
    return NULL;
}

static bool decode_embedded(const struct aiTexture *source, mesh_texture *out) {
    if (source->mHeight == 0) { /* a whole file; its size stands for the width */
        out->rgba = image_decode(source->pcData, source->mWidth, &out->width, &out->height);
        return out->rgba != NULL;
    }
    out->width = source->mWidth;
    out->height = source->mHeight;
    out->rgba = malloc((size_t)out->width * out->height * 4);
    for (size_t i = 0; out->rgba && i < (size_t)out->width * out->height; i++) {
        size_t row = out->height - 1 - i / out->width;
        const struct aiTexel *texel = &source->pcData[row * out->width + i % out->width];
        const uint8_t rgba[4] = {texel->r, texel->g, texel->b, texel->a};
        memcpy(out->rgba + 4 * i, rgba, sizeof rgba);
    }
    return out->rgba || error_set("out of memory");
}

static int32_t load_texture(loader *l, const char *name) {
    mesh_texture texture = {0};
    const struct aiTexture *embedded = find_embedded(l->scene, name);
    bool ok = embedded ? decode_embedded(embedded, &texture) : mesh_read_texture(l->model, name, &texture);
    child_sign_of_life();
    if (ok) {
        l->out->textures[l->out->texture_count] = texture;
        return (int32_t)l->out->texture_count++;
    }
    warn_with(l->warn, "%s: texture '%s': %s; going on with its material's color", l->model, name, error_text());
    return MESH_NO_TEXTURE;
}

static int32_t texture_of(loader *l, const struct aiMaterial *source, unsigned *texcoord_set) {
    static const enum aiTextureType TYPES[] = {aiTextureType_DIFFUSE, aiTextureType_BASE_COLOR};
    struct aiString name = {0};
    bool has = false;
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0] && !has; i++) {
        has = aiGetMaterialTexture(source, TYPES[i], 0, &name, NULL, texcoord_set, NULL, NULL, NULL, NULL) ==
                  AI_SUCCESS &&
              name.length > 0;
    }
    for (unsigned i = 0; has && i < l->count; i++)
        if (strcmp(l->names[i].data, name.data) == 0)
            return l->found[i];
    if (!has)
        return MESH_NO_TEXTURE;
    l->names[l->count] = name;
    l->found[l->count] = load_texture(l, name.data);
    return l->found[l->count++];
}

/* Assimp's own function for this is inline, and C has no other definition of it where compilers do not optimize. */
static aiReturn read_float(const struct aiMaterial *source, const char *key, unsigned type, unsigned index,
                           float *value) {
    return aiGetMaterialFloatArray(source, key, type, index, value, NULL);
}

/* glTF tells how rough a surface is; others how large its highlight is, as the exponent of Phong's formula, and how bright. */
static float gloss_of(const struct aiMaterial *source) {
    struct aiColor4D specular;
    float roughness, exponent;
    if (read_float(source, AI_MATKEY_ROUGHNESS_FACTOR, &roughness) == AI_SUCCESS)
        return fminf(fmaxf(1 - roughness, 0), 1);
    if (aiGetMaterialColor(source, AI_MATKEY_COLOR_SPECULAR, &specular) != AI_SUCCESS ||
        read_float(source, AI_MATKEY_SHININESS, &exponent) != AI_SUCCESS || !(exponent > 0))
        return MESH_GLOSS;
    float brightness = fmaxf(specular.r, fmaxf(specular.g, specular.b));
    return mesh_gloss(exponent, brightness);
}

static material read_material(loader *l, const struct aiMaterial *source) {
    material m = {{0.8f, 0.8f, 0.8f, 1}, MESH_NO_TEXTURE, 0, gloss_of(source), false};
    if (aiGetMaterialColor(source, AI_MATKEY_COLOR_DIFFUSE, &m.color) != AI_SUCCESS)
        aiGetMaterialColor(source, AI_MATKEY_BASE_COLOR, &m.color);
    m.texture = texture_of(l, source, &m.texcoord_set);
    bool is_black = !(m.color.r > 0) && !(m.color.g > 0) && !(m.color.b > 0);
    if (m.texture != MESH_NO_TEXTURE && is_black) /* exporters' leftover: no texture would ever be seen through it */
        m.color = (struct aiColor4D){1, 1, 1, 1};
    m.is_gray = m.texture == MESH_NO_TEXTURE && m.color.r == m.color.g && m.color.g == m.color.b;
    return m;
}

/* One for each of the scene's materials, in order. Appends their diffuse textures to `out`, each file once. `model` is
 * the file's path: textures are looked for from its folder on. NULL where memory runs out. */
static material *load_materials(const struct aiScene *scene, const char *model, mesh *out, warn_fn warn) {
    unsigned count = scene->mNumMaterials;
    loader l = {scene, model, out, warn, NULL, NULL, 0};
    material *materials = malloc((count + 1) * sizeof *materials);
    l.names = malloc((count + 1) * sizeof *l.names);
    l.found = malloc((count + 1) * sizeof *l.found);
    out->textures = calloc(count + 1, sizeof *out->textures);
    if (!materials || !l.names || !l.found || !out->textures) {
        free(materials);
        materials = NULL;
        count = 0;
    }
    for (unsigned i = 0; i < count; i++)
        materials[i] = read_material(&l, scene->mMaterials[i]);
    free(l.names);
    free(l.found);
    return materials;
}

/* The name on a line "mtllib NAME", which may hold blanks; NULL on another line. */
static const char *library_of(char *line) {
    static const char KEY[] = "mtllib";
    line += strspn(line, " \t");
    if (strncmp(line, KEY, sizeof KEY - 1) != 0 || !strchr(" \t", line[sizeof KEY - 1]))
        return NULL;
    line += sizeof KEY - 1;
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    return length > 0 ? line : NULL;
}

/* Warns where a Wavefront OBJ names a material library that does not exist, nor the one of the model's own name that
 * assimp then looks for. */
static void check_libraries(const char *model, warn_fn warn) {
    FILE *file = path_ends_with(model, ".obj") && warn ? fopen(model, "rb") : NULL;
    char text[4096];
    for (bool begins = true, warned = false; file && !warned && fgets(text, sizeof text, file);) {
        bool is_whole = strchr(text, '\n') != NULL;
        const char *name = begins ? library_of(text) : NULL;
        FILE *library = name ? mesh_open_library(model, name, warn) : NULL;
        warned = name && !library;
        if (library)
            fclose(library);
        begins = is_whole;
    }
    if (file)
        fclose(file);
}

/* ---- triangles ---- */

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
        bytes[0] = mesh_byte(color->r);
        bytes[1] = mesh_byte(color->g);
        bytes[2] = mesh_byte(color->b);
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

/* ---- files ---- */

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

/* In the words of assimp, but for what only its authors understand. */
static bool refuse(const char *path) {
    static const char *const OWN_WORDS[][2] = {
        {"No suitable reader found", "neither its name's ending nor its content is of a format that assimp reads"},
        {"std::bad_alloc", "there is not as much memory as it asks for; does its header promise more than it holds?"}};
    const char *words = aiGetErrorString();
    for (size_t i = 0; i < sizeof OWN_WORDS / sizeof OWN_WORDS[0]; i++)
        if (strncmp(words, OWN_WORDS[i][0], strlen(OWN_WORDS[i][0])) == 0)
            words = OWN_WORDS[i][1];
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
    material *materials = load_materials(b->scene, path, out, warn);
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
        check_libraries(path, warn);
    if (scene)
        aiReleaseImport(scene);
    if (!ok)
        mesh_free(out);
    return ok;
}
