/* test_enums.c - numbers that are none of an enum's, wherever a caller gives one.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <limits.h>
#include <string.h>

enum { SIDE = 4 };

/* Compilers choose whether an enum is signed: the first two are negative numbers, or large ones. */
static const uint32_t strange[] = {0xFFFFFFFFu, 0x80000000u, INT_MAX, 1000};

GPU_TEST(pyramids_refuse_them) {
    for (size_t i = 0; i < 4 * LENGTH(strange); i++) {
        hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE};
        hpyr_pyramid *pyramid = NULL;
        uint32_t value = strange[i / 4];
        switch (i % 4) {
        case 0:
            desc.layout = (hpyr_layout)value;
            break;
        case 1:
            desc.count_format = (hpyr_count_format)value;
            break;
        case 2:
            desc.base = (hpyr_base)value;
            break;
        default:
            desc.order = (hpyr_order)value;
        }
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_create(e->context, &desc, &pyramid));
        assert_null(pyramid);
        assert_int_equal(hpyr_pyramid_bytes(e->context, &desc), 0);
    }
}

GPU_TEST(textures_refuse_them) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, SIDE, SIDE, 1);
    image_upload(&im);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, SIDE, SIDE);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    for (size_t i = 0; i < 2 * LENGTH(strange); i++) {
        hpyr_texture texture = im.texture;
        if (i % 2)
            texture.format = (hpyr_format)strange[i / 2];
        else
            texture.channel = (hpyr_channel)strange[i / 2];
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(pyramid, discriminator, &texture));
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build_counts(pyramid, &texture));
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_extract_texture(pyramid, 0, 1, &texture, NULL));
    }
    /* Formats of the library's own textures are no caller's. */
    for (uint32_t format = HPYR_FORMAT_DEPTH + 1; format < HPYR_FORMAT_DEPTH + 8; format++) {
        hpyr_texture texture = im.texture;
        texture.format = (hpyr_format)format;
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(pyramid, discriminator, &texture));
    }
}

GPU_TEST(discriminators_refuse_them) {
    for (size_t i = 0; i < LENGTH(strange); i++) {
        hpyr_discriminator_desc desc = {.kind = (hpyr_discriminator_kind)strange[i]};
        hpyr_discriminator *discriminator = NULL;
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_discriminator_create(e->context, &desc, &discriminator));
        assert_null(discriminator);
    }
}

GPU_TEST(voxelizers_refuse_them) {
    for (size_t i = 0; i < 3 * LENGTH(strange); i++) {
        hpyr_voxelizer_desc desc = {.width = SIDE, .height = SIDE, .depth = SIDE};
        hpyr_voxelizer *voxelizer = NULL;
        if (i % 3 == 0)
            desc.kind = (hpyr_voxelizer_kind)strange[i / 3];
        else if (i % 3 == 1)
            desc.fill = (hpyr_fill)strange[i / 3];
        else
            desc.inside = (hpyr_inside)strange[i / 3];
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
        assert_null(voxelizer);
        assert_int_equal(hpyr_voxelizer_bytes(e->context, &desc), 0);
    }
}

/* The enum of an isosurface that `which` names. */
static void set_isosurface_enum(hpyr_isosurface_desc *desc, size_t which, uint32_t value) {
    switch (which) {
    case 0:
        desc->mesh = (hpyr_mesh_form)value;
        break;
    case 1:
        desc->vertex = (hpyr_edge_vertex)value;
        break;
    case 2:
        desc->gradient = (hpyr_gradient)value;
        break;
    default:
        desc->winding = (hpyr_winding)value;
    }
}

GPU_TEST(isosurfaces_refuse_them) {
    for (size_t i = 0; i < 4 * LENGTH(strange); i++) {
        hpyr_isosurface_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
        hpyr_isosurface *isosurface = NULL;
        set_isosurface_enum(&desc, i % 4, strange[i / 4]);
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_create(e->context, &desc, &isosurface));
        assert_null(isosurface);
        assert_int_equal(hpyr_isosurface_bytes(e->context, &desc), 0);
    }
}

GPU_TEST(marching_cubes_refuse_them) {
    for (size_t i = 0; i < 5 * LENGTH(strange); i++) {
        hpyr_marching_cubes_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
        hpyr_marching_cubes *cubes = NULL;
        uint32_t value = strange[i / 5];
        desc.vertex = (hpyr_edge_vertex)(i % 5 == 0 ? value : 0);
        desc.gradient = (hpyr_gradient)(i % 5 == 1 ? value : 0);
        desc.winding = (hpyr_winding)(i % 5 == 2 ? value : 0);
        desc.expansion = (hpyr_expansion)(i % 5 == 3 ? value : 0);
        desc.layout = (hpyr_layout)(i % 5 == 4 ? value : 0);
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_create(e->context, &desc, &cubes));
        assert_null(cubes);
        assert_int_equal(hpyr_marching_cubes_bytes(e->context, &desc), 0);
    }
}

