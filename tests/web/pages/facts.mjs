// facts.mjs - what the library relies on in a browser (docs/gl-notes.md).  SPDX-License-Identifier: MIT
import { COVER, cover, expect, expectEqual, expectError, program, read, seeded, target, texture } from '../webgl.mjs';

/** Calls that must fail below leave these warnings, in the words of ANGLE or of Firefox. */
export const expected = [
    'INVALID_VALUE: glTexSubImage2D.*Offset overflows texture dimensions|Offset\\+size must be <= the size of the existing',
    '(can not be|cannot be now) bound to ELEMENT_ARRAY_BUFFER',
    'element array buffers can not be bound to a different target|cannot be now bound to non-ELEMENT_ARRAY_BUFFER',
];

const LIMITS = {
    MAX_DRAW_BUFFERS: 4,
    MAX_TEXTURE_IMAGE_UNITS: 16,
    MAX_VERTEX_TEXTURE_IMAGE_UNITS: 16,
    MAX_COMBINED_TEXTURE_IMAGE_UNITS: 32,
    MAX_TEXTURE_SIZE: 4096,
    MAX_3D_TEXTURE_SIZE: 256,
};

const UPLOADS = {
    R32UI: ['RED_INTEGER', 'UNSIGNED_INT', Uint32Array, 1],
    RGBA32UI: ['RGBA_INTEGER', 'UNSIGNED_INT', Uint32Array, 4],
    R32F: ['RED', 'FLOAT', Float32Array, 1],
    RGBA32F: ['RGBA', 'FLOAT', Float32Array, 4],
};

function limits(gl) {
    for (const [name, least] of Object.entries(LIMITS)) {
        expect(gl.getParameter(gl[name]) >= least, `${name} is ${gl.getParameter(gl[name])}, at least ${least} is needed`);
    }
    for (const name of ['EXT_color_buffer_float', 'OES_texture_float_linear']) expect(gl.getExtension(name), `no ${name}`);
}

/** A pyramid in the levels of one texture: level i is read, clamped, while level i + 1 is drawn. */
function sumOfLevels(gl, format, volume) {
    const size = 16;
    const [layout, type, Numbers, channels] = UPLOADS[format];
    const kind = volume ? gl.TEXTURE_3D : gl.TEXTURE_2D;
    const prefix = Numbers === Uint32Array ? 'u' : '';
    const numbers = new Numbers(size ** (volume ? 3 : 2) * channels).map((_, i) => (i * 7) % 13);
    const created = gl.createTexture();
    gl.bindTexture(kind, created);
    gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.NEAREST_MIPMAP_NEAREST);
    gl.texParameteri(kind, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    if (volume) {
        gl.texStorage3D(kind, 5, gl[format], size, size, size);
        gl.texSubImage3D(kind, 0, 0, 0, 0, size, size, size, gl[layout], gl[type], numbers);
    } else {
        gl.texStorage2D(kind, 5, gl[format], size, size);
        gl.texSubImage2D(kind, 0, 0, 0, size, size, gl[layout], gl[type], numbers);
    }
    const { location } = program(gl, COVER, `uniform ${prefix}sampler${volume ? 3 : 2}D s; uniform int z; out ${prefix}vec4 sum;
        void main() {
            ivec3 c = 2 * ivec3(gl_FragCoord.xy, z);
            sum = ${prefix}vec4(0);
            for (int k = 0; k < ${volume ? 8 : 4}; k++)
                sum += texelFetch(s, ${volume ? 'c + ivec3(k & 1, k >> 1 & 1, k >> 2)' : 'c.xy + ivec2(k & 1, k >> 1)'}, 0);
        }`);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    for (let level = 1; level < 5; level++) {
        gl.texParameteri(kind, gl.TEXTURE_BASE_LEVEL, level - 1);
        gl.texParameteri(kind, gl.TEXTURE_MAX_LEVEL, level - 1);
        gl.viewport(0, 0, size >> level, size >> level);
        for (let z = 0; z < (volume ? size >> level : 1); z++) {
            if (volume) gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, created, level, z);
            else gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, kind, created, level);
            gl.uniform1i(location('z'), z);
            cover(gl);
        }
    }
    let sum = 0;
    for (let i = 0; i < numbers.length; i += channels) sum += numbers[i];
    expectEqual(read(gl, 1, 1, Numbers, channels).slice(0, 1), new Numbers([sum]), `${format}${volume ? ' volume' : ''}`);
    expectError(gl);
}

