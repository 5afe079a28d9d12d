/* pipeline.c - mesh, voxels, pyramid, point list: Dicer's way through the library (Ziegler et al. 2006, section 9).
 * SPDX-License-Identifier: MIT */
#include "pipeline.h"

#include "common/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void remember(hpyr_log_level level, const char *message, void *user) {
    library *l = user;
    if (level == HPYR_LOG_ERROR) {
        error_set(l->logged, sizeof l->logged, "%s", message);
    }
}

bool library_open(library *l, char *error, size_t error_size) {
    memset(l, 0, sizeof *l);
    hpyr_context_desc desc = {0};
    desc.log = remember;
    desc.log_user = l;
    if (!library_check(l, hpyr_context_create(&desc, &l->context), "preparing OpenGL", error, error_size)) {
        return false;
    }
    l->caps = hpyr_context_caps(l->context);
    return true;
}

void library_close(library *l) {
    hpyr_context_destroy(l->context);
    l->context = NULL;
}

bool library_check(library *l, hpyr_result result, const char *what, char *error, size_t error_size) {
    if (result != HPYR_OK) {
        error_set(error, error_size, "%s: %s%s%s", what, hpyr_result_string(result), l->logged[0] ? ": " : "",
                  l->logged);
    }
    l->logged[0] = '\0';
    return result == HPYR_OK;
}

static uint32_t largest_cube(uint32_t max_side) {
    hpyr_flat3d map;
    uint32_t fits = 1, fails = max_side + 1;
    while (fails - fits > 1) {
        uint32_t middle = fits + (fails - fits) / 2;
        if (hpyr_flat3d_arrange(middle, middle, middle, 0, max_side, &map) == HPYR_OK) {
            fits = middle;
        } else {
            fails = middle;
        }
    }
    return fits;
}

bool pipeline_check_grid(library *l, const uint32_t grid[3], char *error, size_t error_size) {
    hpyr_flat3d map;
    uint32_t side = l->caps->max_texture_size;
    if (hpyr_flat3d_arrange(grid[0], grid[1], grid[2], 0, side, &map) == HPYR_OK) {
        return true;
    }
    uint32_t cube = largest_cube(side);
    return error_set(error, error_size,
                     "--grid %ux%ux%u: its slices do not fit into one texture; this OpenGL allows %ux%u texels, "
                     "as for %ux%ux%u",
                     (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2], (unsigned)side, (unsigned)side,
                     (unsigned)cube, (unsigned)cube, (unsigned)cube);
}

static hpyr_result create_objects(pipeline *p) {
    hpyr_context *context = p->library->context;
    hpyr_voxelizer_desc voxels = {0};
    voxels.width = p->grid[0];
    voxels.height = p->grid[1];
    voxels.depth = p->grid[2];
    hpyr_result result = hpyr_voxelizer_create(context, &voxels, &p->voxelizer);
    if (result == HPYR_OK) {
        result = hpyr_voxelizer_output(p->voxelizer, &p->volume, &p->map);
    }
    if (result == HPYR_OK) {
        hpyr_discriminator_desc threshold = {0}; /* alpha = 1, as the paper marks voxels */
        result = hpyr_discriminator_create(context, &threshold, &p->discriminator);
    }
    if (result == HPYR_OK) {
        hpyr_pyramid_desc cells = {0};
        cells.width = p->grid[0];
        cells.height = p->grid[1];
        cells.depth = p->grid[2];
        cells.tiles_x = p->map.tiles_x;
        cells.layout = HPYR_LAYOUT_SINGLE;
        result = hpyr_pyramid_create(context, &cells, &p->pyramid);
    }
    for (int i = 0; i < GPU_STAGE_COUNT && result == HPYR_OK && p->library->caps->gpu_timer; i++) {
        result = hpyr_timer_create(context, &p->timers[i]);
    }
    return result;
}

bool pipeline_create(pipeline *p, library *l, const uint32_t grid[3], char *error, size_t error_size) {
    p->library = l;
    memcpy(p->grid, grid, sizeof p->grid);
    if (!pipeline_check_grid(l, grid, error, error_size)) {
        return false;
    }
    char what[64];
    snprintf(what, sizeof what, "a grid of %ux%ux%u", (unsigned)grid[0], (unsigned)grid[1], (unsigned)grid[2]);
    if (!library_check(l, create_objects(p), what, error, error_size)) {
        return false;
    }
    glGenBuffers(1, &p->list_buffer);
    return true;
}

void pipeline_destroy(pipeline *p) {
    for (int i = 0; i < GPU_STAGE_COUNT; i++) {
        hpyr_timer_destroy(p->timers[i]);
    }
    hpyr_pyramid_destroy(p->pyramid);
    hpyr_discriminator_destroy(p->discriminator);
    hpyr_voxelizer_destroy(p->voxelizer);
    if (p->list_buffer) { /* else GL may not even be loaded */
        glDeleteBuffers(1, &p->list_buffer);
        glDeleteTextures(1, &p->list_texture.name);
    }
    free(p->points);
    memset(p, 0, sizeof *p);
}

