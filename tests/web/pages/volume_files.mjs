// volume_files.mjs - the page reads volumes of the user's exactly, and tells every mistake in one line.  SPDX-License-Identifier: MIT
import { readVolume } from '/page/files/volume.mjs';
import { expect, expectEqual, seeded } from '../webgl.mjs';

const MAX_SIDE = 2048;
const SIZE = [5, 4, 3], COUNT = 60;

// ---- files in memory ----

/** A header of these lines, an empty line, and the data. A field that is null is left out. */
function nrrd(fields, data, { magic = 'NRRD0004', name = 'v.nrrd', end = '\n' } = {}) {
    const all = { type: 'uint8', dimension: 3, sizes: SIZE.join(' '), endian: 'little', encoding: 'raw', ...fields };
    const lines = Object.entries(all).filter(([, value]) => value !== null).map(([field, value]) => `${field}: ${value}`);
    return new File([[magic, ...lines, '', ''].join(end), ...(data === undefined ? [] : [data])], name);
}

async function gzip(data) {
    return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
}

function swapped(numbers) {
    const bytes = new Uint8Array(numbers.slice().buffer), size = numbers.BYTES_PER_ELEMENT;
    for (let i = 0; i < bytes.length; i += size) bytes.subarray(i, i + size).reverse();
    return bytes;
}

function random(Type, count, seed) {
    const next = seeded(seed), bytes = new Uint8Array(count * Type.BYTES_PER_ELEMENT).map(() => next() >>> 24);
    if (!/^Float/.test(Type.name)) return new Type(bytes.buffer);
    return new Type(count).map(() => (next() / 2 ** 32 - 0.5) * 10 ** (next() % 60 - 30));
}

async function lineOf(file) {
    try {
        await readVolume(file, MAX_SIDE);
    } catch (error) {
        expect(error.isExpected === true, `${error.message} is not expected`);
        return error.message;
    }
    throw new Error(`${file.name} is read`);
}

async function expectLines(cases) {
    for (const [file, text] of cases) {
        const line = await lineOf(file), wanted = `${file.name}: ${text}`;
        expect(line === wanted, `'${line}', expected '${wanted}'`);
    }
}

// ---- what is right ----

const TYPES = [
    [Uint8Array, 'R8UI', ['uint8', 'uchar', 'unsigned char', 'uint8_t']], [Uint16Array, 'R16UI', ['uint16', 'ushort', 'unsigned short int']],
    [Int16Array, 'R16I', ['int16', 'short', 'signed short']], [Int8Array, 'R32F', ['int8', 'signed char']],
    [Int32Array, 'R32F', ['int', 'int32']], [Uint32Array, 'R32F', ['uint', 'uint32_t']], [Float32Array, 'R32F', ['float']],
    [Float64Array, 'R32F', ['double']], [BigInt64Array, 'R32F', ['int64', 'long long']], [BigUint64Array, 'R32F', ['ulonglong']],
];

function expectVolume(volume, numbers, format, what) {
    const kept = ['R8UI', 'R16UI', 'R16I'].includes(format);
    const wanted = kept ? numbers : Float32Array.from(numbers, (number) => Number(number));
    expect(volume.format === format && volume.samples.constructor === wanted.constructor, `${what}: format ${volume.format}`);
    expectEqual(volume.size, SIZE, `${what}: size`);
    expectEqual(volume.samples, wanted, what);
}

