// page.mjs - the page: a WebGL 2 context, the library on it, and one scene at a time.  SPDX-License-Identifier: MIT
//
// A scene is a class with
//
//   static title, help           words for the panel
//   static shaders               files that it needs, as 'dicer/mesh.vert.glsl'
//   static create(page)          a promise of one. It works with page.gl, .library, .painter, .models and .times, and may call
//                                page.change(work), .take(file), .fail(error), .redraw() and .panel.refresh()
//   camera                       what the mouse turns
//   controls                     see panel.mjs
//   frame({ seconds, width, height })   draws into the canvas; returns whether something moves by itself
//   facts()                      [name, count or text] for the panel
//   captions(width, height)      if pictures have some: { x, y, width, title, detail } in pixels from the lower left corner
//   tap(x, y, width, height)     if it does something: pixels from the lower left corner
//   drop(file)                   if it takes files: a promise
//   destroy()
import { Histopyramid, HistopyramidError } from './library/histopyramid.mjs';
import { mistake } from './files/mistake.mjs';
import { listen, listenForFiles } from './input.mjs';
import { Models } from './models/models.mjs';
import { Painter } from './painter.mjs';
import { Panel } from './panel.mjs';
import { Times } from './times.mjs';
import { DicerScene } from './dicer/scene.mjs';
import { HeartbreakerScene } from './heartbreaker/scene.mjs';
import { IsosurfaceScene } from './isosurface/scene.mjs';
import { SplatsScene } from './splats/scene.mjs';

const SCENES = {
    dicer: DicerScene,
    heartbreaker: HeartbreakerScene,
    isosurface: IsosurfaceScene,
    splats: SplatsScene,
};
const COMMON_SHADERS = [
    'background.frag.glsl', 'light.glsl', 'polish.glsl', 'prelude.glsl', 'present.frag.glsl', 'screen.glsl', 'shade.glsl', 'square.vert.glsl',
].map((file) => `common/${file}`);
const LARGEST_RATIO = 2; // of pixels to those of CSS: more are not seen, but take time

class Page {
    constructor() {
        this.canvas = document.querySelector('#picture');
        this.panel = new Panel(document);
        this.opening = 0; // counts scenes that were asked for: of two that load at a time the later one is shown
        this.isPaused = new URLSearchParams(location.search).has('paused');
        this.seconds = 0;
    }

    // ---- the context ----

    /** The one sentence that says why there will be no picture, or null. */
    openContext() {
        this.gl = this.canvas.getContext('webgl2', { alpha: false, antialias: false, powerPreference: 'high-performance' });
        if (!this.gl) return 'This page needs WebGL 2, which this browser does not have, or has turned off.';
        if (!this.gl.getExtension('EXT_color_buffer_float'))
            return 'This page draws into textures of floats, for which the WebGL extension EXT_color_buffer_float is missing here.';
        this.gl.getExtension('OES_texture_float_linear');
        return null;
    }

    async start() {
        const missing = this.openContext();
        if (missing) {
            document.querySelector('#panel').hidden = true;
            this.say(missing);
            return;
        }
        this.canvas.addEventListener('webglcontextlost', (event) => {
            event.preventDefault(); // or it would not come back
            this.stop();
            this.say('The GPU is lost. The page goes on when it is back.');
        });
        this.canvas.addEventListener('webglcontextrestored', () => this.prepare());
        this.models = await Models.create();
        this.listen();
        await this.prepare();
    }

    /** All that lies in the context, and the scene of the address. */
    async prepare() {
        try {
            this.gl.getExtension('EXT_color_buffer_float');
            this.gl.getExtension('OES_texture_float_linear');
            const shaders = Object.values(SCENES).flatMap((scene) => scene.shaders);
            this.painter = await Painter.create(this.gl, [...new Set([...COMMON_SHADERS, ...shaders])]);
            this.times = new Times(this.gl);
            this.library = await Histopyramid.create(this.gl);
            const { file } = this;
            await this.open(this.nameOfScene());
            if (file) await this.take(file); // the context was lost
        } catch (error) {
            this.fail(error);
        }
    }

    /** Nothing of the context is there any more, but for memory. */
    stop() {
        cancelAnimationFrame(this.request);
        this.request = 0;
        this.opening++;
        this.scene?.destroy(); // what it has in memory
        this.scene = null;
        this.library?.destroy();
        this.library = null;
    }

    // ---- scenes ----

    nameOfScene() {
        const name = location.hash.slice(1);
        return SCENES[name] ? name : Object.keys(SCENES)[0];
    }

    async open(name) {
        const ticket = ++this.opening, Scene = SCENES[name];
        this.scene?.destroy();
        this.scene = this.file = null;
        this.say('');
        for (const link of document.querySelectorAll('#scenes a')) {
            if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
            else link.removeAttribute('aria-current');
        }
        document.querySelector('#title').textContent = Scene.title;
        document.querySelector('#help').textContent = Scene.help;
        const scene = await Scene.create(this);
        if (ticket !== this.opening) {
            scene.destroy();
            return;
        }
        this.scene = scene;
        this.home = scene.camera.copy();
        this.seconds = 0;
        this.times.reset();
        this.panel.setControls(scene.controls);
        this.redraw();
    }

