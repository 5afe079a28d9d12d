/* report_features.c - features as a table and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "corners_peer.h"

#include <math.h>

const char *const features_time_names[FEATURES_TIMES] = {"ms", "opencv_ms"};

static const char *detector_name(hpyr_detector detector) {
    static const char *const names[] = {"", "HARRIS", "SHI_TOMASI", "BLOB"};
    return names[detector];
}

static const char *peer_version(void) {
#ifdef BENCH_HAS_OPENCV
    return peer_corners_version();
#else
    return "is not installed";
#endif
}

void report_features(const bench *b) {
    report_title(b, "Features: ms, medians, from an image in a texture to the number of sorted features");
    fprintf(b->stream, "    OpenCV %s: cornerMinEigenVal, minMaxLoc, dilate, comparison; two threads\n",
            peer_version());
    fprintf(b->stream, "    %-10s %6s %9s %9s %9s %9s %9s  | %8s | %6s\n", "detector", "side", "first", "library",
            "found", "OpenCV", "found", "/ OpenCV", "MiB");
    for (size_t i = 0; i < b->features_count; i++) {
        const features_row *r = &b->features[i];
        fprintf(b->stream, "    %-10s %6u %9.1f %9.1f %9u", detector_name(r->detector), (unsigned)r->side, r->first_ms,
                r->ms[FEATURES_LIBRARY], (unsigned)r->found);
        if (isnan(r->ms[FEATURES_PEER]))
            fprintf(b->stream, " %9s %9s  | %8s", "-", "-", "-");
        else
            fprintf(b->stream, " %9.1f %9u  | %8.2f", r->ms[FEATURES_PEER], (unsigned)r->peer_found,
                    r->ms[FEATURES_LIBRARY] / r->ms[FEATURES_PEER]);
        fprintf(b->stream, " | %6.0f\n", (double)r->bytes / 1048576);
    }
    fprintf(b->stream, "  first: with the compilation of programs that no table before this one has made\n");
    fflush(b->stream);
}

void report_features_json(const bench *b, json *j) {
    json_open(j, "features", '[');
    for (size_t i = 0; i < b->features_count; i++) {
        const features_row *r = &b->features[i];
        json_open(j, NULL, '{');
        json_text(j, "detector", detector_name(r->detector));
        json_count(j, "side", r->side);
        json_count(j, "found", r->found);
        json_count(j, "opencv_found", r->peer_found);
        json_ms(j, "first_ms", r->first_ms);
        json_times(j, "ms", features_time_names, r->ms, FEATURES_TIMES);
        json_number(j, "megabytes", (double)r->bytes / 1e6);
        json_count(j, "runs", r->runs);
        json_close(j, '}');
    }
    json_close(j, ']');
}
