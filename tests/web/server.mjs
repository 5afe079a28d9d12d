// server.mjs - a static server for pages under test, on this machine's own address only.  SPDX-License-Identifier: MIT
import { createReadStream, statSync } from 'node:fs';
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

/** Serves folders, given as { '/': folder, '/prefix/': other }. Resolves to { address, close }. The port is a free one unless given. */
export function serve(folders, port = 0) {
    const server = createServer((request, response) => {
        const file = fileOf(folders, pathOf(request.url));
        if (!file) {
            response.writeHead(404, HEADERS).end();
            return;
        }
        response.writeHead(200, { ...HEADERS, 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
        createReadStream(file).on('error', () => response.destroy()).pipe(response);
    });
    return new Promise((done, failed) => {
        server.on('error', failed);
        server.listen(port, '127.0.0.1', () => {
            const close = () => new Promise((closed) => server.close(closed));
            done({ address: `http://127.0.0.1:${server.address().port}`, close });
        });
    });
}
