// check_page.mjs - the page that checks a GPU: all is right, and a context that is lost is named.  SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { expect } from '../webgl.mjs';

const LONGEST = 300000; // milliseconds, on a machine that does much else

/** What the page has found out about each module, from the JSON in its report. */
async function modulesOf(visitor, query = '') {
    await visitor.page.goto('about:blank');
    await visitor.page.goto(`${visitor.address}/page/check.html${query}`);
    await visitor.until(() => !document.querySelector('#report').hidden, null, LONGEST);
    const report = await visitor.run(() => window.report);
    return JSON.parse(/```json\n(.*)\n```/s.exec(report)[1]).modules;
}

async function isAllRight(visitor, pictures) {
    await visitor.page.setViewportSize?.({ width: 390, height: 844 }); // a phone
    const modules = await modulesOf(visitor), verdict = await visitor.run(() => document.querySelector('#verdict').textContent);
    await visitor.page.screenshot?.({ path: join(pictures, 'check.png'), fullPage: true });
    expect(verdict.startsWith('all right: '), `the page says '${verdict}'`);
    const [width, whole] = await visitor.run(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(whole <= width, `the page is ${whole} pixels wide, the window ${width}`);
    expect(modules.length > 2 && modules.every(({ result }) => result !== 'WRONG'), 'the report differs from the verdict');
    return verdict;
}

/** The browser takes the context away in the middle of one module; the others have a new one. */
async function namesALostContext(visitor) {
    const modules = await modulesOf(visitor, '?module=bits&module=extraction&module=sort'), wrong = modules.filter(({ result }) => result === 'WRONG');
    expect(wrong.length === 1 && wrong[0].module === 'extraction', `wrong are: ${wrong.map(({ module }) => module)}`);
    expect(wrong[0].detail.includes('the context is lost'), `the detail is '${wrong[0].detail}'`);
}

const LOSE = () => {
    const draw = WebGL2RenderingContext.prototype.drawArrays;
    let draws = 0;
    WebGL2RenderingContext.prototype.drawArrays = function (...args) {
        const isTime = document.querySelector('#verdict')?.textContent.startsWith('Checking extraction,') && ++draws === 3;
        if (isTime) this.getExtension('WEBGL_lose_context').loseContext();
        draw.apply(this, args);
    };
};

export const CHECK_PAGE = {
    'check: all right': { check: isAllRight },
    'check: lost context': { check: namesALostContext, before: LOSE },
};
