/* mesh_obj.c - faces of a Wavefront OBJ file as a mesh.  SPDX-License-Identifier: MIT */
#include "common/files/text_lines.h"
#include "common/mesh/mesh_draft.h"
#include "common/mesh/obj_materials.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of a line v: a position, perhaps a color. Lines vt and vn have the first numbers alone. */
typedef struct place {
    double numbers[6];
    bool has_color;
} place;

typedef struct obj {
    mesh_draft *d;
    text_lines text;
    draft_list places, texcoords, normals; /* all of them place */
    obj_materials materials;
} obj;

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

static const double *numbers_of(const draft_list *l, size_t index) {
    return ((const place *)l->rows)[index - 1].numbers;
}

static bool add_corner(obj *o, uint64_t k, const size_t index[3]) {
    const place *p = (const place *)o->places.rows + (index[0] - 1);
    const obj_material *m = obj_materials_now(&o->materials);
    float *row = mesh_draft_vertex(o->d, p->numbers);
    if (!row)
        return false;
    for (int i = 0; i < 3; i++)
        row[DRAFT_COLOR + i] = p->has_color ? (float)p->numbers[3 + i] : m->color[i];
    for (int i = 0; index[1] > 0 && i < 2; i++)
        row[DRAFT_TEXCOORD + i] = (float)numbers_of(&o->texcoords, index[1])[i];
    for (int i = 0; index[2] > 0 && i < 3; i++)
        row[DRAFT_NORMAL + i] = (float)numbers_of(&o->normals, index[2])[i];
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
            o->d->look = obj_materials_look(&o->materials, index[1] > 0);
        if (!add_corner(o, k, index))
            return false;
    }
    return k > 0 || text_fail(&o->text, "is a face without corners", NULL);
}

static bool read_line(obj *o, char *line) {
    const size_t word = strcspn(line, " \t\r");
    char *rest = line + word;
    if (strncmp(line, "v", word) == 0 && word == 1)
        return read_place(o, rest, &o->places, 3);
    if (strncmp(line, "vt", word) == 0 && word == 2)
        return read_place(o, rest, &o->texcoords, 1);
    if (strncmp(line, "vn", word) == 0 && word == 2)
        return read_place(o, rest, &o->normals, 3);
    if (strncmp(line, "f", word) == 0 && word == 1)
        return read_face(o, rest);
    if (strncmp(line, "usemtl", word) == 0 && word == 6)
        return obj_materials_use(&o->materials, obj_trim(rest));
    if (strncmp(line, "mtllib", word) == 0 && word == 6)
        return obj_materials_read(&o->materials, obj_trim(rest));
    if (word > 0 && !isalpha((unsigned char)line[0])) /* there are many kinds of lines that have no triangles */
        return text_fail(&o->text, "'%s' begins no line of an OBJ file", line);
    return true;
}

bool mesh_read_obj(mesh_draft *d) {
    obj o = {d, {0}, {NULL, 0, 0, sizeof(place)}, {NULL, 0, 0, sizeof(place)}, {NULL, 0, 0, sizeof(place)}, {0}};
    o.text.path = d->path;
    o.text.file = fopen(d->path, "rb");
    if (!o.text.file)
        return error_set("%s: cannot be read: %s", d->path, strerror(errno));
    bool ok = obj_materials_begin(&o.materials, d);
    for (char *line = text_next(&o.text); ok && line; line = ok ? text_next(&o.text) : NULL)
        ok = read_line(&o, line);
    fclose(o.text.file);
    obj_materials_end(&o.materials);
    free(o.places.rows);
    free(o.texcoords.rows);
    free(o.normals.rows);
    return ok && !o.text.has_failed;
}
