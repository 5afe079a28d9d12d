// all_scenes.mjs - what holds for every scene of the page: input, sizes, lost contexts, memory.  SPDX-License-Identifier: MIT
import { expect } from '../webgl.mjs';

const cameraOf = (visitor) => visitor.run(() => ({ ...window.page.scene.camera }));

/** Keys, mouse and fingers turn and zoom. */
export async function input(visitor, scene) {
    await visitor.open(scene, { width: 320, height: 240 });
    await visitor.run(() => window.page.still(0));
    const { page } = visitor, first = await cameraOf(visitor);
    await page.locator('#picture').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    const keys = await cameraOf(visitor);
    expect(keys.azimuth < first.azimuth && keys.zoom > first.zoom, 'keys do not turn or zoom');
    await page.keyboard.press('Home');
    expect((await cameraOf(visitor)).azimuth === first.azimuth, 'Home is not the first view');
    await page.mouse.move(100, 100);
    await page.mouse.down();
    await page.mouse.move(160, 120, { steps: 3 });
    await page.mouse.up();
    await page.mouse.wheel(0, -200);
    await visitor.until((zoom) => window.page.scene.camera.zoom > zoom, first.zoom);
    const mouse = await cameraOf(visitor);
    expect(mouse.azimuth < first.azimuth && mouse.elevation > first.elevation, 'the mouse does not turn');
    await visitor.touch([[[100, 120], [200, 120]], [[60, 120], [240, 120]], []]);
    expect((await cameraOf(visitor)).zoom > mouse.zoom, 'two fingers do not zoom');
    await visitor.touch([[[100, 120]], [[130, 120]], [[170, 120]], []]);
    expect((await cameraOf(visitor)).azimuth < mouse.azimuth, 'a finger does not turn');
    const wasPaused = await visitor.run(() => window.page.isPaused);
    await page.locator('#picture').focus();
    await page.keyboard.press(' ');
    expect((await visitor.run(() => window.page.isPaused)) !== wasPaused, 'Space does not pause');
    const camera = await cameraOf(visitor);
    await page.mouse.click(100, 100, { button: 'right' });
    await page.mouse.move(200, 150, { steps: 3 });
    const moved = await cameraOf(visitor);
    expect(moved.azimuth === camera.azimuth && moved.elevation === camera.elevation, 'the mouse turns after a right click');
}

/** The canvas follows the window, and there is still a picture. */
export async function resize(visitor, scene) {
    await visitor.open(scene, { width: 500, height: 300 });
    for (const [width, height] of [[333, 217], [64, 480], [480, 64], [600, 400]]) {
        await visitor.size(width, height); // a frame that was asked for before may come first, and shows the size before
        await visitor.until(([width, height]) => window.page.canvas.width === width && window.page.canvas.height === height, [width, height], 5000);
        expect(await visitor.message() === '', await visitor.message());
    }
}

/** A lost context comes back, and so does the picture. */
export async function lose(visitor, scene) {
    await visitor.open(scene, { width: 300, height: 200 });
    await visitor.run(() => window.page.still(0));
    const before = await visitor.run(() => JSON.stringify(window.page.scene.facts()));
    for (let round = 0; round < 2; round++) {
        await visitor.run(() => (window.loss = window.page.gl.getExtension('WEBGL_lose_context')).loseContext());
        await visitor.until(() => document.querySelector('#message').textContent.includes('lost'));
        await visitor.run(() => window.loss.restoreContext());
        await visitor.until(() => window.page.scene && window.page.library);
        await visitor.run(() => window.page.still(0));
        expect(await visitor.message() === '', await visitor.message());
        const after = await visitor.run(() => JSON.stringify(window.page.scene.facts()));
        expect(after === before, `after the loss: ${after}, before: ${before}`);
    }
    expect((await visitor.run(() => window.page.gl.getError())) === 0, 'an error of WebGL is left');
}

const LEAST = { heartbreaker: 30000 }; // milliseconds in which all acts have been seen

/** Neither JavaScript's memory, nor WebAssembly's, nor the GPU's grows. `milliseconds` of play, in halves. */
export async function play(visitor, scene, milliseconds) {
    const half = Math.max(milliseconds, LEAST[scene] ?? 0) / 2;
    await visitor.open(scene, { width: 320, height: 240, plays: true });
    await visitor.page.waitForTimeout(half);
    const before = await visitor.memory();
    await visitor.page.waitForTimeout(half);
    const end = await visitor.memory(), words = `${JSON.stringify(before)} becomes ${JSON.stringify(end)}`;
    expect(end.script < before.script + 512, `JavaScript's memory grows: ${words}`);
    expect(end.wasm === before.wasm, `WebAssembly's memory grows: ${words}`);
    expect(end.objects <= before.objects + 8, `objects of WebGL are left behind: ${words}`); // a frame may be half done
    expect(await visitor.message() === '', await visitor.message());
    return `${words} after ${await visitor.run(() => window.page.frames)} frames`;
}

/** What an element of the panel shows after an act is what the scene has, and no message comes. */
async function expectKept(visitor, element, property) {
    const shown = await element.evaluate((input, property) => input[property], property);
    await visitor.run(() => window.page.panel.refresh());
    const kept = await element.evaluate((input, property) => input[property], property);
    const label = await element.evaluate((input) => input.closest('label').textContent);
    expect(shown === kept, `${label}: ${shown} was chosen, the scene has ${kept}`);
    expect(await visitor.message() === '', await visitor.message());
}

/** Each control is used: the last and the first choice, both ends of every slider, checks and buttons. */
export async function controls(visitor, scene) {
    await visitor.open(scene, { width: 240, height: 180 });
    await visitor.run(() => (document.querySelector('#panel').open = true));
    const form = visitor.page.locator('#controls');
    for (const select of await form.locator('select').all()) {
        const values = await select.locator('option').evaluateAll((options) => options.map((option) => option.value));
        for (const value of [values.at(-1), values[0]]) {
            await visitor.redrawn(() => select.selectOption(value));
            await expectKept(visitor, select, 'value');
        }
    }
    for (const slider of await form.locator('input[type=range]').all()) {
        await slider.focus();
        for (const key of ['Home', 'End', 'ArrowLeft']) {
            await visitor.redrawn(() => visitor.page.keyboard.press(key));
            await expectKept(visitor, slider, 'value');
        }
    }
    for (const box of await form.locator('input[type=checkbox]').all()) {
        await visitor.redrawn(() => box.press(' '));
        await expectKept(visitor, box, 'checked');
    }
    for (const button of await form.locator('button').all()) await visitor.redrawn(() => button.press('Enter'));
    expect(await visitor.message() === '', await visitor.message());
}

/** Scenes that follow each other leave nothing behind. */
export async function changes(visitor, scenes) {
    await visitor.open(scenes[0], { width: 240, height: 180 });
    const counts = [];
    for (let round = 0; round < 2; round++) {
        for (const scene of scenes) {
            await visitor.run((scene) => (location.hash = scene), scene);
            await visitor.until((scene) => window.page.scene && document.querySelector(`nav a[aria-current]`)?.hash === `#${scene}`, scene);
            await visitor.run(() => window.page.still(0));
        }
        counts.push((await visitor.memory()).objects);
    }
    expect(counts[1] <= counts[0], `objects of WebGL after each round: ${counts}`);
    return `${counts} objects of WebGL after each round`;
}
