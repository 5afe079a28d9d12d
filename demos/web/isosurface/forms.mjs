// forms.mjs - a volume on the GPU, and its isosurface in three forms that shaders draw alike.  SPDX-License-Identifier: MIT
//
//   welded   triangles share their vertices, in textures from which the vertex shader fetches them by their indices: WebGL draws by no
//            indices that the GPU has written
//   soup     three vertices a triangle, in a buffer
//   draw     no mesh: the vertex shader finds the triangles in the pyramid
//
// A form has
//
//   build(field, isovalue)
//   make()         if it stores a mesh
//   draw(state)    state.set(program) sets uniforms; state.wires is how dark the sides of triangles are, 0 for none
//   counts         { triangles, vertices } after draw()
//   complete()     adds activeCells, which take passes of their own
//   destroy()
import { mistakeOf } from '../files/mistake.mjs';
import { allocates } from '../memory.mjs';

const PLACE = ['isosurface/place.glsl', 'common/shade.glsl', 'isosurface/place_vertex.glsl'];
const FRAGMENT = ['common/screen.glsl', 'common/polish.glsl', 'isosurface/surface.frag.glsl'];
export const SURFACE_SHADERS = [...PLACE, ...FRAGMENT, 'isosurface/mesh.vert.glsl', 'isosurface/drawn.vert.glsl'];

const UNIT_OF_MESH = 1; // after that of the texture that darkens dents, see shade.mjs
const VERTEX_BYTES = 24, LINE_CORNERS = 6;

// Lines are three a triangle, with two vertices each.
const CORNER = `uniform bool u_has_lines;
int corner_of_vertex() {
    return u_has_lines ? gl_VertexID / 6 * 3 + (gl_VertexID % 6 + 1) / 2 % 3 : gl_VertexID;
}
#undef VERTEX_ID
#define VERTEX_ID corner_of_vertex()
`;
const FETCH = `void main() {
    vec3 position, normal;
    hpyr_mesh_corner(VERTEX_ID, position, normal);
    place_vertex(position, normal);
}
`;

// The surface a little behind the lines over it.
function drawBehind(gl, program, draw) {
    program.set({ u_wires: 0 }).setIntegers({ u_has_lines: 0 });
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    draw();
    gl.disable(gl.POLYGON_OFFSET_FILL);
}

function drawLines(gl, program, { wires }, draw) {
    if (!wires) return;
    program.set({ u_wires: wires }).setIntegers({ u_has_lines: 1 });
    gl.enable(gl.BLEND);
    draw();
    gl.disable(gl.BLEND);
}

class WeldedForm {
    constructor({ library, painter }, grid) {
        Object.assign(this, { painter, gl: painter.gl });
        this.isosurface = library.isosurface({ ...grid, mesh: 'welded' });
        this.program = painter.program({ vertex: [this.isosurface.glsl(), CORNER, ...PLACE, FETCH], fragment: FRAGMENT });
    }

    build(field, isovalue) {
        this.isosurface.build(field, isovalue);
    }

    /** Binding writes the mesh into textures. */
    make() {
        this.bind();
        this.isosurface.unbind();
        this.counts = this.isosurface.counts();
    }

    complete() {
        this.counts.activeCells ??= this.isosurface.statistics().activeCells;
    }

    bind() {
        this.isosurface.bind(this.program.handle, { unit: UNIT_OF_MESH });
    }

    draw(state) {
        const { gl, program, counts } = this;
        this.bind();
        state.set(program);
        drawBehind(gl, program, () => gl.drawArrays(gl.TRIANGLES, 0, 3 * counts.triangles));
        drawLines(gl, program, state, () => gl.drawArrays(gl.LINES, 0, LINE_CORNERS * counts.triangles));
        this.isosurface.unbind();
    }

    destroy() {
        this.isosurface.destroy();
        this.program?.destroy();
    }
}

class SoupForm {
    constructor({ library, painter }, grid) {
        Object.assign(this, { painter, gl: painter.gl, room: -1, lineRoom: -1 });
        this.isosurface = library.isosurface({ ...grid, mesh: 'soup' });
        this.program = painter.program({
            vertex: [...PLACE, 'isosurface/mesh.vert.glsl'], fragment: FRAGMENT, attributes: ['a_position', 'a_normal'],
        });
    }

    build(field, isovalue) {
        this.isosurface.build(field, isovalue);
    }

    make() {
        this.counts = this.isosurface.counts();
        const bytes = this.counts.vertices * VERTEX_BYTES;
        if (this.room < bytes) { // a surface in motion shall not need more in every frame
            this.gl.deleteBuffer(this.vertices);
            this.room = Math.ceil(bytes * 1.25) + 4096;
            this.vertices = this.painter.buffer(this.room);
        }
        if (bytes > 0) this.isosurface.extract({ vertices: this.vertices });
    }

