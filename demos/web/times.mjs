// times.mjs - milliseconds of a scene's stages.  SPDX-License-Identifier: MIT
//
// A browser says nothing of what the GPU has done before a turn of the event loop ends. So in one of sixteen runs a stage waits for the
// GPU before and after its work, by reading four bytes back, and what is shown is the median of the last times. Runs are counted stage by
// stage, since some have nothing to do in most frames.

const EVERY = 16, KEPT = 9;

export class Times {
    constructor(gl) {
        this.gl = gl;
        this.stages = new Map();
        this.buffer = gl.createBuffer();
        gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.buffer);
        gl.bufferData(gl.PIXEL_PACK_BUFFER, 4, gl.DYNAMIC_COPY); // Chromium warns of buffers to read that are written twice
        gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
        this.pixel = gl.createRenderbuffer();
        this.framebuffer = gl.createFramebuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, this.pixel);
        gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, 1, 1);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.pixel);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.bindRenderbuffer(gl.RENDERBUFFER, null);
    }

    /** Forgets all times: another scene, or another size of the same work. */
    reset() {
        this.stages.clear();
    }

    /** Does `work`, a stage of the frame, and returns what that returns. */
    stage(name, work) {
        if (!this.stages.has(name)) this.stages.set(name, { runs: 0, times: [] });
        const stage = this.stages.get(name), { times } = stage;
        if (stage.runs++ % EVERY !== 1) return work(); // the first run of all compiles shaders
        this.wait();
        const start = performance.now(), answer = work();
        this.wait();
        times.push(performance.now() - start);
        if (times.length > KEPT) times.shift();
        return answer;
    }

    // What is read back has waited for everything before it.
    wait() {
        const { gl } = this, bound = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.framebuffer);
        gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.buffer);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, 0);
        gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, new Uint8Array(4));
        gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, bound);
    }

    /** [name, milliseconds] of each stage, in the order of their first run; null while a time is not known. */
    list() {
        return [...this.stages].map(([name, { times }]) => [name, times.length ? times.slice().sort((a, b) => a - b)[times.length >> 1] : null]);
    }

    /** The order that list() has them in. */
    arrange(names) {
        const known = [...names, ...this.stages.keys()].filter((name) => this.stages.has(name));
        this.stages = new Map(known.map((name) => [name, this.stages.get(name)]));
    }
}