function levels(gl) {
    for (const format of Object.keys(UPLOADS)) {
        sumOfLevels(gl, format, false);
        sumOfLevels(gl, format, true);
    }
}

/** An upload of nothing tells whether a texture is at least so large, and of which format. */
function uploadsOfNothing(gl) {
    texture(gl, 'R32UI', 5, 7);
    const upload = (x, y) => gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, 0, 0, gl.RED_INTEGER, gl.UNSIGNED_INT, new Uint32Array(4));
    upload(5, 7);
    expectError(gl);
    upload(6, 7);
    expectError(gl, 'INVALID_VALUE');
}

function attachmentsTellFormats(gl) {
    const bits = {
        R8: [8, 0, gl.UNSIGNED_NORMALIZED],
        RGBA8: [8, 8, gl.UNSIGNED_NORMALIZED],
        R16F: [16, 0, gl.FLOAT],
        R32F: [32, 0, gl.FLOAT],
        RGBA32F: [32, 32, gl.FLOAT],
        R8UI: [8, 0, gl.UNSIGNED_INT],
        R16UI: [16, 0, gl.UNSIGNED_INT],
        R16I: [16, 0, gl.INT],
        R32UI: [32, 0, gl.UNSIGNED_INT],
    };
    const { FRAMEBUFFER, COLOR_ATTACHMENT0 } = gl;
    for (const [format, expectedBits] of Object.entries(bits)) {
        target(gl, [format], 3, 3);
        const ask = (name) => gl.getFramebufferAttachmentParameter(FRAMEBUFFER, COLOR_ATTACHMENT0, gl[`FRAMEBUFFER_ATTACHMENT_${name}`]);
        expectEqual([ask('RED_SIZE'), ask('ALPHA_SIZE'), ask('COMPONENT_TYPE')], expectedBits, format);
        expectError(gl);
    }
}

/** OR and XOR of bits, one a channel of RGBA8. */
function bitsByBlending(gl, count, exclusive) {
    const size = 64;
    const draws = exclusive ? 9 : 2;
    const hash = (x) => {
        x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
        x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
        return (x ^ (x >>> 16)) >>> 0;
    };
    const each = (text) => Array.from({ length: count }, (_, i) => text(i)).join('\n');
    target(gl, Array(count).fill('RGBA8'), size, size);
    const { location } = program(gl, COVER, `${each((i) => `layout(location = ${i}) out vec4 o${i};`)} uniform uint draw;
        void main() {
            uint x = uint(gl_FragCoord.x) + ${size}u * uint(gl_FragCoord.y) + ${size * size}u * draw;
            x = (x ^ (x >> 16)) * 0x7feb352du;
            x = (x ^ (x >> 15)) * 0x846ca68bu;
            x ^= x >> 16;
            ${each((i) => `o${i} = vec4((uvec4(x) >> (uvec4(0, 1, 2, 3) + ${4 * i}u)) & 1u);`)}
        }`);
    for (let i = 0; i < count; i++) gl.clearBufferfv(gl.COLOR, i, [0, 0, 0, 0]);
    gl.enable(gl.BLEND);
    gl.blendEquation(exclusive ? gl.FUNC_ADD : gl.MAX);
    gl.blendFunc(exclusive ? gl.ONE_MINUS_DST_COLOR : gl.ONE, exclusive ? gl.ONE_MINUS_SRC_COLOR : gl.ONE);
    for (let draw = 0; draw < draws; draw++) {
        gl.uniform1ui(location('draw'), draw);
        cover(gl);
    }
    gl.disable(gl.BLEND);
    const words = Array.from({ length: size * size }, (_, x) => {
        let word = 0;
        for (let draw = 0; draw < draws; draw++) {
            const more = hash(x + size * size * draw);
            word = exclusive ? word ^ more : word | more;
        }
        return word;
    });
    for (let i = 0; i < count; i++) {
        gl.readBuffer(gl.COLOR_ATTACHMENT0 + i);
        const wanted = new Uint8Array(size * size * 4).map((_, k) => ((words[k >> 2] >>> (4 * i + (k & 3))) & 1) * 255);
        expectEqual(read(gl, size, size, Uint8Array), wanted, `${exclusive ? 'XOR' : 'OR'}, target ${i} of ${count}`);
    }
    expectError(gl);
}

