/* mesh_obj.c - faces of a Wavefront OBJ file as a mesh, and its materials: colors, highlights, textures.  SPDX-License-Identifier: MIT */
#include "common/files/path.h"
#include "common/files/text_lines.h"
#include "common/mesh/mesh_draft.h"
#include "common/mesh/mesh_reading.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct obj_material {
    char name[256], map[256]; /* map: file of its texture, or "" */
    float color[3];           /* Kd */
    float brightness;         /* of its highlight: the largest of Ks */
    float exponent;           /* Ns, 0 where it is not told */
    int32_t texture;
    bool is_gray; /* no texture, and no hue: nothing that a viewer would miss */
} obj_material;

/* Of a line v: a position, perhaps a color. Lines vt and vn have the first numbers alone. */
typedef struct place {
    double numbers[6];
    bool has_color;
} place;

/* Each material has two looks in the draft: without and with texture coordinates. */
typedef struct obj {
    mesh_draft *d;
    text_lines text;
    draft_list places, texcoords, normals; /* all of them place */
    draft_list materials;                  /* obj_material; the first is that of faces without one */
    size_t material;                       /* the one that is used */
} obj;

/* ---- materials ---- */

/* The color of what has none, as assimp has it. */
static const float PLAIN = 0.6f;

/* Without blanks at its ends; changes the text. */
static char *trim(char *text) {
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool is_word(const char *line, size_t length, const char *word) {
    return strlen(word) == length && strncmp(line, word, length) == 0;
}

static obj_material *material_at(const obj *o, size_t index) {
    return (obj_material *)o->materials.rows + index;
}

/* With its two looks, of which the draft has the first already. */
static obj_material *add_material(obj *o, const char *name) {
    obj_material *added = draft_list_add(&o->materials);
    while (added && o->d->looks.count < 2 * o->materials.count)
        if (!mesh_draft_look(o->d))
            added = NULL;
    if (!added) {
        error_set("%s: out of memory", o->d->path);
        return NULL;
    }
    for (int k = 0; k < 3; k++)
        added->color[k] = PLAIN;
    snprintf(added->name, sizeof added->name, "%s", name);
    added->texture = MESH_NO_TEXTURE;
    added->is_gray = true;
    return added;
}

/* The material of that name, or the first one where there is none. */
static bool use_material(obj *o, const char *name) {
    o->material = 0;
    for (size_t i = 1; i < o->materials.count && o->material == 0; i++)
        o->material = strncmp(material_at(o, i)->name, name, sizeof material_at(o, i)->name - 1) == 0 ? i : 0;
    return true;
}

/* ---- libraries ---- */

/* A name may follow options: "-s 1 1 1 -clamp on tile.png"; it has no blanks then. */
static const char *name_of_map(const char *text) {
    const char *blank = text[0] == '-' ? strrchr(text, ' ') : NULL;
    return blank ? blank + 1 : text;
}

/* Numbers that cannot be understood leave what was there. */
static int numbers_of(text_lines *t, const char *text, double numbers[3]) {
    int count = text_numbers(t, text, numbers, 3);
    t->has_failed = false;
    return count;
}

static void read_material_line(obj_material *m, text_lines *t, char *line) {
    const size_t word = strcspn(line, " \t\r");
    char *rest = trim(line + word);
    double n[3] = {0, 0, 0};
    if (is_word(line, word, "Kd") && numbers_of(t, rest, n) >= 3)
        for (int k = 0; k < 3; k++)
            m->color[k] = (float)n[k];
    else if (is_word(line, word, "Ks") && numbers_of(t, rest, n) >= 3)
        m->brightness = (float)fmax(n[0], fmax(n[1], n[2]));
    else if (is_word(line, word, "Ns") && numbers_of(t, rest, n) >= 1)
        m->exponent = (float)n[0];
    else if (is_word(line, word, "map_Kd"))
        snprintf(m->map, sizeof m->map, "%s", name_of_map(rest));
}

/* Each file is read once; those that cannot be read are warned of once. */
static bool load_texture(obj *o, size_t index) {
    obj_material *own = material_at(o, index);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(material_at(o, i)->map, own->map) == 0) {
            own->texture = material_at(o, i)->texture;
            return true;
        }
    }
    mesh_texture read = {0};
    if (!mesh_read_texture(o->d->path, own->map, &read)) {
        warn_with(o->d->warn, "%s: texture '%s': %s; going on with its material's color", o->d->path, own->map,
                  error_text());
        return true;
    }
    mesh_texture *added = draft_list_add(&o->d->textures);
    if (!added) {
        free(read.rgba);
        return error_set("%s: out of memory", o->d->path);
    }
    *added = read;
    own->texture = (int32_t)o->d->textures.count - 1;
    return true;
}

/* What follows from all of a material's lines. */
static bool finish(obj *o, size_t index) {
    if (material_at(o, index)->map[0] != '\0' && !load_texture(o, index))
        return false;
    obj_material *own = material_at(o, index);
    draft_look *looks = (draft_look *)o->d->looks.rows + 2 * index;
    const bool has_texture = own->texture != MESH_NO_TEXTURE;
    const bool is_black = !(own->color[0] > 0) && !(own->color[1] > 0) && !(own->color[2] > 0);
    for (int k = 0; k < 3 && has_texture && is_black;
         k++) /* exporters' leftover: no texture would ever be seen through it */
        own->color[k] = 1;
    own->is_gray = !has_texture && own->color[0] == own->color[1] && own->color[1] == own->color[2];
    looks[0].gloss = looks[1].gloss = own->exponent > 0 ? mesh_gloss(own->exponent, own->brightness) : MESH_GLOSS;
    looks[1].texture = own->texture;
    return true;
}

