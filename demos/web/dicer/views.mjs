// views.mjs - the four pictures of figure 1 of the Dicer report (HPTR): mesh, slice, point list, particle cloud.  SPDX-License-Identifier: MIT
import { multiply, turnOf } from '../matrix.mjs';

const TOP = [0.118, 0.133, 0.165, 1], BOTTOM = [0.062, 0.070, 0.088, 1]; // colors behind a picture
const POINT_DIAMETER = 1.1; // in cells
const GRAY = [0.52, 0.58, 0.68, 0.85], FAINT = [0.45, 0.50, 0.58, 0.55], RED = [0.93, 0.22, 0.18, 1], AS_IT_IS = [0, 0, 0, 0];
const EVERYTHING = 2 ** 32, BOX_VERTICES = 12 * 6, POINT_BYTES = 16;

/** Twelve edges, two triangles each: from, to, and a corner of the triangle. */
function boxVertices() {
    const corners = [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]], numbers = [];
    for (let i = 0; i < BOX_VERTICES; i++) {
        const edge = Math.floor(i / 6), axis = edge >> 2, from = [0, 0, 0];
        from[(axis + 1) % 3] = edge & 1;
        from[(axis + 2) % 3] = edge >> 1 & 1;
        numbers.push(...from, ...from.map((value, k) => (k === axis ? 1 : value)), ...corners[i % 6]);
    }
    return new Float32Array(numbers);
}

export class DicerViews {
    static shaders = [
        'box.frag.glsl', 'box.vert.glsl', 'list.frag.glsl', 'mesh.frag.glsl', 'mesh.vert.glsl', 'particle.frag.glsl', 'particle.glsl',
        'points.vert.glsl', 'slice.frag.glsl', 'slice.vert.glsl',
    ].map((file) => `dicer/${file}`).concat('common/overlay.vert.glsl', 'common/overlay.frag.glsl');

    constructor(painter) {
        Object.assign(this, { painter, gl: painter.gl });
        this.box = painter.program({
            vertex: ['dicer/box.vert.glsl'], fragment: ['dicer/box.frag.glsl'], attributes: ['a_from', 'a_to', 'a_corner'],
        });
        this.mesh = painter.program({
            vertex: ['dicer/mesh.vert.glsl'], fragment: ['common/light.glsl', 'dicer/mesh.frag.glsl'],
            attributes: ['a_position', 'a_normal', 'a_color'],
        });
        this.list = painter.program({
            vertex: ['common/square.vert.glsl'], fragment: ['dicer/list.frag.glsl'], attributes: ['a_corner'],
        });
        this.points = painter.program({
            vertex: ['dicer/particle.glsl', 'dicer/points.vert.glsl'], fragment: ['dicer/particle.frag.glsl'], attributes: ['a_cell'],
        });
        this.shade = painter.program({
            vertex: ['common/overlay.vert.glsl'], fragment: ['common/overlay.frag.glsl'], attributes: ['a_position', 'a_place', 'a_color'],
        });
        this.edges = painter.buffer(boxVertices());
        this.shading = painter.buffer(new Float32Array([0, 0, -1, -1, ...BOTTOM, 1, 0, -1, -1, ...BOTTOM, 0, 1, -1, -1, ...TOP, 1, 1, -1, -1, ...TOP]));
        this.blank = painter.texture(this.gl.RGBA8, 1, 1);
    }

    /** Draws view 'mesh', 'slice', 'list' or 'cloud' into an area { x, y, width, height } of the target. `s` is the DicerScene. */
    draw(view, s, area) {
        const { gl } = this, { x, y, width, height } = area;
        gl.viewport(x, y, width, height);
        gl.scissor(x, y, width, height);
        gl.enable(gl.SCISSOR_TEST); // particles and lines are wider than the vertices that are clipped
        this.drawBackground();
        this[`draw_${view}`](s, area);
        gl.disable(gl.SCISSOR_TEST);
    }

    drawBackground() {
        const { gl, painter } = this;
        gl.disable(gl.DEPTH_TEST);
        this.shade.use().set({ u_size: [1, 1] }).textures({ u_glyphs: this.blank });
        painter.attributes([
            { buffer: this.shading, size: 2, stride: 32 }, { buffer: this.shading, size: 2, stride: 32, offset: 8 },
            { buffer: this.shading, size: 4, stride: 32, offset: 16 },
        ]);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        painter.noAttributes(3);
        gl.enable(gl.DEPTH_TEST);
    }

    // ---- cameras ----

    // The mesh fills the picture, and stays in it while it turns about the y axis of the volume.
    lookAtModel(s, { width, height }) {
        const { mesh } = s, camera = s.camera.copy(), coarse = Math.max(1.5 / s.side - 0.05, 0); // what particles reach past the margin
        const beside = s.turns ? Math.hypot(mesh.center[0], mesh.center[2]) : 0;
        camera.target = mesh.center.map((value, k) => (s.turns && k !== 1 ? 0 : value));
        camera.fitRings(mesh.rings.map((ring) => ({ ...ring, radius: ring.radius + beside + coarse })), width, height);
        return camera.look(width, height);
    }

