// visitor.mjs - opens the demos' page in a browser and does what people do.  SPDX-License-Identifier: MIT
import { withPage } from '../browser.mjs';
import { countObjects } from '../objects.mjs';
import { expect } from '../webgl.mjs';

/** The page at work. */
class Visitor {
    constructor(page, messages, address) {
        Object.assign(this, { page, messages, address });
    }

    /** Shows a demo, ready, whose picture is `width` x `height` pixels large: the canvas lies over all else. It does not move unless it
     *  `plays`. */
    async open(demo, { width = 480, height = 360, plays = false } = {}) {
        await this.page.setViewportSize({ width: Math.max(width, 700), height: Math.max(height, 400) });
        await this.page.goto('about:blank'); // or another demo's address would not load anew
        await this.page.goto(`${this.address}/page/index.html${plays ? '' : '?paused'}#${demo}`);
        await this.ready();
        await this.size(width, height);
        await this.settled();
    }

    async size(width, height) {
        await this.page.evaluate(([width, height]) => {
            Object.assign(document.querySelector('#view').style, { position: 'fixed', left: 0, top: 0, width: `${width}px`, height: `${height}px`, zIndex: 9 });
        }, [width, height]);
        await this.until(([width, height]) => window.page.canvas.clientWidth === width && window.page.canvas.clientHeight === height, [width, height]);
    }

    async ready() {
        await this.until(() => window.page?.ready);
        await this.page.evaluate(() => window.page.ready);
        await this.until(() => window.page.told || window.page.canvas === undefined);
    }

    /** Waits until `condition`, a function of the page, is true. Throws as soon as the page has an error: nothing will become true then. */
    async until(condition, argument = null, milliseconds = 60000) {
        const waits = this.page.waitForFunction(condition, argument, { timeout: milliseconds, polling: 20 });
        let timer;
        const fails = new Promise((_, reject) => {
            timer = setInterval(() => this.messages.some((text) => /^(error|exception):/.test(text)) && reject(new Error('the page has an error')), 100);
        });
        waits.catch(() => {}); // it may end after `fails`
        await Promise.race([waits, fails]).finally(() => clearInterval(timer));
    }

    run(script, argument) {
        return this.page.evaluate(script, argument);
    }

    /** Waits for the second frame from now on, and tells what the panel shows then. */
    settled() {
        return this.run(async () => {
            for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
            window.page.refresh();
            return window.page.told;
        });
    }

    /** The value of a fact in the panel, of a count its digits alone. */
    async fact(name) {
        const { facts } = await this.settled();
        return facts.find(([key]) => key === name)?.[1].replace(/(?<=\d)\D(?=\d{3})/gu, '');
    }

    message() {
        return this.run(() => document.querySelector('#message').textContent);
    }

    /** The picture, as a PNG in memory. A canvas has one only until the browser shows it, so it is drawn again before that. */
    async picture() {
        await this.settled();
        const drawn = await this.run(() => {
            const { demo, canvas } = window.page;
            demo.call('web_resize', canvas.width, canvas.height, 1);
            return new Promise((resolve) => requestAnimationFrame(() => resolve(canvas.toDataURL())));
        });
        return Buffer.from(drawn.split(',')[1], 'base64');
    }

    /** Throws unless the picture is another one after an act. */
    async expectChange(what, act) {
        const before = await this.picture();
        await act();
        const after = await this.picture();
        expect(!before.equals(after), `${what} changes nothing`);
    }

    /** Drops a file of these bytes anywhere on the page. */
    async drop(name, bytes) {
        await this.run(async ([name, text]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
            for (const type of ['dragenter', 'dragover', 'drop'])
                document.querySelector('#panel').dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }, [name, Buffer.from(bytes).toString('base64')]);
    }

    /** Memory that the page holds: kilobytes of JavaScript after what is garbage is gone, kilobytes of WebAssembly, objects of WebGL. */
    async memory() {
        const client = this.client ??= await this.page.context().newCDPSession(this.page);
        await client.send('HeapProfiler.collectGarbage');
        const { usedSize } = await client.send('Runtime.getHeapUsage');
        const [wasm, objects] = await this.run(() => {
            const objects = Object.values(window.objects.living).reduce((sum, count) => sum + count);
            return [window.page.demo.module.HEAPU8.length / 1024, objects];
        });
        return { script: usedSize / 1024, wasm, objects };
    }

    /** Touches as a phone reports them: lists of [x, y], one list a moment; an empty one lifts all fingers. */
    async touch(moments) {
        const client = await this.page.context().newCDPSession(this.page);
        let type = 'touchStart';
        for (const points of moments) {
            if (points.length === 0) type = 'touchEnd';
            await client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
            type = 'touchMove';
        }
    }
}

/** Serves `folders`, calls use(visitor) in a new page of a browser, and ends both. `before`: a script that runs in the page before its own. */
export function visit(browser, folders, use, before = () => {}) {
    const count = `() => { window.objects = (${countObjects})(); (${before})(); }`;
    return withPage(browser, folders, (page, messages, address) => use(new Visitor(page, messages, address)), count);
}
