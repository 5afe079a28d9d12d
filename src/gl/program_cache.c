/* program_cache.c - a context's programs and their uniforms, each found once.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include <stdio.h>

enum {
    NAME = 33,
    UNIFORM_NAME = 128,
    MOST_LOCATIONS = 48, /* remembered for one program */
    MOST_FOREIGN = 64    /* programs that hold text of callers */
};

/* A hash of any length of text; two texts never share one in practice (1 in 2^64 for 2^32 texts). */
typedef struct fingerprint {
    uint64_t a, b;
} fingerprint;

typedef struct location {
    fingerprint name;
    GLint place;
} location;

/* The context's list of programs begins with the program that was used last. */
struct hpi_gl_program_entry {
    hpi_gl_program_entry *next;
    fingerprint key;
    hpi_gl_program program;
    bool is_foreign; /* holds text of a caller, who may bring more for ever */
    bool is_pending; /* nobody has asked yet whether it compiles */
    char name[NAME]; /* under which the caller keeps it; "" where no binaries are kept */
    int location_count;
    location locations[MOST_LOCATIONS];
};

/* ---- fingerprints ---- */

static const fingerprint nothing = {UINT64_C(0xCBF29CE484222325), UINT64_C(0x9E3779B97F4A7C15)};

/* The first half is FNV-1a. The second half multiplies by another number and mixes upper bits into
 * lower ones. */
static void add_byte(fingerprint *f, unsigned char byte) {
    f->a = (f->a ^ byte) * UINT64_C(0x100000001B3);
    f->b = (f->b + byte) * UINT64_C(0xD6E8FEB86659FD93);
    f->b ^= f->b >> 32;
}

/* Adds a word and a mark of its end, so that "ab", "c" and "a", "bc" differ. NULL is an empty
 * word. */
static void add_word(fingerprint *f, const char *word) {
    for (; word && *word; word++)
        add_byte(f, (unsigned char)*word);
    add_byte(f, 0);
}

static void add_words(fingerprint *f, const char *const *words) {
    for (; words && *words; words++)
        add_word(f, *words);
    add_byte(f, 0);
}

static bool same(const fingerprint *f, const fingerprint *g) {
    return f->a == g->a && f->b == g->b;
}

uint64_t hpi_gl_hash(const char *first, const char *second) {
    fingerprint f = nothing;
    add_word(&f, first);
    add_word(&f, second);
    return f.a;
}

/* The hash of everything that a program is made of. */
static fingerprint key_of(const hpi_gl_program_desc *desc) {
    const hpi_gl_stage *stages[] = {&desc->vertex, &desc->geometry, &desc->fragment};
    fingerprint key = nothing;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        add_word(&key, stages[i]->part);
        add_word(&key, stages[i]->entry);
    }
    add_words(&key, desc->attributes);
    add_words(&key, desc->captured);
    add_word(&key, desc->defines ? hpi_text_get(desc->defines) : NULL);
    add_word(&key, desc->front ? hpi_text_get(desc->front) : NULL);
    add_word(&key, desc->caller);
    return key;
}

/* ---- programs ---- */

/* Moves the entry that `link` points to in front of the others. */
static hpi_gl_program_entry *move_to_front(hpyr_context *context, hpi_gl_program_entry **link) {
    hpi_gl_program_entry *entry = *link;
    *link = entry->next;
    entry->next = context->programs;
    context->programs = entry;
    return entry;
}

static const hpi_gl_program_entry *find_entry(hpyr_context *context, const fingerprint *key) {
    for (hpi_gl_program_entry **link = &context->programs; *link; link = &(*link)->next)
        if (same(&(*link)->key, key))
            return move_to_front(context, link);
    return NULL;
}

static void remove_entry(const hpyr_context *context, hpi_gl_program_entry **link) {
    hpi_gl_program_entry *entry = *link;
    *link = entry->next;
    hpi_gl_program_delete(&entry->program);
    hpi_free(context, entry);
}

/* Deletes the foreign program that was used longest ago, where there are too many. No public call
 * uses so many, so a program never goes while a call still needs it. */
static void evict_foreign(hpyr_context *context) {
    hpi_gl_program_entry **last = NULL;
    int count = 0;
    for (hpi_gl_program_entry **link = &context->programs; *link; link = &(*link)->next) {
        if ((*link)->is_foreign) {
            last = link;
            count++;
        }
    }
    if (count <= MOST_FOREIGN)
        return;
    remove_entry(context, last);
}

/* A name for the program among those that the caller keeps: a hash of all that it is made of, and of the driver. */
static void name_of(const hpi_gl_program_desc *desc, const hpi_gl_sources *sources, char name[NAME]) {
    fingerprint f = nothing;
    add_word(&f, (const char *)glGetString(GL_VENDOR));
    add_word(&f, (const char *)glGetString(GL_RENDERER));
    add_word(&f, (const char *)glGetString(GL_VERSION));
    add_words(&f, desc->attributes);
    add_words(&f, desc->captured);
    for (int i = 0; i < sources->count; i++)
        add_word(&f, hpi_text_get(&sources->texts[i]));
    snprintf(name, NAME, "%016llx%016llx", (unsigned long long)f.a, (unsigned long long)f.b);
}

