// scene.mjs - the teapot becomes voxels and the voxels become a cloud of particles, again in every frame.  SPDX-License-Identifier: MIT
import { turnY } from '../matrix.mjs';
import { Camera } from '../camera.mjs';
import { DicerViews } from './views.mjs';
import { MeshBuffers } from '../mesh.mjs';
import { grouped, isSmall } from '../panel.mjs';
import { makeList, makeVoxels } from '../voxels.mjs';

const RADIANS_PER_SECOND = 0.4;
const SIDES = [32, 48, 64, 96, 128, 192, 256];
const FILLS = [['surface', 'Surface: all touched'], ['thin', 'Thin: one a column'], ['solid', 'Solid: the inside']];
const VIEWS = [['all', 'All four'], ['mesh', 'Mesh'], ['slice', 'Slice'], ['list', 'Point list'], ['cloud', 'Particle cloud']];
const NAMES = Object.fromEntries(VIEWS);
const POINT_BYTES = 16, GAP = 6, CAPTION = 30; // pixels of CSS
const PAGE = [0.043, 0.048, 0.060, 1];

/** Of the smallest square with so many texels. */
const sideOf = (count) => Math.max(Math.ceil(Math.sqrt(count)), 1);

export class DicerScene {
    static title = 'Dicer';
    static help = 'A mesh becomes voxels, the voxels a list of points, and each point a particle. All of it on the GPU, again in every frame.';
    static shaders = DicerViews.shaders;

    static async create(page) {
        return new DicerScene(page);
    }

    constructor(page) {
        const { gl, library, painter, models, times } = page;
        Object.assign(this, { page, gl, library, painter, times, turns: true, count: 0, room: 0 });
        this.view = isSmall() ? 'cloud' : 'all'; // four would be small
        this.camera = new Camera({ azimuth: 0.42, elevation: 0.40 });
        this.mesh = new MeshBuffers(painter, models.teapot());
        this.target = painter.target();
        this.views = new DicerViews(painter);
        this.controls = this.describeControls();
        this.resize(64, 'surface');
    }

    describeControls() {
        const scene = this, { page } = this;
        return [
            { kind: 'choice', label: 'View', choices: VIEWS, get value() { return scene.view; }, change: (value) => (this.view = value) },
            { kind: 'choice', label: 'Grid', choices: SIDES.map((side) => [side, `${side}³`]), get value() { return scene.side; },
              change: (value) => page.change(() => this.resize(Number(value), this.fill)) },
            { kind: 'choice', label: 'Fill', choices: FILLS, get value() { return scene.fill; },
              change: (value) => page.change(() => this.resize(this.side, value)) },
            { kind: 'range', label: 'Slice', min: 0, get max() { return scene.side - 1; }, step: 1, get value() { return scene.slice; },
              change: (value) => (this.slice = value) },
            { kind: 'check', label: 'Turns', get value() { return scene.turns; }, change: (value) => (this.turns = value) },
        ];
    }

    // ---- mesh → voxels → list ----

    /** Another grid or fill. If that cannot be, all stays as it was. */
    resize(side, fill) {
        const inside = fill === 'solid' ? 'six-rays' : 'default'; // the teapot has holes
        const made = makeVoxels(this.library, side, { fill, inside });
        for (const old of [this.voxelizer, this.pyramid, this.sliceProgram]) old?.destroy();
        const slice = Math.floor(side * 0.52); // where the teapot is widest, and its spout and handle are cut
        Object.assign(this, { ...made, side, fill, slice, sliceProgram: null });
        this.times.reset();
    }

    // Room for more than asked, since a turning mesh's count keeps changing.
    reserve(count) {
        if (count <= this.room) return;
        const width = sideOf(1.1 * count + 1024);
        this.gl.deleteBuffer(this.list);
        this.gl.deleteTexture(this.lights?.texture);
        this.room = width * width;
        this.list = this.painter.buffer(this.room * POINT_BYTES);
        this.lights = makeList(this, 'RGBA32F', width);
    }

    shows(view) {
        return this.view === 'all' || this.view === view;
    }

