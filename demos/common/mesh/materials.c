/* materials.c - colors and textures of a model's materials, by assimp and stb_image.  SPDX-License-Identifier: MIT */
#include "common/mesh/materials.h"

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/files/image.h"
#include "common/mesh/mesh_reading.h"

#include <assimp/cimport.h>
#include <assimp/material.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

material *materials_load(const struct aiScene *scene, const char *model, mesh *out, warn_fn warn) {
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

void materials_check_libraries(const char *model, warn_fn warn) {
    const char *dot = strrchr(model, '.');
    bool is_obj = dot && strlen(dot) == 4 && strchr("oO", dot[1]) && strchr("bB", dot[2]) && strchr("jJ", dot[3]);
    FILE *file = is_obj && warn ? fopen(model, "rb") : NULL;
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