function blending(gl) {
    for (const count of gl.getParameter(gl.MAX_DRAW_BUFFERS) >= 8 ? [4, 8] : [4]) {
        bitsByBlending(gl, count, false);
        bitsByBlending(gl, count, true);
    }
}

/** One filtered fetch between four cells gives their sum: what layout BILINEAR needs. */
function linearFilter(gl) {
    const size = 64;
    for (const [format, layout, channels] of [['R32F', gl.RED, 1], ['RGBA32F', gl.RGBA, 4]]) {
        const random = seeded(7);
        const numbers = new Float32Array(size * size * channels).map(() => random() >>> 10); // four sum up to less than 2^24
        target(gl, ['RGBA32F'], size / 2, size / 2);
        texture(gl, format, size, size);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, size, size, layout, gl.FLOAT, numbers);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
        program(gl, COVER, `uniform sampler2D s; out vec4 sum;
            void main() { sum = 4.0 * textureLod(s, (floor(gl_FragCoord.xy) * 2.0 + 1.0) / ${size}.0, 0.0); }`);
        cover(gl);
        const at = (x, y) => numbers[(y * size + x) * channels];
        const wanted = new Float32Array(size * size / 4).map((_, i) => {
            const [x, y] = [2 * (i % (size / 2)), 2 * Math.floor(i / (size / 2))];
            return at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1);
        });
        expectEqual(read(gl, size / 2, size / 2, Float32Array).filter((_, i) => i % 4 === 0), wanted, format);
        expectError(gl);
    }
}

/** Pixels go into a buffer at an offset; the buffer is then an attribute, a capture's source, and pixels again. */
function buffers(gl) {
    const size = 16;
    const numbers = new Uint32Array(size * size * 4).map((_, i) => Math.imul(i, 2654435761));
    const buffer = gl.createBuffer();
    const captured = gl.createBuffer();
    target(gl, ['RGBA32UI'], size, size);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, size, size, gl.RGBA_INTEGER, gl.UNSIGNED_INT, numbers);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, 8192, gl.DYNAMIC_COPY);
    gl.readPixels(0, 0, size, size, gl.RGBA_INTEGER, gl.UNSIGNED_INT, 32);
    const fenced = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0); // with a usage of READ the next write would cause a warning
    gl.readPixels(0, 0, size, size, gl.RGBA_INTEGER, gl.UNSIGNED_INT, 32);
    gl.deleteSync(fenced);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, captured);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 8192, gl.DYNAMIC_COPY);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, 4, gl.UNSIGNED_INT, 16, 32);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    const copy = 'layout(location = 0) in uvec4 a; flat out uvec4 v; void main() { v = a; gl_Position = vec4(0, 0, 0, 1); }';
    capture(gl, copy, captured, 0, size * size);
    gl.bindVertexArray(null);
    expectEqual(bytesOf(gl, captured, numbers.length), numbers, 'pixels, then an attribute, captured');
    target(gl, ['RGBA32UI'], size, size);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, captured);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, size, size, gl.RGBA_INTEGER, gl.UNSIGNED_INT, 0);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    expectEqual(read(gl, size, size), numbers, 'captured, then pixels');
    expectError(gl);
}

/** Captures the output v of `vertex`. */
function capture(gl, vertex, buffer, first, count) {
    const type = /flat out (\w+) v/.exec(vertex)[1];
    program(gl, vertex, `flat in ${type} v; out uvec4 o; void main() { o = uvec4(v${type === 'uint' ? '' : '.x'}); }`, ['v']);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, first, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
}