async function typesAndEncodings() {
    for (const [Type, format, names] of TYPES) {
        const numbers = random(Type, COUNT, names[0].length + 7), big = swapped(numbers), text = numbers.join(' ');
        for (const type of names) {
            expectVolume(await readVolume(nrrd({ type }, numbers), MAX_SIDE), numbers, format, `${type}, raw`);
            expectVolume(await readVolume(nrrd({ type, endian: 'big' }, big), MAX_SIDE), numbers, format, `${type}, big`);
            expectVolume(await readVolume(nrrd({ type, encoding: 'gzip' }, await gzip(numbers)), MAX_SIDE), numbers, format, `${type}, gzip`);
            expectVolume(await readVolume(nrrd({ type, encoding: 'gz', endian: 'big' }, await gzip(big)), MAX_SIDE), numbers, format, `${type}, big gzip`);
            expectVolume(await readVolume(nrrd({ type, encoding: 'ascii', endian: null }, text), MAX_SIDE), numbers, format, `${type}, ascii`);
        }
    }
}

/** NaN and infinities, as the file has them; doubles out of range become infinite. */
async function oddFloats() {
    const numbers = random(Float64Array, COUNT, 5);
    numbers.set([NaN, Infinity, -Infinity, 1e300, -0, 2 ** -140]);
    expectVolume(await readVolume(nrrd({ type: 'double' }, numbers), MAX_SIDE), numbers, 'R32F', 'raw');
    const words = [...numbers].map((number) => (number === Infinity ? '+inf' : Number.isNaN(number) ? 'nan' : Object.is(number, -0) ? '-0' : number));
    const volume = await readVolume(nrrd({ type: 'double', encoding: 'text' }, words.join(',\n')), MAX_SIDE);
    expectVolume(volume, numbers, 'R32F', 'ascii');
    expect(volume.range.nans === 1, `${volume.range.nans} are NaN`);
    const finite = [...numbers].map(Math.fround).filter(Number.isFinite);
    expect(volume.range.minimum === Math.min(...finite) && volume.range.maximum === Math.max(...finite), 'the range is another');
}

/** What zlib reads, too: several members, one after the other, and anything behind those that are needed. */
async function membersOfGzip() {
    const size = [64, 64, 64], numbers = random(Uint16Array, 64 ** 3, 11), fields = { type: 'uint16', sizes: size.join(' '), encoding: 'gzip' };
    const half = numbers.length / 2, odd = new Uint8Array(numbers.buffer, 0, 99), rest = new Uint8Array(numbers.buffer, 99);
    const [whole, first, second, little, other] = await Promise.all([numbers, numbers.subarray(0, half), numbers.subarray(half), odd, rest].map(gzip));
    const damaged = second.slice();
    damaged[damaged.length - 8] ^= 1;
    for (const [what, ...parts] of [
        ['zeros', whole, new Uint8Array(70000)], ['a word', whole, 'end'], ['members', first, second], ['small members', little, await gzip(''), other, 'end'],
        ['what is not needed', whole, damaged],
    ]) {
        const { samples } = await readVolume(nrrd(fields, new Blob(parts)), MAX_SIDE);
        expectEqual(samples, numbers, what);
    }
    const skipped = { ...fields, 'byte skip': 99, type: 'uint8', sizes: '63 64 64' };
    const { samples } = await readVolume(nrrd(skipped, new Blob([little, other])), MAX_SIDE);
    expectEqual(samples, rest.subarray(0, samples.length), 'a member that is skipped');
    for (const parts of [[first, damaged], [first], [first, 'end', second], [first, second.subarray(0, -1)]])
        await expectLines([[nrrd(fields, new Blob(parts)), ENDS]]);
}

async function gzipIsMissing() {
    const { DecompressionStream } = globalThis, file = nrrd({ encoding: 'gzip' }, await gzip(random(Uint8Array, COUNT, 3)));
    delete globalThis.DecompressionStream;
    await expectLines([[file, 'this browser cannot inflate gzip: save the samples in the encoding raw']])
        .finally(() => Object.assign(globalThis, { DecompressionStream }));
}

