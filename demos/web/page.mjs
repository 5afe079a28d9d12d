// page.mjs - the page: the demos of C in a canvas, one at a time, and their settings, facts and keys as elements of HTML.
// SPDX-License-Identifier: MIT
import { listen, listenForFiles } from './input.mjs';
import { isSmall, Panel } from './panel.mjs';

// Each is a program of its own, which is loaded when it is shown first.
export const DEMOS = {
    dicer: { title: 'Dicer', help: 'A mesh is voxelized by a slice of bits, and becomes a list of points, in every frame.' },
    heartbreaker: { title: 'HeartBreaker', help: 'A mesh becomes particles. Click it.', files: ['heart.ply', 'torus.ply', 'die.obj', 'die.mtl', 'die.png'] },
    isosurface: { title: 'Isosurface', help: 'The surface where a field has the value of the slider, made anew whenever that moves.' },
    quadtree: { title: 'Quadtree', help: 'An image in as few squares as show it.' },
    features: { title: 'Features', help: 'Corners, lines or blobs of an image.' },
    flowseeds: { title: 'Flowseeds', help: 'Where a flow stands still, and how it runs around there.' },
    sparsify: { title: 'Sparsify', help: 'A matrix without what is nearly zero, as a list.' },
    reconstruct: { title: 'Reconstruct', help: 'A closed surface from points with normals.' },
    sculpt: { title: 'Sculpt', help: 'Points that you edit, and their surface, which follows. Choose what a drag does.' },
    splats: { title: 'Splats', help: '3D Gaussian splats, sorted for every picture.' },
};
const LARGEST_RATIO = 2;   // of pixels to those of CSS: more are not seen, but take time
const PERIOD = 200;        // milliseconds between two looks at the facts
const NOTCH = Math.log(1.1); // of a wheel, as cameras have it; images zoom by 1.15
const KEY = { ArrowUp: 1, ArrowDown: 2, ArrowLeft: 3, ArrowRight: 4 };
const say = (text) => (document.querySelector('#message').textContent = text);

/** A demo that runs. */
class Demo {
    static async start(name, page) {
        const { default: create } = await import(`./${name}/demo.mjs`);
        const demo = new Demo(), words = [];
        demo.canvas = page.canvas;
        const [module, ...files] = await Promise.all([
            create({
                noInitialRun: true,
                print: () => {},
                stderr: (code) => code && words.push(code), // which is no terminal then, and shows no progress
                onEnd: (error) => page.end(demo, error),
            }),
            ...(DEMOS[name].files ?? []).map(async (file) => [file, new Uint8Array(await (await fetch(`assets/${file}`)).arrayBuffer())]),
        ]);
        Object.assign(demo, { name, module });
        module.FS.mkdir('/assets');
        for (const [file, bytes] of files) module.FS.writeFile(`/assets/${file}`, bytes);
        demo.words = words;
        return demo;
    }

    /** Returns what is wrong, or ''. */
    run(size) {
        this.module.callMain(['--pixels', `${size.width}x${size.height}`]);
        if (this.tell()) return '';
        const text = new TextDecoder().decode(new Uint8Array(this.words)).trim();
        return text.split('\n').at(-1).replace(`${this.name}: `, '');
    }

    call(name, ...values) {
        return this.module[`_${name}`](...values);
    }

    tell() {
        if (!this.call('web_tell')) return null;
        return JSON.parse(this.module.FS.readFile('/tell.json', { encoding: 'utf8' }));
    }

    drop(file, bytes) {
        const [, size, type] = /_(\d+x\d+x\d+)_(\w+)\.raw$/.exec(file) ?? []; // as head_256x256x128_uint8.raw
        this.module.FS.writeFile(file, bytes);
        this.module.ccall('web_drop', null, ['string'], [size ? `${file}:${size}:${type}` : file]);
    }

    /** Its memory on the GPU is free then, and not when somebody collects garbage. */
    end() {
        this.call('web_stop');
        this.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    }
}

