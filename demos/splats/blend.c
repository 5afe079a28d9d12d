/* blend.c - the picture of splats, computed on the CPU: each function is a step of blend.h.  SPDX-License-Identifier: MIT */
#include "splats/blend.h"

#include <math.h>

/* ---- 7: color ---- */

/* Real spherical harmonics with the phase (-1)^m, those of degree l at l^2 - 1 on, from order -l to l. */
static void evaluate_basis(const double u[3], double basis[15]) {
    const double x = u[0], y = u[1], z = u[2], xx = x * x, yy = y * y, zz = z * z;
    basis[0] = -0.4886025119029199 * y;
    basis[1] = 0.4886025119029199 * z;
    basis[2] = -0.4886025119029199 * x;
    basis[3] = 1.0925484305920792 * x * y;
    basis[4] = -1.0925484305920792 * y * z;
    basis[5] = 0.31539156525252005 * (2 * zz - xx - yy);
    basis[6] = -1.0925484305920792 * x * z;
    basis[7] = 0.5462742152960396 * (xx - yy);
    basis[8] = -0.5900435899266435 * y * (3 * xx - yy);
    basis[9] = 2.890611442640554 * x * y * z;
    basis[10] = -0.4570457994644658 * y * (4 * zz - xx - yy);
    basis[11] = 0.3731763325901154 * z * (2 * zz - 3 * xx - 3 * yy);
    basis[12] = -0.4570457994644658 * x * (4 * zz - xx - yy);
    basis[13] = 1.445305721320277 * z * (xx - yy);
    basis[14] = -0.5900435899266435 * x * (xx - 3 * yy);
}

void blend_harmonics(uint32_t degree, const float *harmonics, const double u[3], double sum[3]) {
    double basis[15];
    sum[0] = sum[1] = sum[2] = 0;
    evaluate_basis(u, basis);
    for (uint32_t i = 0; i < cloud_coefficients(degree); i++)
        for (int k = 0; k < 3; k++)
            sum[k] += basis[i] * harmonics[3 * i + (uint32_t)k];
}

/* The eye is where the view's rotation, turned back, brings its translation. */
static void find_direction(const float *center, const float view[16], double u[3]) {
    double squares = 0;
    for (int k = 0; k < 3; k++) {
        double eye = 0;
        for (int i = 0; i < 3; i++)
            eye -= (double)view[4 * k + i] * view[12 + i];
        u[k] = center[k] - eye;
        squares += u[k] * u[k];
    }
    for (int k = 0; k < 3; k++)
        u[k] = squares > 0 ? u[k] / sqrt(squares) : 0;
}

static void find_color(const splat_cloud *c, size_t i, const splat_camera *camera, double color[3]) {
    double u[3];
    find_direction(c->centers + 3 * i, camera->view, u);
    blend_harmonics(c->degree, c->degree > 0 ? c->harmonics + 3 * cloud_coefficients(c->degree) * i : NULL, u, color);
    for (int k = 0; k < 3; k++)
        color[k] = fmax(color[k] + c->colors[4 * i + (size_t)k], 0);
}

/* ---- 2 to 4: covariance ---- */

static void rotation_matrix(const float q[4], double r[3][3]) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    r[0][0] = 1 - 2 * (y * y + z * z);
    r[0][1] = 2 * (x * y - w * z);
    r[0][2] = 2 * (x * z + w * y);
    r[1][0] = 2 * (x * y + w * z);
    r[1][1] = 1 - 2 * (x * x + z * z);
    r[1][2] = 2 * (y * z - w * x);
    r[2][0] = 2 * (x * z - w * y);
    r[2][1] = 2 * (y * z + w * x);
    r[2][2] = 1 - 2 * (x * x + y * y);
}

static double hold(double value, double limit) {
    return fmin(fmax(value, -limit), limit);
}

/* Rows of J W: how the picture's x and y change along the world's axes. */
static void find_slopes(const splat_camera *camera, const double t[3], double rows[2][3]) {
    const double depth = -t[2], sides[2] = {camera->width, camera->height};
    for (int axis = 0; axis < 2; axis++) {
        const double focal = camera->focal[axis];
        const double slope = hold(t[axis] / depth, BLEND_SLOPE * sides[axis] / (2 * focal));
        for (int k = 0; k < 3; k++)
            rows[axis][k] = focal / depth * (camera->view[4 * k + axis] + slope * camera->view[4 * k + 2]);
    }
}

