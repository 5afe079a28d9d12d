// mistake.mjs - errors that are no faults of the page's: the page tells them in one line.  SPDX-License-Identifier: MIT

/** An error that the page tells as it is, such as a file that cannot be read. */
export function mistake(line) {
    return Object.assign(new Error(line), { isExpected: true });
}

/** The same of a file. */
export function mistakeOf(name, text) {
    return mistake(`${name}: ${text}`);
}
