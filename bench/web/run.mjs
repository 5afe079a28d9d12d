// run.mjs - times the library and its peers in Chromium and prints one JSON object.  SPDX-License-Identifier: MIT
//
//   cmake --preset web && cmake --build build-web --parallel    in the top folder
//   npm ci --prefix ../../tests/web && npm install && node run.mjs [ours] [calls] [first] [molstar] [playcanvas] [side=64,128] [keys=65536]
import { fileURLToPath } from 'node:url';
import { resultOf, withPage } from '../../tests/web/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const PEERS = ['ours', 'calls', 'first', 'molstar', 'playcanvas'];
const library = fileURLToPath(new URL('../../build-web/web/', import.meta.url));
const tests = fileURLToPath(new URL('../../tests/web/', import.meta.url));

const words = process.argv.slice(2);
const peers = words.filter((word) => PEERS.includes(word));
const options = words.filter((word) => /^(side|keys)=[0-9,]+$/.test(word));
const wrong = words.find((word) => !peers.includes(word) && !options.includes(word));
if (wrong) {
    console.error(`run.mjs: expected ${PEERS.join(', ')}, side=N,.. or keys=N,.., got '${wrong}'`);
    process.exit(2);
}

const report = {};
let failed = false;
for (const peer of peers.length ? peers : PEERS) {
    report[peer] = await withPage('chromium', { '/': here, '/library/': library, '/tests/': tests }, async (page, messages, address) => {
        const query = [`peer=${peer}`, ...options].join('&');
        const result = await resultOf(page, `${address}/page.html?${query}`, 600000).catch((error) => ({ error: error.message }));
        const software = String(result.renderer).includes('SwiftShader');
        if (!software) result.error ??= `renderer is ${result.renderer}`;
        failed ||= result.error !== undefined;
        return { ...result, messages };
    });
}
console.log(JSON.stringify(report, null, 2));
process.exit(failed ? 1 : 0);
