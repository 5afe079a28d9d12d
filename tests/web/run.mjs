// run.mjs - runs pages/*.mjs in Chromium and prints a line for each check.  SPDX-License-Identifier: MIT
//
//   npm ci && node run.mjs [--folder PREFIX=FOLDER ...] [PAGE ...]
//
// A page ends with window.result = { renderer, checks: [{ name, failure }], expected: [pattern] }. It fails if a check has a failure, if
// the console shows an error or a warning that no pattern expects, if an expected one does not come, and if the renderer is another than
// SwiftShader. So a page that finds no WebGL cannot pass. --folder serves one more folder, for example that of the compiled library.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultOf, withPage } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

function failuresOfMessages(messages, expected = []) {
    const patterns = expected.map((pattern) => new RegExp(pattern));
    return [
        ...messages.filter((text) => !patterns.some((pattern) => pattern.test(text))).map((text) => `console ${text}`),
        ...patterns.filter((pattern) => !messages.some((text) => pattern.test(text))).map((pattern) => `no message ${pattern}`),
    ];
}

async function runPage(folders, name) {
    const checks = [];
    const add = (check, failure = null) => checks.push({ name: check, failure });
    await withPage(folders, async (page, messages, address) => {
        let result;
        try {
            result = await resultOf(page, `${address}/page.html?${name}`);
        } catch (error) {
            add('ends', `${error.message.split('\n')[0]} ${messages.join('; ')}`);
            return;
        }
        add('runs on SwiftShader', String(result.renderer).includes('SwiftShader') ? null : `renderer is ${result.renderer}`);
        if (!result.checks?.length) add('checks something', 'no check');
        checks.push(...(result.checks ?? []));
        const failures = failuresOfMessages(messages, result.expected);
        add('console', failures.length ? failures.join('; ') : null);
    });
    return checks;
}

function parse(words) {
    const folders = { '/': here };
    const pages = [];
    for (let i = 0; i < words.length; i++) {
        if (words[i] === '--folder') {
            const folder = /^(\/.+\/)=(.+)$/.exec(words[++i] ?? '');
            if (!folder) throw new Error(`--folder: expected /PREFIX/=FOLDER, got '${words[i] ?? ''}'`);
            folders[folder[1]] = folder[2];
        } else {
            pages.push(words[i]);
        }
    }
    const all = readdirSync(join(here, 'pages'))
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => basename(file, '.mjs'));
    const unknown = pages.find((page) => !all.includes(page));
    if (unknown) throw new Error(`there is no page '${unknown}'; there are ${all.join(', ')}`);
    return { folders, pages: pages.length ? pages : all };
}

let failed = 0;
try {
    const { folders, pages } = parse(process.argv.slice(2));
    for (const page of pages) {
        for (const { name, failure } of await runPage(folders, page)) {
            console.log(failure ? `FAIL ${page}: ${name}: ${failure}` : `ok   ${page}: ${name}`);
            failed += failure ? 1 : 0;
        }
    }
} catch (error) {
    console.error(`run.mjs: ${error.message}`);
    process.exit(2);
}
process.exit(failed ? 1 : 0);
