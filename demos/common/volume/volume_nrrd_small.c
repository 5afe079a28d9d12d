/* volume_nrrd_small.c - NRRD files without a library.  SPDX-License-Identifier: MIT */
#include "common/volume/volume_nrrd.h"

#include "common/files/image.h"
#include "common/files/little_endian.h"
#include "common/files/path.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OF_DEFLATE = 1032 }; /* bytes that come of one byte at most */

static bool too_few(const char *path) {
    return error_set("%s: cannot be read as NRRD: its samples end too early, or are not what its header says", path);
}

/* A file of samples from its first one on. */
typedef struct source {
    FILE *file;
    uint64_t left;           /* bytes */
    uint64_t numbers, bytes; /* of all samples */
} source;

static bool skip(source *s, uint64_t bytes, const char *path) {
    if (bytes > s->left || fseeko(s->file, (off_t)bytes, SEEK_CUR) != 0)
        return too_few(path);
    s->left -= bytes;
    return true;
}

static bool skip_lines(source *s, long lines, const char *path) {
    while (lines > 0 && s->left > 0) {
        lines -= getc(s->file) == '\n';
        s->left--;
    }
    return lines == 0 || too_few(path);
}

/* Memory that is filled at once. */
static uint8_t *read_bytes(source *s, uint64_t bytes, const char *path) {
    uint8_t *block = bytes <= s->left && bytes < SIZE_MAX ? malloc((size_t)bytes + 1) : NULL;
    if (bytes > s->left) {
        too_few(path);
    } else if (!block) {
        error_set("%s: out of memory for %llu bytes of samples", path, (unsigned long long)bytes);
    } else if (fread(block, 1, (size_t)bytes, s->file) != bytes) {
        error_set("%s: cannot be read: %s", path, strerror(errno));
        free(block);
        block = NULL;
    } else {
        s->left -= bytes;
    }
    return block;
}

/* ---- encodings ---- */

static uint8_t *read_raw(source *s, const nrrd_header *h, warn_fn warn) {
    uint64_t before =
        h->byte_skip < 0 && s->bytes <= s->left ? s->left - s->bytes : (uint64_t)(h->byte_skip > 0 ? h->byte_skip : 0);
    uint8_t *samples = skip(s, before, h->path) ? read_bytes(s, s->bytes, h->path) : NULL;
    if (samples && s->left > 0)
        nrrd_warn_of_rest((long)s->left, h->path, warn);
    return samples;
}

/* Bytes of the header of gzip (RFC 1952), or 0: ten, then an extra field, a name, a comment and a checksum, as its flags say. */
static size_t gzip_header(const uint8_t *bytes, size_t size) {
    enum { FIXED = 10, FLAGS = 3, CHECKSUM = 2, EXTRA = 4, NAME = 8, COMMENT = 16 };
    size_t at = FIXED;
    if (size < FIXED || bytes[0] != 0x1F || bytes[1] != 0x8B || bytes[2] != 8)
        return 0;
    const uint8_t flags = bytes[FLAGS];
    if (flags & EXTRA)
        at += at + 2 <= size ? 2 + (size_t)(bytes[at] | bytes[at + 1] << 8) : size;
    for (int flag = NAME; flag <= COMMENT; flag *= 2) {
        const uint8_t *end = flags & flag && at < size ? memchr(bytes + at, 0, size - at) : NULL;
        if (flags & flag)
            at = end ? (size_t)(end + 1 - bytes) : size;
    }
    at += flags & CHECKSUM ? 2 : 0;
    return at < size ? at : 0;
}

