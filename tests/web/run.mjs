// run.mjs - runs pages/*.mjs in a browser and prints a line for each check.  SPDX-License-Identifier: MIT
//
//   npm ci && node run.mjs [--browser NAME] [--folder PREFIX=FOLDER ...] [--pictures FOLDER] [PAGE ...]
//
// A page ends with window.result = { renderer, checks: [{ name, failure }], expected: [pattern], usual: [pattern] }. It fails if a check has a failure, if
// the console shows an error or a warning that no pattern is about, if an expected one does not come, and if the renderer is another than
// the browser's in browser.mjs. So a page that finds no WebGL cannot pass. NAME is chromium, firefox or webkit; the first unless given.
// --folder serves one more folder, for example that of the compiled library. --pictures keeps what Chromium shows of each page.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSERS, resultOf, withPage } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

function failuresOfMessages(messages, expected, usual) {
    const [wanted, allowed] = [expected, [...expected, ...usual]].map((patterns) => patterns.map((pattern) => new RegExp(pattern)));
    return [
        ...messages.filter((text) => !allowed.some((pattern) => pattern.test(text))).map((text) => `console ${text}`),
        ...wanted.filter((pattern) => !messages.some((text) => pattern.test(text))).map((pattern) => `no message ${pattern}`),
    ];
}

async function runPage({ renderer, usual }, page, messages, address) {
    const checks = [];
    const add = (name, failure = null) => checks.push({ name, failure });
    messages.length = 0;
    try {
        const result = await resultOf(page, address);
        add(`runs on ${renderer}`, String(result.renderer).includes(renderer) ? null : `renderer is ${result.renderer}`);
        if (!result.checks?.length) add('checks something', 'no check');
        checks.push(...(result.checks ?? []));
        const failures = failuresOfMessages(messages, result.expected, [...usual, ...result.usual]);
        add('console', failures.length ? [...new Set(failures)].join('; ') : null);
    } catch (error) {
        add('ends', `${error.message.split('\n')[0]} ${messages.join('; ')}`);
    }
    return checks;
}

function parse(words) {
    const folders = { '/': here };
    const pages = [];
    let browser = Object.keys(BROWSERS)[0], pictures;
    for (let i = 0; i < words.length; i++) {
        if (words[i] === '--folder') {
            const folder = /^(\/.+\/)=(.+)$/.exec(words[++i] ?? '');
            if (!folder) throw new Error(`--folder: expected /PREFIX/=FOLDER, got '${words[i] ?? ''}'`);
            folders[folder[1]] = folder[2];
        } else if (words[i] === '--browser') {
            browser = words[++i];
        } else if (words[i] === '--pictures') {
            pictures = words[++i];
        } else {
            pages.push(words[i]);
        }
    }
    const all = readdirSync(join(here, 'pages'))
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => basename(file, '.mjs'));
    const unknown = pages.find((page) => !all.includes(page));
    if (unknown) throw new Error(`there is no page '${unknown}'; there are ${all.join(', ')}`);
    if (!Object.hasOwn(BROWSERS, browser)) throw new Error(`there is no browser '${browser}'; there are ${Object.keys(BROWSERS).join(', ')}`);
    return { browser, folders, pictures, pages: pages.length ? pages : all };
}

let failed = 0;
try {
    const { browser, folders, pictures, pages } = parse(process.argv.slice(2));
    await withPage(browser, folders, async (page, messages, address) => {
        for (const name of pages) {
            const start = performance.now(), checks = await runPage(BROWSERS[browser], page, messages, `${address}/page.html?${name}`);
            if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), clip: { x: 0, y: 0, width: 384, height: 384 } });
            for (const { name: check, failure } of checks) console.log(failure ? `FAIL ${name}: ${check}: ${failure}` : `ok   ${name}: ${check}`);
            console.log(`     ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
            failed += checks.filter(({ failure }) => failure).length;
        }
    });
} catch (error) {
    console.error(`run.mjs: ${error.message}`);
    process.exit(2);
}
process.exit(failed ? 1 : 0);
