/* quadtree.c - quadtree: the largest squares of one value in an image (Ziegler et al. 2006, section 8.4).
 * SPDX-License-Identifier: MIT */
#include "quadtree.h"

#include "image.h"

#include "common/draw/image_texture.h"
#include "common/files/clock.h"
#include "common/files/outfile.h"
#include "common/files/path.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGE_BUILD, STAGE_LIST, MOST_DEFAULT_SCALE = 4, MOST_DEFAULT_SIDE = 8192 };

static const double SWEEP = 40, PACE = 0.8; /* how far the tolerance goes by itself, and radians a second */

/* ---- life ---- */

static bool open_all(void *self, frame *f) {
    quadtree *q = self;
    return image_painter_open(&q->images, &f->viewer.painter);
}

static void close_all(void *self, frame *f) {
    quadtree *q = self;
    (void)f;
    image_painter_close(&q->images);
    snippet_free(&q->grid);
}

static bool is_power_of_two(uint32_t number) {
    return (number & (number - 1)) == 0;
}

static bool is_csv(const char *path) {
    return path_ends_with(path, ".csv");
}

static const char *settle(void *self, frame *f) {
    const quadtree *q = self;
    if (!is_power_of_two(q->smallest))
        return "--smallest: not a power of two";
    if (!is_power_of_two(q->largest))
        return "--largest: not a power of two";
    if (q->largest && q->smallest > q->largest)
        return "--smallest: larger than --largest";
    if (q->scale && (!frame_output(f) || is_csv(frame_output(f))))
        return "--scale: of an --output FILE.png only";
    return NULL;
}

static bool load(void *self, frame *f) {
    quadtree *q = self;
    library *l = &f->viewer.library;
    q->rgba = image_of(f->path, f->image_size);
    if (!q->rgba)
        return false;
    const uint32_t *size = f->image_size;
    q->channels = image_channels(q->rgba, size);
    q->texture = image_texture_create(l->gl, q->rgba, size[0], size[1], false);
    q->painted = q->texture ? image_texture_create(l->gl, q->rgba, size[0], size[1], false) : 0;
    const hpyr_quadtree_desc tree = {size[0], size[1], HPYR_FORMAT_RGBA8, q->smallest, q->largest};
    return q->painted && library_check(l, hpyr_quadtree_create(l->context, &tree, &q->tree), "the quadtree");
}

static void unload(void *self, frame *f) {
    quadtree *q = self;
    (void)f;
    hpyr_quadtree_destroy(q->tree);
    if (q->texture) /* else GL may not even be loaded */
        glDeleteTextures(1, &q->texture);
    if (q->painted)
        glDeleteTextures(1, &q->painted);
    free(q->rgba);
    free(q->leaves);
}

/* ---- the quadtree ---- */

static hpyr_texture texture_of(const frame *f, uint32_t name) {
    const hpyr_texture texture = {
        .name = name, .width = f->image_size[0], .height = f->image_size[1], .format = HPYR_FORMAT_RGBA8};
    return texture;
}

static bool make_room(quadtree *q) {
    if (q->leaf_count <= q->room)
        return true;
    free(q->leaves);
    q->room = 0;
    q->leaves = malloc((size_t)q->leaf_count * sizeof *q->leaves);
    if (!q->leaves)
        return error_set("out of memory for %u leaves", (unsigned)q->leaf_count);
    q->room = q->leaf_count;
    return true;
}

static double square(double x) {
    return x * x;
}

double quadtree_number(const hpyr_quadtree_leaf *leaf, int channel) {
    return (double)lround(2 * 255.0 * leaf->value.floats[channel]) / 2;
}

/* Of the channels that say something. */
static double squared_error(const quadtree *q, const uint32_t size[2], const hpyr_quadtree_leaf *leaf) {
    const uint32_t end_x = leaf->x + leaf->size < size[0] ? leaf->x + leaf->size : size[0];
    const uint32_t end_y = leaf->y + leaf->size < size[1] ? leaf->y + leaf->size : size[1];
    double sum = 0;
    for (uint32_t y = leaf->y; y < end_y; y++)
        for (uint32_t x = leaf->x; x < end_x; x++)
            for (int c = 0; c < q->channels; c++)
                sum += square(q->rgba[4 * ((size_t)y * size[0] + x) + (size_t)c] - quadtree_number(leaf, c));
    return sum;
}

static void survey(quadtree *q, const uint32_t size[2]) {
    double sum = 0;
    memset(q->by_level, 0, sizeof q->by_level);
    for (uint32_t i = 0; i < q->leaf_count; i++) {
        int level = 0;
        while (q->leaves[i].size >> level > 1)
            level++;
        q->by_level[level]++;
        sum += squared_error(q, size, &q->leaves[i]);
    }
    const double mean = sum / ((double)size[0] * size[1] * q->channels);
    q->psnr = mean > 0 ? 10 * log10(square(255) / mean) : INFINITY;
}

