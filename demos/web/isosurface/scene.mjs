// scene.mjs - the surface where a volume of numbers crosses a value, made again whenever the value moves.  SPDX-License-Identifier: MIT
import { Camera } from '../camera.mjs';
import { FORMS, Surface, SURFACE_SHADERS } from './forms.mjs';
import { Shade } from './shade.mjs';
import { boxOf, fieldVolume, readVolume } from '../files/volume.mjs';
import { nameOfFormat } from '../files/volume_samples.mjs';

const OUTSIDE = [0.95, 0.52, 0.26], INSIDE = [0.16, 0.56, 0.68]; // of the surface, as a screen shows them
const SIDES = [64, 96, 128, 192, 256];
const STEPS = 1000; // of the slider, about
const BOX_VERTICES = 24;
const FILE = 'file'; // among the fields

const toLinear = (color) => color.map((value) => value ** 2.2);

/** Of 1, 2 and 5 times powers of ten, the least step from `least` on. */
function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(least)), times = least / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/** { min, max, step } of the isovalues that part samples. Whole samples are parted between two whole numbers, so that none is on the
 *  surface; else the numbers are round ones. */
export function scaleOf({ range: { minimum, maximum }, format }) {
    const step = niceStep((maximum - minimum) / STEPS);
    if (format !== 'R32F') return { min: minimum + 0.5, max: maximum - 0.5, step: Math.max(step, 1) };
    return { min: Math.ceil(minimum / step) * step, max: Math.floor(maximum / step) * step, step };
}

/** An isovalue in words, to a tenth of a step; those between whole samples have a digit, too. */
export function textOf(isovalue, { step }) {
    return String(Number(isovalue.toFixed(Math.max(1 - Math.floor(Math.log10(step)), 1))));
}

/** The twelve edges of the unit cube. */
function edgesOfCube() {
    const corners = new Float32Array(3 * BOX_VERTICES);
    for (let i = 0; i < BOX_VERTICES; i++) {
        const edge = i >> 1, axis = edge >> 2;
        corners[3 * i + (axis + 1) % 3] = edge & 1;
        corners[3 * i + (axis + 2) % 3] = edge >> 1 & 1;
        corners[3 * i + axis] = i & 1;
    }
    return corners;
}

export class IsosurfaceScene {
    static title = 'Isosurface';
    static help = 'Where a volume of numbers crosses a value, there is a surface. It is made again in every frame in which the value or the volume moves. Drop an NRRD file or a raw file here.';
    static shaders = [...new Set([...SURFACE_SHADERS, 'isosurface/box.vert.glsl', 'isosurface/box.frag.glsl'])];

    static async create(page) {
        return new IsosurfaceScene(page);
    }

    constructor(page) {
        const { gl, library, painter, models, times } = page;
        Object.assign(this, { page, gl, library, painter, models, times, side: 96, form: 'welded' });
        Object.assign(this, { isTurnedOver: false, hasWires: false, reading: 0 });
        this.camera = new Camera();
        this.target = painter.target();
        this.background = painter.program({
            vertex: ['common/square.vert.glsl'], fragment: ['common/background.frag.glsl'], attributes: ['a_corner'],
        });
        this.box = painter.program({
            vertex: ['isosurface/place.glsl', 'isosurface/box.vert.glsl'], fragment: ['isosurface/box.frag.glsl'], attributes: ['a_corner'],
        });
        this.edges = painter.buffer(edgesOfCube());
        this.show(fieldVolume(models, 'metaballs', this.side));
        this.controls = this.describeControls();
    }

    // ---- what is shown ----

    describeControls() {
        const scene = this;
        return [
            { kind: 'choice', label: 'Volume', get choices() { return scene.volumes(); }, get value() { return scene.field ?? FILE; },
              change: (name) => this.chooseField(name, this.side) },
            { kind: 'choice', label: 'Grid', get choices() { return scene.grids(); }, get value() { return scene.side; },
              change: (side) => this.chooseField(this.field, Number(side)) },
            { kind: 'file', label: 'File', accept: '.nrrd,.nhdr,.raw', take: (file) => this.page.take(file) },
            { kind: 'range', label: 'Isovalue', get min() { return scene.scale.min; }, get max() { return scene.scale.max; },
              get step() { return scene.scale.step; }, get value() { return scene.isovalue; }, text: (value) => textOf(value, scene.scale),
              change: (value) => this.moveTo(value) },
            { kind: 'choice', label: 'Mesh', get value() { return scene.form; }, change: (form) => this.chooseForm(form),
              choices: [['welded', 'Welded'], ['soup', 'Soup'], ['draw', 'Not stored']] },
            { kind: 'check', label: 'Wires', get value() { return scene.hasWires; }, change: (value) => (this.hasWires = value) },
            { kind: 'check', label: 'Turn over', get value() { return scene.isTurnedOver; }, change: (value) => (this.isTurnedOver = value) },
        ];
    }

    volumes() {
        const fields = [['cayley', 'Cayley’s cubic'], ['gyroid', 'Gyroid'], ['metaballs', 'Metaballs']];
        return this.field === null ? [...fields, [FILE, this.surface.volume.name]] : fields;
    }

    /** A file has its own. */
    grids() {
        return this.field === null ? [[this.side, '–']] : SIDES.map((side) => [side, `${side}³`]);
    }

    /** Another volume in the place of the one before, which stays where this fails. `isFiner`: the same with more or fewer samples. */
    show(volume, isFiner = false) {
        const surface = new Surface(this, volume, this.form);
        this.surface?.destroy();
        this.shade?.destroy();
        this.surface = surface;
        this.shade = new Shade(this.painter, volume);
        this.field = volume.origin ? volume.name : null;
        this.seconds = NaN; // of what moves no moment is there yet
        this.scale = scaleOf(volume);
        this.isStale = true;
        this.times.reset();
        if (isFiner) return;
        this.isovalue = volume.isovalue;
        this.lookAt(volume);
    }