class Page {
    constructor() {
        this.panel = new Panel(document);
        this.opening = 0; // counts demos that were asked for: of two that load at a time the later one is shown
        this.isPaused = new URLSearchParams(location.search).has('paused') || matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.told = null;
    }

    nameOfDemo() {
        const name = location.hash.slice(1);
        return Object.hasOwn(DEMOS, name) ? name : Object.keys(DEMOS)[0];
    }

    /** A demo has a canvas of its own, since a canvas keeps its context as long as it lives. */
    renewCanvas() {
        const old = document.querySelector('#picture');
        this.canvas = old.cloneNode(false);
        old.replaceWith(this.canvas);
        listen(this.canvas, this);
        this.observer?.disconnect();
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(this.canvas);
        this.listenForLoss(this.canvas);
    }

    /** A demo whose context is lost begins anew, with the file that it showed. */
    listenForLoss(canvas) {
        canvas.addEventListener('webglcontextlost', (event) => {
            if (canvas !== this.canvas || !this.demo) return; // which was ended
            event.preventDefault(); // or it would not come back
            this.demo.call('web_stop');
            this.demo = null;
            clearInterval(this.timer);
            say('The GPU is lost. The page goes on when it is back.');
        });
        canvas.addEventListener('webglcontextrestored', async () => {
            const { file } = this;
            await this.open(this.nameOfDemo());
            if (file) await this.take(file);
        });
    }

    async open(name) {
        const ticket = ++this.opening;
        clearInterval(this.timer);
        const last = this.demo;
        this.demo = this.told = this.file = null;
        last?.end();
        this.renewCanvas();
        this.panel.setControls([]);
        this.panel.tell({ facts: [], keys: [] });
        for (const link of document.querySelectorAll('#scenes a')) {
            if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
            else link.removeAttribute('aria-current');
        }
        document.querySelector('#title').textContent = DEMOS[name].title;
        document.querySelector('#help').textContent = DEMOS[name].help;
        say('Loading …');
        const demo = await Demo.start(name, this).catch((error) => error);
        if (ticket !== this.opening) return;
        if (demo instanceof Error) {
            say(`The demo cannot be loaded: ${demo.message}`);
            return;
        }
        const error = demo.run(this.fit());
        say(error);
        if (error) return;
        this.demo = demo;
        this.resize();
        if (this.isPaused) demo.call('web_pause', true);
        this.timer = setInterval(() => this.refresh(), PERIOD);
        this.refresh();
    }

    /** A demo has ended by itself. */
    end(demo, error) {
        if (demo !== this.demo) return;
        clearInterval(this.timer);
        this.demo = null;
        say(error);
    }

    // ---- the panel ----

    refresh() {
        const told = this.demo?.tell();
        if (!told) return;
        const isFirst = !this.told;
        this.told = told;
        if (isFirst) this.panel.setControls(this.controls()); // a demo has the same settings as long as it runs
        else this.panel.refresh();
        this.panel.tell(told);
        say(told.message || told.oddity);
    }

    /** What a setting is now. */
    setting(index) {
        return this.told.settings.find((setting) => setting.index === index);
    }

    controls() {
        const page = this, { demo } = this;
        const change = (act) => {
            act();
            requestAnimationFrame(() => this.refresh());
        };
        const controls = this.told.settings.map(({ index, label, kind, choices, key, low }) => ({
            label, key,
            kind: kind !== 'number' ? kind : low === undefined ? 'steps' : 'range',
            choices,
            get value() { return page.setting(index).value; },
            get text() { return page.setting(index).text; },
            get low() { return page.setting(index).low; },
            get high() { return page.setting(index).high; },
            get step() { return page.setting(index).step; },
            put: (value) => change(() => demo.call('web_put', index, value)),
            move: (direction) => change(() => demo.call('web_step', index, direction)),
        }));
        return [
            ...controls,
            { kind: 'flag', label: 'paused', get value() { return Number(!page.told.moves); }, put: (value) => this.pause(value) },
            { kind: 'file', label: `open ${this.told.dropped}`, take: (file) => this.take(file) },
            { kind: 'button', label: 'save a picture', key: 'S', press: () => this.save() },
        ];
    }

