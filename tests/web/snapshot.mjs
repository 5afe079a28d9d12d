// snapshot.mjs - the state of a page's WebGL 2 context, and one that no pass survives by luck.  SPDX-License-Identifier: MIT
import { program } from './webgl.mjs';

const UNITS = 10; // two more than the library uses
const TARGETS = ['TEXTURE_2D', 'TEXTURE_3D', 'TEXTURE_2D_ARRAY', 'TEXTURE_CUBE_MAP'];
const NAMES = `
    CURRENT_PROGRAM VERTEX_ARRAY_BINDING DRAW_FRAMEBUFFER_BINDING READ_FRAMEBUFFER_BINDING RENDERBUFFER_BINDING
    ARRAY_BUFFER_BINDING ELEMENT_ARRAY_BUFFER_BINDING PIXEL_PACK_BUFFER_BINDING PIXEL_UNPACK_BUFFER_BINDING
    COPY_READ_BUFFER_BINDING COPY_WRITE_BUFFER_BINDING UNIFORM_BUFFER_BINDING TRANSFORM_FEEDBACK_BUFFER_BINDING
    TRANSFORM_FEEDBACK_BINDING TRANSFORM_FEEDBACK_ACTIVE TRANSFORM_FEEDBACK_PAUSED ACTIVE_TEXTURE
    VIEWPORT SCISSOR_BOX DEPTH_RANGE DEPTH_FUNC DEPTH_WRITEMASK DEPTH_CLEAR_VALUE COLOR_WRITEMASK COLOR_CLEAR_VALUE
    BLEND_COLOR BLEND_EQUATION_RGB BLEND_EQUATION_ALPHA BLEND_SRC_RGB BLEND_DST_RGB BLEND_SRC_ALPHA BLEND_DST_ALPHA
    STENCIL_CLEAR_VALUE STENCIL_FUNC STENCIL_REF STENCIL_VALUE_MASK STENCIL_WRITEMASK STENCIL_FAIL STENCIL_BACK_FUNC
    STENCIL_BACK_WRITEMASK CULL_FACE_MODE FRONT_FACE LINE_WIDTH POLYGON_OFFSET_FACTOR POLYGON_OFFSET_UNITS
    SAMPLE_COVERAGE_VALUE SAMPLE_COVERAGE_INVERT GENERATE_MIPMAP_HINT FRAGMENT_SHADER_DERIVATIVE_HINT READ_BUFFER DRAW_BUFFER0
    PACK_ALIGNMENT PACK_ROW_LENGTH PACK_SKIP_PIXELS PACK_SKIP_ROWS UNPACK_ALIGNMENT UNPACK_ROW_LENGTH UNPACK_IMAGE_HEIGHT
    UNPACK_SKIP_PIXELS UNPACK_SKIP_ROWS UNPACK_SKIP_IMAGES UNPACK_FLIP_Y_WEBGL UNPACK_PREMULTIPLY_ALPHA_WEBGL
    UNPACK_COLORSPACE_CONVERSION_WEBGL`.trim().split(/\s+/);
const ENABLES = ['BLEND', 'CULL_FACE', 'DEPTH_TEST', 'DITHER', 'POLYGON_OFFSET_FILL', 'RASTERIZER_DISCARD', 'SAMPLE_ALPHA_TO_COVERAGE',
    'SAMPLE_COVERAGE', 'SCISSOR_TEST', 'STENCIL_TEST'];

/** The vertex that gives flat values; null where there is no choice. */
export function provokingOf(gl) {
    const extension = gl.getExtension('WEBGL_provoking_vertex');
    return extension && gl.getParameter(extension.PROVOKING_VERTEX_WEBGL);
}

