// ply_files.mjs - what the page reads from PLY files that are made here, and the line that it says of each bad one; and what the C of the
// native demo makes of a mesh without normals.  SPDX-License-Identifier: MIT
import { GLAZE, Heart } from '/page/heartbreaker/heart.mjs';
import { Models } from '/page/models/models.mjs';
import { readPly } from '/page/files/ply.mjs';
import { expect, expectEqual } from '../webgl.mjs';

const SETTERS = {
    char: ['Int8', 1], uchar: ['Uint8', 1], short: ['Int16', 2], ushort: ['Uint16', 2], int: ['Int32', 4], uint: ['Uint32', 4],
    float: ['Float32', 4], double: ['Float64', 8],
};

// ---- files ----

const bytesOf = (text) => new TextEncoder().encode(text);
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));

/** Numbers as a binary file has them: [type, value, value...] each. */
function packed(isLittle, ...numbers) {
    return joined(...numbers.map(([type, ...values]) => {
        const [name, size] = SETTERS[type], view = new DataView(new ArrayBuffer(size * values.length));
        values.forEach((value, i) => view[`set${name}`](i * size, value, isLittle));
        return new Uint8Array(view.buffer);
    }));
}

const header = (format, ...lines) => bytesOf(['ply', `format ${format} 1.0`, ...lines, 'end_header', ''].join('\n'));
const XYZ = ['property float x', 'property float y', 'property float z'];
const CORNERS = 'property list uchar int vertex_indices';
const text = (...lines) => joined(header('ascii', ...lines.slice(0, -1)), bytesOf(lines.at(-1)));
const TETRAHEDRON = ['element vertex 4', ...XYZ, 'element face 2', CORNERS];
const VERTICES = '0 0 0\n1 0 0\n0 1 0\n0 0 1\n';

function expectMesh(file, { positions, normals = null, colors = null, indices }, name = 'good.ply') {
    const mesh = readPly(name, file.buffer);
    expectEqual(mesh.positions, new Float32Array(positions), 'positions');
    expectEqual(mesh.indices, new Uint32Array(indices), 'indices');
    for (const [what, got, wanted] of [['normals', mesh.normals, normals], ['colors', mesh.colors, colors]]) {
        expect((got === null) === (wanted === null), `${what} are ${got}`);
        if (wanted) expectEqual(got, what === 'normals' ? new Float32Array(wanted) : new Uint8Array(wanted), what);
    }
}

// ---- good files ----

const SQUARE = {
    positions: [0.5, -1, 2, 3, 0.1, 0, -7, 8, 1e-3, 1, 1, 1], normals: [0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, -1],
    colors: [255, 0, 7, 255, 1, 2, 3, 255, 128, 127, 126, 255, 0, 0, 0, 255], indices: [3, 2, 1, 3, 1, 0, 0, 1, 2],
};
const SQUARE_LINES = [
    'comment made in memory', 'obj_info of a test', 'element edge 2', 'property short a', 'property list uchar double b', 'element vertex 4',
    ...XYZ, 'property double quality', 'property float nx', 'property float ny', 'property float nz', 'property uchar red',
    'property uchar green', 'property uchar blue', 'property list int short neighbors', 'element face 3', 'property uchar flags',
    'property list uchar uint vertex_index', 'element last 1', 'property int never_read',
];
const FACES = [[3, 2, 1, 0], [1, 2], [0, 1, 2]];

function squareIn(format) {
    const { positions, normals, colors } = SQUARE, isLittle = format === 'binary_little_endian', numbers = [];
    for (const [a, ...b] of [[-5, 1.5, 2.5], [6]]) numbers.push(['short', a], ['uchar', b.length], ['double', ...b]);
    for (let v = 0; v < 4; v++) {
        numbers.push(['float', ...positions.slice(3 * v, 3 * v + 3)], ['double', 1 / 3], ['float', ...normals.slice(3 * v, 3 * v + 3)]);
        numbers.push(['uchar', ...colors.slice(4 * v, 4 * v + 3)], ['int', v], ['short', ...new Array(v).fill(-1)]);
    }
    for (const corners of FACES) numbers.push(['uchar', 9, corners.length], ['uint', ...corners]);
    numbers.push(['int', 11]);
    const isText = format === 'ascii', body = bytesOf(numbers.flatMap((number) => number.slice(1)).join('\n'));
    return joined(header(format, ...SQUARE_LINES), isText ? body : packed(isLittle, ...numbers));
}

