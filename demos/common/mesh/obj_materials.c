/* obj_materials.c - the materials of a Wavefront OBJ: colors, highlights, textures.  SPDX-License-Identifier: MIT */
#include "common/mesh/obj_materials.h"

#include "common/files/text_lines.h"
#include "common/mesh/mesh_reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The color of what has none, as assimp has it. */
static const float PLAIN = 0.6f;

char *obj_trim(char *text) {
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static obj_material *at(const obj_materials *m, size_t index) {
    return (obj_material *)m->list.rows + index;
}

const obj_material *obj_materials_now(const obj_materials *m) {
    return at(m, m->now);
}

uint32_t obj_materials_look(const obj_materials *m, bool has_texcoords) {
    return 2 * (uint32_t)m->now + has_texcoords;
}

/* With its two looks, of which the draft has the first already. */
static obj_material *add_material(obj_materials *m, const char *name) {
    obj_material *added = draft_list_add(&m->list);
    while (added && m->d->looks.count < 2 * m->list.count) {
        draft_look *look = draft_list_add(&m->d->looks);
        if (!look)
            added = NULL;
        else
            *look = (draft_look){MESH_NO_TEXTURE, MESH_GLOSS};
    }
    if (!added) {
        error_set("%s: out of memory", m->d->path);
        return NULL;
    }
    for (int k = 0; k < 3; k++)
        added->color[k] = PLAIN;
    snprintf(added->name, sizeof added->name, "%s", name);
    added->texture = MESH_NO_TEXTURE;
    added->is_gray = true;
    return added;
}

bool obj_materials_begin(obj_materials *m, mesh_draft *d) {
    *m = (obj_materials){d, {NULL, 0, 0, sizeof(obj_material)}, 0};
    return add_material(m, "") != NULL;
}

void obj_materials_end(obj_materials *m) {
    free(m->list.rows);
}

bool obj_materials_use(obj_materials *m, const char *name) {
    m->now = 0;
    for (size_t i = 1; i < m->list.count && m->now == 0; i++)
        m->now = strncmp(at(m, i)->name, name, sizeof at(m, i)->name - 1) == 0 ? i : 0;
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

static void read_line(obj_material *m, text_lines *t, char *line) {
    const size_t word = strcspn(line, " \t\r");
    char *rest = obj_trim(line + word);
    double n[3] = {0, 0, 0};
    if (word == 2 && strncmp(line, "Kd", word) == 0 && numbers_of(t, rest, n) >= 3)
        for (int k = 0; k < 3; k++)
            m->color[k] = (float)n[k];
    else if (word == 2 && strncmp(line, "Ks", word) == 0 && numbers_of(t, rest, n) >= 3)
        m->brightness = (float)fmax(n[0], fmax(n[1], n[2]));
    else if (word == 2 && strncmp(line, "Ns", word) == 0 && numbers_of(t, rest, n) >= 1)
        m->exponent = (float)n[0];
    else if (word == 6 && strncmp(line, "map_Kd", word) == 0)
        snprintf(m->map, sizeof m->map, "%s", name_of_map(rest));
}

/* Each file is read once; those that cannot be read are warned of once. */
static bool load_texture(obj_materials *m, size_t index) {
    obj_material *own = at(m, index);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(at(m, i)->map, own->map) == 0) {
            own->texture = at(m, i)->texture;
            return true;
        }
    }
    mesh_texture read = {0};
    if (!mesh_read_texture(m->d->path, own->map, &read)) {
        warn_with(m->d->warn, "%s: texture '%s': %s; going on with its material's color", m->d->path, own->map,
                  error_text());
        return true;
    }
    mesh_texture *added = draft_list_add(&m->d->textures);
    if (!added) {
        free(read.rgba);
        return error_set("%s: out of memory", m->d->path);
    }
    *added = read;
    own->texture = (int32_t)m->d->textures.count - 1;
    return true;
}

/* What follows from all of a material's lines. */
static bool finish(obj_materials *m, size_t index) {
    if (at(m, index)->map[0] != '\0' && !load_texture(m, index))
        return false;
    obj_material *own = at(m, index);
    draft_look *looks = (draft_look *)m->d->looks.rows + 2 * index;
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

bool obj_materials_read(obj_materials *m, const char *name) {
    const size_t first = m->list.count;
    text_lines t = {0};
    bool ok = true;
    t.file = mesh_open_library(m->d->path, name, m->d->warn);
    t.path = name;
    if (!t.file)
        return true;
    for (char *line = text_next(&t); ok && line; line = ok ? text_next(&t) : NULL)
        if (strncmp(line, "newmtl", 6) == 0 && strchr(" \t\r", line[6]))
            ok = add_material(m, obj_trim(line + 6)) != NULL;
        else if (m->list.count > first)
            read_line(at(m, m->list.count - 1), &t, line);
    if (ok && t.has_failed)
        warn_with(m->d->warn, "%s: materials '%s' cannot be read to their end", m->d->path, name);
    for (size_t i = first; ok && i < m->list.count; i++)
        ok = finish(m, i);
    fclose(t.file);
    return ok;
}