function bytesOf(gl, buffer, count) {
    const words = new Uint32Array(count);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, words);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return words;
}

/** A buffer is for indices or for everything else, for good. */
function indexBuffers(gl) {
    const pixels = gl.createBuffer();
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, pixels);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, pixels);
    expectError(gl, 'INVALID_OPERATION');
    const indices = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array([1, 2, 3, 4]), gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, null);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, indices);
    expectError(gl, 'INVALID_OPERATION');
    expectEqual(bytesOf(gl, indices, 4), new Uint32Array([1, 2, 3, 4]), 'indices, read back');
    expectError(gl);
}

/** Asked again in later turns of the event loop, a fence is signaled. */
async function fences(gl) {
    target(gl, ['RGBA32UI'], 64, 64);
    program(gl, COVER, 'out uvec4 o; void main() { o = uvec4(1); }');
    cover(gl);
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    expect(gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED, 'signaled in the same turn');
    const end = performance.now() + 5000;
    let answer;
    do {
        await new Promise((resolve) => setTimeout(resolve, 0));
        answer = gl.clientWaitSync(fence, 0, 0);
    } while (answer === gl.TIMEOUT_EXPIRED && performance.now() < end);
    expect([gl.CONDITION_SATISFIED, gl.ALREADY_SIGNALED].includes(answer), `clientWaitSync answers 0x${answer.toString(16)}`);
    gl.deleteSync(fence);
    expectError(gl);
}

function vertexIdentifiers(gl) {
    const count = 1000000;
    for (const first of [0, 7]) {
        const buffer = gl.createBuffer();
        gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
        gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 4 * count, gl.DYNAMIC_COPY);
        gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        capture(gl, 'flat out uint v; void main() { v = uint(gl_VertexID); gl_Position = vec4(0, 0, 0, 1); }', buffer, first, count);
        expectEqual(bytesOf(gl, buffer, count), new Uint32Array(count).map((_, i) => i + first), `gl_VertexID from ${first}`);
        gl.deleteBuffer(buffer);
    }
    expectError(gl);
}

function integers(gl) {
    target(gl, ['RGBA32UI'], 1, 1);
    const { location } = program(gl, COVER, `uniform uvec2 u; uniform uvec4 bits; uniform int part; out uvec4 o;
        void main() {
            if (part == 0) o = uvec4(u.x * u.y, u.x + u.y, u.x - u.y, u.x < u.y);
            else if (part == 1) o = uvec4(u.x / u.y, u.x % u.y, u.x >> 31, u.x << 31);
            else o = floatBitsToUint(uintBitsToFloat(bits));
        }`);
    const expectPart = (part, wanted, what) => {
        gl.uniform1i(location('part'), part);
        cover(gl);
        expectEqual(read(gl, 1, 1), new Uint32Array(wanted), what);
    };
    const pairs = [[0xffffffff, 2], [0xdeadbeef, 0x12345679], [5, 7], [0x80000000, 3], [0xfffffffe, 0xffffffff], [16777217, 16777216]];
    for (const [a, b] of pairs) {
        gl.uniform2ui(location('u'), a, b);
        expectPart(0, [Math.imul(a, b), a + b, a - b, a < b ? 1 : 0], `*, +, -, < of ${a}, ${b}`);
        expectPart(1, [Math.floor(a / b), a % b, a >>> 31, a << 31], `/, %, >>, << of ${a}, ${b}`);
    }
    for (const bits of [[0x7fc12345, 0xffc00001, 0x7f812345, 1], [0x7f800000, 0x807fffff, 0x80000000, 0x007fffff]]) {
        gl.uniform4ui(location('bits'), ...bits);
        expectPart(2, bits, 'bits of NaN, infinity and denormals');
    }
    expectError(gl);
}

