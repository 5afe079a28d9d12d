/* bench.c - what the benchmarks share: names, and figures that several rows make.  SPDX-License-Identifier: MIT */
#include "bench.h"

#include "shaders.h"
#include "traffic.h"

#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool bench_has_floats(const bench *b) {
    return b->caps->glsl_version == 120;
}

int bench_gl(const bench *b) {
    return b->caps->gl == HPYR_GL_ES3 ? GL_ES3 : bench_has_floats(b) ? 21 : 33;
}

void bench_remember(hpyr_log_level level, const char *message, void *user) {
    bench *b = user;
    if (level == HPYR_LOG_LEVEL_ERROR)
        line_write(b->logged, sizeof b->logged, "%s", message);
}

bool bench_check(bench *b, hpyr_result result, const char *what) {
    return result == HPYR_OK || error_set("%s, %s: %s: %.600s", b->part, what, hpyr_result_string(result), b->logged);
}

/* The 5x5 discriminator's uniform: clamping to the edge. */
static void bind_neighborhood(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    const bench *b = user;
    char name[96];
    (void)first_unit;
    snprintf(name, sizeof name, "u_%slast", prefix);
    glUniform2f(glGetUniformLocation(program, name), (float)(b->sizes[0] - 1), (float)(b->sizes[0] - 1));
}

bench bench_without_rows(const bench *b) {
    bench other = *b;
    other.rows = NULL;
    other.texts = NULL;
    other.row_count = other.text_count = 0;
    return other;
}

bool bench_open(bench *b, int version) {
    const hpyr_context_desc desc = {.log = bench_remember,
                                    .user = b,
                                    .gl = version == GL_ES3 ? HPYR_GL_ES3 : HPYR_GL_DESKTOP,
                                    .gl_version_cap = version == 21 ? 21 : 0};
    if (!bench_check(b, hpyr_context_create(&desc, &b->context), "preparing OpenGL"))
        return false;
    const hpyr_discriminator_desc costly = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                            .glsl = demo_shader(bench_shaders, "neighborhood.glsl"),
                                            .bind = bind_neighborhood,
                                            .user = b};
    b->caps = hpyr_context_caps(b->context);
    if (gpu_timer_works(version))
        gpu_timer_create(&b->timer);
    return bench_check(b, hpyr_discriminator_create(b->context, NULL, &b->cheap), "the discriminator") &&
           bench_check(b, hpyr_discriminator_create(b->context, &costly, &b->costly), "the discriminator");
}

void bench_close(bench *b) {
    gpu_timer_destroy(&b->timer);
    hpyr_discriminator_destroy(b->cheap);
    hpyr_discriminator_destroy(b->costly);
    hpyr_context_destroy(b->context);
}

bool bench_context(bench *b, hpyr_context **out) {
    const hpyr_context_desc desc = {.log = bench_remember, .user = b};
    return bench_check(b, hpyr_context_create(&desc, out), "preparing OpenGL");
}

uint32_t bench_side(const bench *b, uint32_t side) {
    return b->has_size ? b->sizes[0] : side;
}

bool bench_wants(const bench *b, hpyr_layout layout) {
    return b->layout == HPYR_LAYOUT_AUTO || b->layout == layout;
}

/* ---- rows ---- */

void *bench_grow(void *entries, size_t count, size_t size) {
    bool is_full = (count & (count - 1)) == 0; /* of powers of two */
    void *grown = is_full ? realloc(entries, (count ? 2 * count : 1) * size) : entries;
    if (!grown)
        error_set("out of memory");
    return grown;
}

bool bench_keep(bench *b, const row *r) {
    if (b->counts && !b->counts->keep(b, r))
        return false;
    row *grown = bench_grow(b->rows, b->row_count, sizeof *grown);
    if (!grown)
        return false;
    b->rows = grown;
    b->rows[b->row_count++] = *r;
    return true;
}

const char *bench_text(bench *b, const char *format, ...) {
    char **grown = bench_grow(b->texts, b->text_count, sizeof *grown), *text = malloc(ERROR_SIZE);
    va_list arguments;
    if (grown)
        b->texts = grown;
    if (grown && text) {
        va_start(arguments, format);
        line_write_all(text, ERROR_SIZE, format, arguments);
        va_end(arguments);
        b->texts[b->text_count++] = text;
        return text;
    }
    free(text);
    return NULL;
}

double bench_worst(const bench *b, const table *t, int cell) {
    double worst = NAN;
    for (size_t i = 0; i < b->row_count; i++)
        if (b->rows[i].table == t)
            worst = fmax(worst, b->rows[i].n[cell]);
    return worst;
}

void bench_title(const bench *b, const char *title) {
    fprintf(b->stream, "\n%s\n", title);
}

bool bench_show(const bench *b, bool ok, const table *t, size_t first, const char *title, const char *note) {
    if (ok && title)
        bench_title(b, title);
    if (ok)
        table_print(b->stream, t->columns, b->rows, first, b->row_count);
    if (ok && note)
        fprintf(b->stream, "%s\n", note);
    fflush(b->stream);
    return ok;
}

void bench_free(bench *b) {
    for (size_t i = 0; i < b->text_count; i++)
        free(b->texts[i]);
    free(b->texts);
    free(b->rows);
}
