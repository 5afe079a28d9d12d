// measure.mjs - wall-clock times of work on the GPU.  SPDX-License-Identifier: MIT

export function medianOf(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Numbers of the option `name`, as in side=64,128, or those of `otherwise`. */
export function numbersOf(options, name, otherwise) {
    return options.has(name) ? options.get(name).split(',').map(Number) : otherwise;
}

/** gl.finish() of Chromium returns at once. A pixel that is read back has waited for everything before it. */
export function wait(gl, framebuffer, integers = false) {
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    if (integers) gl.readPixels(0, 0, 1, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, new Uint32Array(4));
    else gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, new Float32Array(4));
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
}

/** What is read of a buffer has waited, too. */
export function waitForBuffer(gl, buffer) {
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, new Uint32Array(1));
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
}

/** A buffer with these numbers, or of so many bytes. */
export function bufferOf(gl, data) {
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, buffer);
    gl.bufferData(gl.COPY_WRITE_BUFFER, data, gl.DYNAMIC_COPY);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
    return buffer;
}

/** Milliseconds of `work` in each of `rounds`, after one that is not counted. */
export function timesOf(rounds, work) {
    const times = [];
    for (let round = 0; round <= rounds; round++) {
        const start = performance.now();
        work();
        if (round > 0) times.push(performance.now() - start);
    }
    return times;
}

export function framebufferOf(gl, texture) {
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return framebuffer;
}

export function rendererOf(gl) {
    const information = gl.getExtension('WEBGL_debug_renderer_info');
    return gl.getParameter(information ? information.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
}

export { cayley } from '/tests/fields.mjs';
