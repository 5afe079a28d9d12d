// records.mjs - writes and reads the library's C records, as plain objects of JavaScript. api.mjs tells where members are.
// SPDX-License-Identifier: MIT
import { RECORDS } from './api.mjs';

const SIZES = { u8: 1, bool: 1, u16: 2, u32: 4, i32: 4, f32: 4, u64: 8, f64: 8 };

export function sizeOf(record) {
  return RECORDS[record].size;
}

const SETTERS = {
  u8: (view, at, value) => view.setUint8(at, value),
  bool: (view, at, value) => view.setUint8(at, value ? 1 : 0),
  u32: (view, at, value) => view.setUint32(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  f32: (view, at, value) => view.setFloat32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
  u64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
};

const GETTERS = {
  u8: (view, at) => view.getUint8(at),
  bool: (view, at) => view.getUint8(at) !== 0,
  u32: (view, at) => view.getUint32(at, true),
  i32: (view, at) => view.getInt32(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
  u64: (view, at) => Number(view.getBigUint64(at, true)),
};

/** Writes the members of `values` into memory that holds zeros. A name that the record has not is an error. */
export function write(view, address, record, values) {
  for (const [name, value] of Object.entries(values)) {
    const member = RECORDS[record].members.find((m) => m.name === name);
    if (!member) throw new TypeError(`${record} has no member ${name}`);
    if (value === undefined || value === null) continue;
    const at = address + member.at;
    if (member.record) write(view, at, member.record, value);
    else if (member.count && value.length !== member.count) throw new RangeError(`${name} has ${member.count} numbers`);
    else if (member.count) value.forEach((v, i) => SETTERS[member.type](view, at + i * SIZES[member.type], v));
    else SETTERS[member.type](view, at, value);
  }
}

export function read(view, address, record) {
  const values = {};
  for (const { name, at, type, count, record: inner } of RECORDS[record].members) {
    const from = address + at;
    values[name] = inner ? read(view, from, inner)
      : count ? Array.from({ length: count }, (_, i) => GETTERS[type](view, from + i * SIZES[type]))
      : GETTERS[type](view, from);
  }
  return values;
}
