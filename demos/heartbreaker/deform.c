/* deform.c - the model before the impact: it spins, twists and pulses.  SPDX-License-Identifier: MIT */
#include "deform.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/mesh/vector.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.141592653589793;
static const double SPIN_RATE = 0.4,
                    SPIN_BEGIN = -0.85; /* radians a second, radians: the story shows a heart from its broad sides */
static const double TWIST_RATE = 1.1;   /* of the swing to and fro, radians a second */
static const double TWIST_MOST = 0.9;   /* radians a unit of height */
static const double BEATS_PER_SECOND = 70. / 60;
static const double SWELL_WIDE = 0.075, SWELL_TALL = 0.045; /* of the sides, at the height of a beat */
static const double MARGIN = 0.998;                         /* nothing lies on the very face of the volume */

/* Where the shape is in its motion. */
typedef struct pose {
    double turn;       /* radians about y */
    double twist;      /* radians about y for each unit of height */
    double wide, tall; /* factors along x and z, and along y */
} pose;

/* A smooth bump of height 1 about `center`, 0 from `half` away on. */
static double bump(double x, double center, double half) {
    double c = fabs(x - center) < half ? cos(PI / 2 * (x - center) / half) : 0;
    return c * c;
}

/* Lub, the strong contraction of the ventricles, and dub; then a rest of half a beat. */
static double beat(double time) {
    double phase = fmod(time * BEATS_PER_SECOND, 1);
    return bump(phase, 0.14, 0.14) + 0.6 * bump(phase, 0.40, 0.15);
}

static pose pose_at(int motion, double time) {
    pose p = {0, 0, 1, 1};
    if (motion & MOTION_SPIN)
        p.turn = fmod(SPIN_BEGIN + SPIN_RATE * time, 2 * PI);
    if (motion & MOTION_TWIST)
        p.twist = TWIST_MOST * sin(TWIST_RATE * time);
    if (motion & MOTION_PULSE) {
        p.wide = 1 + SWELL_WIDE * beat(time);
        p.tall = 1 + SWELL_TALL * beat(time);
    }
    return p;
}

/* A vertex v moves to R(turn + twist * v.y) S v, with S = diag(wide, tall, wide) and R the turn about y. The Jacobian is R M with
 * M = S + t e_y^T and t = twist * (wide v.z, 0, -wide v.x), so that normals go by R M^-T: with n' = M^-T n,
 * n'.x = n.x / wide, n'.z = n.z / wide, n'.y = (n.y - t . n') / tall. */
static void place(const pose *p, const float v[3], const float n[3], float position[3], float normal[3]) {
    double angle = p->turn + p->twist * v[1], c = cos(angle), s = sin(angle);
    double x = p->wide * v[0], z = p->wide * v[2];
    position[0] = (float)(c * x + s * z);
    position[1] = (float)(p->tall * v[1]);
    position[2] = (float)(-s * x + c * z);
    double nx = n[0] / p->wide, nz = n[2] / p->wide;
    double ny = (n[1] - p->twist * (z * nx - x * nz)) / p->tall;
    double length = sqrt(nx * nx + ny * ny + nz * nz);
    length = length > 0 ? length : 1;
    normal[0] = (float)((c * nx + s * nz) / length);
    normal[1] = (float)(ny / length);
    normal[2] = (float)((-s * nx + c * nz) / length);
}

/* What the motion sweeps: a cylinder about y. Its size at rest follows from its largest: a factor that keeps it inside of the volume. */
static float settle_size(deform *s, const mesh *m, const mesh_fit *fit, float *radius, float *swept_radius) {
    double wide = 0, tall = 0, low = 0, high = 0;
    for (size_t i = 0; i < (size_t)m->triangle_count * 3; i++) {
        const float *p = m->positions + 3 * (size_t)m->indices[i];
        if (mesh_triangle_is_finite(m, (uint32_t)(i / 3))) {
            double y = (p[1] - fit->center[1]) * fit->scale;
            wide = fmax(wide, hypot((p[0] - fit->center[0]) * fit->scale, (p[2] - fit->center[2]) * fit->scale));
            low = fmin(low, y);
            high = fmax(high, y);
        }
    }
    tall = fmax(high, -low) * (1 + SWELL_TALL);
    wide *= 1 + SWELL_WIDE;
    const float scale = (float)fmin(1, MARGIN / fmax(fmax(wide, tall), 1e-6));
    s->low = (float)low * scale;
    s->high = (float)high * scale;
    *radius = (float)hypot(wide, tall) * scale;
    *swept_radius = (float)wide * scale;
    return scale;
}