function allEncodingsAreTheSame() {
    for (const format of ['ascii', 'binary_little_endian', 'binary_big_endian']) expectMesh(squareIn(format), SQUARE);
    const windows = new TextDecoder().decode(squareIn('ascii')).replaceAll('\n', '\r\n');
    expectMesh(bytesOf(windows), SQUARE);
}

function elementsComeInAnyOrder() {
    const lines = ['element face 1', CORNERS, 'element vertex 3', ...XYZ], wanted = { positions: [1, 2, 3, 4, 5, 6, 7, 8, 10], indices: [2, 0, 1] };
    expectMesh(text(...lines, '3 2 0 1\n1 2 3 4 5 6 7 8 10'), wanted);
    const numbers = [['uchar', 3], ['int', 2, 0, 1], ['float', 1, 2, 3, 4, 5, 6, 7, 8, 10]];
    expectMesh(joined(header('binary_big_endian', ...lines), packed(false, ...numbers)), wanted);
}

function colorsOfAnyTypeBecomeBytes() {
    const paint = (type) => ['red', 'green', 'blue'].map((name) => `property ${type} ${name}`);
    const file = (type, color) => text('element vertex 3', ...XYZ, ...paint(type), 'element face 1', CORNERS,
        `0 0 0 ${color} 1 0 0 ${color} 0 1 0 ${color} 3 0 1 2`);
    for (const [type, color, wanted] of [['float', '0 0.5 2', [0, 128, 255, 255]], ['ushort', '65535 257 0', [255, 1, 0, 255]]])
        expectMesh(file(type, color), { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], colors: [...wanted, ...wanted, ...wanted], indices: [0, 1, 2] });
}

async function theHeartIsReadToTheByte() {
    const file = await (await fetch('/page/assets/heart.ply')).arrayBuffer(), mesh = readPly('heart.ply', file);
    expect(mesh.positions.length === 3 * 2514 && mesh.indices.length === 3 * 5024, 'its counts are those of its header');
    const from = file.byteLength - 2514 * 24 - 5024 * 13, view = new DataView(file, from);
    const number = (vertex, k) => view.getFloat32(24 * vertex + 4 * k, true);
    expectEqual(mesh.positions, new Float32Array(3 * 2514).map((_, i) => number(Math.floor(i / 3), i % 3)), 'positions');
    expectEqual(mesh.normals, new Float32Array(3 * 2514).map((_, i) => number(Math.floor(i / 3), 3 + i % 3)), 'normals');
    const corner = (i) => view.getInt32(2514 * 24 + 13 * Math.floor(i / 3) + 1 + 4 * (i % 3), true);
    expectEqual(mesh.indices, new Uint32Array(3 * 5024).map((_, i) => corner(i)), 'indices');
}

// ---- bad files ----

