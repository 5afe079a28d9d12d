// painter.mjs - programs of the demos' shaders, textures and targets, for all scenes of the page.  SPDX-License-Identifier: MIT
//
// The shaders are those of the native demos, from demos/common/shaders/ and demos/<demo>/shaders/.
import { load } from './files/bytes.mjs';

const loaded = new Map(); // a context that was lost and is back finds all shaders here

async function textOf(file) {
    if (!loaded.has(file)) loaded.set(file, await (await load(`shaders/${file}`)).text());
    return loaded.get(file);
}

export class Painter {
    /** `files`: shaders that may be used, as 'dicer/mesh.vert.glsl'. */
    static async create(gl, files) {
        const painter = new Painter();
        painter.gl = gl;
        painter.texts = new Map();
        await Promise.all(files.map(async (file) => painter.texts.set(file, await textOf(file))));
        painter.vertexArray = gl.createVertexArray();
        painter.square = painter.buffer(new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]));
        painter.samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES));
        painter.present = painter.program({ vertex: ['common/square.vert.glsl'], fragment: ['common/present.frag.glsl'], attributes: ['a_corner'] });
        return painter;
    }

    // ---- programs ----

    shader(type, pieces) {
        const { gl } = this, stage = type === gl.VERTEX_SHADER ? 'VERTEX_STAGE' : 'FRAGMENT_STAGE';
        const texts = ['common/prelude.glsl', ...pieces].map((piece) => (piece.includes('\n') ? piece : this.text(piece)));
        const shader = gl.createShader(type);
        gl.shaderSource(shader, `#version 300 es\n#define ${stage}\n${texts.join('')}`);
        gl.compileShader(shader);
        return shader;
    }

    text(file) {
        if (!this.texts.has(file)) throw new Error(`there is no shader ${file}`);
        return this.texts.get(file);
    }

    /** A program of stages in pieces: files as 'dicer/mesh.vert.glsl', or GLSL itself, which ends with a newline. Attribute i of
     *  `attributes` has location i. */
    program({ vertex, fragment, attributes = [] }) {
        const { gl } = this, handle = gl.createProgram();
        const shaders = [this.shader(gl.VERTEX_SHADER, vertex), this.shader(gl.FRAGMENT_SHADER, fragment)];
        for (const shader of shaders) gl.attachShader(handle, shader);
        attributes.forEach((name, i) => gl.bindAttribLocation(handle, i, name));
        gl.linkProgram(handle);
        if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
            const log = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(handle)].join('');
            throw new Error(`shader ${fragment.at(-1)}: ${log}`);
        }
        for (const shader of shaders) gl.deleteShader(shader);
        return new Program(gl, handle);
    }

    // ---- buffers and textures ----

    /** A buffer of the numbers, or of so many bytes. `target`: gl.ELEMENT_ARRAY_BUFFER for indices that are drawn with, which the
     *  library cannot read. */
    buffer(data, target = this.gl.ARRAY_BUFFER) {
        const { gl } = this, buffer = gl.createBuffer();
        gl.bindVertexArray(null);
        gl.bindBuffer(target, buffer);
        gl.bufferData(target, data, gl.DYNAMIC_DRAW);
        gl.bindBuffer(target, null);
        return buffer;
    }

    /** A 2D texture of one level; `format` as gl.RGBA8. */
    texture(format, width, height, filter = this.gl.LINEAR) {
        const { gl } = this, texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
        for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, filter);
        for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
        gl.bindTexture(gl.TEXTURE_2D, null);
        return texture;
    }

    /** A 3D texture. `filter` is for texels that are larger than pixels, and `smaller` for those that are not. */
    texture3D(format, [width, height, depth], { levels = 1, filter = this.gl.NEAREST, smaller = filter } = {}) {
        const { gl } = this, texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_3D, texture);
        gl.texStorage3D(gl.TEXTURE_3D, levels, format, width, height, depth);
        gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, smaller);
        gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MAG_FILTER, filter);
        for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) gl.texParameteri(gl.TEXTURE_3D, name, gl.CLAMP_TO_EDGE);
        gl.bindTexture(gl.TEXTURE_3D, null);
        return texture;
    }

    /** A framebuffer of textures, one a color attachment. */
    framebuffer(...textures) {
        const { gl } = this, framebuffer = gl.createFramebuffer();
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        textures.forEach((texture, i) =>
            gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, texture, 0));
        gl.drawBuffers(textures.map((_, i) => gl.COLOR_ATTACHMENT0 + i));
        const status = gl.checkFramebufferStatus(gl.FRAMEBUFFER);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        if (status !== gl.FRAMEBUFFER_COMPLETE && !gl.isContextLost()) throw new Error('this WebGL cannot draw into such a texture');
        return framebuffer;
    }

    // ---- drawing ----

    /** Around all drawing of a scene. Calls of the library may stand in between. */
    begin() {
        const { gl } = this;
        gl.bindVertexArray(this.vertexArray);
        for (const what of [gl.SCISSOR_TEST, gl.CULL_FACE, gl.BLEND, gl.SAMPLE_ALPHA_TO_COVERAGE]) gl.disable(what);
        gl.enable(gl.DEPTH_TEST);
        gl.depthFunc(gl.LEQUAL);
        gl.depthMask(true);
        gl.colorMask(true, true, true, true);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    }

    end() {
        const { gl } = this;
        gl.bindVertexArray(null);
        gl.useProgram(null);
    }

    /** Attribute i is attributes[i]: { buffer, size, type, normalized, stride, offset }; floats unless told otherwise. */
    attributes(list) {
        const { gl } = this;
        list.forEach(({ buffer, size, type = gl.FLOAT, normalized = false, stride = 0, offset = 0 }, i) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.vertexAttribPointer(i, size, type, normalized, stride, offset);
            gl.enableVertexAttribArray(i);
        });
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
    }

    /** Takes the attributes back, so that their buffers are bound nowhere: the library may then capture into them. */
    noAttributes(count) {
        const { gl } = this;
        for (let i = 0; i < count; i++) {
            gl.disableVertexAttribArray(i);
            gl.vertexAttribPointer(i, 1, gl.FLOAT, false, 0, 0);
        }
    }

    /** Draws the unit square with the program in use, whose attribute 0 is a_corner. */
    drawSquare() {
        this.attributes([{ buffer: this.square, size: 2 }]);
        this.gl.drawArrays(this.gl.TRIANGLE_STRIP, 0, 4);
        this.gl.disableVertexAttribArray(0);
    }

    /** Takes textures back from units 0 to count - 1. */
    unbind(count, target = this.gl.TEXTURE_2D) {
        const { gl } = this;
        for (let unit = count - 1; unit >= 0; unit--) {
            gl.activeTexture(gl.TEXTURE0 + unit);
            gl.bindTexture(target, null);
        }
    }

    target(options) {
        return new Target(this, options);
    }
}

