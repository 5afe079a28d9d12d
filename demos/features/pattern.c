/* pattern.c - a small image that is looked for in another one.  SPDX-License-Identifier: MIT */
#include "pattern.h"

#include "common/files/image.h"

#include <stdlib.h>

bool pattern_load(pattern *p, const char *path) {
    uint32_t size[2];
    uint8_t *rgba = image_read(path, &size[0], &size[1]);
    if (!rgba)
        return error_set("%s: %s", path, error_text());
    const bool fits = size[0] <= HPYR_MAX_PATTERN && size[1] <= HPYR_MAX_PATTERN;
    for (uint32_t i = 0; fits && i < size[0] * size[1]; i++)
        p->values[i] = (float)rgba[4 * (size_t)i + 1] / 255;
    free(rgba);
    p->size[0] = fits ? size[0] : 0;
    p->size[1] = fits ? size[1] : 0;
    return fits || error_set("%s: %ux%u pixels; a template has at most %dx%d", path, (unsigned)size[0],
                             (unsigned)size[1], HPYR_MAX_PATTERN, HPYR_MAX_PATTERN);
}