/* A library beside the model; a missing one is warned of. */
static bool read_library(obj *o, const char *name) {
    const size_t first = o->materials.count;
    text_lines t = {.file = mesh_open_library(o->d->path, name, o->d->warn), .path = name};
    bool ok = true;
    if (!t.file)
        return true;
    for (char *line = text_next(&t); ok && line; line = ok ? text_next(&t) : NULL)
        if (strncmp(line, "newmtl", 6) == 0 && strchr(" \t\r", line[6]))
            ok = add_material(o, trim(line + 6)) != NULL;
        else if (o->materials.count > first)
            read_material_line(material_at(o, o->materials.count - 1), &t, line);
    if (ok && t.has_failed)
        warn_with(o->d->warn, "%s: materials '%s' cannot be read to their end", o->d->path, name);
    for (size_t i = first; ok && i < o->materials.count; i++)
        ok = finish(o, i);
    fclose(t.file);
    return ok;
}

/* ---- faces ---- */

static bool read_place(obj *o, const char *text, draft_list *to, int least) {
    enum { MOST = 7 };
    double numbers[MOST];
    int count = text_numbers(&o->text, text, numbers, MOST);
    if (count < 0)
        return false;
    if (count < least)
        return text_fail(&o->text, "has too few numbers", NULL);
    place *p = draft_list_add(to);
    if (!p)
        return text_fail(&o->text, "out of memory", NULL);
    memcpy(p->numbers, numbers, (size_t)(count < 6 ? count : 6) * sizeof *numbers);
    p->has_color = count == 6;
    return true;
}

/* "7/3/2": a vertex, its texture coordinates and its normal, from 1 on; 0 for what is missing. */
static bool read_corner(obj *o, const char *word, size_t index[3]) {
    const draft_list *const lists[3] = {&o->places, &o->texcoords, &o->normals};
    const char *text = word;
    memset(index, 0, 3 * sizeof *index);
    for (int k = 0; k < 3; k++) {
        if (!text_index(&o->text, &text, lists[k]->count, &index[k]))
            return false;
        if (*text != '/')
            break;
        text++;
    }
    return (*text == '\0' && index[0] > 0) || text_fail(&o->text, "'%s' is no corner of a face", word);
}

static const double *numbers_at(const draft_list *l, size_t index) {
    return ((const place *)l->rows)[index - 1].numbers;
}

static bool add_corner(obj *o, uint64_t k, const size_t index[3]) {
    const place *p = (const place *)o->places.rows + (index[0] - 1);
    const obj_material *m = material_at(o, o->material);
    float *row = mesh_draft_vertex(o->d, p->numbers);
    if (!row)
        return false;
    for (int i = 0; i < 3; i++)
        row[DRAFT_COLOR + i] = p->has_color ? (float)p->numbers[3 + i] : m->color[i];
    for (int i = 0; index[1] > 0 && i < 2; i++)
        row[DRAFT_TEXCOORD + i] = (float)numbers_at(&o->texcoords, index[1])[i];
    for (int i = 0; index[2] > 0 && i < 3; i++)
        row[DRAFT_NORMAL + i] = (float)numbers_at(&o->normals, index[2])[i];
    o->d->has_colors |= p->has_color || !m->is_gray;
    return mesh_draft_corner(o->d, k, o->d->vertices.count - 1);
}

/* Texture coordinates count where the first corner has them. Faces of one or two corners are points and lines. */
static bool read_face(obj *o, char *text) {
    uint64_t k = 0;
    size_t index[3];
    for (char *word = strtok(text, " \t\r"); word; word = strtok(NULL, " \t\r"), k++) {
        if (!read_corner(o, word, index))
            return false;
        if (k == 0)
            o->d->look = 2 * (uint32_t)o->material + (index[1] > 0);
        if (!add_corner(o, k, index))
            return false;
    }
    return k > 0 || text_fail(&o->text, "is a face without corners", NULL);
}

static bool read_line(obj *o, char *line) {
    const size_t word = strcspn(line, " \t\r");
    char *rest = line + word;
    if (is_word(line, word, "v"))
        return read_place(o, rest, &o->places, 3);
    if (is_word(line, word, "vt"))
        return read_place(o, rest, &o->texcoords, 1);
    if (is_word(line, word, "vn"))
        return read_place(o, rest, &o->normals, 3);
    if (is_word(line, word, "f"))
        return read_face(o, rest);
    if (is_word(line, word, "usemtl"))
        return use_material(o, trim(rest));
    if (is_word(line, word, "mtllib"))
        return read_library(o, trim(rest));
    if (word > 0 && !isalpha((unsigned char)line[0])) /* there are many kinds of lines that have no triangles */
        return text_fail(&o->text, "'%s' begins no line of an OBJ file", line);
    return true;
}

bool mesh_read_obj(mesh_draft *d) {
    obj o = {.d = d, .text = {.path = d->path}};
    o.places.bytes = o.texcoords.bytes = o.normals.bytes = sizeof(place);
    o.materials.bytes = sizeof(obj_material);
    o.text.file = path_open(d->path, NULL);
    if (!o.text.file)
        return false;
    bool ok = add_material(&o, "") != NULL;
    for (char *line = text_next(&o.text); ok && line; line = ok ? text_next(&o.text) : NULL)
        ok = read_line(&o, line);
    fclose(o.text.file);
    free(o.places.rows);
    free(o.texcoords.rows);
    free(o.normals.rows);
    free(o.materials.rows);
    return ok && !o.text.has_failed;
}