/* One member: its last eight bytes are a checksum of what comes of it, and how much that is. */
static uint8_t *inflate(const uint8_t *packed, size_t size, uint64_t needed, const char *path) {
    const size_t header = gzip_header(packed, size);
    const uint32_t length = size >= 8 ? get_word(packed + size - 4) : 0;
    if (header == 0 || size - header < 8 || length < needed || length / MOST_OF_DEFLATE > size) {
        too_few(path);
        return NULL;
    }
    uint8_t *bytes = malloc((size_t)length + 1);
    if (!bytes) {
        error_set("%s: out of memory for %llu bytes of samples", path, (unsigned long long)length);
    } else if (!image_inflate(packed + header, size - header, bytes, length, get_word(packed + size - 8))) {
        too_few(path);
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

static uint8_t *read_gzip(source *s, const nrrd_header *h) {
    const uint64_t before = (uint64_t)h->byte_skip, size = s->left;
    uint8_t *packed = read_bytes(s, size, h->path);
    uint8_t *samples = packed ? inflate(packed, (size_t)size, before + s->bytes, h->path) : NULL;
    if (samples && before > 0)
        memmove(samples, samples + before, (size_t)s->bytes);
    free(packed);
    return samples;
}

/* The next number of a text, parted by blanks or commas. */
static bool next_number(FILE *file, const nrrd_type *type, double *number) {
    char word[64], *end;
    size_t length = 0;
    int c = getc(file);
    while (isspace(c) || c == ',')
        c = getc(file);
    for (; c != EOF && !isspace(c) && c != ',' && length < sizeof word - 1; c = getc(file))
        word[length++] = (char)c;
    word[length] = '\0';
    *number = strtod(word, &end);
    bool is_whole = type->least < type->most;
    return length > 0 && *end == '\0' &&
           (!is_whole || (*number >= type->least && *number <= type->most && *number == floor(*number)));
}

static void put_number(uint8_t *samples, uint64_t index, const nrrd_type *type, double number) {
    const int64_t whole = type->least < 0 ? (number < 9223372036854775808.0 ? (int64_t)number : INT64_MAX) : 0;
    const uint64_t natural = type->least == 0 && type->most > 0
                                 ? (number < 18446744073709551616.0 ? (uint64_t)number : UINT64_MAX)
                                 : (uint64_t)whole;
    const float single = (float)number;
    uint8_t *at = samples + index * type->bytes;
    if (type->least < type->most) {
        for (uint32_t i = 0; i < type->bytes; i++)
            at[i] = (uint8_t)(natural >> 8 * i);
        order_bytes(at, 1, type->bytes, false);
    } else {
        memcpy(at, type->bytes == sizeof single ? (const void *)&single : (const void *)&number, type->bytes);
    }
}

static uint8_t *read_text(source *s, const nrrd_header *h) {
    double number;
    if (!skip(s, (uint64_t)h->byte_skip, h->path))
        return NULL;
    /* A digit and a blank each: no count is believed that cannot be true. */
    uint8_t *samples = s->numbers <= s->left / 2 + 1 ? malloc((size_t)s->bytes) : NULL;
    bool ok = samples != NULL;
    for (uint64_t i = 0; ok && i < s->numbers; i++) {
        ok = next_number(s->file, h->type, &number);
        if (ok)
            put_number(samples, i, h->type, number);
    }
    if (!ok) {
        too_few(h->path);
        free(samples);
        samples = NULL;
    }
    return samples;
}

/* ---- files ---- */

/* As they are in memory, in the type of the file. */
static void *read_samples(source *s, const nrrd_header *h, warn_fn warn) {
    void *samples = NULL;
    if (!skip_lines(s, h->line_skip, h->path))
        return NULL;
    switch (h->encoding) {
    case NRRD_RAW:
        samples = read_raw(s, h, warn);
        break;
    case NRRD_GZIP:
        samples = read_gzip(s, h);
        break;
    case NRRD_ASCII:
        return read_text(s, h);
    }
    if (samples)
        order_bytes(samples, s->numbers, h->type->bytes, h->is_big_endian);
    return samples;
}

static bool take(const nrrd_header *h, FILE *file, uint64_t size, bool vectors, warn_fn warn, volume *out) {
    source s = {file, 0, 0, 0};
    const off_t begin = ftello(file);
    if (begin < 0 || (uint64_t)begin > size)
        return error_set("%s: cannot be read: %s", h->path, strerror(errno));
    for (int a = 0; a < 3; a++)
        out->size[a] = (uint32_t)h->size[a];
    out->format = vectors ? HPYR_FORMAT_RGB32F : h->type->format;
    s.left = size - (uint64_t)begin;
    s.numbers = volume_count(out) * (vectors ? 3 : 1);
    s.bytes = s.numbers * h->type->bytes;
    if (!nrrd_place(&h->axes, h->path, warn, out))
        return false;
    void *samples = read_samples(&s, h, warn);
    const bool is_float = h->type->format == HPYR_FORMAT_R32F && h->type->bytes == sizeof(float) && h->type->most == 0;
    bool ok = samples != NULL;
    if (ok && (out->format == HPYR_FORMAT_RGB32F || out->format == HPYR_FORMAT_R32F) && !is_float) {
        ok = nrrd_convert(h->type->value, samples, h->type->name, h->path, warn, out);
    } else {
        out->samples = samples;
        samples = NULL;
    }
    free(samples);
    return ok;
}

/* The file of the samples; NULL with one line. */
static FILE *open_samples(const nrrd_header *h, uint64_t *size) {
    char beside[4096];
    if (!path_beside(h->path, h->data_file, beside, sizeof beside)) {
        error_set("%s: names a file by more than %d bytes", h->path, (int)sizeof beside);
        return NULL;
    }
    return path_open(beside, size);
}

bool volume_parse_nrrd_small(const char *path, bool vectors, uint32_t max_side, warn_fn warn, volume *out) {
    nrrd_header h;
    uint64_t size;
    FILE *file = path_open(path, &size), *samples = NULL;
    if (!file)
        return false;
    bool ok =
        nrrd_header_read(file, path, vectors, &h) &&
        volume_check_size(path, h.size, vectors ? volume_sample_bytes(HPYR_FORMAT_RGB32F) : h.type->bytes, max_side);
    if (ok && h.data_file[0] != '\0') {
        samples = open_samples(&h, &size);
        ok = samples != NULL;
    }
    ok = ok && take(&h, samples ? samples : file, size, vectors, warn, out);
    if (samples)
        fclose(samples);
    fclose(file);
    if (!ok)
        volume_free(out);
    return ok;
}