const binary = (lines, ...numbers) => joined(header('binary_little_endian', ...lines), packed(true, ...numbers));
const BAD = [
    [bytesOf(''), 'this is no PLY file'],
    [bytesOf('solid teapot\n'), 'this is no PLY file'],
    [bytesOf('ply\nformat ascii 1.0\nelement vertex 3\n'), 'its header has no end'],
    [bytesOf('ply\nelement vertex 3\nend_header\n'), 'its header names no format'],
    [header('ascii2'), "its format 'ascii2 1.0' is unknown"],
    [text('element vertex -3', ''), "the element vertex has the count '-3'"],
    [text('property float x', ''), 'line 3 of its header is unknown'],
    [text('element vertex 3', 'property float', ''), 'line 4 of its header is no property'],
    [text('element vertex 3', 'property half x', ''), "a property has the type 'half'"],
    [text('element vertex 3', 'property list float int x', ''), 'the list x has a length that is no integer'],
    [text('element vertex 3', ''), 'the element vertex has no properties'],
    [text('element vertex 3', ...XYZ, '0 0 0 1 0 0 0 1 0'), 'it has no faces'],
    [text('element vertex 0', ...XYZ, 'element face 1', CORNERS, '3 0 1 2'), 'it has no vertices'],
    [text('element vertex 3', ...XYZ, 'element face 0', CORNERS, '0 0 0 1 0 0 0 1 0'), 'it has no faces'],
    [text('element vertex 2', ...XYZ, 'element face 1', CORNERS, '0 0 0 1 0 0 2 0 1'), 'it has no faces of three corners or more'],
    [text('element vertex 1', ...XYZ, 'element vertex 1', ...XYZ, 'element face 1', CORNERS, '0 0 0 1 1 1 3 0 0 0'), 'it has the element vertex twice'],
    [text('element vertex 3', 'property float x', 'property float y', 'element face 1', CORNERS, '0 0 1 0 0 1 3 0 1 2'), 'its vertices have no x, y and z'],
    [text('element vertex 3', ...XYZ, 'element face 1', 'property int corner', '0 0 0 1 0 0 0 1 0 3'), 'its faces have no vertex_indices'],
    [text(...TETRAHEDRON, `${VERTICES}3 0 1 2\n3 0 1 4`), 'face 1: there is no vertex 4 among 4'],
    [text(...TETRAHEDRON, `${VERTICES}3 0 1 2\n3 0 -1 3`), 'face 1: there is no vertex -1 among 4'],
    [text(...TETRAHEDRON, `${VERTICES}3 0 1 2\n3 0 1.5 3`), 'face 1: there is no vertex 1.5 among 4'],
    [text(...TETRAHEDRON, `${VERTICES}3 0 1 2\n-3 0 1 2`), 'face 1: a list has the length -3'],
    [text(...TETRAHEDRON, `${VERTICES}3 0 1 2\n3 0 1`), 'face 1: it is truncated'],
    [text(...TETRAHEDRON, '0 0 0\n1 0 O\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3'), "vertex 1: 'O' is no number"],
    [text('element vertex 999999999999999', ...XYZ, 'element face 1', CORNERS, '0 0 0'),
     'it is truncated: its header tells of at least 5999999999999994 bytes, and 5 are there'],
    [binary(['element vertex 4000000000', ...XYZ, 'element face 1', CORNERS], ['float', 0, 0, 0]),
     'it is truncated: its header tells of at least 48000000001 bytes, and 12 are there'],
    [binary(TETRAHEDRON, ['float', ...new Array(12).fill(0)], ['uchar', 3], ['int', 0, 1, 2], ['uchar', 255], ['int', 0, 1, 3]), 'face 1: it is truncated'],
    [binary(TETRAHEDRON, ['float', ...new Array(12).fill(0)], ['uchar', 3], ['int', 0, 1, 2], ['uchar', 3], ['int', 0, 1, 2 ** 31 - 1]),
     'face 1: there is no vertex 2147483647 among 4'],
    [text(...TETRAHEDRON, `${VERTICES}3 0 1 2\n9 0 1 O`), 'face 1: it is truncated'], // which is told before any of the nine is read
    ...[[0, 0, NaN], [0, 1, Infinity], [0, 0, 0], [1, 2, -3]].map((last) => [
        binary(['element vertex 3', ...XYZ, 'element face 1', CORNERS], ['float', 0, 0, 0, -2, -4, 6, ...last], ['uchar', 3], ['int', 0, 1, 2]),
        'none of its 1 triangles has finite corners and an area']),
    [text(...TETRAHEDRON, '0 0 0\n1 0 0\n0 1e300 0\n7 0 0\n3 0 1 2\n4 0 1 1 3'), 'none of its 3 triangles has finite corners and an area'],
];

function everyMistakeHasItsLine() {
    for (const [file, line] of BAD) {
        let error = null;
        try {
            readPly('bad.ply', file.buffer);
        } catch (thrown) {
            error = thrown;
        }
        expect(error?.isExpected === true, `${line}: ${error ?? 'no error'}`);
        expect(error.message === `bad.ply: ${line}`, `'${error.message}', expected 'bad.ply: ${line}'`);
    }
}

