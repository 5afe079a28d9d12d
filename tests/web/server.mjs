// server.mjs - a static server for pages under test, on this machine's own address only.  SPDX-License-Identifier: MIT
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
};

// Without these two a page's clock has steps of 0.1 ms; with them they are of 5 µs.
const HEADERS = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cache-Control': 'no-store',
};

function fileOf(folders, path) {
    const prefix = Object.keys(folders)
        .filter((name) => path.startsWith(name))
        .sort((a, b) => b.length - a.length)[0];
    if (prefix === undefined) return null;
    const folder = resolve(folders[prefix]);
    const file = join(folder, path.slice(prefix.length));
    if (!file.startsWith(folder + sep)) return null;
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

function pathOf(url) {
    try {
        return decodeURIComponent(new URL(url, 'http://localhost').pathname);
    } catch {
        return ''; // no folder has it
    }
}

/** Serves folders, given as { '/': folder, '/prefix/': other }. Resolves to { address, close }. The port is a free one unless given.
 *  `own` may answer requests itself, and edit the text of pages. */
export function serve(folders, port = 0, own = { answer: () => false, edit: (html) => html }) {
    const server = createServer((request, response) => {
        if (own.answer(request, response)) return;
        const file = fileOf(folders, pathOf(request.url));
        if (!file) {
            response.writeHead(404, HEADERS).end();
            return;
        }
        response.writeHead(200, { ...HEADERS, 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
        const bytes = readFileSync(file);
        response.end(extname(file) === '.html' ? own.edit(bytes.toString()) : bytes);
    });
    return new Promise((done, failed) => {
        server.on('error', failed);
        server.listen(port, '127.0.0.1', () => {
            const close = () => new Promise((closed) => {
                server.close(closed);
                server.closeAllConnections(); // also those that a page keeps open
            });
            done({ address: `http://127.0.0.1:${server.address().port}`, close });
        });
    });
}
