// ply.mjs - triangle meshes from PLY files: text, and binary of either byte order.  SPDX-License-Identifier: MIT
//
// Taken are x y z, nx ny nz and red green blue of the element vertex, and the list vertex_indices (or vertex_index) of the element face.
// A polygon becomes a fan of triangles; faces of two corners or fewer are passed over, and so is everything else. A mistake throws an
// Error with isExpected, whose message is one line that begins with the file's name.
import { mistakeOf } from './mistake.mjs';

const TYPES = {
    char: 'Int8', uchar: 'Uint8', short: 'Int16', ushort: 'Uint16', int: 'Int32', uint: 'Uint32', float: 'Float32', double: 'Float64',
    int8: 'Int8', uint8: 'Uint8', int16: 'Int16', uint16: 'Uint16', int32: 'Int32', uint32: 'Uint32', float32: 'Float32', float64: 'Float64',
};
const BYTES = { Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Float32: 4, Float64: 8 };
const SCALES = { Uint8: 1, Uint16: 255 / 65535, Float32: 255, Float64: 255 }; // of colors, to 0..255
const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'];
const LONGEST_HEADER = 1 << 16; // bytes
const INDICES = ['vertex_indices', 'vertex_index'];

/** What is wrong with a file; readPly puts the file's name before it. */
class Mistake extends Error {}

function demand(condition, text) {
    if (!condition) throw new Mistake(text);
}

// ---- the header ----

function typeOf(word) {
    demand(Object.hasOwn(TYPES, word), `a property has the type '${word}'`);
    return TYPES[word];
}

function propertyOf(words, number) {
    const isList = words[1] === 'list', [countType, type, name] = isList ? words.slice(2) : [undefined, words[1], words[2]];
    demand(words.length === (isList ? 5 : 3), `line ${number} of its header is no property`);
    if (!isList) return { type: typeOf(type), name };
    demand(!typeOf(countType).startsWith('Float'), `the list ${name} has a length that is no integer`);
    return { countType: typeOf(countType), type: typeOf(type), name };
}

function takeLine(header, words, number) {
    const element = header.elements.at(-1), is = (keyword, count) => words[0] === keyword && words.length === count;
    if (is('format', 3)) {
        demand(FORMATS.includes(words[1]) && words[2] === '1.0', `its format '${words[1]} ${words[2]}' is unknown`);
        header.format = words[1];
    } else if (is('element', 3)) {
        demand(/^\d{1,15}$/.test(words[2]), `the element ${words[1]} has the count '${words[2]}'`);
        header.elements.push({ name: words[1], count: Number(words[2]), properties: [] });
    } else if (words[0] === 'property' && element) {
        element.properties.push(propertyOf(words, number));
    } else {
        demand(['comment', 'obj_info', ''].includes(words[0]), `line ${number} of its header is unknown`);
    }
}

/** { format, elements: [{ name, count, properties: [{ name, type, countType }] }], end }, the byte where the numbers begin. */
function readHeader(bytes) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, LONGEST_HEADER));
    demand(/^ply\s*\n/.test(text), 'this is no PLY file');
    const end = /\nend_header[ \t\r]*\n/.exec(text), header = { format: '', elements: [] };
    demand(end, 'its header has no end');
    header.end = end.index + end[0].length;
    const lines = text.slice(0, end.index).split('\n');
    lines.slice(1).forEach((line, i) => takeLine(header, line.trim().split(/\s+/), i + 2));
    demand(header.format, 'its header names no format');
    for (const { name, properties } of header.elements) demand(properties.length > 0, `the element ${name} has no properties`);
    return header;
}

// ---- numbers ----

class BinaryNumbers {
    constructor(bytes, from, isLittle) {
        Object.assign(this, { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at: from, isLittle });
    }

    next(type) {
        const { view, at } = this;
        this.at += BYTES[type];
        demand(this.at <= view.byteLength, 'it is truncated');
        return view[`get${type}`](at, this.isLittle);
    }

    get left() {
        return this.view.byteLength - this.at;
    }

    /** The fewest bytes that the records of an element take. */
    static leastOf({ count, properties }) {
        return count * properties.reduce((sum, { type, countType }) => sum + BYTES[countType ?? type], 0);
    }
}

class TextNumbers {
    constructor(bytes, from) {
        Object.assign(this, { bytes, at: from });
    }

    next() {
        const { bytes } = this, isSpace = (byte) => byte <= 32;
        while (this.at < bytes.length && isSpace(bytes[this.at])) this.at++;
        demand(this.at < bytes.length, 'it is truncated');
        const from = this.at;
        while (this.at < bytes.length && !isSpace(bytes[this.at])) this.at++;
        const word = String.fromCharCode(...bytes.subarray(from, Math.min(this.at, from + 40))), value = Number(word);
        demand(Number.isFinite(value), `'${word}' is no number`);
        return value;
    }

    get left() {
        return this.bytes.length - this.at;
    }

    /** A digit and what parts it from the next, but for the last one. */
    static leastOf({ count, properties }) {
        return Math.max(2 * count * properties.length - 1, 0);
    }
}

function numbersOf(bytes, { format, end }) {
    return format === 'ascii' ? new TextNumbers(bytes, end) : new BinaryNumbers(bytes, end, format === 'binary_little_endian');
}

/** Counts may lie: so that none of them asks for more memory than the file could fill. */
function checkSize(bytes, header) {
    const Numbers = header.format === 'ascii' ? TextNumbers : BinaryNumbers, available = bytes.length - header.end;
    const needed = header.elements.reduce((sum, element) => sum + Numbers.leastOf(element), 0);
    demand(needed <= available, `it is truncated: its header tells of at least ${needed} bytes, and ${available} are there`);
}

// ---- elements ----

