// check.mjs - runs the checks of check_wasm, one after the other, and shows what they find.  SPDX-License-Identifier: MIT
import createModule from './check_wasm.mjs';

const rows = document.querySelector('tbody'), verdict = document.querySelector('#verdict');

/** The module of C, on a WebGL context that can be replaced. */
class Checks {
    static async create() {
        return Object.assign(new Checks(), { module: await createModule() });
    }

    call(name, result, ...args) {
        return this.module.ccall(`check_web_${name}`, result, args.map((arg) => typeof arg), args);
    }

    names() {
        const names = [];
        for (let name; (name = this.call('name', 'string', names.length)); ) names.push(name);
        return names;
    }

    /** A new context, on a canvas that nobody sees; null if the browser gives none. */
    open() {
        const { GL } = this.module;
        if (this.handle) GL.deleteContext(this.handle);
        this.handle = 0;
        this.gl = document.createElement('canvas').getContext('webgl2', { antialias: false, powerPreference: 'high-performance' });
        if (!this.gl) return null;
        this.gl.getExtension('EXT_color_buffer_float');
        this.gl.getExtension('OES_texture_float_linear');
        this.handle = GL.registerContext(this.gl, { majorVersion: 2, minorVersion: 0 });
        GL.makeContextCurrent(this.handle);
        return this.gl;
    }

    /** Runs check `i`. If the context is lost meanwhile, the next check gets another one. False if there is none. */
    run(i) {
        if (this.gl.isContextLost() && !this.open()) return false;
        try {
            this.call('run', null, i, navigator.userAgent);
        } catch (error) {
            this.call('fail', null, `${this.gl.isContextLost() ? 'the context is lost; ' : ''}it crashed: ${error.message}`);
        }
        return true;
    }
}

function show(row, checks) {
    const word = checks.call('word', 'string');
    const texts = [word, checks.call('seconds', 'number').toFixed(2), checks.call('detail', 'string')];
    texts.forEach((text, k) => (row.cells[k + 1].textContent = text));
    row.className = word === 'WRONG' ? 'wrong' : '';
}

async function copyReport() {
    const report = document.querySelector('#report'), button = document.querySelector('#copy');
    report.select();
    try {
        await navigator.clipboard.writeText(report.value);
        button.textContent = 'Copied';
    } catch {
        button.textContent = 'Press Ctrl+C'; // what is selected
    }
}

/** All modules, or with ?module=NAME&module=NAME those. */
function chosen(names) {
    const only = new URLSearchParams(location.search).getAll('module');
    return [...names.entries()].filter(([, name]) => only.length === 0 || only.includes(name));
}

async function start() {
    const checks = await Checks.create(), modules = chosen(checks.names());
    if (!checks.open()) throw new Error('This page needs WebGL 2, which this browser does not have, or has turned off.');
    for (const [i, name] of modules) {
        const row = rows.insertRow();
        [name, '…', '', ''].forEach((text) => (row.insertCell().textContent = text));
        verdict.textContent = `Checking ${name}, ${rows.rows.length} of ${modules.length}`;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))); // shows it, and lets the page live
        if (!checks.run(i)) throw new Error(`The GPU is lost, and this browser gives no other WebGL context. ${name} was not checked.`);
        show(row, checks);
    }
    verdict.textContent = checks.call('verdict', 'string');
    verdict.className = verdict.textContent.startsWith('all right') ? '' : 'wrong';
    const report = document.querySelector('#report'), button = document.querySelector('#copy');
    report.value = checks.call('report', 'string');
    button.addEventListener('click', copyReport);
    report.hidden = button.hidden = false;
    return report.value;
}

window.report = start().catch((error) => (verdict.textContent = error.message)); // so that tests can wait for it