    makeList() {
        const { times, voxelizer, pyramid, mesh, model } = this;
        times.stage('voxelize', () => voxelizer.run(mesh.describe(), model));
        times.stage('build', () => {
            pyramid.buildBits(voxelizer.volume());
            this.count = pyramid.total();
        });
        this.reserve(this.count);
        times.stage('extract', () => {
            if (this.shows('slice') || this.shows('cloud')) pyramid.extractBuffer(this.list);
            if (this.shows('list')) this.makeListTexture();
        });
        if (this.shows('cloud') || this.shows('slice')) times.stage('normals', () => this.light());
    }

    // As small a square as holds the list. Entries past the last one are below 0, and so dark in the picture.
    makeListTexture() {
        const { gl, painter } = this, width = sideOf(this.count);
        if (this.listTexture?.width !== width) {
            gl.deleteTexture(this.listTexture?.texture);
            this.listTexture = makeList(this, 'RGBA32F', width);
        }
        const { listTexture } = this, framebuffer = painter.framebuffer(listTexture.texture);
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.clearBufferfv(gl.COLOR, 0, [-1, -1, -1, -1]);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.deleteFramebuffer(framebuffer);
        this.pyramid.extractTexture(listTexture);
    }

    light() {
        const surface = { ...this.mesh.describe(), normals: this.mesh.normals };
        this.voxelizer.attributes(this.pyramid, [surface], { normals: this.lights, transform: this.model });
    }

    /** Calls use(program) with the program that draws a slice by the pyramid's own GLSL, bound. */
    bindPyramid(use) {
        this.sliceProgram ??= this.painter.program({
            vertex: ['dicer/slice.vert.glsl'], fragment: [this.pyramid.glsl(), 'dicer/slice.frag.glsl'], attributes: ['a_corner'],
        });
        this.sliceProgram.use();
        this.pyramid.bind(this.sliceProgram.handle);
        use(this.sliceProgram);
        this.pyramid.unbind();
    }

    // ---- pictures ----

    frame({ seconds, width, height }) {
        this.model = turnY(this.turns ? RADIANS_PER_SECOND * seconds : 0);
        this.makeList();
        this.times.stage('draw', () => {
            this.target.resize(width, height);
            this.painter.begin();
            this.target.begin();
            this.target.clear(PAGE);
            for (const { view, area } of this.arrange(width, height)) this.views.draw(view, this, area);
            this.target.present(width, height);
            this.painter.end();
        });
        return this.turns;
    }

    /** The areas of the pictures that are shown: four, in as many columns as leave them largest, or one. */
    arrange(width, height) {
        const views = this.view === 'all' ? VIEWS.slice(1).map(([view]) => view) : [this.view];
        const ratio = width / Math.max(this.gl.canvas.clientWidth, 1), gap = Math.round(GAP * ratio), caption = Math.round(CAPTION * ratio);
        const sizeIn = (columns) => {
            const rows = Math.ceil(views.length / columns);
            return { columns, rows, width: Math.floor((width - gap * (columns + 1)) / columns), height: Math.floor((height - gap * (rows + 1)) / rows) - caption };
        };
        const room = (size) => Math.min(size.width, 1.3 * size.height);
        const size = [1, 2, 4].filter((columns) => columns <= views.length).map(sizeIn).sort((a, b) => room(b) - room(a))[0];
        return views.map((view, i) => {
            const column = i % size.columns, row = size.rows - 1 - Math.floor(i / size.columns);
            const x = gap + column * (size.width + gap), y = gap + row * (size.height + caption + gap) + caption;
            return { view, area: { x, y, width: Math.max(size.width, 1), height: Math.max(size.height, 1) } };
        });
    }

    /** Words below the pictures. */
    captions(width, height) {
        const side = sideOf(this.count), details = {
            mesh: `${grouped(this.mesh.triangleCount)} triangles`, slice: `z = ${this.slice} of ${this.side}`,
            list: `${side} × ${side}, xyz as rgb`, cloud: `${grouped(this.count)} points`,
        };
        return this.arrange(width, height).map(({ view, area }) => ({ ...area, title: NAMES[view], detail: details[view] }));
    }

    facts() {
        return [['triangles', this.mesh.triangleCount], ['cells', this.side ** 3], ['voxels', this.count]];
    }

    destroy() {
        this.gl.deleteBuffer(this.list);
        for (const list of [this.listTexture, this.lights]) this.gl.deleteTexture(list?.texture);
        this.sliceProgram?.destroy();
        for (const owned of [this.voxelizer, this.pyramid, this.mesh, this.target, this.views]) owned.destroy();
    }
}
