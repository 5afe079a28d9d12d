// lists.mjs - sorts, scans and selections of pages' buffers equal the reference.  SPDX-License-Identifier: MIT
import { ask, buffer, fetch, open } from '../oracle.mjs';
import { expect, expectEqual, expectError, seeded } from '../webgl.mjs';

function sortOf(gl, library, keys, type, descending) {
    const lists = library.lists({ capacity: keys.length, operations: ['sort'] });
    const source = buffer(gl, keys), sorted = buffer(gl, keys.byteLength), positions = buffer(gl, keys.byteLength);
    lists.sort({
        keys: { buffer: source, type }, sortedKeys: { buffer: sorted, type }, sortedValues: positions, descending,
        length: keys.length,
    });
    const bits = new Uint32Array(keys.buffer);
    const expected = ask(library, 'sort', bits, keys.length, { uint: 1, int: 2, float: 3 }[type], descending ? 1 : 0);
    expectEqual(fetch(gl, sorted, Uint32Array, keys.length), expected.slice(0, keys.length), `${type} keys`);
    expectEqual(fetch(gl, positions, Uint32Array, keys.length), expected.slice(keys.length), `${type} positions`);
    lists.destroy();
    [source, sorted, positions].forEach((b) => gl.deleteBuffer(b));
    expectError(gl);
}

async function sortsEqualTheReference(gl) {
    const { library, messages } = await open(gl);
    const random = seeded(11);
    for (const count of [1, 2, 63, 64, 65, 1000, 70001]) {
        const keys = new Uint32Array(count).map(() => random());
        sortOf(gl, library, keys, 'uint', false);
        sortOf(gl, library, keys.map((key) => key % 5), 'uint', true);
        sortOf(gl, library, new Int32Array(keys), 'int', false);
        sortOf(gl, library, new Float32Array(count).map((_, i) => (keys[i] / 2 ** 31 - 1) * 1000), 'float', count % 2 === 0);
    }
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
}

async function scansAndSelectionsAreRight(gl) {
    const { library, messages } = await open(gl);
    const random = seeded(5), count = 5003;
    const numbers = new Uint32Array(count).map(() => (random() >>> 16) % 100);
    const lists = library.lists({ capacity: count });
    const input = buffer(gl, numbers), output = buffer(gl, numbers.byteLength), positions = buffer(gl, numbers.byteLength);
    lists.scan({ input, output, length: count });
    let sum = 0;
    const sums = numbers.map((number) => (sum += number) - number);
    expectEqual(fetch(gl, output, Uint32Array, count), sums, 'sums');
    expect(lists.result() === sum, `the sum is ${lists.result()}, expected ${sum}`);
    lists.select({ input, selected: output, positions, condition: 'threshold', threshold: 90, length: count });
    const wanted = [...numbers.keys()].filter((i) => numbers[i] >= 90);
    expect((await lists.resultLater()) === wanted.length, 'another number is selected');
    expectEqual(fetch(gl, positions, Uint32Array, wanted.length), Uint32Array.from(wanted), 'positions');
    expectEqual(fetch(gl, output, Uint32Array, wanted.length), Uint32Array.from(wanted, (i) => numbers[i]), 'selected');
    expect(messages.length === 0, messages.join('; '));
    library.destroy();
    expectError(gl);
}

export const checks = {
    'sorts equal the reference': sortsEqualTheReference,
    'scans and selections are right': scansAndSelectionsAreRight,
};