async function headers() {
    const numbers = random(Uint8Array, COUNT, 9);
    const read = async (fields, options, data = numbers) => readVolume(nrrd(fields, data, options), MAX_SIDE);
    const odd = { '# a comment': 1, 'a key:=value: with colons': 2, 'space units': '"mm" "mm" "mm"', content: 'a: b', kinds: 'domain space ???' };
    expectVolume(await read(odd, { magic: 'NRRD0005', end: '\r\n', name: 'volume' }), numbers, 'R8UI', 'odd lines');
    expectVolume(await read({ 'byte skip': 3, 'line skip': 1 }, {}, new Uint8Array([65, 10, 1, 2, 3, ...numbers])), numbers, 'R8UI', 'skips');
    expectVolume(await read({ byteskip: -1 }, {}, new Uint8Array([65, 10, 1, 2, 3, ...numbers])), numbers, 'R8UI', 'from the end');
    const more = await gzip(new Uint8Array([1, 2, 3, ...numbers, 7]));
    expectVolume(await read({ 'byte skip': 3, encoding: 'gzip' }, {}, more), numbers, 'R8UI', 'skips of gzip');
    for (const [fields, spacing, axes, isUpsideDown] of [
        [{}, [1, 1, 1], [1, 2, 3], true],
        [{ spacings: '0.5 -2 nan' }, [0.5, -2, 1], [1, 2, 3], true],
        [{ 'axis mins': '0 0 nan', 'axis maxs': '10 6 nan', centers: 'cell node ???' }, [2, 2, 1], [1, 2, 3], true],
        [{ space: 'right-anterior-superior', 'space directions': '(0,0,2) (3, 0, 0) (0,-1.5,0)' }, [2, 3, -1.5], [3, 1, 2], false],
        [{ 'space dimension': 3, 'space directions': '(3,4,0) (0,0,5) (1,0,0)', 'space origin': '(1,2,3)' }, [5, 5, 1], [1, 2, 3], false],
    ]) {
        const volume = await read(fields);
        expectEqual(volume.spacing, spacing, `${JSON.stringify(fields)}: spacing`);
        expectEqual(volume.axes, axes, `${JSON.stringify(fields)}: axes`);
        expect(volume.isUpsideDown === isUpsideDown, `${JSON.stringify(fields)}: turned over`);
    }
}

async function rawFiles() {
    for (const [name, Type, format, isBig] of [
        ['head_5x4x3_uint8.raw', Uint8Array, 'R8UI', false], ['5x4x3-INT16.RAW', Int16Array, 'R16I', false],
        ['a 12 5x4x3 uint16 big.raw', Uint16Array, 'R16UI', true], ['b.5X4X3.float32.raw'.replaceAll('X', 'x'), Float32Array, 'R32F', false],
        ['c_5x4x3_float64_big.raw', Float64Array, 'R32F', true],
    ]) {
        const numbers = random(Type, COUNT, name.length), volume = await readVolume(new File([isBig ? swapped(numbers) : numbers], name), MAX_SIDE);
        expectVolume(volume, numbers, format, name);
        expect(volume.isUpsideDown, `${name}: its first slice is not on top`);
    }
}

async function firstIsovalues() {
    const two = new Uint8Array(COUNT).fill(200, 30);
    expect((await readVolume(nrrd({}, two), MAX_SIDE)).isovalue === 100.5, 'of whole numbers');
    expect((await readVolume(nrrd({ type: 'float' }, Float32Array.from(two)), MAX_SIDE)).isovalue === 100, 'of floats');
    expect((await readVolume(nrrd({}, two.map((value) => value && 1)), MAX_SIDE)).isovalue === 0.5, 'of bits');
}

// ---- what is wrong ----

const NOT_NRRD = 'cannot be read as NRRD: ', ENDS = `${NOT_NRRD}its samples end too early, or are not what its header says`;