    // ---- frames ----

    /** Draws again with the next picture of the screen. */
    redraw() {
        this.request ||= requestAnimationFrame((now) => this.step(now));
    }

    step(now) {
        this.request = 0;
        if (!this.scene || !this.library) return;
        const passed = Math.min((now - (this.last ?? now)) / 1000, 0.1); // a hidden tab makes no frames, and its clock stands still
        this.last = now;
        if (!this.isPaused) this.seconds += passed;
        const moves = this.draw();
        if (moves && !this.isPaused) this.redraw();
        else this.last = undefined;
    }

    /** One frame, now. */
    draw() {
        const { canvas, scene, times } = this;
        if (!scene) return false;
        this.fitCanvas();
        try {
            const moves = scene.frame({ seconds: this.seconds, width: canvas.width, height: canvas.height });
            this.panel.tell(scene.facts(), times.list());
            this.panel.caption(scene.captions?.(canvas.width, canvas.height) ?? [], canvas);
            this.frames = (this.frames ?? 0) + 1;
            return moves;
        } catch (error) {
            if (!this.gl.isContextLost()) this.fail(error);
            return false;
        }
    }

    fitCanvas() {
        const { canvas } = this, ratio = Math.min(devicePixelRatio, LARGEST_RATIO);
        const width = Math.max(Math.round(canvas.clientWidth * ratio), 1), height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
    }

    /** A picture of one moment, which stays: for tests and for prints. */
    still(seconds) {
        this.isPaused = true;
        this.seconds = seconds;
        return this.draw();
    }

    // ---- words ----

    say(text) {
        const message = document.querySelector('#message');
        message.textContent = text;
        message.hidden = text === '';
    }

    /** Tells of a mistake of a file's or of this machine's, in the library's one line; anything else is a fault of the page. */
    fail(error) {
        if (this.gl?.isContextLost()) return; // which has been told, and makes all else fail
        this.say(error.message.split('\n')[0]);
        if (!(error instanceof HistopyramidError || error.isExpected)) console.error(error);
    }

    async take(file) {
        const { scene } = this;
        if (!scene) return;
        try {
            if (!scene.drop) throw mistake('This scene takes no files.');
            await scene.drop(file);
            if (scene !== this.scene) return; // the user went on while it was read
            this.file = file;
            this.home = scene.camera.copy();
            this.say('');
            this.panel.refresh();
        } catch (error) {
            this.fail(error);
        }
        this.redraw();
    }

    /** Does what a control asks for. If it cannot be done, that is told, and the controls show what still is. */
    change(work) {
        try {
            work();
            this.say('');
        } catch (error) {
            this.fail(error);
        }
        this.panel.refresh();
        this.redraw();
    }

    // ---- the user ----

    turn(right, down) {
        this.scene?.camera.orbit(right, down);
        this.redraw();
    }

    zoom(factor) {
        this.scene?.camera.zoomBy(factor);
        this.redraw();
    }

    tap(x, y) {
        const { canvas, scene } = this, ratio = canvas.width / canvas.clientWidth;
        scene?.tap?.(x * ratio, canvas.height - y * ratio, canvas.width, canvas.height);
        this.redraw();
    }

    pause() {
        this.isPaused = !this.isPaused;
        this.redraw();
    }

    goHome() {
        Object.assign(this.scene?.camera ?? {}, this.home?.copy());
        this.redraw();
    }

    listen() {
        const links = Object.entries(SCENES).map(([name, { title }]) => Object.assign(document.createElement('a'), { href: `#${name}`, textContent: title }));
        document.querySelector('#scenes').replaceChildren(...links);
        addEventListener('hashchange', () => this.library && this.open(this.nameOfScene()).catch((error) => this.fail(error)));
        listen(this.canvas, {
            turn: (right, down) => this.turn(right, down),
            zoom: (factor) => this.zoom(factor),
            tap: (x, y) => this.tap(x, y),
            pause: () => this.pause(),
            home: () => this.goHome(),
        });
        listenForFiles(document.body, (file) => this.take(file), (isOver) => (document.querySelector('#drop').hidden = !isOver));
        document.querySelector('#controls').addEventListener('submit', (event) => event.preventDefault());
        document.querySelector('#controls').addEventListener('input', () => this.redraw());
        document.querySelector('#controls').addEventListener('click', () => this.redraw());
        new ResizeObserver(() => this.redraw()).observe(this.canvas);
        if (innerWidth <= 600) document.querySelector('#panel').open = false;
    }
}

const page = new Page();
window.page = page; // so that tests, and whoever opens the console, can talk to it
page.ready = page.start().catch((error) => page.fail(error));