    lookAtVolume(s, { width, height }) {
        const camera = s.camera.copy();
        camera.fitCorners([-1, -1, -1], [1, 1, 1], width, height);
        return camera.look(width, height);
    }

    // ---- pictures ----

    draw_mesh(s, area) {
        const look = this.lookAtModel(s, area);
        this.mesh.use().set({ u_model: s.model, u_view: look.view, u_view_projection: look.viewProjection, u_gloss: 0.5 });
        this.mesh.setIntegers({ u_is_textured: 0 }).textures({ u_texture: this.blank });
        s.mesh.draw();
    }

    draw_cloud(s, area) {
        this.drawParticles(s, this.lookAtModel(s, area), area, EVERYTHING, AS_IT_IS);
    }

    drawParticles(s, look, { width, height }, last, tint) {
        const { gl, painter } = this, { mesh, model, side, lights } = s;
        this.points.use().set({
            u_view: look.view, u_view_projection: look.viewProjection, u_turn: turnOf(multiply(look.view, model)),
            u_center: [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + model[4 * k + row] * mesh.center[k], 0)),
            u_grid: [side, side, side], u_last: last, u_tint: tint, u_factor: 1, u_viewport: [width, height],
            u_depths: [look.distance - 0.4 * mesh.radius, look.distance + 1.1 * mesh.radius],
            u_pixels: look.pixelsPerUnit * 2 / side * POINT_DIAMETER, u_side: lights ? lights.width : 1,
        }).setIntegers({ u_is_lit: lights ? 1 : 0, u_is_colored: 0 });
        this.points.textures({ u_normals: lights?.texture ?? this.blank, u_colors: this.blank });
        gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
        painter.attributes([{ buffer: s.list, size: 3, type: gl.UNSIGNED_INT, stride: POINT_BYTES }]);
        gl.drawArrays(gl.POINTS, 0, s.count);
        painter.noAttributes(1); // or the next extract() could not write into the list
        gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
        painter.unbind(2);
    }

    // What has been sliced so far lies behind the slice, grayed; the volume's outline around both.
    draw_slice(s, area) {
        const { gl } = this, look = this.lookAtVolume(s, area), place = (s.slice + 0.5) / s.side, z = 2 * place - 1;
        this.drawBox(look, area, -1, 1, FAINT, 1.2);
        this.drawParticles(s, look, area, s.slice, GRAY);
        gl.disable(gl.DEPTH_TEST); // the particles in the slice itself lie in its plane
        gl.enable(gl.BLEND);
        s.bindPyramid((program) => {
            program.set({
                u_view_projection: look.viewProjection, u_z: z, u_depth: place, u_pixels: pixelsOf(area), u_slice: s.slice, u_size: [s.side, s.side],
            });
            this.painter.drawSquare();
        });
        gl.disable(gl.BLEND);
        this.drawBox(look, area, z, z, RED, 2.6);
        gl.enable(gl.DEPTH_TEST);
    }

    drawBox(look, area, low, high, color, width) {
        const { gl, painter, edges } = this;
        this.box.use().set({
            u_view_projection: look.viewProjection, u_low: [-1, -1, low], u_high: [1, 1, high], u_viewport: [area.width, area.height],
            u_width: width * pixelsOf(area), u_color: color,
        });
        painter.attributes([
            { buffer: edges, size: 3, stride: 32 }, { buffer: edges, size: 3, stride: 32, offset: 12 }, { buffer: edges, size: 2, stride: 32, offset: 24 },
        ]);
        gl.drawArrays(gl.TRIANGLES, 0, BOX_VERTICES);
        painter.noAttributes(3);
    }

    draw_list(s, { x, y, width, height }) {
        const { gl } = this, side = Math.floor(Math.min(width, height) * 0.92), entries = s.listTexture.width;
        gl.viewport(x + ((width - side) >> 1), y + ((height - side) >> 1), side, side);
        this.list.use().set({ u_grid: [s.side, s.side, s.side], u_side: entries, u_pixel: entries / side });
        this.list.textures({ u_list: s.listTexture.texture });
        gl.disable(gl.DEPTH_TEST);
        this.painter.drawSquare();
        gl.enable(gl.DEPTH_TEST);
        this.painter.unbind(1);
    }

    destroy() {
        for (const program of [this.box, this.mesh, this.list, this.points, this.shade]) program.destroy();
        for (const buffer of [this.edges, this.shading]) this.gl.deleteBuffer(buffer);
        this.gl.deleteTexture(this.blank);
    }
}

/** Lines grow with the picture, so that a large screen shows the same one. */
function pixelsOf({ width, height }) {
    return Math.max(1, Math.min(width, height) / 480);
}