static bool copy_rest(deform *s, const mesh *m, const mesh_fit *fit) {
    size_t bytes = (size_t)m->vertex_count * 3 * sizeof(float), index_bytes = (size_t)m->triangle_count * 12;
    s->vertex_count = m->vertex_count;
    s->triangle_count = m->triangle_count;
    s->rest = malloc(bytes);
    s->rest_normals = malloc(bytes);
    s->now = malloc(bytes);
    s->now_normals = malloc(bytes);
    s->indices = malloc(index_bytes);
    if (!s->rest || !s->rest_normals || !s->now || !s->now_normals || !s->indices)
        return false;
    for (size_t i = 0; i < (size_t)m->vertex_count * 3; i++)
        s->rest[i] = (float)((m->positions[i] - fit->center[i % 3]) * fit->scale);
    memcpy(s->now, s->rest, bytes);
    memcpy(s->rest_normals, m->normals, bytes);
    memcpy(s->now_normals, m->normals, bytes);
    memcpy(s->indices, m->indices, index_bytes);
    return true;
}

bool deform_create(deform *s, const mesh *m, const mesh_fit *fit, int gl) {
    mesh_fit inside = *fit;
    float radius, swept_radius;
    inside.scale *= settle_size(s, m, fit, &radius, &swept_radius);
    if (!copy_rest(s, m, &inside))
        return error_set("out of memory for %u vertices", (unsigned)m->vertex_count);
    if (!draw_mesh_upload(&s->mesh, m, &inside, gl))
        return false;
    s->mesh.radius = radius;
    s->mesh.swept_radius = swept_radius;
    memset(s->mesh.center, 0, sizeof s->mesh.center);
    return true;
}

void deform_destroy(deform *s) {
    draw_mesh_free(&s->mesh);
    free(s->rest);
    free(s->rest_normals);
    free(s->now);
    free(s->now_normals);
    free(s->indices);
    memset(s, 0, sizeof *s);
}

static void upload(uint32_t buffer, const float *values, uint32_t vertex_count) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)((size_t)vertex_count * 12), values);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

bool deform_at(deform *s, int motion, double time) {
    if (!motion && !s->is_moved)
        return true;
    pose p = pose_at(motion, time);
    for (size_t v = 0; v < (size_t)s->vertex_count * 3; v += 3)
        place(&p, s->rest + v, s->rest_normals + v, s->now + v, s->now_normals + v);
    s->is_moved = motion != 0;
    upload(s->mesh.positions, s->now, s->vertex_count);
    upload(s->mesh.normals, s->now_normals, s->vertex_count);
    return draw_check("uploading the shape");
}

static void subtract(const float a[3], const float b[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (double)a[k] - b[k];
}

/* How far along the ray it meets the triangle from either side, by Cramer's rule for origin + t d = a + u e + v f; INFINITY where it
 * misses, and for corners that are not finite. */
static double meet(const float origin[3], const double direction[3], const float a[3], const float b[3],
                   const float c[3]) {
    double e[3], f[3], from[3], across[3], along[3];
    subtract(b, a, e);
    subtract(c, a, f);
    subtract(origin, a, from);
    vector_cross(direction, f, across);
    vector_cross(from, e, along);
    double determinant = vector_dot(e, across);
    double u = vector_dot(from, across) / determinant, v = vector_dot(direction, along) / determinant;
    double t = vector_dot(f, along) / determinant;
    return determinant != 0 && u >= 0 && v >= 0 && u + v <= 1 && t >= 0 ? t : INFINITY;
}

bool deform_pick(const deform *s, const float origin[3], const float direction[3], float point[3]) {
    double nearest = INFINITY, along[3] = {direction[0], direction[1], direction[2]};
    for (size_t t = 0; t < s->triangle_count; t++) {
        const uint32_t *corner = s->indices + 3 * t;
        double here = meet(origin, along, s->now + 3 * (size_t)corner[0], s->now + 3 * (size_t)corner[1],
                           s->now + 3 * (size_t)corner[2]);
        nearest = here < nearest ? here : nearest;
    }
    for (int k = 0; k < 3 && isfinite(nearest); k++)
        point[k] = (float)(origin[k] + nearest * direction[k]);
    return isfinite(nearest);
}