async function headersThatAreWrong() {
    const numbers = random(Uint8Array, COUNT, 2), file = (fields, options) => nrrd(fields, numbers, options);
    await expectLines([
        [new File([], 'a.nrrd'), `${NOT_NRRD}it is empty`],
        [new File(['solid teapot\n\n'], 'a.nrrd'), `${NOT_NRRD}it does not begin as NRRD files do`],
        [file({}, { magic: 'NRRD0009' }), `${NOT_NRRD}it does not begin as NRRD files do`],
        [new File(['NRRD0004\ntype: uint8\n'], 'a.nrrd'), `${NOT_NRRD}no samples follow its header`],
        [file({ type: null }), `${NOT_NRRD}its header has no line 'type'`],
        [file({ sizes: null }), `${NOT_NRRD}its header has no line 'sizes'`],
        [file({ type: 'int', endian: null }), `${NOT_NRRD}its header has no line 'endian'`],
        [file({ Type: 'int' }), `${NOT_NRRD}its header has two lines 'type'`],
        [file({ color: 'red' }), `${NOT_NRRD}its header has a line that is no field of NRRD`],
        [file({ type: 'quaternion' }), `${NOT_NRRD}its header's line 'type' cannot be understood`],
        [file({ sizes: '5 4' }), `${NOT_NRRD}its header's line 'sizes' cannot be understood`],
        [file({ sizes: '5 0 3' }), `${NOT_NRRD}its header's line 'sizes' cannot be understood`],
        [file({ sizes: '5 -4 3' }), `${NOT_NRRD}its header's line 'sizes' cannot be understood`],
        [file({ spacings: '1 1 wide' }), `${NOT_NRRD}its header's line 'spacings' cannot be understood`],
        [file({ 'space directions': '(1,0) (0,1) (0,0)' }), `${NOT_NRRD}its header's line 'space directions' cannot be understood`],
        [file({ endian: 'middle' }), `${NOT_NRRD}its header's line 'endian' cannot be understood`],
        [file({ spacings: '1 0 1' }), "the samples of axis 1 are 0 apart: that is out of float32's range"],
        [file({ type: 'block' }), 'its samples are no numbers'],
        [file({ encoding: 'constructor' }), 'its encoding is constructor: raw, gzip and ascii are read here'],
        [file({ encoding: 'bzip2' }), 'its encoding is bzip2: raw, gzip and ascii are read here'],
        [file({ 'data file': 'a.raw' }, { name: 'a.nhdr' }), 'its samples are in another file: only NRRD files with both in one are read here'],
        [file({ dimension: 4, sizes: '3 5 4 1' }), 'has 4 dimensions, a volume has 3'],
        [file({ kinds: 'vector domain domain' }), 'axis 0 holds vector: a volume has one number a sample'],
        [file({ sizes: '4000 4000 4000', type: 'double' }), '4000x4000x4000 samples: this WebGL allows 2048 a side'],
        [file({ sizes: '99999999999999999999 1 1' }), '100000000000000000000x1x1 samples: this WebGL allows 2048 a side'],
    ]);
}

async function samplesThatAreWrong() {
    const numbers = random(Uint8Array, COUNT, 3), packed = await gzip(numbers), gz = { encoding: 'gzip' }, ascii = { encoding: 'ascii' };
    const damaged = packed.slice(), sum = packed.slice(), words = numbers.join(' ');
    damaged[14] ^= 0xff;
    sum[sum.length - 8] ^= 1;
    const huge = { sizes: '2048 2048 2048', type: 'double' }; // 64 GB, which must not be asked for
    await expectLines([
        [nrrd({}, numbers.slice(1)), ENDS],
        [nrrd({ 'byte skip': 1 }, numbers), ENDS],
        [nrrd({ 'line skip': 99 }, numbers), ENDS],
        [nrrd(gz, numbers), ENDS],
        [nrrd(gz, packed.slice(0, -9)), ENDS],
        [nrrd(gz, packed.slice(0, -4)), ENDS],
        [nrrd(gz, damaged), ENDS],
        [nrrd(gz, sum), ENDS],
        [nrrd(gz, await gzip(numbers.slice(1))), ENDS],
        [nrrd(ascii, words.replace(/ \d+$/, '')), ENDS],
        [nrrd(ascii, words.replace(/ \d+ /, ' 256 ')), ENDS],
        [nrrd(ascii, words.replace(/ \d+ /, ' 1.5 ')), ENDS],
        [nrrd(ascii, words.replace(/ \d+ /, ' x ')), ENDS],
        [nrrd(huge, numbers), ENDS],
        [nrrd({ ...huge, ...gz }, packed), ENDS],
        [nrrd({ ...huge, ...ascii }, words), ENDS],
        [nrrd({}, new Uint8Array(COUNT).fill(7)), 'all samples are 7: there is no surface between them'],
        [nrrd({ type: 'float' }, new Float32Array(COUNT).fill(NaN).fill(Infinity, 5)), 'no sample is finite'],
        [nrrd({ sizes: '5 12 1' }, numbers), '5x12x1 samples: a surface lies between samples, and axis 2 has no two'],
    ]);
}

