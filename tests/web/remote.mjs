// remote.mjs - a page in a browser that is only started: a script in the page asks the server for work.  SPDX-License-Identifier: MIT
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serve } from './server.mjs';

const PATH = '/remote'; // a blank page for GET; for POST the place of answers, each of which is answered with the next script

/** Runs in every page, before the page's own scripts. */
function agent(path) {
    const post = (text) => fetch(path, { method: 'POST', body: text });
    for (const type of ['error', 'warn', 'assert']) {
        const write = console[type];
        console[type] = (...words) => {
            if (type !== 'assert' || !words[0]) post(JSON.stringify({ message: `${type}: ${words.join(' ')}` })).catch(() => {});
            write.apply(console, words);
        };
    }
    async function work() {
        for (let answer = '{"isNew":true}';;) {
            const script = await (await post(answer)).text();
            try {
                answer = JSON.stringify({ value: await (0, eval)(script) });
            } catch (error) {
                answer = JSON.stringify({ error: String(error.message ?? error) });
            }
        }
    }
    work().catch(() => {}); // which it is when the page goes
}

/** What tests use of playwright's Page. One script runs at a time. */
class RemotePage {
    constructor(before) {
        this.scripts = `<script>(${agent})('${PATH}'); (${before})();</script>`;
        this.messages = [];
    }

    // ---- the server's side ----

    edit(html) {
        return html.replace('<meta charset="utf-8">', (meta) => meta + this.scripts);
    }

    answer(request, response) {
        if (request.url !== PATH) return false;
        if (request.method === 'GET') {
            response.setHeader('Content-Type', 'text/html').end(this.edit('<!doctype html><meta charset="utf-8"><title>blank</title>'));
            return true;
        }
        let text = '';
        request.on('data', (part) => (text += part)).on('end', () => this.take(JSON.parse(text), response));
        return true;
    }

    take({ message, isNew, error, value }, response) {
        if (message !== undefined) {
            this.messages.push(message);
            response.end();
            return;
        }
        this.asking = response;
        if (error !== undefined) this.failed?.(new Error(error));
        else if (isNew) this.opened?.();
        else this.done?.(value);
    }

    // ---- the test's side ----

    /** A promise of what `start(done, failed)` leads to. */
    wait(start, milliseconds = 60000) {
        return new Promise((done, failed) => {
            const timer = setTimeout(() => failed(new Error(`the browser has not answered for ${milliseconds / 1000} s`)), milliseconds);
            this.failed = (error) => (clearTimeout(timer), failed(error));
            start((value) => (clearTimeout(timer), done(value)));
        });
    }

    /** Sends a script to the page that waits for one. */
    send(script) {
        if (!this.asking) throw new Error('the browser does not answer');
        this.asking.end(script);
        this.asking = null;
    }

    evaluate(script, argument, milliseconds) {
        return this.wait((done) => {
            this.done = done;
            this.send(`(${script})(${argument === undefined ? '' : JSON.stringify(argument)})`);
        }, milliseconds);
    }

    goto(address) {
        return this.wait((done) => {
            this.opened = done;
            this.send(`location.href = ${JSON.stringify(address === 'about:blank' ? PATH : address)}; new Promise(() => {})`);
        });
    }

    waitForFunction(condition, argument, { timeout, polling }) {
        const words = JSON.stringify(argument ?? null);
        return this.evaluate(`async () => {
            for (const start = performance.now(); !(${condition})(${words}); await new Promise((next) => setTimeout(next, ${polling})))
                if (performance.now() - start > ${timeout}) throw new Error('waited in vain for ' + ${JSON.stringify(String(condition))});
        }`, undefined, timeout + 10000);
    }

    waitForTimeout(milliseconds) {
        return new Promise((done) => setTimeout(done, milliseconds));
    }

    /** Nothing: what tests look at has its own size, and may be larger than the window. */
    setViewportSize() {}
}

/** Starts a browser and calls use(page, messages, address). `browser`: { command, options(home, address), files, environment, line, crash },
 *  where `files` are put into its new home, and a line that it prints and that matches `line` is a message, one that matches `crash` the page's end. */
export async function withRemotePage(browser, folders, use, before) {
    const page = new RemotePage(before), server = await serve(folders, 0, page), home = mkdtempSync(join(tmpdir(), 'histopyramid-web-'));
    for (const [name, text] of Object.entries(browser.files ?? {})) writeFileSync(join(home, name), text);
    const child = spawn(browser.command, browser.options(home, `${server.address}${PATH}`), {
        env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...browser.environment }, stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((done) => child.on('close', done));
    try {
        for (const stream of [child.stdout, child.stderr])
            createInterface({ input: stream }).on('line', (line) => {
                page.messages.push(...(browser.line.exec(line)?.slice(1) ?? []));
                if (browser.crash?.test(line)) page.failed(new Error('the page crashed'));
            });
        await page.wait((done) => {
            page.opened = done;
            child.on('error', (error) => page.failed(error)).on('exit', () => page.failed(new Error(`${browser.command} has ended`)));
        });
        return await use(page, page.messages, server.address);
    } finally {
        child.kill();
        await ended;
        await server.close();
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
}