/* Its smaller levels too, for views from afar. */
static bool paint(quadtree *q, frame *f) {
    const hpyr_texture target = texture_of(f, q->painted);
    if (!library_check(&f->viewer.library, hpyr_quadtree_paint(q->tree, &target), "painting the leaves"))
        return false;
    glBindTexture(GL_TEXTURE_2D, q->painted);
    framebuffer_mipmaps(f->viewer.library.gl, GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    return draw_check("painting the leaves");
}

static bool make(void *self, frame *f) {
    quadtree *q = self;
    library *l = &f->viewer.library;
    const hpyr_texture image = texture_of(f, q->texture);
    const double begin = clock_ms();
    if (!library_check(l, hpyr_quadtree_build(q->tree, &image, q->tolerance / 255), "building the quadtree") ||
        !library_check(l, hpyr_quadtree_count(q->tree, &q->leaf_count), "counting the leaves"))
        return false;
    const double built = clock_ms();
    if (!make_room(q) ||
        !library_check(l, hpyr_quadtree_download(q->tree, 0, HPYR_ALL, q->leaves, q->room, NULL), "listing the leaves"))
        return false;
    frame_time(f, STAGE_BUILD, built - begin);
    frame_time(f, STAGE_LIST, clock_ms() - built);
    survey(q, f->image_size);
    return paint(q, f);
}

/* ---- what it tells and saves ---- */

static int levels_of(const quadtree *q) {
    int levels = QUADTREE_LEVELS;
    while (levels > 1 && q->by_level[levels - 1] == 0)
        levels--;
    return levels;
}

static void tell(void *self, frame *f, facts *out) {
    const quadtree *q = self;
    const double ratio = (double)q->leaf_count / ((double)f->image_size[0] * f->image_size[1]);
    fact_count(out, "width", NULL, f->image_size[0]);
    fact_count(out, "height", NULL, f->image_size[1]);
    fact_count(out, "channels", NULL, (uint64_t)q->channels);
    fact_text(out, NULL, "size", "%u \xC3\x97 %u", (unsigned)f->image_size[0], (unsigned)f->image_size[1]);
    fact_count(out, "leaves", "leaves", q->leaf_count);
    fact_number(out, "leaf_ratio", "share of the pixels", ratio, "%.3g %%", 100 * ratio);
    fact_text(out, NULL, "largest leaf", "%u", 1u << (levels_of(q) - 1));
    if (isinf(q->psnr))
        fact_number(out, "psnr", "PSNR", q->psnr, "exact");
    else
        fact_number(out, "psnr", "PSNR", q->psnr, "%.1f dB", q->psnr);
    fact_truth(out, "is_exact", isinf(q->psnr));
    fact_counts(out, "leaves_by_level", q->by_level, levels_of(q));
    fact_count(out, "bytes", NULL, hpyr_quadtree_memory(q->tree));
}

/* A line `x,y,size,value` for each leaf, under one with these words. x and y are those of the lower left pixel, from the lower left
 * corner of the image. `value` has a number from 0 to 255 of gray images, else red, green and blue and, where something is transparent,
 * alpha, with a blank between two. */
static bool save_csv(const quadtree *q, const char *path) {
    outfile *file = outfile_open(path);
    if (!file)
        return false;
    outfile_print(file, "x,y,size,value\n");
    for (uint32_t i = 0; i < q->leaf_count; i++) {
        const hpyr_quadtree_leaf *leaf = &q->leaves[i];
        outfile_print(file, "%u,%u,%u", (unsigned)leaf->x, (unsigned)leaf->y, (unsigned)leaf->size);
        for (int c = 0; c < q->channels; c++)
            outfile_print(file, "%c%g", c == 0 ? ',' : ' ', quadtree_number(leaf, c));
        outfile_print(file, "\n");
    }
    return outfile_close(file, true);
}

/* The largest one up to 4 with which a picture has no side above `most`, but at least 1. */
static uint32_t default_scale(const uint32_t size[2], uint32_t most) {
    const uint32_t side = size[0] > size[1] ? size[0] : size[1], scale = most / side;
    return scale < 1 ? 1 : scale < MOST_DEFAULT_SCALE ? scale : MOST_DEFAULT_SCALE;
}

/* With `scale` pixels for each of the image, either way. */
static bool save_png(quadtree *q, frame *f, const char *path) {
    const uint32_t *size = f->image_size;
    const int before = q->shown;
    GLint most = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    const uint32_t fits = (uint32_t)most < MOST_DEFAULT_SIDE ? (uint32_t)most : MOST_DEFAULT_SIDE;
    const uint32_t scale = q->scale ? q->scale : default_scale(size, fits);
    const uint32_t width = size[0] * scale, height = size[1] * scale;
    if (width > (uint32_t)most || height > (uint32_t)most)
        return error_set("%s: %ux%u pixels; this OpenGL allows %dx%d: choose a smaller --scale", path, (unsigned)width,
                         (unsigned)height, (int)most, (int)most);
    q->shown = SHOWN_LEAVES;
    const bool ok = frame_save_picture(f, path, width, height);
    q->shown = before;
    return ok;
}

static bool save(void *self, frame *f, const char *path) {
    return is_csv(path) ? save_csv(self, path) : save_png(self, f, path);
}

/* ---- what moves ---- */

static void move(void *self, frame *f) {
    quadtree *q = self;
    q->swing = fmod(q->swing + f->passed_s * PACE, 6.283185307179586);
    q->tolerance = floor((sin(q->swing) + 1) * SWEEP / 2 + 0.5);
    frame_remake(f);
}

/* The tolerance goes on from where it is. */
static bool act(void *self, frame *f, int key) {
    quadtree *q = self;
    if (key == ' ' && !f->moves)
        q->swing = asin(fmin(q->tolerance / SWEEP * 2, 2) - 1);
    return false;
}

/* ---- description ---- */

static const char *const SHOWN_NAMES[] = {"leaves", "image", "both", NULL};

static const setting SETTINGS[] = {
    {"tolerance", "T",
     "a leaf's pixels differ by no more, in red, green, blue and alpha, which go from 0 to 255; 0 is exact",
     SETTING_NUMBER, offsetof(quadtree, tolerance), .highest = 255, .standard = 16, .step = 1, .key = KEY_SLIDE,
     .label = "tolerance", .effect = CHANGE_MAKES, .slides = true, .in_title = true},
    {"smallest", "N", "no leaf has a smaller side, whatever the tolerance: a power of two", SETTING_COUNT,
     offsetof(quadtree, smallest), .lowest = 1, .highest = 32768, .otherwise = "1"},
    {"largest", "N", "no leaf has a larger side: a power of two", SETTING_COUNT, offsetof(quadtree, largest),
     .lowest = 1, .highest = 32768, .otherwise = "any side"},
    {"scale", "N", "pixels that a picture of --output has for each of the image, either way", SETTING_COUNT,
     offsetof(quadtree, scale), .lowest = 1, .highest = 64, .otherwise = "4, or less if that is above 8192 pixels"},
    {"view", "NAME", "what is shown: leaves, image, or both side by side", SETTING_CHOICE, offsetof(quadtree, shown),
     .choices = SHOWN_NAMES, .key = 'V', .label = "view", .in_title = true},
    {"no-grid", NULL, "draw no edges of leaves", SETTING_FLAG, offsetof(quadtree, has_grid), .standard = 1, .key = 'G',
     .label = "grid", .in_title = true},
};

static const char *const OUTPUTS[] = {".csv", ".png", NULL}, *const STAGES[] = {"build", "list", NULL};

static const demo QUADTREE = {
    .program = "quadtree",
    .title = "Quadtree",
    .summary = "Divides an image into the largest squares whose pixels are equal, or nearly so, on the GPU.",
    .notes =
        "IMAGE is a PNG, JPEG, BMP, TGA or whatever else stb_image reads; without it discs are drawn.\n"
        "In rows of a .csv file x and y are the lower left pixel of a leaf, counted from the lower left corner of the\n"
        "image, and value is the middle between the lowest and the highest number of its pixels: one number for gray\n"
        "images, else red, green and blue, and alpha where something is transparent, with blanks between them.",
    .operand = "IMAGE",
    .subject = "image",
    .built_in = "discs",
    .space = "tolerance by itself",
    .dropped = "another image",
    .gls = DEMO_GL_33 | DEMO_GL_ES3,
    .window = {1120, 720},
    .picture = {1280, 800},
    .outputs = OUTPUTS,
    .output_help = "save the leaves: as rows x,y,size,value in .csv, or as a picture with their grid in .png",
    .stages = STAGES,
    .rests = true,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof SETTINGS[0],
    .size = sizeof(quadtree),
    .kept = offsetof(quadtree, rgba),
    .open = open_all,
    .close = close_all,
    .settle = settle,
    .load = load,
    .unload = unload,
    .make = make,
    .areas = view_areas,
    .draw = view_draw,
    .tell = tell,
    .save = save,
    .move = move,
    .act = act,
};

int main(int argc, char **argv) {
    return frame_main(&QUADTREE, argc, argv);
}
