// scene.mjs - 3D Gaussian splats, sorted by the library in every frame and drawn from the farthest to the nearest.
// SPDX-License-Identifier: MIT
import { Camera } from '../camera.mjs';
import { dot } from '../matrix.mjs';
import { grouped } from '../panel.mjs';
import { cloudOfFile, cloudOfTeapot } from './clouds.mjs';

const RADIANS_PER_SECOND = 0.35;
const NEAREST = 0.02; // of the radius of what is looked at
const FIRST_COUNT = 50000, CORNERS = 3;
const COUNTS = [10000, 50000, 100000, 300000].map((count) => [count, grouped(count)]);

/** Splats as they are in the picture, and their depths, which are the keys of the sort; splat i is texel i of each texture. */
class Prints {
    constructor(painter, { width, height }) {
        const { gl } = painter, make = (format) => painter.texture(format, width, height, gl.NEAREST);
        Object.assign(this, { gl, painter, width, height });
        this.depths = make(gl.R32F);
        this.places = make(gl.RGBA32F);
        this.lights = make(gl.RGBA32F);
        this.reaches = make(gl.RG32F);
        this.framebuffer = painter.framebuffer(this.depths, this.places, this.lights, this.reaches);
    }

    /** Projects all splats in one pass. */
    make(program, cloud, look, width, height) {
        const { gl, painter } = this, { view, pixelsPerUnit } = look, arrays = { target: gl.TEXTURE_2D_ARRAY };
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
        gl.viewport(0, 0, this.width, this.height);
        gl.disable(gl.DEPTH_TEST);
        program.use().textures({ u_shapes: cloud.shapes, u_colors: cloud.colors }, arrays).set({
            u_view: view, u_eye: eyeOf(view), u_focal: [pixelsPerUnit, pixelsPerUnit], u_picture: [width, height],
            u_near: NEAREST * cloud.radius, u_spread: 1,
        }).setUnsigned({ u_count: cloud.count, u_total: cloud.count, u_stride: 1 })
            .setIntegers({ u_degree: cloud.degree, u_channel: cloud.channelLayers });
        painter.drawSquare();
        painter.unbind(2, arrays.target);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    destroy() {
        this.gl.deleteFramebuffer(this.framebuffer);
        for (const texture of [this.depths, this.places, this.lights, this.reaches]) this.gl.deleteTexture(texture);
    }
}

// The inverse of a view, which is a rotation and a translation.
function eyeOf(view) {
    const away = view.slice(12, 15);
    return [0, 1, 2].map((k) => -dot(view.slice(4 * k, 4 * k + 3), away));
}

export class SplatsScene {
    static title = 'Splats';
    static help = 'Thousands of transparent Gaussians, drawn from the farthest to the nearest. The library sorts them by their exact depths in every frame, '
        + 'on the GPU. Drop a .ply of 3D Gaussian splatting, or a .splat.';
    static shaders = ['harmonics.glsl', 'project.frag.glsl', 'splat.vert.glsl', 'splat.frag.glsl', 'present_over.frag.glsl'].map((file) => `splats/${file}`);

    static async create(page) {
        return new SplatsScene(page);
    }

    constructor(page) {
        const { gl, library, painter, times } = page;
        Object.assign(this, { page, gl, library, painter, times, isSorted: true, isTurned: false, reading: 0 });
        this.projection = painter.program({
            vertex: ['common/square.vert.glsl'], fragment: ['splats/harmonics.glsl', 'splats/project.frag.glsl'], attributes: ['a_corner'],
        });
        this.splats = painter.program({ vertex: ['splats/splat.vert.glsl'], fragment: ['splats/splat.frag.glsl'] });
        this.over = painter.program({
            vertex: ['common/square.vert.glsl'], fragment: ['splats/present_over.frag.glsl'], attributes: ['a_corner'],
        });
        this.target = painter.target({ format: gl.RGBA16F, single: true }); // a Gaussian has no edges
        this.camera = new Camera();
        this.controls = this.makeControls();
        this.take(cloudOfTeapot(page, FIRST_COUNT));
    }

    makeControls() {
        this.number = {
            kind: 'choice', label: 'Splats', value: FIRST_COUNT, choices: COUNTS,
            change: (value) => this.show(Number(value)),
        };
        const sorted = { kind: 'check', label: 'Sorted', value: true, change: (isSorted) => {
            this.isSorted = sorted.value = isSorted;
            this.times.reset();
        } };
        const turned = { kind: 'check', label: 'Upside down', value: false, change: (isTurned) => (this.isTurned = turned.value = isTurned) };
        return [
            this.number, sorted, turned,
            { kind: 'file', label: 'File', accept: '.ply,.splat', take: (file) => this.page.take(file) },
        ];
    }

    // ---- what is shown ----

