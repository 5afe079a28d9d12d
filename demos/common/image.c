/* image.c - pictures in files.  SPDX-License-Identifier: MIT */
#include "image.h"

#include "error.h"
#include "outfile.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#include <string.h>

static void write_bytes(void *file, void *bytes, int size) {
    outfile_write(file, bytes, (size_t)size);
}

bool image_write_png(const char *path, const uint8_t *rgb, uint32_t width, uint32_t height, char *error,
                     size_t error_size) {
    size_t row = (size_t)width * 3;
    uint8_t *flipped = malloc(row * height);
    if (!flipped) {
        return error_set(error, error_size, "%s: out of memory for a picture of %ux%u", path, (unsigned)width,
                         (unsigned)height);
    }
    for (uint32_t y = 0; y < height; y++) {
        memcpy(flipped + row * y, rgb + row * (height - 1 - y), row);
    }
    bool ok = false;
    outfile *file = outfile_open(path, error, error_size);
    if (file) {
        bool encoded = stbi_write_png_to_func(write_bytes, file, (int)width, (int)height, 3, flipped, (int)row) != 0;
        ok = outfile_close(file, encoded, error, error_size) && encoded;
        if (!encoded) {
            error_set(error, error_size, "%s: out of memory for a picture of %ux%u", path, (unsigned)width,
                      (unsigned)height);
        }
    }
    free(flipped);
    return ok;
}