/* J W C transposed(J W) as the product of J W R S with its own transpose. */
static void find_covariance(const splat_cloud *c, size_t i, const splat_camera *camera, const double t[3],
                            double covariance[3]) {
    double r[3][3], slopes[2][3], axes[2][3];
    rotation_matrix(c->rotations + 4 * i, r);
    find_slopes(camera, t, slopes);
    for (int axis = 0; axis < 2; axis++) {
        for (size_t k = 0; k < 3; k++) {
            double sum = slopes[axis][0] * r[0][k] + slopes[axis][1] * r[1][k] + slopes[axis][2] * r[2][k];
            axes[axis][k] = sum * c->scales[3 * i + k];
        }
    }
    covariance[0] = covariance[2] = BLEND_VARIANCE;
    covariance[1] = 0;
    for (int k = 0; k < 3; k++) {
        covariance[0] += axes[0][k] * axes[0][k];
        covariance[1] += axes[0][k] * axes[1][k];
        covariance[2] += axes[1][k] * axes[1][k];
    }
}

/* ---- 1 to 7 ---- */

bool blend_project(const splat_cloud *c, uint32_t splat, const splat_camera *camera, splat_print *out) {
    const float *m = camera->view, *p = c->centers + 3 * (size_t)splat;
    double t[3];
    for (int k = 0; k < 3; k++)
        t[k] = (double)m[k] * p[0] + (double)m[4 + k] * p[1] + (double)m[8 + k] * p[2] + m[12 + k];
    if (!(-t[2] >= camera->near_depth))
        return false;
    out->center[0] = camera->width / 2.0 + camera->focal[0] * t[0] / -t[2];
    out->center[1] = camera->height / 2.0 + camera->focal[1] * t[1] / -t[2];
    out->opacity = c->colors[4 * (size_t)splat + 3];
    find_covariance(c, splat, camera, t, out->covariance);
    find_color(c, splat, camera, out->color);
    return out->covariance[0] * out->covariance[2] - out->covariance[1] * out->covariance[1] > 0;
}

/* The pixels from `first` to before `end` whose centers may be that near. */
static void find_range(double center, double reach, uint32_t size, uint32_t *first, uint32_t *end) {
    double low = fmax(floor(center - reach - 0.5), 0), high = fmin(ceil(center + reach + 0.5), size);
    *first = low < high ? (uint32_t)low : 0;
    *end = low < high ? (uint32_t)high : 0;
}

static void draw_print(const splat_print *s, const splat_camera *camera, double *rgb) {
    const double a = s->covariance[0], b = s->covariance[1], c = s->covariance[2], determinant = a * c - b * b;
    const double reach = 2 * log(s->opacity / BLEND_ALPHA_MIN);
    uint32_t left, right, bottom, top;
    if (!(reach >= 0))
        return;
    find_range(s->center[0], sqrt(reach * a), camera->width, &left, &right);
    find_range(s->center[1], sqrt(reach * c), camera->height, &bottom, &top);
    for (uint32_t j = bottom; j < top; j++) {
        for (uint32_t i = left; i < right; i++) {
            double dx = i + 0.5 - s->center[0], dy = j + 0.5 - s->center[1];
            double power = -0.5 * (c * dx * dx - 2 * b * dx * dy + a * dy * dy) / determinant;
            double alpha = fmin(BLEND_ALPHA_MAX, s->opacity * exp(power));
            double *pixel = rgb + 3 * ((size_t)j * camera->width + i);
            for (int k = 0; k < 3 && alpha >= BLEND_ALPHA_MIN; k++)
                pixel[k] = alpha * s->color[k] + (1 - alpha) * pixel[k];
        }
    }
}

void blend_draw(const splat_cloud *c, const uint32_t *order, uint32_t count, const splat_camera *camera, double *rgb) {
    const size_t pixels = (size_t)camera->width * camera->height;
    for (size_t i = 0; i < 3 * pixels; i++)
        rgb[i] = camera->background[i % 3];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t splat = order ? order[i] : i;
        splat_print print;
        if (splat < c->count && blend_project(c, splat, camera, &print))
            draw_print(&print, camera, rgb);
    }
}

/* ---- 9, and pictures side by side ---- */

void blend_quantize(const double *rgb, size_t values, uint8_t *out) {
    for (size_t i = 0; i < values; i++)
        out[i] = (uint8_t)floor(255 * fmin(fmax(rgb[i], 0), 1) + 0.5);
}

double blend_psnr(const uint8_t *a, const uint8_t *b, size_t values) {
    double squares = 0;
    for (size_t i = 0; i < values; i++)
        squares += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    return squares > 0 ? 10 * log10(255.0 * 255 * (double)values / squares) : INFINITY;
}
