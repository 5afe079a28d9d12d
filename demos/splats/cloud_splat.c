/* cloud_splat.c - reading .splat: 32 bytes a splat, and nothing else.  SPDX-License-Identifier: MIT
 *
 *   bytes  0..11   center, three float32        24..27   red, green, blue, opacity of 8 bits
 *         12..23   scales, three float32        28..31   quaternion w, x, y, z: (byte - 128) / 128 */
#include "splats/cloud_files.h"

#include "common/files/error.h"
#include "common/files/little_endian.h"

enum { RECORD = 32, CHUNK = 2048 };

static void decode(const uint8_t *bytes, splat_record *out) {
    for (int k = 0; k < 3; k++) {
        out->center[k] = get_float(bytes + 4 * k);
        out->scale[k] = get_float(bytes + 12 + 4 * k);
    }
    for (int k = 0; k < 4; k++) {
        out->color[k] = (float)bytes[24 + k] / 255;
        out->rotation[k] = ((float)bytes[28 + k] - 128) / 128;
    }
}

bool splat_read(FILE *file, uint64_t size, const char *path, splat_cloud *out) {
    static const splat_record NOTHING;
    uint8_t bytes[CHUNK * RECORD];
    splat_record record = NOTHING;
    uint64_t left = size / RECORD;
    if (size == 0)
        return error_set("%s: is empty", path);
    if (size % RECORD != 0) {
        return error_set("%s: truncated, or no .splat: %llu bytes are no multiple of %d", path,
                         (unsigned long long)size, RECORD);
    }
    if (left > CLOUD_MAX_COUNT) {
        return error_set("%s: holds %llu splats, %u are allowed", path, (unsigned long long)left,
                         (unsigned)CLOUD_MAX_COUNT);
    }
    if (!cloud_allocate(out, path, (uint32_t)left, 0))
        return false;
    while (left > 0) {
        size_t count = left < CHUNK ? (size_t)left : CHUNK;
        if (fread(bytes, RECORD, count, file) != count)
            return error_set("%s: cannot be read to its end", path);
        for (size_t i = 0; i < count; i++) {
            decode(bytes + i * RECORD, &record);
            cloud_add(out, &record);
        }
        left -= count;
    }
    return true;
}
