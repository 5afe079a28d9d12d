// matrix.mjs - matrices of sixteen numbers, column by column, and vectors of three.  SPDX-License-Identifier: MIT

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const normalize = (a) => scale(a, 1 / (Math.hypot(...a) || 1));

export function multiply(a, b) {
    const product = new Float32Array(16);
    for (let column = 0; column < 4; column++)
        for (let row = 0; row < 4; row++)
            for (let k = 0; k < 4; k++) product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    return product;
}

/** From the world to a camera at `eye` that looks at `target`; y is up. */
export function lookAt(eye, target) {
    const back = normalize(subtract(eye, target)), right = normalize(cross([0, 1, 0], back)), up = cross(back, right);
    return new Float32Array([
        right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
        -dot(right, eye), -dot(up, eye), -dot(back, eye), 1,
    ]);
}

/** `vertical`: the whole angle of view, in radians. */
export function perspective(vertical, aspect, near, far) {
    const tall = 1 / Math.tan(vertical / 2), matrix = new Float32Array(16);
    matrix[0] = tall / aspect;
    matrix[5] = tall;
    matrix[10] = (near + far) / (near - far);
    matrix[11] = -1;
    matrix[14] = (2 * near * far) / (near - far);
    return matrix;
}

/** A turn by `angle` about y. */
export function turnY(angle) {
    const c = Math.cos(angle), s = Math.sin(angle);
    return new Float32Array([c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1]);
}

/** The upper left 3x3, column by column: what turns normals if the matrix turns and scales alike along all axes. */
export function turnOf(matrix) {
    return new Float32Array([0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => matrix[i]));
}
