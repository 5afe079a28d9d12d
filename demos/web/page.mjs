// page.mjs - the page: a WebGL 2 context, the library on it, and one scene at a time.  SPDX-License-Identifier: MIT
//
// A scene is a class with
//
//   static title, help           words for the panel
//   static shaders               files that it needs, as 'dicer/mesh.vert.glsl'
//   static create(page)          a promise of one. It works with page.gl, .library, .painter, .models and .times, and may call
//                                page.change(work), .take(file), .fail(error), .redraw() and .panel.refresh(). It sets page.file to null
//                                if the user chooses something else than the file, and page.home to what the key Home shows.
//   camera                       what the mouse turns
//   controls                     see panel.mjs
//   frame({ seconds, width, height })   draws into the canvas; returns whether something moves by itself
//   facts()                      [name, count or text] for the panel
//   captions(width, height)      if pictures have some: { x, y, width, title, detail } in pixels from the lower left corner
//   tap(x, y, width, height)     if it does something: pixels from the lower left corner
//   drop(file)                   if it takes files: a promise of whether it is shown, and not one that was chosen later
//   destroy()
import { Histopyramid, HistopyramidError } from './library/histopyramid.mjs';
import { mistake } from './files/mistake.mjs';
import { listen, listenForFiles } from './input.mjs';
import { Models } from './models/models.mjs';
import { Painter } from './painter.mjs';
import { isSmall, Panel } from './panel.mjs';
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
        this.preparing = 0; // counts contexts that came and went: what is made for an earlier one is dropped
        this.opening = 0;   // counts scenes that were asked for: of two that load at a time the later one is shown
        this.isPaused = new URLSearchParams(location.search).has('paused') || matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.seconds = 0;
        this.frames = 0;
        this.file = null; // that the scene shows
    }

    // ---- the context ----

    /** The one sentence that says why there will be no picture, or null. */
    openContext() {
        this.gl = this.canvas.getContext('webgl2', { alpha: false, antialias: false, powerPreference: 'high-performance' });
        if (!this.gl) return 'This page needs WebGL 2, which this browser does not have, or has turned off.';
        if (!this.enableExtensions())
            return 'This page draws into textures of floats, for which the WebGL extension EXT_color_buffer_float is missing here.';
        return null;
    }

    /** Whether what is needed is there. A context that was lost has forgotten them. */
    enableExtensions() {
        this.gl.getExtension('OES_texture_float_linear');
        return this.gl.getExtension('EXT_color_buffer_float') !== null;
    }

    async start() {
        const missing = this.openContext();
        if (missing) {
            document.querySelector('#panel').hidden = true;
            this.say(missing);
            return;
        }
        this.models = await Models.create();
        this.canvas.addEventListener('webglcontextlost', (event) => {
            event.preventDefault(); // or it would not come back
            this.stop();
            this.say('The GPU is lost. The page goes on when it is back.');
        });
        this.canvas.addEventListener('webglcontextrestored', () => this.prepare());
        this.listen();
        await this.prepare();
    }

    /** All that lies in the context, and the scene of the address with the file that it showed. */
    async prepare() {
        const ticket = ++this.preparing, isStale = () => ticket !== this.preparing;
        try {
            this.enableExtensions();
            const shaders = Object.values(SCENES).flatMap((scene) => scene.shaders);
            const painter = await Painter.create(this.gl, [...new Set([...COMMON_SHADERS, ...shaders])]);
            if (isStale()) return;
            const library = await Histopyramid.create(this.gl);
            if (isStale()) {
                library.destroy();
                return;
            }
            Object.assign(this, { painter, library, times: new Times(this.gl) });
            await this.open(this.nameOfScene());
            if (this.file && !isStale()) await this.take(this.file);
        } catch (error) {
            if (!isStale()) this.fail(error);
        }
    }

    /** Nothing of the context is there any more, but for memory. */
    stop() {
        this.preparing++;
        this.opening++;
        this.close();
        this.library?.destroy();
        this.library = null;
    }

    // ---- scenes ----

    nameOfScene() {
        const name = location.hash.slice(1);
        return Object.hasOwn(SCENES, name) ? name : Object.keys(SCENES)[0];
    }

    /** No scene, and none of its words. */
    close() {
        cancelAnimationFrame(this.request);
        this.request = 0;
        this.scene?.destroy();
        this.scene = null;
        this.panel.setControls([]);
        this.panel.tell([], []);
        this.panel.caption([], this.canvas);
    }

    async open(name) {
        const ticket = ++this.opening, Scene = SCENES[name];
        this.close();
        this.clear();
        this.say('');
        for (const link of document.querySelectorAll('#scenes a')) {
            if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
            else link.removeAttribute('aria-current');
        }
        document.querySelector('#title').textContent = Scene.title;
        document.querySelector('#help').textContent = Scene.help;
        try {
            const scene = await Scene.create(this);
            if (ticket === this.opening) this.show(scene);
            else scene.destroy();
        } catch (error) {
            if (ticket === this.opening) this.fail(error);
        }
    }

    show(scene) {
        const page = this;
        this.scene = scene;
        this.home = scene.camera.copy();
        this.seconds = 0;
        this.times.reset();
        this.panel.setControls([
            ...scene.controls,
            { kind: 'check', label: 'Paused', get value() { return page.isPaused; }, change: (isPaused) => this.pause(isPaused) },
        ]);
        this.redraw();
    }

    /** Instead of the last scene's picture. */
    clear() {
        const { gl } = this;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.clearColor(0.043, 0.048, 0.060, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
    }

    // ---- frames ----

    /** Draws again with the next picture of the screen. */
    redraw() {
        this.request ||= requestAnimationFrame((now) => this.step(now));
    }

    step(now) {
        this.request = 0;
        const passed = Math.min((now - (this.last ?? now)) / 1000, 0.1); // a hidden tab makes no frames, and its clock stands still
        this.last = now;
        if (!this.isPaused) this.seconds += passed;
        const moves = this.draw();
        if (moves && !this.isPaused) this.redraw();
        else this.last = undefined;
    }

    /** One frame, now. Returns whether something moves by itself. */
    draw() {
        const { canvas, scene, times } = this;
        if (!scene) return false;
        this.fitCanvas();
        try {
            const moves = scene.frame({ seconds: this.seconds, width: canvas.width, height: canvas.height });
            this.panel.tell(scene.facts(), times.list());
            this.panel.caption(scene.captions?.(canvas.width, canvas.height) ?? [], canvas);
            this.frames++;
            if (this.hasFailed) this.say('');
            this.hasFailed = false;
            return moves;
        } catch (error) {
            this.fail(error);
            this.hasFailed = true;
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
        document.querySelector('#message').textContent = text;
    }

    /** Tells of a mistake of a file's or of this machine's, in the library's one line; anything else is a fault of the page. */
    fail(error) {
        if (this.gl?.isContextLost()) return; // which has been told, and makes all else fail
        this.say(error.message.split('\n')[0]);
        if (!(error instanceof HistopyramidError || error.isExpected)) console.error(error);
    }

    /** Gives a file to the scene. */
    async take(file) {
        const { scene } = this;
        if (!scene) {
            if (this.library) this.say('The scene is still loading. Drop the file again when it is there.');
            return;
        }
        try {
            if (!scene.drop) throw mistake('This scene takes no files.');
            this.say(`Reading ${file.name} …`);
            const isShown = await scene.drop(file);
            if (scene !== this.scene || !isShown) return; // the user went on while it was read
            this.file = file;
            this.say('');
        } catch (error) {
            if (scene === this.scene) this.fail(error);
        }
        if (scene === this.scene) this.panel.refresh();
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
        if (scene?.tap) this.pause(false); // or what it sets going would not be seen
        scene?.tap?.(x * ratio, canvas.height - y * ratio, canvas.width, canvas.height);
        this.redraw();
    }

    pause(isPaused) {
        this.isPaused = isPaused;
        this.panel.refresh();
        this.redraw();
    }

    goHome() {
        Object.assign(this.scene?.camera ?? {}, this.home?.copy());
        this.redraw();
    }

    listen() {
        const links = Object.entries(SCENES).map(([name, { title }]) => Object.assign(document.createElement('a'), { href: `#${name}`, textContent: title }));
        document.querySelector('#scenes').replaceChildren(...links);
        addEventListener('hashchange', () => {
            this.file = null;
            if (this.library) this.open(this.nameOfScene());
        });
        listen(this.canvas, {
            turn: (right, down) => this.turn(right, down),
            zoom: (factor) => this.zoom(factor),
            tap: (x, y) => this.tap(x, y),
            pause: () => this.pause(!this.isPaused),
            home: () => this.goHome(),
        });
        listenForFiles(document.body, (file) => this.take(file), (isOver) => (document.querySelector('#drop').hidden = !(isOver && this.scene?.drop)));
        const controls = document.querySelector('#controls');
        controls.addEventListener('submit', (event) => event.preventDefault());
        for (const type of ['input', 'click']) controls.addEventListener(type, () => this.redraw());
        new ResizeObserver(() => this.redraw()).observe(this.canvas);
        this.listenForRatio();
        if (isSmall()) document.querySelector('#panel').open = false;
    }

    /** Draws again when the window comes to a screen with other pixels. */
    listenForRatio() {
        matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
            this.redraw();
            this.listenForRatio();
        }, { once: true });
    }
}

const page = new Page();
window.page = page; // so that tests, and whoever opens the console, can talk to it
page.ready = page.start().catch((error) => page.fail(error));
