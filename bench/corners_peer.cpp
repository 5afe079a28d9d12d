// corners_peer.cpp - corners as OpenCV finds them. Without OpenCV the build leaves this file out.
// SPDX-License-Identifier: MIT
#include "peers.h"

#include <opencv2/core/version.hpp>
#include <opencv2/imgproc.hpp>

#include <cstring>
#include <vector>

size_t peer_find_corners(const peer_corners *job) {
    const cv::Mat gray(int(job->height), int(job->width), CV_8U, const_cast<uint8_t *>(job->gray));
    cv::Mat responses, largest, are;
    std::vector<cv::Point> corners;
    double strongest = 0;
    cv::setNumThreads(2);
    cv::cornerMinEigenVal(gray, responses, 3, 3, cv::BORDER_REPLICATE);
    cv::minMaxLoc(responses, nullptr, &strongest);
    cv::dilate(responses, largest, cv::Mat());
    are = (responses == largest) & (responses >= float(job->quality * strongest)) & (responses > 0.0f);
    cv::findNonZero(are, corners);
    if (job->responses)
        std::memcpy(job->responses, responses.data, responses.total() * sizeof(float));
    if (job->are)
        for (size_t i = 0; i < are.total(); i++)
            job->are[i] = are.data[i] ? 1 : 0;
    return corners.size();
}

void peer_convert_to_gray(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *gray) {
    const cv::Mat colors(int(height), int(width), CV_8UC4, const_cast<uint8_t *>(rgba));
    cv::Mat out(int(height), int(width), CV_8U, gray);
    cv::cvtColor(colors, out, cv::COLOR_RGBA2GRAY);
}

const char *peer_corners_version() {
    return CV_VERSION;
}
