// camera.mjs - an orbiting camera that sees what demos/common/draw/camera.c sees.  SPDX-License-Identifier: MIT
import { lookAt, multiply, normalize, perspective } from './matrix.mjs';

const FIELD_OF_VIEW = 0.45; // of the shorter side
const RADIANS_PER_PIXEL = 0.004, STEEPEST = 1.5; // straight down has no up

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Tangents of half of the picture's angles; the shorter side has FIELD_OF_VIEW.
function tangents(width, height) {
    const narrow = Math.tan(FIELD_OF_VIEW / 2), aspect = width / height;
    return { across: narrow * Math.max(aspect, 1), up: narrow * Math.max(1 / aspect, 1) };
}

/** Looks at `target` from a sphere around it; y is up. Angles in radians: 0, 0 looks along -z. A zoom of 1 shows a sphere of `radius`
 *  in full. */
export class Camera {
    constructor({ azimuth = 0, elevation = 0, zoom = 1, radius = 1, target = [0, 0, 0] } = {}) {
        Object.assign(this, { azimuth, elevation, zoom, radius, target: [...target] });
    }

    copy() {
        return new Camera(this);
    }

    /** A drag in pixels of CSS. */
    orbit(right, down) {
        this.azimuth -= right * RADIANS_PER_PIXEL;
        this.elevation = clamp(this.elevation + down * RADIANS_PER_PIXEL, -STEEPEST, STEEPEST);
    }

    zoomBy(factor) {
        this.zoom = clamp(this.zoom * factor, 0.2, 12);
    }

    /** Sets the radius so that a box of these half sides about the target stays in every picture at this elevation and zoom 1, however it
     *  turns about y. Turning, a box is a cylinder, whose rims leave the view at a side, or above or below where they are nearest or
     *  farthest. */
    fitBox(half) {
        const narrow = Math.tan(FIELD_OF_VIEW / 2), rim = Math.hypot(half[0], half[2]);
        const sine = Math.sin(this.elevation), cosine = Math.cos(this.elevation);
        let distance = rim * Math.hypot(cosine, 1 / narrow) + half[1] * Math.abs(sine);
        for (const y of [-half[1], half[1]])
            for (const z of [-rim, rim])
                distance = Math.max(distance, Math.abs(y * cosine - z * sine) / narrow + y * sine + z * cosine);
        this.radius = 1.01 * distance * Math.sin(FIELD_OF_VIEW / 2);
    }

    /** Sets the radius so that the box with these corners fills a picture of this size and stays in it, as the camera stands. */
    fitCorners(low, high, width, height) {
        const { across, up } = tangents(width, height);
        const sine = Math.sin(this.elevation), cosine = Math.cos(this.elevation);
        let distance = 0;
        for (let i = 0; i < 8; i++) {
            const p = [0, 1, 2].map((k) => (i >> k & 1 ? high[k] : low[k]) - this.target[k]);
            const right = p[0] * Math.cos(this.azimuth) - p[2] * Math.sin(this.azimuth);
            const toward = p[0] * Math.sin(this.azimuth) + p[2] * Math.cos(this.azimuth);
            const nearness = p[1] * sine + toward * cosine;
            distance = Math.max(distance, Math.abs(right) / across + nearness);
            distance = Math.max(distance, Math.abs(p[1] * cosine - toward * sine) / up + nearness);
        }
        this.setDistance(distance);
    }

    /** Sets the radius, and the target's height, so that all rings fill a picture of this size and none leaves it. A ring { height,
     *  radius } is what a point sweeps that turns about the y axis through the target. */
    fitRings(rings, width, height) {
        const { across, up } = tangents(width, height);
        let low = Math.min(...rings.map((ring) => ring.height)), high = Math.max(...rings.map((ring) => ring.height));
        let distance = 0;
        for (let step = 0; step < 24; step++) { // the higher the target, the more room has the top and the less the bottom
            const raise = (low + high) / 2, { top, bottom, side } = this.reachOf(rings, raise, across, up);
            distance = Math.max(top, bottom, side);
            if (top > bottom) low = raise;
            else high = raise;
        }
        this.target[1] += (low + high) / 2;
        this.setDistance(distance);
    }

    // The distances at which the rings touch the top, the bottom and the sides of the picture.
    reachOf(rings, raise, across, up) {
        const sine = Math.sin(this.elevation), cosine = Math.cos(this.elevation);
        let top = 0, bottom = 0, side = 0;
        for (const { height, radius } of rings) {
            const y = height - raise;
            side = Math.max(side, radius * Math.hypot(cosine, 1 / across) + y * sine);
            for (const z of [-radius, radius]) {
                const nearness = y * sine + z * cosine, rise = (y * cosine - z * sine) / up;
                top = Math.max(top, rise + nearness);
                bottom = Math.max(bottom, nearness - rise);
            }
        }
        return { top, bottom, side };
    }

    setDistance(distance) {
        this.radius = Math.max(1.07 * distance, 0.02) * Math.sin(FIELD_OF_VIEW / 2);
    }

    lens(width, height) {
        const half = FIELD_OF_VIEW / 2, aspect = width / height;
        const vertical = aspect >= 1 ? half : Math.atan(Math.tan(half) / aspect);
        const distance = this.radius / Math.sin(half) / this.zoom, level = distance * Math.cos(this.elevation);
        const away = [level * Math.sin(this.azimuth), distance * Math.sin(this.elevation), level * Math.cos(this.azimuth)];
        return { aspect, vertical, distance, eye: away.map((value, k) => this.target[k] + value) };
    }

    /** What shaders need for a picture of this size: `view` and `viewProjection`, the place of the `eye`, `pixelsPerUnit` of a length
     *  that lies across the view at distance 1, the `near` plane, and `depth`: a fragment's is depth[0] + depth[1] / distance. */
    look(width, height) {
        const { aspect, vertical, distance, eye } = this.lens(width, height);
        const near = Math.max(distance - 4, 0.01 * distance), far = distance + 4; // a volume reaches sqrt(3) from its center
        const view = lookAt(eye, this.target);
        return {
            view, viewProjection: multiply(perspective(2 * vertical, aspect, near, far), view), eye, near, distance,
            pixelsPerUnit: height / (2 * Math.tan(vertical)), depth: [far / (far - near), -far * near / (far - near)],
        };
    }

    /** The ray through a point of the picture, in pixels from its lower left corner: { origin, direction }, of unit length. */
    ray(width, height, x, y) {
        const { aspect, vertical, eye } = this.lens(width, height), view = lookAt(eye, this.target);
        const up = (2 * y / height - 1) * Math.tan(vertical), right = (2 * x / width - 1) * Math.tan(vertical) * aspect;
        const direction = [0, 1, 2].map((k) => right * view[4 * k] + up * view[4 * k + 1] - view[4 * k + 2]);
        return { origin: eye, direction: normalize(direction) };
    }
}