/** Texels near the end of a wide row, by index and through a nearest filter. */
function wideRows(gl) {
    const [width, height] = [4096, 8];
    const numbers = new Uint32Array(width * height).map((_, i) => Math.imul(i, 2654435761));
    target(gl, ['RGBA32UI'], width, height);
    texture(gl, 'R32UI', width, height);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RED_INTEGER, gl.UNSIGNED_INT, numbers);
    program(gl, COVER, `uniform usampler2D s; out uvec4 o;
        void main() {
            ivec2 c = ivec2(${width - 1} - int(gl_FragCoord.x), gl_FragCoord.y);
            vec2 around = (vec2(c) - vec2(1, 0) + 0.5) / vec2(${width}, ${height});
            o = uvec4(texelFetch(s, c, 0).x, textureLod(s, (vec2(c) + 0.5) / vec2(${width}, ${height}), 0.0).x,
                      textureLodOffset(s, around, 0.0, ivec2(1, 0)).x, floatBitsToUint(gl_FragCoord.x));
        }`);
    cover(gl);
    const position = new Float32Array(1);
    const wanted = new Uint32Array(width * height * 4).map((_, i) => {
        const x = (i >> 2) % width;
        position[0] = x + 0.5;
        return i % 4 < 3 ? numbers[(i >> 2) - x + width - 1 - x] : new Uint32Array(position.buffer)[0];
    });
    expectEqual(read(gl, width, height), wanted, 'texels');
    expectError(gl);
}

/** Corners on the grid of SUBPIXEL_BITS are not moved, and a pixel center on an edge belongs to the left or bottom one. */
function coverage(gl) {
    const size = 64;
    const grid = 2 ** gl.getParameter(gl.SUBPIXEL_BITS);
    const random = seeded(99);
    target(gl, ['RGBA32UI'], size, size);
    const corners = `uniform vec2 c[3]; void main() { gl_Position = vec4(c[gl_VertexID] / ${size / 2}.0 - 1.0, 0, 1); }`;
    const { location } = program(gl, corners, 'out uvec4 o; void main() { o = uvec4(1); }');
    for (let triangle = 0; triangle < 150; triangle++) {
        const coarse = triangle % 2 ? grid / 2 : 1; // half of them on half pixels, so that edges meet centers
        const c = Array.from({ length: 6 }, () => Math.floor((random() / 2 ** 32) * size * (grid / coarse)) * coarse);
        gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
        gl.uniform2fv(location('c'), c.map((value) => value / grid));
        cover(gl);
        const wanted = new Uint32Array(size * size * 4).map((_, i) => {
            const [x, y] = [(i >> 2) % size, Math.floor((i >> 2) / size)];
            return Number(covers(c, (x + 0.5) * grid, (y + 0.5) * grid));
        });
        expectEqual(read(gl, size, size), wanted, `triangle ${c.map((value) => value / grid)}`);
    }
    expectError(gl);
}

function covers(c, x, y) {
    const area = (c[2] - c[0]) * (c[5] - c[1]) - (c[3] - c[1]) * (c[4] - c[0]);
    if (area === 0) return false;
    return [0, 2, 4].every((i) => {
        const j = (i + 2) % 6;
        const [dx, dy] = [Math.sign(area) * (c[j] - c[i]), Math.sign(area) * (c[j + 1] - c[i + 1])];
        const side = dx * (y - c[i + 1]) - dy * (x - c[i]);
        return side > 0 || (side === 0 && (dy < 0 || (dy === 0 && dx > 0)));
    });
}

export const checks = {
    'limits and extensions are there': limits,
    'a level is read while the next one is drawn': levels,
    'uploads of nothing tell sizes': uploadsOfNothing,
    'attachments tell formats': attachmentsTellFormats,
    'OR and XOR by blending are exact': blending,
    'linear filters of floats are exact': linearFilter,
    'a buffer is pixels, attribute and capture': buffers,
    'index buffers are apart': indexBuffers,
    'fences are signaled in later turns': fences,
    'gl_VertexID counts a million': vertexIdentifiers,
    'integers wrap and bits are kept': integers,
    'texels of wide rows are found': wideRows,
    'coverage is exact on the grid of subpixels': coverage,
};