/** One good triangle is enough, wherever it is. */
function uselessTrianglesMayBeThere() {
    const places = [0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0], indices = [0, 1, 3, 0, 0, 1, 0, 1, 2];
    const lines = ['element vertex 4', ...XYZ, 'element face 3', CORNERS];
    const faces = [0, 3, 6].flatMap((at) => [['uchar', 3], ['int', ...indices.slice(at, at + 3)]]);
    expectMesh(binary(lines, ['float', ...places], ...faces), { positions: places, indices });
}

/** The length of a list is compared with the file before its numbers are read. */
function noListIsLongerThanItsFile() {
    const lines = ['element vertex 1', ...XYZ, 'element face 1', 'property list uint uchar vertex_indices'];
    const file = binary(lines, ['float', 0, 0, 0], ['uint', 4e9], ['uchar', ...new Array(1000).fill(0)]), read = DataView.prototype.getUint8;
    let reads = 0, message = '';
    DataView.prototype.getUint8 = function (...args) {
        reads++;
        return read.apply(this, args);
    };
    try {
        readPly('long.ply', file.buffer);
    } catch (error) {
        message = error.message;
    } finally {
        DataView.prototype.getUint8 = read;
    }
    expect(message === 'long.ply: face 0: it is truncated' && reads === 0, `${reads} numbers are read: '${message}'`);
}

/** Cut anywhere, a file is no mesh. */
function noCutFileIsRead() {
    for (const format of ['ascii', 'binary_little_endian', 'binary_big_endian']) {
        const whole = squareIn(format), least = format === 'ascii' ? 4 : 5; // bytes of the element behind the faces, which nobody reads
        for (let length = 0; length < whole.length - least; length++) {
            let message = '';
            try {
                readPly('cut.ply', whole.slice(0, length).buffer);
            } catch (error) {
                message = error.isExpected ? error.message : `unexpected: ${error}`;
            }
            expect(message.startsWith('cut.ply: '), `${format} of ${length} of ${whole.length} bytes: '${message}'`);
        }
    }
}

// ---- meshes ----

async function missingNormalsAreComputed() {
    const corner = (i) => [i & 1, i >> 1 & 1, i >> 2].join(' '), corners = [0, 1, 2, 3, 4, 5, 6, 7].map(corner).join('\n');
    const faces = '4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5';
    const cube = readPly('cube.ply', text('element vertex 8', ...XYZ, 'element face 6', CORNERS, `${corners}\n${faces}`).buffer);
    const heart = new Heart(await Models.create(), cube, GLAZE), { positions, normals, indices, colors } = heart.arrays;
    expect(indices.length === 36 && positions.length === 72 && colors.length === 96, 'a vertex for each corner of each side');
    for (let i = 0; i < 72; i += 3) {
        const normal = [...normals.subarray(i, i + 3)], place = [...positions.subarray(i, i + 3)];
        expect(normal.filter((value) => value === 0).length === 2, `a normal is ${normal}`);
        expect(normal.some((value, k) => Math.abs(value) === 1 && Math.sign(value) === Math.sign(place[k])), `${normal} points inwards`);
    }
    const hit = heart.pick({ origin: [0.1, 0.2, 5], direction: [0, 0, -1] });
    expect(Math.abs(hit[0] - 0.1) + Math.abs(hit[1] - 0.2) < 1e-6 && hit[2] > 0.4, `a ray meets it at ${hit}`);
    expect(heart.pick({ origin: [5, 5, 5], direction: [0, 0, -1] }) === null, 'a ray beside it meets it');
    heart.destroy();
}

export const checks = {
    'all encodings are the same': allEncodingsAreTheSame, 'elements come in any order': elementsComeInAnyOrder,
    'colors of any type become bytes': colorsOfAnyTypeBecomeBytes, 'the heart is read to the byte': theHeartIsReadToTheByte,
    'every mistake has its line': everyMistakeHasItsLine, 'useless triangles may be there': uselessTrianglesMayBeThere,
    'no list is longer than its file': noListIsLongerThanItsFile, 'no cut file is read': noCutFileIsRead,
    'missing normals are computed': missingNormalsAreComputed,
};
