/* image.c - pictures in files.  SPDX-License-Identifier: MIT */
#include "common/files/image.h"

#include "common/files/error.h"
#include "common/files/outfile.h"
#include "common/files/system.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_MALLOC(size)         calloc(1, size) /* what a file that ends too early lacks is 0 */
#define STBI_REALLOC(block, size) realloc(block, size)
#define STBI_FREE(block)          free(block)
#define STBI_MAX_DIMENSIONS       16384 /* what OpenGL may have textures of; 1 GB at most */
/* stb_image 2.27 declares a static function that it never defines, which gcc sees at the end of the file; and mingw's gcc sees no end of a
 * loop that there is. */
#if defined(__GNUC__)
#    pragma GCC diagnostic ignored "-Wunused-function"
#    if !defined(__clang__)
#        pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#    endif
#endif
#include <stb_image.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- damage ---- */

/* stb_image does not compare the checksums of a PNG, and takes what is missing at the end for black or gray. Both functions return
 * what is wrong, or NULL. */

static const char TOO_SHORT[] = "it ends too early";

static uint32_t big_endian(const uint8_t *bytes, int count) {
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* A PNG is a row of chunks after its signature: length, type, data, and a checksum of type and data. */
static const char *fault_of_png(const uint8_t *bytes, size_t size) {
    for (size_t at = 8;;) {
        const uint32_t length = size - at >= 12 ? big_endian(bytes + at, 4) : UINT32_MAX;
        if (size - at < 12 || length > size - at - 12)
            return TOO_SHORT;
        const uint8_t *type = bytes + at + 4, *checksum = type + 4 + length;
        const bool counts = !(type[0] & 0x20); /* not for words and dates, whose types begin with a small letter */
        if (counts && stbiw__crc32((unsigned char *)type, (int)length + 4) != big_endian(checksum, 4))
            return "a part of it is damaged";
        if (memcmp(type, "IEND", 4) == 0)
            return NULL;
        at += length + 12;
    }
}

/* A JPEG is a row of segments: 0xFF, a kind, and a length for most. Between some of them lie the pixels, where 0xFF is followed
 * by 0, or by a kind 0xD0 to 0xD7. The last kind is 0xD9. */
static const char *fault_of_jpeg(const uint8_t *bytes, size_t size) {
    for (size_t at = 2; at + 2 <= size;) {
        const uint8_t kind = bytes[at + 1];
        if (bytes[at] != 0xFF || kind == 0 || kind == 0xFF || (kind >= 0xD0 && kind <= 0xD7))
            at++;
        else if (kind == 0xD9)
            return NULL;
        else if (at + 4 <= size)
            at += 2 + big_endian(bytes + at + 2, 2);
        else
            break;
    }
    return TOO_SHORT;
}

/* ---- reading ---- */

static bool is_png(const uint8_t *bytes, size_t size) {
    return size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static bool is_jpeg(const uint8_t *bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0;
}

static const char *reason_of_stb(void) {
    const char *reason = stbi_failure_reason();
    return strcmp(reason, "too large") == 0            ? "it has more pixels, or a longer side, than can be read"
           : strcmp(reason, "unknown image type") == 0 ? "a format that is not known"
                                                       : reason;
}

uint8_t *image_decode(const void *bytes, size_t size, uint32_t *width, uint32_t *height) {
    int columns = 0, rows = 0, channels = 0;
    uint8_t *rgba = NULL;
    if (size > INT_MAX) {
        error_set("%llu bytes are too many for a picture", (unsigned long long)size);
        return NULL;
    }
    const char *fault = is_png(bytes, size)    ? fault_of_png(bytes, size)
                        : is_jpeg(bytes, size) ? fault_of_jpeg(bytes, size)
                                               : NULL;
    stbi_set_flip_vertically_on_load(1);
    if (!fault)
        rgba = stbi_load_from_memory(bytes, (int)size, &columns, &rows, &channels, 4);
    if (!rgba) {
        error_set("no picture that can be read: %s", fault ? fault : reason_of_stb());
        return NULL;
    }
    *width = (uint32_t)columns;
    *height = (uint32_t)rows;
    return rgba;
}

uint8_t *image_read(const char *path, uint32_t *width, uint32_t *height) {
    system_about about;
    FILE *file = NULL;
    uint8_t *bytes = NULL, *rgba = NULL;
    if (system_look(path, &about) &&
        about.kind != SYSTEM_FILE) { /* a material may name a pipe, which would never end */
        error_set("not a regular file");
        return NULL;
    }
    if ((file = fopen(path, "rb")) != NULL && system_look_at(file, &about)) {
        errno = EFBIG;
        bytes = about.size < INT_MAX ? malloc((size_t)about.size + 1) : NULL;
    }
    size_t size = bytes ? fread(bytes, 1, (size_t)about.size, file) : 0;
    if (bytes && !ferror(file))
        rgba = image_decode(bytes, size, width, height);
    else
        error_set("%s", strerror(errno));
    if (file)
        fclose(file);
    free(bytes);
    return rgba;
}

bool image_inflate(const void *bytes, size_t size, void *out, size_t out_size, uint32_t crc) {
    return size <= INT_MAX && out_size <= INT_MAX &&
           stbi_zlib_decode_noheader_buffer(out, (int)out_size, bytes, (int)size) == (int)out_size &&
           stbiw__crc32(out, (int)out_size) == crc;
}

static void write_bytes(void *file, void *bytes, int size) {
    outfile_write(file, bytes, (size_t)size);
}

bool image_write_png(const char *path, const uint8_t *rgb, uint32_t width, uint32_t height) {
    size_t row = (size_t)width * 3;
    uint8_t *flipped = malloc(row * height);
    if (!flipped)
        return error_set("%s: out of memory for a picture of %ux%u", path, (unsigned)width, (unsigned)height);
    for (uint32_t y = 0; y < height; y++)
        memcpy(flipped + row * y, rgb + row * (height - 1 - y), row);
    bool ok = false;
    outfile *file = outfile_open(path);
    if (file) {
        bool encoded = stbi_write_png_to_func(write_bytes, file, (int)width, (int)height, 3, flipped, (int)row) != 0;
        ok = outfile_close(file, encoded) && encoded;
        if (!encoded)
            error_set("%s: out of memory for a picture of %ux%u", path, (unsigned)width, (unsigned)height);
    }
    free(flipped);
    return ok;
}
