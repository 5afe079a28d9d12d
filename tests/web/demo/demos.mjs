// demos.mjs - what holds for each demo of the page: pictures, counts, files, input, sizes, lost contexts, memory.  SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '../webgl.mjs';

const SIZE = { width: 480, height: 360 };
const asset = (name) => readFileSync(join(process.argv[process.argv.indexOf('--page') + 1], 'assets', name)); // the page has them

/** A volume of seeded waves, as a scanner would write it; of `parts` numbers a sample. */
function volumeFile([width, height, depth], parts = 1) {
    const samples = Buffer.alloc(4 * parts * width * height * depth);
    for (let i = 0; i < parts * width * height * depth; i++) {
        const sample = Math.floor(i / parts), x = sample % width, y = Math.floor(sample / width) % height, z = Math.floor(sample / width / height);
        const flow = [x, y, z][i % parts] - 9.4; // away from one point
        samples.writeFloatLE(parts > 1 ? flow : Math.sin(0.31 * x + i % parts) * Math.cos(0.23 * y + 0.17 * z) + 0.01 * ((x * 7 + y * 13 + z * 5) % 11), 4 * i);
    }
    const sizes = parts > 1 ? `dimension: 4\nsizes: ${parts} ${width} ${height} ${depth}` : `dimension: 3\nsizes: ${width} ${height} ${depth}\nspacings: 0.7 0.7 1.25`;
    return Buffer.concat([Buffer.from(`NRRD0004\ntype: float\n${sizes}\nencoding: gzip\nendian: little\n\n`), gzipSync(samples)]);
}

/** 400 points of a sphere and their normals. */
function pointsFile() {
    const lines = [];
    for (let i = 0; i < 400; i++) {
        const z = 1 - (2 * i + 1) / 400, r = Math.sqrt(1 - z * z), angle = 2.399963 * i;
        const at = [r * Math.cos(angle), r * Math.sin(angle), z].map((value) => value.toFixed(6)).join(' ');
        lines.push(`${at} ${at}`);
    }
    return Buffer.from(`${lines.join('\n')}\n`);
}

function matrixFile() {
    const lines = [];
    for (let i = 1; i <= 40; i++) lines.push(`${i} ${1 + (i * 7) % 40} ${i / 4}`);
    return Buffer.from(`%%MatrixMarket matrix coordinate real general\n40 40 40\n${lines.join('\n')}\n`);
}

/** For each demo: `fact`, a count of the panel, which the native demo's JSON has as `member`; `part`, how much of what a blank picture would differ
 *  the page's may differ from the native one; a file that may be dropped. `keepsView`: key R makes other
 *  voxels than a picture has. `lacks`: choices that are not to be had here, so that another one is taken. */
export const DEMOS = {
    dicer: { fact: 'points', part: 0.15, keepsView: true, lacks: ['volume'], file: ['heart.ply', () => asset('heart.ply')] },
    heartbreaker: { file: ['die.obj', () => asset('die.obj')], options: ['--at', '0'] },
    isosurface: { fact: 'triangles', lacks: ['geometry'], file: ['waves.nrrd', () => volumeFile([41, 33, 20])] },
    quadtree: { fact: 'leaves', file: ['die.png', () => asset('die.png')] },
    features: { fact: 'found', lacks: ['template'], file: ['die.png', () => asset('die.png')] },
    flowseeds: { fact: 'critical points', member: 'count', file: ['flow.nrrd', () => volumeFile([20, 20, 20], 3)] },
    sparsify: { fact: 'entries', file: ['forty.mtx', matrixFile] },
    reconstruct: { fact: 'points', file: ['ball.xyz', pointsFile] },
    sculpt: { fact: 'points', file: ['ball.xyz', pointsFile] },
    splats: { fact: 'splats', file: ['heart.ply', () => asset('heart.ply')] },
};

/** What `run` leads to, which goes on while the page `opens`. Both have ended then, also if one has failed. */
async function meanwhile(run, opens) {
    const ends = await Promise.allSettled([run, opens]), failed = ends.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    return ends[0].value;
}

async function expectCount(visitor, demo, results) {
    const { fact, member = fact } = DEMOS[demo];
    if (!fact) return '';
    const page = await visitor.fact(fact);
    expect(Number(page) === results[member], `${page} ${fact}, natively ${results[member]}`);
    return `${page} ${fact}`;
}