/** What the context is set to: name -> value, an object or numbers. */
export function snapshot(gl, textures = []) {
    const taken = new Map();
    for (const name of NAMES) taken.set(name, gl.getParameter(gl[name]));
    for (const name of ENABLES) taken.set(name, gl.isEnabled(gl[name]));
    taken.set('PROVOKING_VERTEX', provokingOf(gl));
    for (let i = 0; i < 2; i++)
        for (const name of ['UNIFORM_BUFFER', 'TRANSFORM_FEEDBACK_BUFFER'])
            for (const part of ['BINDING', 'START', 'SIZE']) taken.set(`${name}_${part}[${i}]`, gl.getIndexedParameter(gl[`${name}_${part}`], i));
    const active = gl.getParameter(gl.ACTIVE_TEXTURE);
    for (let unit = 0; unit < UNITS; unit++) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        taken.set(`SAMPLER_BINDING[${unit}]`, gl.getParameter(gl.SAMPLER_BINDING));
        for (const target of TARGETS) {
            const bound = gl.getParameter(gl[target.replace('TEXTURE', 'TEXTURE_BINDING')]);
            taken.set(`${target}[${unit}]`, bound);
            if (!textures.includes(bound)) continue;
            for (const name of ['TEXTURE_BASE_LEVEL', 'TEXTURE_MAX_LEVEL', 'TEXTURE_MIN_FILTER', 'TEXTURE_MAG_FILTER'])
                taken.set(`${target}[${unit}] ${name}`, gl.getTexParameter(gl[target], gl[name]));
        }
    }
    gl.activeTexture(active);
    return taken;
}

const isSame = (a, b) => a === b || (a?.length !== undefined && String(a) === String(b));

/** Names of what differs between two snapshots. */
export function differencesOf(before, after) {
    return [...after.keys()].filter((name) => !isSame(before.get(name), after.get(name)));
}

const OUTPUT = 'flat out uint v; void main() { v = 7u; gl_Position = vec4(0, 0, 0, 1); }';

function bindObjects(gl, texture) {
    const made = { linked: program(gl, OUTPUT, 'flat in uint v; out uvec4 o; void main() { o = uvec4(v); }', ['v']).linked };
    gl.bindVertexArray(gl.createVertexArray());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    for (const target of ['ARRAY_BUFFER', 'PIXEL_PACK_BUFFER', 'PIXEL_UNPACK_BUFFER', 'COPY_READ_BUFFER', 'COPY_WRITE_BUFFER', 'UNIFORM_BUFFER']) {
        gl.bindBuffer(gl[target], gl.createBuffer());
        gl.bufferData(gl[target], 16, gl.STATIC_DRAW);
    }
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.createFramebuffer());
    gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
    for (let unit = 0; unit < UNITS; unit++) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        for (const target of TARGETS) gl.bindTexture(gl[target], gl.createTexture());
        gl.bindSampler(unit, gl.createSampler());
    }
    gl.activeTexture(gl.TEXTURE5);
    return made;
}

function setNumbers(gl) {
    const stores = { PACK_ALIGNMENT: 8, PACK_ROW_LENGTH: 5, PACK_SKIP_PIXELS: 3, PACK_SKIP_ROWS: 2, UNPACK_ALIGNMENT: 8, UNPACK_ROW_LENGTH: 7,
        UNPACK_IMAGE_HEIGHT: 9, UNPACK_SKIP_PIXELS: 3, UNPACK_SKIP_ROWS: 2, UNPACK_SKIP_IMAGES: 1, UNPACK_FLIP_Y_WEBGL: true,
        UNPACK_PREMULTIPLY_ALPHA_WEBGL: true };
    for (const [name, value] of Object.entries(stores)) gl.pixelStorei(gl[name], value);
    for (const name of ENABLES) gl.enable(gl[name]);
    gl.viewport(1, 2, 3, 4);
    gl.scissor(5, 6, 1, 1);
    gl.depthRange(0.25, 0.5);
    gl.depthFunc(gl.NEVER);
    gl.depthMask(false);
    gl.colorMask(true, false, false, true);
    gl.blendEquationSeparate(gl.FUNC_SUBTRACT, gl.MIN);
    gl.blendFuncSeparate(gl.ZERO, gl.DST_COLOR, gl.SRC_ALPHA, gl.ONE);
    gl.blendColor(0.1, 0.2, 0.3, 0.4);
    gl.stencilFunc(gl.NEVER, 1, 3);
    gl.stencilMask(0);
    gl.cullFace(gl.FRONT_AND_BACK);
    gl.sampleCoverage(0, true);
    gl.clearColor(0.5, 0.25, 1, 0.75);
}

/** Sets everything to what is in the way, and begins transform feedback of one vertex of 7 into `captured`. */
export function applyHostile(gl, texture, captured) {
    const { linked } = bindObjects(gl, texture);
    setNumbers(gl);
    gl.useProgram(linked);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, gl.createTransformFeedback());
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, captured);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null); // else it counts as bound twice
    gl.beginTransformFeedback(gl.POINTS);
}