    // Volume coordinates to the world's: (p - center) * scale, of which the longest half side is 1.
    lookAt(volume) {
        const { low, high } = boxOf(volume), half = high.map((value, k) => (value - low[k]) / 2), scale = 1 / Math.max(...half);
        const home = new Camera({ azimuth: 0.50, elevation: 0.36 });
        home.fitBox([half[0] * scale, half[2] * scale, half[1] * scale]); // as it stands: z is up
        this.fit = { center: low.map((value, k) => value + half[k]), half, scale, radius: Math.max(home.radius, 0.1) };
        Object.assign(this.camera, home.copy());
        this.page.home = home;
    }

    chooseField(name, side) {
        if (name === FILE) return;
        this.reading++;
        this.page.change(() => {
            this.show(fieldVolume(this.models, name, side), name === this.field);
            this.side = side;
            this.page.file = null;
        });
    }

    chooseForm(form) {
        this.page.change(() => {
            const surface = new Surface(this, this.surface.volume, form);
            this.surface.destroy();
            this.surface = surface;
            this.form = form;
            this.isStale = true;
            this.times.reset();
        });
    }

    moveTo(isovalue) {
        this.isovalue = isovalue;
        this.isStale = true;
    }

    /** The last of what was dropped and chosen is shown: answers whether it is this file. */
    async drop(file) {
        const ticket = ++this.reading, volume = await readVolume(file, this.gl.getParameter(this.gl.MAX_3D_TEXTURE_SIZE));
        if (ticket !== this.reading) return false; // or the scene has ended
        this.show(volume);
        return true;
    }

    // ---- frames ----

    frame({ seconds, width, height }) {
        const moves = this.field === 'metaballs';
        if (moves && seconds !== this.seconds) this.move(seconds);
        if (this.isStale) this.rebuild();
        else this.surface.form.complete();
        this.times.stage('draw', () => {
            this.target.resize(width, height);
            this.painter.begin();
            this.target.begin();
            this.draw(width, height);
            this.target.present(width, height);
            this.painter.end();
        });
        return moves;
    }

    move(seconds) {
        const { surface, models, times } = this;
        const samples = times.stage('sample', () => models.field(this.field, surface.volume.size, seconds));
        times.stage('upload', () => surface.upload(samples));
        this.seconds = seconds;
        this.isStale = true;
    }

    rebuild() {
        const { surface, shade, times, isovalue } = this;
        times.stage('build', () => surface.build(isovalue));
        if (surface.form.make) times.stage('extract', () => surface.form.make());
        times.stage('shade', () => shade.update(surface.volume.samples, isovalue));
        this.isStale = false;
        if (surface.form.complete) this.page.redraw(); // it waits for a frame that makes nothing
    }

    draw(width, height) {
        const { gl, painter, surface } = this, camera = this.camera.copy();
        camera.radius = this.fit.radius;
        const look = camera.look(width, height);
        gl.disable(gl.DEPTH_TEST);
        this.background.use();
        painter.drawSquare();
        gl.enable(gl.DEPTH_TEST);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        const state = { wires: this.hasWires ? this.strengthOfWires(look) : 0, set: (program) => this.setSurface(program, look) };
        surface.form.draw(state);
        painter.unbind(1, gl.TEXTURE_3D);
        this.drawBox(look);
    }

    setPlace(program, look) {
        program.set({ u_center: this.fit.center, u_scale: this.fit.scale, u_view: look.view, u_view_projection: look.viewProjection });
        program.setIntegers({ u_is_upside_down: this.surface.volume.isUpsideDown !== this.isTurnedOver ? 1 : 0 });
    }

    setSurface(program, look) {
        const { shade, gl } = this;
        this.setPlace(program, look);
        program.set({
            u_texture_matrix: shade.matrix, u_texture_offset: shade.offset, u_cell: shade.cell, u_warm: toLinear(OUTSIDE), u_cool: toLinear(INSIDE),
        }).textures({ u_inside: shade.texture }, { target: gl.TEXTURE_3D });
    }

    /** Lines that are not much thinner than their triangles would leave nothing but themselves. */
    strengthOfWires(look) {
        const cells = Math.max(2 / this.shade.cell, ...this.surface.volume.size);
        const pixels = look.pixelsPerUnit * 2 / cells / Math.hypot(...look.eye);
        return Math.min(Math.max((pixels - 1) / 7, 0.07), 0.6);
    }

    drawBox(look) {
        const { gl, painter } = this;
        this.setPlace(this.box.use(), look);
        this.box.set({ u_half: this.fit.half });
        gl.enable(gl.BLEND);
        painter.attributes([{ buffer: this.edges, size: 3 }]);
        gl.drawArrays(gl.LINES, 0, BOX_VERTICES);
        painter.noAttributes(1);
        gl.disable(gl.BLEND);
    }

    facts() {
        const { volume, form } = this.surface, { triangles, vertices, activeCells = '…' } = form.counts;
        return [
            ['samples', `${volume.size.join(' × ')} ${nameOfFormat(volume.format)}`],
            ...(volume.range.nans > 0 ? [['of them NaN', volume.range.nans]] : []),
            ['isovalue', textOf(this.isovalue, this.scale)],
            ['triangles', triangles], ['vertices', vertices], ['active cells', activeCells],
        ];
    }

    destroy() {
        this.reading++;
        for (const owned of [this.surface, this.shade, this.target, this.background, this.box]) owned.destroy();
        this.gl.deleteBuffer(this.edges);
    }
}