    /** About so many splats of the teapot. */
    show(count) {
        this.reading++;
        this.page.change(() => {
            this.take(cloudOfTeapot(this.page, count));
            Object.assign(this.number, { value: count, choices: COUNTS });
            this.page.file = null;
        });
    }

    /** Another file may be dropped, or a number be chosen, while one is read: the later one is shown. Answers whether this one is. */
    async drop(file) {
        const ticket = ++this.reading, cloud = await cloudOfFile(this.page, file);
        if (ticket !== this.reading) {
            cloud.destroy();
            return false;
        }
        this.take(cloud);
        Object.assign(this.number, { value: '', choices: [['', 'as in the file'], ...COUNTS] });
        return true;
    }

    /** Shows a cloud in the place of the last one, which stays where there is no memory for this one. */
    take(cloud) {
        const { gl, painter, library } = this, { width, height, isMesh } = cloud, isOther = this.cloud?.isMesh !== isMesh, shown = { cloud };
        try {
            shown.prints = new Prints(painter, cloud);
            shown.order = painter.texture(gl.R32UI, width, height, gl.NEAREST);
            shown.lists = library.lists({ capacity: width * height, operations: ['sort'] });
        } catch (error) {
            this.free(shown);
            throw error;
        }
        this.free(this);
        Object.assign(this, shown);
        if (isOther) this.goHome(isMesh);
        this.times.reset();
    }

    goHome(isMesh) {
        Object.assign(this.camera, new Camera({ azimuth: 0.45, elevation: isMesh ? 0.42 : 0.2 }));
        this.page.home = this.camera.copy();
    }

    free({ cloud, prints, lists, order = null }) {
        for (const owned of [cloud, prints, lists]) owned?.destroy();
        this.gl.deleteTexture(order);
    }

    // ---- frames ----

    // Files of splats have y down, as cameras' pictures have: half a turn about z makes it y up.
    get isYDown() {
        return this.cloud.isMesh === this.isTurned;
    }

    /** All of a mesh, however it turns; of what training has made the greater part, since its outermost splats lie far away. */
    look(seconds, width, height) {
        const { cloud, isYDown } = this, up = isYDown ? -1 : 1, camera = this.camera.copy();
        const target = cloud.isMesh ? cloud.low.map((low, k) => (low + cloud.high[k]) / 2) : cloud.middle;
        camera.target = [up * target[0], up * target[1], target[2]];
        camera.radius = cloud.radius;
        if (cloud.isMesh) camera.fitRings(cloud.rings.map((ring) => ({ ...ring, height: up * ring.height })), width, height);
        camera.azimuth += RADIANS_PER_SECOND * seconds;
        const look = camera.look(width, height);
        if (isYDown) look.view = look.view.map((value, k) => (k < 8 ? -value : value));
        return look;
    }

    frame({ seconds, width, height }) {
        const { times, painter, prints, cloud, lists } = this, { width: columns, height: rows } = prints;
        const look = this.look(seconds, width, height), size = { width: columns, height: rows };
        times.stage('keys', () => {
            painter.begin();
            prints.make(this.projection, cloud, look, width, height);
        });
        if (this.isSorted) {
            times.stage('sort', () => lists.sort({
                keys: { texture: prints.depths, ...size, format: 'R32F' },
                sortedValues: { texture: this.order, ...size, format: 'R32UI' }, descending: true, length: cloud.count,
            }));
        }
        times.stage('draw', () => {
            this.drawSplats(width, height);
            this.present(width, height);
            painter.end();
        });
        return true;
    }

    drawSplats(width, height) {
        const { gl, painter, prints, target } = this;
        target.resize(width, height);
        target.begin();
        target.clear([0, 0, 0, 0]);
        gl.disable(gl.DEPTH_TEST);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA); // premultiplied
        this.splats.use().textures({ u_places: prints.places, u_lights: prints.lights, u_reaches: prints.reaches, u_order: this.order })
            .set({ u_picture: [width, height] }).setIntegers({ u_is_sorted: this.isSorted, u_shift: Math.log2(prints.width) });
        gl.drawArrays(gl.TRIANGLES, 0, CORNERS * this.cloud.count);
        gl.disable(gl.BLEND);
        painter.unbind(4);
    }

    present(width, height) {
        const { gl, painter, over } = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(0, 0, width, height);
        over.use().textures({ u_splats: this.target.texture }).set({ u_background: [0, 0, 0] })
            .setIntegers({ u_is_plain: false, u_is_scaled: false });
        painter.drawSquare();
        painter.unbind(1);
    }

    facts() {
        const { count, degree, skipped } = this.cloud;
        const facts = [['splats', count], ['sorted keys', this.isSorted ? count : 0], ['degree of colors', degree]];
        return skipped ? [...facts, ['records that are no splats', skipped]] : facts;
    }

    destroy() {
        this.reading++;
        this.free(this);
        for (const owned of [this.projection, this.splats, this.over, this.target]) owned.destroy();
    }
}
