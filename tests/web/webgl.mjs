// webgl.mjs - the little of WebGL 2 that test pages share.  SPDX-License-Identifier: MIT

const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler3D;
precision highp usampler2D;
precision highp usampler3D;
`;

/** A vertex shader that covers everything with one triangle. */
export const COVER = 'void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }';

export function createContext() {
    const gl = document.createElement('canvas').getContext('webgl2', { antialias: false });
    gl?.getExtension('EXT_color_buffer_float');
    return gl;
}

export function rendererOf(gl) {
    const name = gl.getParameter(gl.RENDERER); // Firefox warns of the extension that the others need
    return name === 'WebKit WebGL' ? gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL) : name;
}

/** Throws `message` unless `condition`. */
export function expect(condition, message) {
    if (!condition) throw new Error(message);
}

/** Throws unless the last calls left exactly `error`, a name as 'INVALID_VALUE', or none. */
export function expectError(gl, error = 'NO_ERROR') {
    const code = gl.getError();
    expect(code === gl[error], `error 0x${code.toString(16)}, expected ${error}`);
}

/** Compares arrays number by number, by their bits. */
export function expectEqual(actual, expected, what) {
    expect(actual.length === expected.length, `${what}: ${actual.length} numbers, expected ${expected.length}`);
    const at = actual.findIndex((value, i) => !Object.is(value, expected[i]));
    expect(at < 0, `${what}: [${at}] is ${actual[at]}, expected ${expected[at]}`);
}

export function program(gl, vertex, fragment, varyings = null) {
    const linked = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, HEAD + source);
        gl.compileShader(shader);
        expect(gl.getShaderParameter(shader, gl.COMPILE_STATUS), gl.getShaderInfoLog(shader));
        gl.attachShader(linked, shader);
    }
    if (varyings) gl.transformFeedbackVaryings(linked, varyings, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(linked);
    expect(gl.getProgramParameter(linked, gl.LINK_STATUS), gl.getProgramInfoLog(linked));
    gl.useProgram(linked);
    return { linked, location: (name) => gl.getUniformLocation(linked, name) };
}

/** A 2D texture with nearest filters, bound to the active unit; `format` as 'R32UI'. */
export function texture(gl, format, width, height, levels = 1) {
    const created = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, created);
    gl.texStorage2D(gl.TEXTURE_2D, levels, gl[format], width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, levels > 1 ? gl.NEAREST_MIPMAP_NEAREST : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return created;
}

/** Binds a new framebuffer of new textures of these formats, and a viewport of its size. */
export function target(gl, formats, width, height) {
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    const textures = formats.map((format, i) => {
        const created = texture(gl, format, width, height);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, created, 0);
        return created;
    });
    gl.drawBuffers(formats.map((_, i) => gl.COLOR_ATTACHMENT0 + i));
    gl.viewport(0, 0, width, height);
    return textures;
}

export function cover(gl) {
    gl.drawArrays(gl.TRIANGLES, 0, 3);
}

/** The numbers of what is bound for reading, of so many channels as it has. They come through a buffer, and in the texture's own
 *  layout: Chromium warns of reads into memory, and of those that convert. */
export function read(gl, width, height, Type = Uint32Array, channels = 4) {
    const [layouts, type] = {
        Uint32Array: [['RED_INTEGER', 'RG_INTEGER', '', 'RGBA_INTEGER'], gl.UNSIGNED_INT],
        Float32Array: [['RED', 'RG', '', 'RGBA'], gl.FLOAT],
        Uint8Array: [['RED', 'RG', '', 'RGBA'], gl.UNSIGNED_BYTE],
    }[Type.name];
    const numbers = new Type(width * height * channels);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, numbers.byteLength, gl.DYNAMIC_COPY);
    gl.readPixels(0, 0, width, height, gl[layouts[channels - 1]], type, 0);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, numbers);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.deleteBuffer(buffer);
    return numbers;
}

/** A generator of numbers of 32 bits that are the same every time. */
export function seeded(seed) {
    let state = seed >>> 0;
    return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
}
