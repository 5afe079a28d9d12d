/* test_features_memory.c - detections where memory runs out: it is told, and the next one is right.
 * SPDX-License-Identifier: MIT */
#include "corners.h"
#include "starving.h"

enum { SIDE = 20, DESCS = 3 };

/* The last one finds more than it keeps. */
static const hpyr_features_desc descs[DESCS] = {
    {.width = SIDE, .height = SIDE},
    {.width = SIDE, .height = SIDE, .detector = HPYR_DETECTOR_BLOB, .scales = 2},
    {.width = SIDE, .height = SIDE, .capacity = 2}};

static hpyr_result run_with(hpyr_features *features, const hpyr_texture *image, bool textures, int passing,
                            hpyr_feature *record, hpyr_report *report) {
    starving_begin(textures, passing);
    hpyr_result result = hpyr_features_detect(features, image);
    if (result == HPYR_OK)
        result = hpyr_features_download(features, 0, 1, record, 1, report);
    starving_end();
    return result;
}

static int fail_to_run(env *e, const hpyr_features_desc *desc, bool textures) {
    SCOPED(image_free)
    image im = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, SIDE, SIDE, 1),
          floats = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_RED, SIDE, SIDE, 1);
    SCOPED(destroy_features) hpyr_features *features = make_features(e, desc);
    hpyr_feature record, right;
    hpyr_report report;
    int failures = 0;
    image_scramble(&im, 9);
    image_upload(&im);
    image_upload(&floats);
    const hpyr_result result =
        CALL(e, run_with(features, &im.texture, textures, -1, &right, &report)); /* makes the programs */
    assert_int_equal(result, desc->capacity ? HPYR_INCOMPLETE : HPYR_OK);
    assert_int_equal(report.written, 1);
    OK(e, run_with(features, &floats.texture, textures, -1, &record, &report)); /* and another texture of gray values */
    while (CALL(e, run_with(features, &im.texture, textures, failures, &record, &report)) != result) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        /* Where only the download failed, another one makes good what it left undone. */
        if (CALL(e, hpyr_features_download(features, 0, 1, &record, 1, &report)) != HPYR_ERROR_NOT_BUILT) {
            assert_int_equal(e->result, result);
            assert_memory_equal(&record, &right, sizeof right);
        }
        OK(e, run_with(features, &floats.texture, textures, -1, &record, &report));
        failures++;
    }
    assert_memory_equal(&record, &right, sizeof right);
    return failures;
}

GPU_TEST(each_place_of_a_detection_may_fail) {
    for (int i = 0; i < DESCS; i++)
        assert_true(fail_to_run(e, &descs[i], false) > 0);
    assert_true(fail_to_run(e, &descs[0], true) >= 1); /* gray values of another format */
}