    // The same indices for every soup.
    prepareLines() {
        const { triangles } = this.counts;
        if (this.lineRoom >= triangles) return;
        this.gl.deleteBuffer(this.lines);
        this.lineRoom = Math.ceil(triangles * 1.25);
        const indices = new Uint32Array(LINE_CORNERS * this.lineRoom);
        for (let i = 0; i < indices.length; i++) indices[i] = 3 * Math.floor(i / 6) + (((i % 6 + 1) >> 1) % 3);
        this.lines = this.painter.buffer(indices, this.gl.ELEMENT_ARRAY_BUFFER);
    }

    complete() {
        this.counts.activeCells ??= this.isosurface.statistics().activeCells;
    }

    draw(state) {
        const { gl, painter, program, counts } = this;
        if (state.wires) this.prepareLines();
        state.set(program.use());
        painter.attributes([0, 12].map((offset) => ({ buffer: this.vertices, size: 3, stride: VERTEX_BYTES, offset })));
        drawBehind(gl, program, () => gl.drawArrays(gl.TRIANGLES, 0, 3 * counts.triangles));
        drawLines(gl, program, state, () => {
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.lines);
            gl.drawElements(gl.LINES, LINE_CORNERS * counts.triangles, gl.UNSIGNED_INT, 0);
            gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, null);
        });
        painter.noAttributes(2); // or the next extract() could not write into the buffer
    }

    destroy() {
        this.isosurface.destroy();
        this.program?.destroy();
        this.gl.deleteBuffer(this.vertices);
        this.gl.deleteBuffer(this.lines);
    }
}

class DrawForm {
    constructor({ library, painter }, grid) {
        Object.assign(this, { painter, gl: painter.gl });
        this.cubes = library.marchingCubes(grid);
    }

    build(field, isovalue) {
        this.counts = null;
        this.cubes.build(field, isovalue);
        const glsl = this.cubes.glsl(); // which depends on the field, too
        if (glsl === this.glsl) return;
        this.program?.destroy();
        this.glsl = glsl;
        this.program = this.painter.program({ vertex: [glsl, CORNER, ...PLACE, 'isosurface/drawn.vert.glsl'], fragment: FRAGMENT });
    }

    draw(state) {
        const { gl, cubes, program } = this;
        cubes.bind(program.handle, { unit: UNIT_OF_MESH });
        state.set(program);
        drawBehind(gl, program, () => {
            const vertices = cubes.draw().total;
            this.counts ??= { triangles: vertices / 3, vertices };
        });
        drawLines(gl, program, state, () => gl.drawArrays(gl.LINES, 0, 2 * this.counts.vertices));
        cubes.unbind();
    }

    complete() {
        this.counts.activeCells ??= this.cubes.statistics().activeCells;
    }

    destroy() {
        this.cubes.destroy();
        this.program?.destroy();
    }
}

export const FORMS = { welded: WeldedForm, soup: SoupForm, draw: DrawForm };

const UPLOADS = {
    R8UI: ['RED_INTEGER', 'UNSIGNED_BYTE'], R16UI: ['RED_INTEGER', 'UNSIGNED_SHORT'], R16I: ['RED_INTEGER', 'SHORT'], R32F: ['RED', 'FLOAT'],
};

/** A volume's samples in a texture, and its surface in one of FORMS. */
export class Surface {
    constructor(page, volume, form) {
        const [width, height, depth] = volume.size, { painter } = page, { gl } = painter;
        Object.assign(this, { gl, volume, size: { width, height, depth } });
        try {
            this.makeTexture(painter);
            this.upload(volume.samples);
            const { spacing, origin, axes } = volume;
            this.form = new FORMS[form](page, { ...this.size, spacing, origin, axes, gradient: 'central' });
        } catch (error) {
            this.destroy();
            throw error;
        }
    }

    makeTexture(painter) {
        const { gl, volume } = this;
        const hasRoom = allocates(gl, () => (this.texture = painter.texture3D(gl[volume.format], volume.size)));
        if (!hasRoom) throw mistakeOf(volume.name, `out of memory for a texture of ${volume.samples.byteLength} bytes`);
    }

    /** Other samples of the same size. */
    upload(samples) {
        const { gl, volume } = this, [parts, type] = UPLOADS[volume.format];
        this.volume = { ...volume, samples };
        gl.bindTexture(gl.TEXTURE_3D, this.texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, ...volume.size, gl[parts], gl[type], samples);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        gl.bindTexture(gl.TEXTURE_3D, null);
    }

    build(isovalue) {
        this.form.build({ texture: this.texture, target: this.gl.TEXTURE_3D, ...this.size, format: this.volume.format }, isovalue);
    }

    destroy() {
        this.form?.destroy();
        this.gl.deleteTexture(this.texture);
    }
}
