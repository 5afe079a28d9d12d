/* volume_raw.c - samples as they are, in files that tell nothing of them.  SPDX-License-Identifier: MIT */
#include "common/volume/volume_raw.h"

#include "common/files/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const hpyr_format TYPES[] = {HPYR_FORMAT_R8UI, HPYR_FORMAT_R16UI, HPYR_FORMAT_R16I, HPYR_FORMAT_R32F};
enum { TYPE_COUNT = sizeof TYPES / sizeof TYPES[0] };

/* "1x2x3", each from 1 on. */
static bool parse_size(const char *text, uint32_t size[3]) {
    for (int i = 0; i < 3; i++) {
        uint64_t value = 0;
        if (i > 0 && *text++ != 'x')
            return false;
        if (*text < '0' || *text > '9')
            return false;
        for (; *text >= '0' && *text <= '9'; text++) {
            value = value * 10 + (uint64_t)(*text - '0');
            if (value > UINT32_MAX)
                return false;
        }
        size[i] = (uint32_t)value;
        if (value == 0)
            return false;
    }
    return *text == '\0';
}

static bool parse_type(const char *text, hpyr_format *format) {
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(text, volume_type_name(TYPES[i])) == 0) {
            *format = TYPES[i];
            return true;
        }
    }
    return false;
}

/* What stands behind the last colon, cut off; NULL where there is none. */
static char *cut_last(char *text) {
    char *colon = strrchr(text, ':');
    if (colon)
        *colon++ = '\0';
    return colon;
}

/* From the end, since a path may have colons of its own. */
bool volume_parse_raw(const char *text, volume_source *out) {
    char *type, *size;
    memcpy(out->path, text, strlen(text) + 1);
    out->is_raw = true;
    type = cut_last(out->path);
    if (type && strcmp(type, "big") == 0) {
        out->is_big_endian = true;
        type = cut_last(out->path);
    }
    size = type ? cut_last(out->path) : NULL;
    if (!size || out->path[0] == '\0')
        return error_set("'%s': expected FILE.raw:XxYxZ:TYPE[:big]", text);
    if (strcmp(out->path, ".raw") == 0 || strcmp(out->path, ".RAW") == 0)
        return error_set("'%s': there is no name before .raw", text);
    if (!parse_type(type, &out->format) && parse_type(size, &out->format))
        return error_set("'%s': '%s' after the type: only :big may follow it", text, type);
    if (!parse_type(type, &out->format))
        return error_set("'%s': unknown type '%s': expected uint8, int16, uint16 or float32", text, type);
    return parse_size(size, out->size) ||
           error_set("'%s': size '%s': expected XxYxZ, each a whole number from 1 on", text, size);
}

static void swap_bytes(uint8_t *bytes, uint64_t count, size_t size) {
    for (uint64_t i = 0; i < count; i++, bytes += size) {
        for (size_t k = 0; k < size / 2; k++) {
            uint8_t low = bytes[k];
            bytes[k] = bytes[size - 1 - k];
            bytes[size - 1 - k] = low;
        }
    }
}

static bool is_big_machine(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

void volume_order_bytes(void *samples, uint64_t count, size_t size, bool is_big_endian) {
    if (is_big_endian != is_big_machine())
        swap_bytes(samples, count, size);
}

static bool read_samples(FILE *file, const volume_source *source, volume *out) {
    struct stat status;
    size_t bytes_each = volume_sample_bytes(source->format);
    uint64_t count = volume_count(out), needed = count * bytes_each;
    if (fstat(fileno(file), &status) != 0)
        return error_set("%s: cannot be read: %s", source->path, strerror(errno));
    if ((uint64_t)status.st_size != needed) {
        return error_set("%s: has %llu bytes, %ux%ux%u samples of %s are %llu", source->path,
                         (unsigned long long)status.st_size, (unsigned)out->size[0], (unsigned)out->size[1],
                         (unsigned)out->size[2], volume_type_name(source->format), (unsigned long long)needed);
    }
    if (!volume_allocate(out, source->path))
        return false;
    if (fread(out->samples, 1, (size_t)needed, file) != needed)
        return error_set("%s: cannot be read: %s", source->path, strerror(errno));
    volume_order_bytes(out->samples, count, bytes_each, source->is_big_endian);
    return true;
}

bool volume_read_raw(const volume_source *source, volume *out) {
    FILE *file = fopen(source->path, "rb");
    if (!file)
        return error_set("%s: cannot be read: %s", source->path, strerror(errno));
    memcpy(out->size, source->size, sizeof out->size);
    out->format = source->format;
    out->first_slice_on_top = true;
    for (int i = 0; i < 3; i++)
        out->spacing[i] = 1;
    bool ok = read_samples(file, source, out);
    fclose(file);
    return ok;
}