/* Loads the program, or hands it to the compiler. */
static hpyr_result start(hpyr_context *context, const hpi_gl_program_desc *desc, hpi_gl_program_entry *entry) {
    hpi_gl_sources sources;
    hpyr_result result = hpi_gl_sources_write(context, desc, &sources);
    if (result == HPYR_OK && context->keeps_binaries)
        name_of(desc, &sources, entry->name);
    if (result == HPYR_OK && entry->name[0])
        entry->program.name = hpi_gl_binary_load(context, entry->name);
    entry->is_pending =
        result == HPYR_OK && !entry->program.name && hpi_gl_program_start(context, desc, &sources, &entry->program);
    hpi_gl_sources_free(&sources);
    if (result == HPYR_OK && !entry->program.name)
        result = hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "GL has no memory for a program");
    return result;
}

static hpyr_result add_entry(hpyr_context *context, const hpi_gl_program_desc *desc, const fingerprint *key) {
    hpi_gl_program_entry *entry = hpi_alloc_zeros(context, 1, sizeof *entry);
    if (!entry)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program");
    entry->key = *key;
    entry->is_foreign = desc->caller || (desc->front && desc->front->used);
    hpyr_result result = start(context, desc, entry);
    if (result != HPYR_OK) {
        hpi_free(context, entry);
        return result;
    }
    entry->next = context->programs;
    context->programs = entry;
    evict_foreign(context);
    return HPYR_OK;
}

/* The compiler has taken the context's first program. */
static hpyr_result finish_first(hpyr_context *context, const hpi_gl_program_desc *desc) {
    hpi_gl_program_entry *entry = context->programs;
    hpyr_result result = hpi_gl_program_finish(context, desc, &entry->program);
    entry->is_pending = false;
    if (result == HPYR_OK && entry->name[0])
        hpi_gl_binary_save(context, entry->name, entry->program.name);
    if (result != HPYR_OK)
        remove_entry(context, &context->programs);
    return result;
}

static hpyr_result get(hpyr_context *context, const hpi_gl_program_desc *desc, bool waits, GLuint *program) {
    *program = 0;
    if ((desc->defines && desc->defines->failed) || (desc->front && desc->front->failed))
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program");
    fingerprint key = key_of(desc);
    const bool is_new = !find_entry(context, &key);
    hpyr_result result = is_new ? add_entry(context, desc, &key) : HPYR_OK;
    const hpi_gl_program_entry *entry = context->programs;
    if (result == HPYR_OK && entry->is_pending) {
        if (!waits && (is_new || !hpi_gl_program_is_compiled(context, entry->program.name)))
            return HPYR_NOT_READY; /* where the driver does not tell, a call hands it one program at most */
        result = finish_first(context, desc);
    }
    if (result == HPYR_OK)
        *program = entry->program.name;
    return result;
}

hpyr_result hpi_gl_program_get(hpyr_context *context, const hpi_gl_program_desc *desc, GLuint *program) {
    return get(context, desc, !context->no_compile_wait, program);
}

hpyr_result hpi_gl_program_now(hpyr_context *context, const hpi_gl_program_desc *desc, GLuint *program) {
    return get(context, desc, true, program);
}

bool hpi_gl_programs_are_compiled(const hpyr_context *context) {
    for (const hpi_gl_program_entry *entry = context->programs; entry; entry = entry->next)
        if (entry->is_pending && !hpi_gl_program_is_compiled(context, entry->program.name))
            return false;
    return true;
}

void hpi_gl_programs_delete(const hpyr_context *context) {
    for (hpi_gl_program_entry *entry = context->programs; entry; entry = entry->next)
        hpi_gl_program_delete(&entry->program);
}

void hpi_gl_programs_free(hpyr_context *context) {
    while (context->programs) {
        hpi_gl_program_entry *entry = context->programs;
        context->programs = entry->next;
        hpi_free(context, entry);
    }
}

/* ---- uniforms ---- */

static GLint ask_location(GLuint program, const char *prefix, const char *name) {
    char full[UNIFORM_NAME];
    snprintf(full, sizeof full, "u_%s%s", prefix, name);
    return glGetUniformLocation(program, full);
}

static GLint remembered_location(hpi_gl_program_entry *entry, const char *prefix, const char *name) {
    fingerprint key = nothing;
    add_word(&key, prefix);
    add_word(&key, name);
    for (int i = 0; i < entry->location_count; i++)
        if (same(&entry->locations[i].name, &key))
            return entry->locations[i].place;
    GLint place = ask_location(entry->program.name, prefix, name);
    if (entry->location_count < MOST_LOCATIONS)
        entry->locations[entry->location_count++] = (location){key, place};
    return place;
}

GLint hpi_gl_location(const hpyr_context *context, GLuint program, const char *prefix, const char *name) {
    for (hpi_gl_program_entry *entry = context->programs; entry; entry = entry->next)
        if (entry->program.name == program)
            return remembered_location(entry, prefix, name);
    return ask_location(program, prefix, name); /* a caller's program, which the caller may link again */
}