    pause(isPaused) {
        this.demo?.call('web_pause', isPaused);
        this.refresh();
    }

    save() {
        const { demo } = this, path = `/${demo.name}.png`;
        demo.call('web_key', 'S'.charCodeAt(0));
        const look = () => {
            if (demo !== this.demo) return;
            if (!demo.module.FS.analyzePath(path).exists) return setTimeout(look, PERIOD);
            const url = URL.createObjectURL(new Blob([demo.module.FS.readFile(path)], { type: 'image/png' }));
            demo.module.FS.unlink(path);
            Object.assign(document.createElement('a'), { href: url, download: `${demo.name}.png` }).click();
            URL.revokeObjectURL(url);
        };
        look();
    }

    async take(file) {
        const { demo } = this;
        if (!demo) return say('The demo is still loading. Drop the file again when it is there.');
        say(`Reading ${file.name} …`);
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (demo !== this.demo) return;
        this.file = file;
        demo.drop(file.name, bytes);
    }

    // ---- the user; places are those of CSS in the canvas, from its upper left corner ----

    fit() {
        const { canvas } = this, ratio = Math.min(devicePixelRatio, LARGEST_RATIO);
        const width = Math.max(Math.round(canvas.clientWidth * ratio), 16), height = Math.max(Math.round(canvas.clientHeight * ratio), 16);
        return { width, height, ratio: width / Math.max(canvas.clientWidth, 1) };
    }

    resize() {
        const { width, height, ratio } = this.fit();
        if (this.demo && (this.canvas.width !== width || this.canvas.height !== height)) this.demo.call('web_resize', width, height, ratio);
    }

    place(x, y) {
        const ratio = this.canvas.width / this.canvas.clientWidth;
        return [x * ratio, this.canvas.height - y * ratio];
    }

    press(x, y) {
        this.demo?.call('web_press', ...this.place(x, y));
    }

    release() {
        this.demo?.call('web_release');
    }

    drag(x, y, right, down) {
        this.demo?.call('web_drag', ...this.place(x, y), right, -down);
    }

    hover(x, y) {
        this.demo?.call('web_hover', ...this.place(x, y));
    }

    zoom(factor) {
        this.demo?.call('web_wheel', Math.log(factor) / NOTCH);
    }

    tap(x, y) {
        this.demo?.call('web_click', ...this.place(x, y));
    }

    /** Returns whether it is a key of the demo. */
    key(name) {
        const { demo } = this, code = KEY[name] ?? (name.length === 1 ? name.toUpperCase().charCodeAt(0) : 0);
        if (!demo || !code || name === 'h' || name === 'H') return false;
        if (name === 's' || name === 'S') this.save();
        else demo.call('web_key', code);
        requestAnimationFrame(() => this.refresh());
        return true;
    }

    start() {
        const links = Object.entries(DEMOS).map(([name, { title }]) => Object.assign(document.createElement('a'), { href: `#${name}`, textContent: title }));
        document.querySelector('#scenes').replaceChildren(...links);
        addEventListener('hashchange', () => this.open(this.nameOfDemo()));
        listenForFiles(document.body, (file) => this.take(file), (isOver) => (document.querySelector('#drop').hidden = !isOver));
        document.querySelector('#controls').addEventListener('submit', (event) => event.preventDefault());
        if (isSmall()) document.querySelector('#panel').open = false;
        return this.open(this.nameOfDemo());
    }
}

const page = new Page();
window.page = page; // so that tests, and whoever opens the console, can talk to it
page.ready = page.start().catch((error) => {
    say(error.message);
    console.error(error);
});
