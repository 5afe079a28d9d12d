// splat_order.mjs - the page draws splats in exactly the order of their depths, reads files of splats, and keeps nothing of the last
// cloud.  SPDX-License-Identifier: MIT
import { countObjects } from '../objects.mjs';
import { expect, expectEqual, expectError, read } from '../webgl.mjs';

const SPLAT_BYTES = 32;

/** The page of the demos in a frame of this one: its window.page, with the scene `splats`, which stands still. */
async function openPage() {
    const frame = Object.assign(document.createElement('iframe'), { src: '/page/index.html#splats', width: 700, height: 300 });
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await loaded;
    const { page } = frame.contentWindow;
    page.isPaused = true;
    await page.ready;
    expect(page.scene, messageOf(page));
    return page;
}

const shown = openPage(); // by all checks

function messageOf(page) {
    return page.canvas.ownerDocument.querySelector('#message').textContent;
}

function readTexture(gl, texture, { width, height }, Type) {
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const numbers = read(gl, width, height, Type, 1);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(framebuffer);
    return numbers;
}

/** Draws, and compares the order with a stable sort of the keys. */
function expectOrder(page, seconds) {
    page.still(seconds);
    const { gl, scene } = page, { count } = scene.cloud;
    const keys = readTexture(gl, scene.prints.depths, scene.prints, Float32Array).slice(0, count);
    const order = readTexture(gl, scene.order, scene.prints, Uint32Array).slice(0, count);
    expectEqual(order, Uint32Array.from(keys.keys()).sort((a, b) => keys[b] - keys[a]), `${count} splats after ${seconds} s`);
    expectError(gl);
    return order;
}

/** Of two views of the teapot. */
function expectOrders(page, wanted) {
    const { count } = page.scene.cloud;
    expect(Math.abs(count - wanted) < wanted / 20, `${count} splats, ${wanted} were asked for`);
    const orders = [0, 4.4].map((seconds) => expectOrder(page, seconds));
    expect(orders[0].some((splat, i) => splat !== orders[1][i]), 'both views have the same order');
}

async function orderIsExact() {
    const page = await shown;
    expectOrders(page, page.scene.number.value);
}

// ---- files ----

/** Splats of a .splat in a row along x, twice in each place. */
function splatBytes(count) {
    const bytes = new Uint8Array(count * SPLAT_BYTES), view = new DataView(bytes.buffer);
    for (let i = 0; i < count; i++) {
        [i >> 1, 0, 0, 0.2, 0.2, 0.2].forEach((value, k) => view.setFloat32(i * SPLAT_BYTES + 4 * k, value, true));
        bytes.set([255, 128, 0, 255, 255, 128, 128, 128], i * SPLAT_BYTES + 24);
    }
    return bytes;
}

/** A .ply of degree 1 as training writes it. `without`: a property that is missing. */
function plyText(count, without) {
    const rest = Array.from({ length: 9 }, (_, i) => `f_rest_${i}`);
    const names = ['x', 'y', 'z', 'f_dc_0', 'f_dc_1', 'f_dc_2', ...rest, 'opacity', 'scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3']
        .filter((name) => name !== without);
    const header = ['ply', 'format ascii 1.0', `element vertex ${count}`, ...names.map((name) => `property float ${name}`), 'end_header'];
    const record = (i) => names.map((name) => ({ x: i % 7, y: i % 3, scale_0: -2, scale_1: -2, scale_2: -2, rot_0: 1 }[name] ?? 0)).join(' ');
    return `${[...header, ...Array.from({ length: count }, (_, i) => record(i))].join('\n')}\n`;
}

const fileOf = (name, ...parts) => new File(parts, name);

async function filesAreShown() {
    const page = await shown, broken = splatBytes(5);
    new DataView(broken.buffer).setFloat32(12, -1, true); // a scale
    for (const [file, count, degree, skipped] of [
        [fileOf('row.splat', splatBytes(2500)), 2500, 0, 0], [fileOf('broken.splat', broken), 4, 0, 1], [fileOf('trained.PLY', plyText(30)), 30, 1, 0],
    ]) {
        await page.take(file);
        expect(messageOf(page) === '', messageOf(page));
        const { cloud } = page.scene, found = [cloud.count, cloud.degree, cloud.skipped];
        expect(found.join() === [count, degree, skipped].join(), `${file.name}: ${found} splats, degree, skipped`);
        [0, 3].forEach((seconds) => expectOrder(page, seconds));
    }
}

async function mistakesAreTold() {
    const page = await shown;
    await page.take(fileOf('row.splat', splatBytes(8)));
    for (const [file, message] of [
        [fileOf('none.splat'), 'none.splat: is empty'],
        [fileOf('half.splat', splatBytes(2), 'x'), 'half.splat: truncated, or no .splat: 65 bytes are no multiple of 32'],
        [fileOf('zeros.splat', new Uint8Array(SPLAT_BYTES)), 'zeros.splat: none of 1 records is a splat: a number that is not finite, a scale that is not above 0, or a quaternion of 0'],
        [fileOf('packed.spz', 'NGSP'), 'packed.spz: files of .spz are not read: save the splats as .ply or .splat'],
        [fileOf('notes.txt', 'nothing'), "notes.txt: no file of splats: begins without 'ply' and ends not in .splat"],
        [fileOf('flat.ply', plyText(3, 'scale_2')), 'flat.ply: its property scale_2 is missing: flat splats of 2D Gaussian splatting are not read'],
        [fileOf('mesh.ply', plyText(3, 'f_dc_0')), 'mesh.ply: no file of splats: its property f_dc_0 is missing'],
        [fileOf('cut.ply', plyText(30).slice(0, -40)), 'cut.ply: truncated: it ends before the last of its records'],
        [{ name: 'huge.ply', size: 3e9 }, 'huge.ply: out of memory for 3000000009 bytes'],
    ]) {
        await page.take(file);
        expect(messageOf(page) === message, `'${messageOf(page)}', expected '${message}'`);
        expect(page.scene.cloud.count === 8, `${file.name} takes the place of the last cloud`);
    }
}

// ---- memory ----

/** The checks before have made all that is made once. Another number of splats is chosen while a file is still being read. */
async function nothingIsKept() {
    const page = await shown, { scene, models } = page;
    await page.take(fileOf('row.splat', splatBytes(4000)));
    const objects = countObjects(page.gl), seen = () => `${JSON.stringify(objects.living)} and ${models.module.HEAPU8.length} bytes of C`, before = seen();
    scene.camera.orbit(50, 50);
    const late = scene.drop(fileOf('late.splat', splatBytes(100)));
    scene.show(10000);
    expectEqual([await late, scene.number.value, page.file], [false, 10000, null], 'after a choice');
    expect(page.home.elevation === 0.42 && scene.camera.elevation === 0.42, `the first view is at ${page.home.elevation}`);
    expectOrders(page, 10000);
    objects.living.Program = 0; // the library keeps those for grids of this size
    await page.take(fileOf('row.splat', splatBytes(4000)));
    expect(page.home.elevation === 0.2, `a file's first view is at ${page.home.elevation}`);
    await page.take(fileOf('half.splat', splatBytes(1), 'x'));
    for (const frame of [0, 1]) page.still(frame);
    const after = seen();
    objects.stop();
    expect(after === before, `${before} became ${after}`);
    expectError(page.gl);
}

export const checks = {
    'the order is that of a stable sort': orderIsExact,
    'files of splats are shown': filesAreShown,
    'each mistake of a file is told in one line': mistakesAreTold,
    'nothing is kept of the last cloud': nothingIsKept,
};