/** The picture and the count are the native demo's, which runs while the page loads. */
export async function picture(visitor, album, demo) {
    const { width, height } = SIZE, { fact, options = [], part = 0.08, keepsView } = DEMOS[demo];
    const runs = album.native(demo, ['--gl', 'es3', '--pixels', `${width}x${height}`, ...options], fact !== undefined);
    const native = await meanwhile(runs, visitor.open(demo, SIZE));
    const count = await expectCount(visitor, demo, native.results);
    if (!keepsView) await visitor.run(() => window.page.key('R')); // the camera stands as in a window that was opened with this size
    const page = album.keep(demo, await visitor.picture());
    return [count, await album.expectAlike(visitor, demo, page, native.png, { part })].filter(Boolean).join('; ');
}

/** A file that is dropped is shown; one that cannot be read changes nothing but the message. */
export async function drop(visitor, album, demo) {
    const { fact, file: [name, make] } = DEMOS[demo], bytes = make();
    const run = fact && album.results(demo, ['--gl', 'es3', album.file(name, bytes)]);
    const results = await meanwhile(run, visitor.open(demo, { width: 240, height: 180 }));
    await visitor.drop(name, bytes);
    await visitor.until((name) => window.page.told?.name === name, name);
    const words = await expectCount(visitor, demo, results);
    expect(await visitor.message() === '', await visitor.message());
    expect(await visitor.run(() => document.querySelector('#drop').hidden), 'the frame for drops stays');
    const before = JSON.stringify((await visitor.settled()).settings);
    const bad = `bad.${name.split('.').at(-1)}`;
    for (const wrong of [bytes.subarray(0, 12), Buffer.alloc(0)]) {
        await visitor.drop(bad, wrong);
        await visitor.until((bad) => document.querySelector('#message').textContent.includes(bad), bad);
        const told = await visitor.settled();
        expect(told.name === name && JSON.stringify(told.settings) === before, `${bad} changed ${name} to ${told.name}, or settings`);
    }
    return words;
}

/** Keys, mouse and fingers turn and zoom, or move. */
export async function input(visitor, demo) {
    await visitor.open(demo, { width: 320, height: 240 });
    const { page } = visitor;
    await page.locator('#picture').focus();
    await visitor.expectChange('the wheel', async () => {
        await page.mouse.move(150, 110);
        await page.mouse.wheel(0, -400);
        await page.waitForTimeout(50);
    });
    await visitor.expectChange('a drag', async () => {
        await page.mouse.down();
        await page.mouse.move(190, 130, { steps: 3 });
        await page.mouse.up();
    });
    await visitor.expectChange('two fingers', () => visitor.touch([[[130, 120], [180, 120]], [[100, 120], [220, 120]], []]));
    await visitor.expectChange('a finger', () => visitor.touch([[[140, 110]], [[165, 120]], [[190, 130]], []]));
    await page.locator('#picture').focus();
    await visitor.expectChange('Shift and an arrow', () => page.keyboard.press('Shift+ArrowLeft'));
    const { moves: wasMoving, space } = await visitor.settled();
    if (space !== 'stop or go on') return;
    await page.keyboard.press(' ');
    expect((await visitor.settled()).moves !== wasMoving, 'Space does not pause');
    await page.keyboard.press(' ');
}

/** Key S downloads a picture as large as the canvas. */
export async function save(visitor, demo) {
    await visitor.open(demo, { width: 320, height: 240 });
    await visitor.page.locator('#picture').focus();
    const [download] = await Promise.all([visitor.page.waitForEvent('download'), visitor.page.keyboard.press('s')]);
    const bytes = readFileSync(await download.path()), name = download.suggestedFilename();
    expect(name === `${demo}.png`, `the picture is called ${name}`);
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect(bytes.subarray(1, 4).toString() === 'PNG' && width === 320 && height === 240, `a file of ${bytes.length} bytes, ${width} x ${height}`);
}

/** The canvas follows the window, and there is still a picture. */
export async function resize(visitor, demo) {
    await visitor.open(demo, { width: 500, height: 300 });
    for (const [width, height] of [[333, 217], [64, 480], [480, 64], [600, 400]]) {
        await visitor.size(width, height);
        await visitor.until(([width, height]) => window.page.canvas.width === width && window.page.canvas.height === height, [width, height], 5000);
        await visitor.settled();
        expect(await visitor.message() === '', await visitor.message());
    }
}