/** A program whose uniforms are set by name. Names that the program has not are passed over, as WebGL does. */
class Program {
    constructor(gl, handle) {
        Object.assign(this, { gl, handle, locations: new Map() });
    }

    use() {
        this.gl.useProgram(this.handle);
        return this;
    }

    location(name) {
        if (!this.locations.has(name)) this.locations.set(name, this.gl.getUniformLocation(this.handle, name));
        return this.locations.get(name);
    }

    /** Floats by their number: one, two, three, four; nine and sixteen are matrices. */
    set(values) {
        const { gl } = this;
        for (const [name, value] of Object.entries(values)) {
            const at = this.location(name), count = value.length ?? 1;
            if (count === 16) gl.uniformMatrix4fv(at, false, value);
            else if (count === 9) gl.uniformMatrix3fv(at, false, value);
            else gl[`uniform${count}fv`](at, count === 1 ? [value] : value);
        }
        return this;
    }

    /** Integers, booleans and numbers of texture units. */
    setIntegers(values) {
        for (const [name, value] of Object.entries(values)) this.gl.uniform1i(this.location(name), value);
        return this;
    }

    setUnsigned(values) {
        for (const [name, value] of Object.entries(values)) this.gl.uniform1ui(this.location(name), value);
        return this;
    }

    /** Binds textures to units from `first` on, for samplers by name. Unit 0 is the active one then. */
    textures(samplers, { first = 0, target = this.gl.TEXTURE_2D } = {}) {
        const { gl } = this;
        Object.entries(samplers).forEach(([name, texture], i) => {
            gl.activeTexture(gl.TEXTURE0 + first + i);
            gl.bindTexture(target, texture);
            gl.uniform1i(this.location(name), first + i);
        });
        gl.activeTexture(gl.TEXTURE0);
        return this;
    }

    destroy() {
        this.gl.deleteProgram(this.handle);
    }
}

/** What a picture is drawn into, with several samples a pixel, and a texture of their means. */
class Target {
    /** `format` as gl.RGBA8; `single`: one sample a pixel will do. */
    constructor(painter, { format = painter.gl.RGBA8, single = false } = {}) {
        Object.assign(this, { painter, gl: painter.gl, format, samples: single ? 0 : painter.samples, width: 0, height: 0 });
    }

    /** Keeps what it has if the size fits. */
    resize(width, height) {
        if (this.width === width && this.height === height) return;
        this.destroy();
        const { gl, samples } = this;
        Object.assign(this, { width, height });
        this.texture = this.painter.texture(this.format, width, height);
        this.resolved = this.painter.framebuffer(this.texture);
        this.framebuffer = samples > 0 ? gl.createFramebuffer() : this.resolved;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        this.renderbuffers = samples > 0 ? [this.attach(gl.COLOR_ATTACHMENT0, this.format)] : [];
        this.renderbuffers.push(this.attach(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24));
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    attach(attachment, format) {
        const { gl } = this, renderbuffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, this.samples, format, this.width, this.height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, renderbuffer);
        gl.bindRenderbuffer(gl.RENDERBUFFER, null);
        return renderbuffer;
    }

    /** Draws to come go there, over all of it. */
    begin() {
        this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.framebuffer);
        this.gl.viewport(0, 0, this.width, this.height);
    }

    clear(color) {
        const { gl } = this;
        gl.clearColor(...color);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    }

    /** Puts the means of the samples into `texture`. */
    resolve() {
        const { gl, width, height } = this;
        if (this.framebuffer === this.resolved) return;
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.framebuffer);
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.resolved);
        gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    /** Shows it on the canvas, which is `width` x `height` pixels large. */
    present(width, height) {
        const { gl, painter } = this;
        this.resolve();
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, width, height);
        gl.disable(gl.DEPTH_TEST);
        gl.disable(gl.BLEND);
        painter.present.use().textures({ u_picture: this.texture });
        painter.drawSquare();
        painter.unbind(1);
        gl.enable(gl.DEPTH_TEST);
    }

    destroy() {
        const { gl } = this;
        if (!this.texture) return;
        gl.deleteFramebuffer(this.resolved);
        if (this.framebuffer !== this.resolved) gl.deleteFramebuffer(this.framebuffer);
        for (const renderbuffer of this.renderbuffers) gl.deleteRenderbuffer(renderbuffer);
        gl.deleteTexture(this.texture);
        this.texture = null;
        this.width = this.height = 0;
    }
}