GPU_TEST(fields_refuse_them) {
    hpyr_marching_cubes_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = NULL;
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, 4096);
    OK(e, hpyr_marching_cubes_create(e->context, &desc, &cubes));
    for (size_t i = 0; i < LENGTH(strange); i++) {
        hpyr_field field = {.buffer = buffer, .buffer_format = (hpyr_format)strange[i]};
        EXPECT(e, e->gl21 ? HPYR_ERROR_UNSUPPORTED : HPYR_ERROR_INVALID_ARGUMENT,
               hpyr_marching_cubes_build(cubes, &field, 0, 0.5));
    }
}

/* Each enum of a descriptor of lists; all else is right. */
static hpyr_result list_call(hpyr_lists *lists, GLuint buffer, size_t which, uint32_t value) {
    const hpyr_list good = {.buffer = buffer}, out = {.buffer = buffer, .offset = 64};
    const hpyr_list bad = {.buffer = buffer, .type = (hpyr_list_type)value};
    const hpyr_length length = {.count = 1};
    const hpyr_records records = {.buffer = buffer, .format = (hpyr_format)value, .count = 1};
    const hpyr_lists_scan_desc scan = {.input = bad, .output = out, .length = length};
    const hpyr_lists_reduce_desc reduce = {.input = good, .reduction = (hpyr_list_reduction)value, .length = length};
    const hpyr_lists_select_desc select = {
        .input = good, .flags = good, .positions = out, .condition = (hpyr_list_condition)value, .length = length};
    const hpyr_lists_sort_desc sort = {.keys = bad, .sorted_keys = out, .length = length};
    const hpyr_lists_partition_desc partition = {.bins = bad, .bin_count = 1, .offsets = out, .length = length};
    const hpyr_lists_unique_desc unique = {.keys = bad, .unique = out, .length = length};
    const hpyr_lists_gather_desc gather = {.positions = good, .source = records, .output = records, .length = length};
    switch (which) {
    case 0:
        return hpyr_lists_scan(lists, &scan);
    case 1:
        return hpyr_lists_reduce(lists, &reduce);
    case 2:
        return hpyr_lists_select(lists, &select);
    case 3:
        return hpyr_lists_sort(lists, &sort);
    case 4:
        return hpyr_lists_partition(lists, &partition);
    case 5:
        return hpyr_lists_unique(lists, &unique);
    default:
        return hpyr_lists_gather(lists, &gather);
    }
}

GPU_TEST(lists_refuse_them) {
    hpyr_lists_desc desc = {.capacity = 4};
    SCOPED(destroy_lists) hpyr_lists *lists = NULL;
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, 256);
    if (!e->gl21)
        OK(e, hpyr_lists_create(e->context, &desc, &lists));
    for (size_t i = 0; i < LENGTH(strange); i++) {
        hpyr_lists *other = NULL;
        desc.operations = strange[i];
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_create(e->context, &desc, &other));
        assert_null(other);
        assert_int_equal(hpyr_lists_bytes(e->context, &desc), 0);
        for (size_t which = 0; !e->gl21 && which < 7; which++)
            EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, list_call(lists, buffer, which, strange[i]));
    }
}

TEST(the_oracle_refuses_them) {
    const hpyr_flat3d map = {1, 1, 1, 1, 1};
    const float sample = 0;
    const uint32_t count = 1;
    const uint8_t pixel = 1;
    for (size_t i = 0; i < LENGTH(strange); i++) {
        hpyr_ref_pyramid *pyramid = NULL;
        hpyr_ref_isosurface *isosurface = NULL;
        uint32_t counts[1];
        assert_int_equal(hpyr_ref_pyramid_create(&count, &map, (hpyr_order)strange[i], &pyramid),
                         HPYR_ERROR_INVALID_ARGUMENT);
        for (size_t which = 0; which < 4; which++) {
            hpyr_isosurface_desc enums = {.mesh = HPYR_MESH_FORM_DEFAULT};
            set_isosurface_enum(&enums, which, strange[i]);
            hpyr_ref_isosurface_desc desc = {.samples = &sample,
                                             .width = 1,
                                             .height = 1,
                                             .depth = 1,
                                             .mesh = enums.mesh,
                                             .vertex = enums.vertex,
                                             .gradient = enums.gradient,
                                             .winding = enums.winding};
            assert_int_equal(hpyr_ref_isosurface_create(&desc, &isosurface), HPYR_ERROR_INVALID_ARGUMENT);
        }
        hpyr_ref_image image = {.pixels = &pixel, .width = 1, .height = 1, .format = (hpyr_format)strange[i]};
        assert_int_equal(hpyr_ref_discriminate(&image, 0, 1, counts), HPYR_ERROR_INVALID_ARGUMENT);
        image.format = HPYR_FORMAT_R8;
        image.channel = (hpyr_channel)strange[i];
        assert_int_equal(hpyr_ref_discriminate(&image, 0, 1, counts), HPYR_ERROR_INVALID_ARGUMENT);
    }
}