/** A lost context comes back, and so does the picture with the file that it was of. */
export async function lose(visitor, demo) {
    const [name, make] = DEMOS[demo].file;
    await visitor.open(demo, { width: 300, height: 200 });
    await visitor.drop(name, make());
    await visitor.until((name) => window.page.told?.name === name, name);
    await visitor.run(() => (window.loss = window.page.canvas.getContext('webgl2').getExtension('WEBGL_lose_context')).loseContext());
    await visitor.until(() => document.querySelector('#message').textContent.includes('lost'));
    await visitor.run(() => window.loss.restoreContext());
    await visitor.until((name) => window.page.told?.name === name, name);
    expect(await visitor.message() === '', await visitor.message());
}

/** Neither JavaScript's memory, nor WebAssembly's, nor the GPU's grows. `milliseconds` of play, in halves. */
export async function play(visitor, demo, milliseconds) {
    await visitor.open(demo, { width: 320, height: 240, plays: true });
    await visitor.page.waitForTimeout(milliseconds / 2);
    const before = await visitor.memory();
    await visitor.page.waitForTimeout(milliseconds / 2);
    const end = await visitor.memory(), words = `${JSON.stringify(before)} becomes ${JSON.stringify(end)}`;
    expect(end.script < before.script + 512, `JavaScript's memory grows: ${words}`);
    expect(end.wasm <= 1.3 * before.wasm, `WebAssembly's memory grows: ${words}`);
    expect(end.objects <= before.objects + 8, `objects of WebGL are left behind: ${words}`); // a frame may be half done
    expect(/^$|while it moves/.test(await visitor.message()), await visitor.message()); // coarser, on a slow machine
    return words;
}

/** Each control is used: the last choice and the first, both ends of every slider, checks and steps; and shows then what the demo has. */
export async function controls(visitor, demo) {
    await visitor.open(demo, { width: 240, height: 180 });
    await visitor.run(() => (document.querySelector('#panel').open = true));
    const form = visitor.page.locator('#controls');
    const use = async (element, property, act) => {
        await act();
        const chosen = await element.evaluate((input, property) => input[property], property);
        await visitor.settled();
        const shown = await element.evaluate((input, property) => input[property], property);
        const label = await element.evaluate((input) => input.closest('label').textContent);
        const choice = property === 'value' ? await element.locator('option').nth(Number(chosen)).textContent() : '';
        const isTaken = String(chosen) === String(shown) || property === 'range';
        expect(isTaken === !(DEMOS[demo].lacks ?? []).includes(choice), `${label}: ${chosen} was chosen, ${shown} is there`);
    };
    for (const select of await form.locator('select').all()) {
        const values = await select.locator('option').evaluateAll((options) => options.map((option) => option.value));
        const first = await select.inputValue();
        for (const value of [...new Set([values.at(-1), first])]) await use(select, 'value', () => select.selectOption(value));
    }
    for (const slider of await form.locator('input[type=range]').all())
        for (const key of ['End', 'Home']) await use(slider, 'range', () => slider.press(key));
    for (const box of await form.locator('input[type=checkbox]').all())
        for (let i = 0; i < 2; i++) await use(box, 'checked', () => box.press(' '));
    for (const steps of await form.locator('.steps').all()) {
        const before = await steps.locator('output').textContent();
        await steps.locator('button').first().click();
        await visitor.settled();
        await steps.locator('button').last().click();
        await visitor.settled();
        const after = await steps.locator('output').textContent(), label = await steps.getAttribute('aria-label');
        expect(after !== '' && before !== '', `${label} has no value`);
    }
}

/** Demos that follow each other leave nothing behind. */
export async function changes(visitor) {
    const names = Object.keys(DEMOS);
    await visitor.open(names[0], { width: 240, height: 180 });
    for (const demo of [...names.slice(1), names[0]]) {
        await visitor.run((demo) => (location.hash = demo), demo);
        await visitor.until((demo) => window.page.told && document.querySelector('nav a[aria-current]')?.hash === `#${demo}`, demo);
        await visitor.settled();
        expect(await visitor.message() === '', `${demo}: ${await visitor.message()}`);
    }
    expect(await visitor.run(() => document.querySelectorAll('canvas').length) === 1, 'there is more than one canvas');
}