/** Reads the records of an element; take(record, values) gets the number of each, and its numbers and lists by their properties. */
function readElement(numbers, { name, count, properties }, take) {
    const values = new Array(properties.length);
    for (let record = 0; record < count; record++) {
        try {
            properties.forEach(({ type, countType }, i) => {
                values[i] = countType ? readList(numbers, type, countType) : numbers.next(type);
            });
            take(record, values);
        } catch (error) {
            if (error instanceof Mistake) error.message = `${name} ${record}: ${error.message}`;
            throw error;
        }
    }
}

function readList(numbers, type, countType) {
    const count = numbers.next(countType), list = [];
    demand(Number.isInteger(count) && count >= 0, `a list has the length ${count}`);
    demand(numbers.constructor.leastOf({ count, properties: [{ type }] }) <= numbers.left, 'it is truncated'); // before memory is filled
    for (let i = 0; i < count; i++) list.push(numbers.next(type));
    return list;
}

/** Where properties of these names are, or null unless all are there, each a single number. */
function placesOf(element, names) {
    const places = names.map((name) => element.properties.findIndex((property) => property.name === name && !property.countType));
    return places.includes(-1) ? null : places;
}

/** A function that reads them, and the arrays that it fills. */
function vertexReader(element) {
    const { count, properties } = element, places = placesOf(element, ['x', 'y', 'z']);
    demand(places, 'its vertices have no x, y and z');
    const across = placesOf(element, ['nx', 'ny', 'nz']), paint = placesOf(element, ['red', 'green', 'blue']);
    const scales = paint?.map((place) => SCALES[properties[place].type]);
    demand(!scales?.includes(undefined), 'its colors are neither bytes nor floats');
    const mesh = {
        positions: new Float32Array(3 * count), normals: across && new Float32Array(3 * count),
        colors: paint && new Uint8Array(4 * count).fill(255),
    };
    const take = (vertex, values) => {
        for (let k = 0; k < 3; k++) {
            mesh.positions[3 * vertex + k] = values[places[k]];
            if (across) mesh.normals[3 * vertex + k] = values[across[k]];
            if (paint) mesh.colors[4 * vertex + k] = Math.round(Math.min(Math.max(values[paint[k]] * scales[k], 0), 255));
        }
    };
    return { mesh, take };
}

/** take(face, corners) for the faces of an element. */
function faceReader(element, vertexCount, take) {
    const place = element.properties.findIndex(({ name, countType }) => countType && INDICES.includes(name));
    demand(place >= 0, 'its faces have no vertex_indices');
    return (face, values) => {
        const wrong = values[place].find((corner) => !Number.isInteger(corner) || corner < 0 || corner >= vertexCount);
        demand(wrong === undefined, `there is no vertex ${wrong} among ${vertexCount}`);
        take(values[place]);
    };
}

function elementOf(header, name, what) {
    const found = header.elements.filter((element) => element.name === name);
    demand(found.length <= 1, `it has the element ${name} twice`);
    demand(found[0]?.count > 0, `it has no ${what}`);
    return found[0];
}

/** Reads all elements up to the last one that has a reader. */
function readElements(numbers, header, readers) {
    const last = header.elements.findLastIndex(({ name }) => readers[name]);
    for (const element of header.elements.slice(0, last + 1)) readElement(numbers, element, readers[element.name] ?? (() => {}));
}

/** Whether there is a triangle with finite corners and an area: has_usable_triangle of the native demos. */
function hasUsableTriangle({ positions, indices }) {
    const a = [0, 0, 0], b = [0, 0, 0], isNumber = Number.isFinite;
    for (let i = 0; i < indices.length; i += 3) {
        for (let k = 0; k < 3; k++) {
            const from = positions[3 * indices[i] + k];
            a[k] = positions[3 * indices[i + 1] + k] - from; // not finite unless both are
            b[k] = positions[3 * indices[i + 2] + k] - from;
        }
        const isFlat = a[1] * b[2] === a[2] * b[1] && a[2] * b[0] === a[0] * b[2] && a[0] * b[1] === a[1] * b[0];
        if (a.every(isNumber) && b.every(isNumber) && !isFlat) return true;
    }
    return false;
}

/** The numbers of triangles are known only once all lists were read: so the file is read twice. */
function readMesh(bytes) {
    const header = readHeader(bytes), vertices = elementOf(header, 'vertex', 'vertices'), faces = elementOf(header, 'face', 'faces');
    checkSize(bytes, header);
    let triangles = 0, at = 0;
    const { mesh, take } = vertexReader(vertices);
    const count = (corners) => (triangles += Math.max(corners.length - 2, 0));
    readElements(numbersOf(bytes, header), header, { vertex: take, face: faceReader(faces, vertices.count, count) });
    demand(triangles > 0, 'it has no faces of three corners or more');
    mesh.indices = new Uint32Array(3 * triangles);
    const fill = (corners) => {
        for (let i = 2; i < corners.length; i++) {
            mesh.indices.set([corners[0], corners[i - 1], corners[i]], at);
            at += 3;
        }
    };
    readElements(numbersOf(bytes, header), header, { face: faceReader(faces, vertices.count, fill) });
    demand(hasUsableTriangle(mesh), `none of its ${triangles} triangles has finite corners and an area`);
    return mesh;
}

/** { positions, normals, colors, indices } as in mesh.mjs of a file's ArrayBuffer; normals and colors are null if it has none. */
export function readPly(name, buffer) {
    try {
        return readMesh(new Uint8Array(buffer));
    } catch (error) {
        const isMemory = error instanceof RangeError;
        if (!(error instanceof Mistake || isMemory)) throw error;
        throw mistakeOf(name, isMemory ? 'there is no memory for it' : error.message);
    }
}