/* Room in the list buffer for all points; grows by more than asked, since a turning model's total keeps changing. */
static bool reserve_list(pipeline *p, char *error, size_t error_size) {
    if (p->total <= p->list_capacity && p->list_capacity > 0) {
        return true;
    }
    uint64_t capacity = (uint64_t)p->total + p->total / 8 + 1024;
    glBindBuffer(GL_ARRAY_BUFFER, p->list_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(capacity * sizeof(hpyr_point)), NULL, GL_DYNAMIC_COPY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    p->list_capacity = (uint32_t)(capacity < UINT32_MAX ? capacity : UINT32_MAX);
    return draw_check("the point list's buffer", error, error_size);
}

static bool reserve_points(pipeline *p, char *error, size_t error_size) {
    if (p->total > p->point_capacity || !p->points) {
        size_t capacity = (size_t)p->total + 1;
        hpyr_point *points = realloc(p->points, capacity * sizeof *points);
        if (!points) {
            return error_set(error, error_size, "out of memory for %u points", (unsigned)p->total);
        }
        p->points = points;
        p->point_capacity = p->total;
    }
    return true;
}

static void start(pipeline *p, int stage) {
    if (stage < GPU_STAGE_COUNT && p->timers[stage]) {
        hpyr_timer_start(p->timers[stage]);
    }
}

/* Ends a stage: waits for the GPU, so that the clock shows the work and not its submission. */
static void stop(pipeline *p, int stage, double *since, run_times *times) {
    if (stage < GPU_STAGE_COUNT && p->timers[stage]) {
        hpyr_timer_stop(p->timers[stage]);
    }
    glFinish();
    double now = hpyr_clock_ms();
    times->wall[stage] = now - *since;
    times->wall[STAGE_TOTAL] += now - *since;
    if (stage < GPU_STAGE_COUNT && p->timers[stage] &&
        hpyr_timer_read(p->timers[stage], &times->gpu[stage]) != HPYR_OK) {
        times->gpu[stage] = NAN;
    }
    *since = hpyr_clock_ms();
}

static hpyr_mesh describe(const draw_mesh *mesh) {
    hpyr_mesh m = {0};
    m.position_buffer = mesh->positions;
    m.colour_buffer = mesh->colours;
    m.index_buffer = mesh->indices;
    m.triangle_count = mesh->triangle_count;
    return m;
}

static bool download_points(pipeline *p, run_times *times, double *since, char *error, size_t error_size) {
    if (!reserve_points(p, error, error_size)) {
        return false;
    }
    hpyr_result result = hpyr_pyramid_download(p->pyramid, 0, HPYR_ALL, p->points, p->total, 0, NULL);
    stop(p, STAGE_DOWNLOAD, since, times);
    return library_check(p->library, result, "downloading the points", error, error_size);
}

bool pipeline_run(pipeline *p, const draw_mesh *mesh, const float transform[16], bool download, run_times *times,
                  char *error, size_t error_size) {
    hpyr_mesh described = describe(mesh);
    for (int i = 0; i < STAGE_COUNT; i++) {
        times->wall[i] = i == STAGE_TOTAL ? 0 : NAN;
    }
    for (int i = 0; i < GPU_STAGE_COUNT; i++) {
        times->gpu[i] = NAN;
    }
    glFinish();
    double since = hpyr_clock_ms();
    start(p, STAGE_VOXELIZE);
    hpyr_result result = hpyr_voxelizer_run(p->voxelizer, &described, transform);
    stop(p, STAGE_VOXELIZE, &since, times);
    if (!library_check(p->library, result, "voxelizing", error, error_size)) {
        return false;
    }
    start(p, STAGE_BUILD);
    result = hpyr_pyramid_build(p->pyramid, p->discriminator, &p->volume);
    if (result == HPYR_OK) {
        result = hpyr_pyramid_total(p->pyramid, &p->total);
    }
    stop(p, STAGE_BUILD, &since, times);
    if (!library_check(p->library, result, "building the pyramid", error, error_size)) {
        return false;
    }
    start(p, STAGE_EXTRACT);
    if (!reserve_list(p, error, error_size)) {
        return false;
    }
    result = hpyr_pyramid_extract_buffer(p->pyramid, 0, HPYR_ALL, p->list_buffer, 0, 0, NULL);
    stop(p, STAGE_EXTRACT, &since, times);
    return library_check(p->library, result, "extracting the points", error, error_size) &&
           (!download || download_points(p, times, &since, error, error_size));
}

bool pipeline_make_list_texture(pipeline *p, char *error, size_t error_size) {
    uint32_t side = hpyr_list_side(p->total);
    hpyr_texture *list = &p->list_texture;
    if (list->width != side) {
        if (!list->name) {
            glGenTextures(1, &list->name);
        }
        list->width = list->height = side;
        list->format = HPYR_FORMAT_RGBA32UI;
        glBindTexture(GL_TEXTURE_2D, list->name);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, (GLsizei)side, (GLsizei)side, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                     NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glBindTexture(GL_TEXTURE_2D, 0);
        if (!draw_check("the 2D point list", error, error_size)) {
            list->width = list->height = 0;
            return false;
        }
    }
    hpyr_result result = hpyr_pyramid_extract_texture(p->pyramid, 0, HPYR_ALL, list, NULL);
    return library_check(p->library, result, "extracting the 2D point list", error, error_size);
}

uint8_t *pipeline_read_volume(const pipeline *p, char *error, size_t error_size) {
    uint8_t *pixels = malloc((size_t)p->volume.width * p->volume.height * 4);
    if (!pixels) {
        error_set(error, error_size, "out of memory for %ux%u texels", (unsigned)p->volume.width,
                  (unsigned)p->volume.height);
        return NULL;
    }
    glBindTexture(GL_TEXTURE_2D, p->volume.name);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (!draw_check("reading the volume back", error, error_size)) {
        free(pixels);
        return NULL;
    }
    return pixels;
}