async function otherFilesThatAreWrong() {
    const numbers = random(Uint8Array, COUNT, 4);
    const rename = 'a raw file does not tell what it holds: rename it to NAME_256x256x128_uint8.raw or, where the high byte comes first, to NAME_256x256x128_int16_big.raw';
    await expectLines([
        [new File([numbers], 'head.raw'), rename],
        [new File([numbers], 'head_5x4x3.raw'), rename],
        [new File([numbers], 'head_5x4x3_uint9.raw'), rename],
        [new File([numbers], 'head_5x4x4_uint8.raw'), 'has 60 bytes, 5x4x4 samples of uint8 are 80'],
        [new File([numbers], 'head_5x4x3_uint16.raw'), 'has 60 bytes, 5x4x3 samples of uint16 are 120'],
        [new File([numbers], 'head_9999x9999x9999_uint8.raw'), '9999x9999x9999 samples: this WebGL allows 2048 a side'],
        [new File([numbers], 'bunny.obj'), 'is no volume: NRRD files and raw files are read here, as HEAD.nrrd and HEAD_256x256x113_uint16.raw'],
        [new File([], 'empty'), 'is no volume: NRRD files and raw files are read here, as HEAD.nrrd and HEAD_256x256x113_uint16.raw'],
    ]);
    const line = await lineOf(new File(['x'], 'two\nlines'));
    expect(line.startsWith('two?lines: is no volume'), line);
}

/** Whatever is damaged, it is read, or refused in one line. */
async function damagedFiles() {
    const next = seeded(8), numbers = random(Uint16Array, COUNT, 6);
    for (let i = 0; i < 300; i++) {
        const file = nrrd({ type: 'uint16', spacings: '1 2 3', encoding: i % 2 ? 'gzip' : 'raw' }, i % 2 ? await gzip(numbers) : numbers);
        const bytes = new Uint8Array(await file.arrayBuffer());
        for (let k = next() % 4; k >= 0; k--) bytes[next() % bytes.length] = next() >>> 24;
        try {
            await readVolume(new File([bytes.subarray(0, i % 3 ? bytes.length : next() % bytes.length)], 'v.nrrd'), MAX_SIDE);
        } catch (error) {
            expect(error.isExpected && /^v\.nrrd: [^\n]+$/.test(error.message), `case ${i}: ${error.message}`);
        }
    }
}

export const checks = {
    'all types in all encodings are read': typesAndEncodings,
    'floats that are no numbers are read': oddFloats,
    'members of gzip are read, whatever follows': membersOfGzip,
    'a browser without gzip is told': gzipIsMissing,
    'headers are understood': headers,
    'raw files are read by their names': rawFiles,
    'isovalues to begin with are right': firstIsovalues,
    'headers that are wrong are told': headersThatAreWrong,
    'samples that are wrong are told': samplesThatAreWrong,
    'other files that are wrong are told': otherFilesThatAreWrong,
    'damaged files are read or told': damagedFiles,
};
