// input.mjs - mouse, pen, touch and keys over the picture.  SPDX-License-Identifier: MIT
//
//   drag, arrow keys with Shift      turn or move
//   wheel, two fingers               zoom
//   click, tap, Enter                whatever a click means in the demo, in the middle for Enter
//   Space, letters, + and - ..       keys of the demo

const STILL = 6;     // pixels that a click may move
const KEY_TURN = 24; // pixels of the drag that an arrow key stands for
const WHEEL_ZOOM = 0.0015, LINE = 16; // pixels of the wheel

function spreadOf(pointers) {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
}

function listenToPointers(canvas, actions) {
    const pointers = new Map();
    let moved = 0, most = 0; // pixels since the first finger came, most fingers at a time

    canvas.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        if (pointers.size === 0) moved = most = 0;
        canvas.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
        most = Math.max(most, pointers.size);
        if (pointers.size === 1) actions.press(event.offsetX, event.offsetY);
        else actions.release();
    });
    canvas.addEventListener('pointermove', (event) => {
        const last = pointers.get(event.pointerId);
        actions.hover(event.offsetX, event.offsetY);
        if (!last) return;
        const right = event.offsetX - last.x, down = event.offsetY - last.y, before = pointers.size === 2 ? spreadOf(pointers) : 0;
        last.x = event.offsetX;
        last.y = event.offsetY;
        moved += Math.hypot(right, down);
        if (pointers.size === 2) actions.zoom(spreadOf(pointers) / Math.max(before, 1));
        else if (pointers.size === 1 && moved > STILL) actions.drag(event.offsetX, event.offsetY, right, down);
    });
    canvas.addEventListener('pointerup', (event) => {
        actions.release();
        const isClick = pointers.delete(event.pointerId) && most === 1 && moved <= STILL;
        if (isClick) actions.tap(event.offsetX, event.offsetY);
    });
    // A menu of the system may take the pointer away without an end.
    for (const type of ['pointercancel', 'lostpointercapture']) canvas.addEventListener(type, (event) => {
        if (pointers.delete(event.pointerId)) actions.release();
    });
}

function listenToKeys(canvas, actions) {
    const middle = () => [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const turns = { ArrowLeft: [-KEY_TURN, 0], ArrowRight: [KEY_TURN, 0], ArrowUp: [0, -KEY_TURN], ArrowDown: [0, KEY_TURN] };
    canvas.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const turn = event.shiftKey && turns[event.key];
        if (turn) {
            const [x, y] = middle();
            actions.press(x, y);
            actions.drag(x + turn[0], y + turn[1], ...turn);
            actions.release();
        }
        else if (event.key === 'Enter') actions.tap(...middle());
        else if (!actions.key(event.key)) return;
        event.preventDefault();
    });
}

/** Calls `actions`: press(x, y), drag(x, y, right, down), release(), hover(x, y) and tap(x, y) in pixels of CSS from the upper left, zoom(factor), and key(name), which
 *  returns whether the key was taken. */
export function listen(canvas, actions) {
    listenToPointers(canvas, actions);
    listenToKeys(canvas, actions);
    canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        actions.zoom(Math.exp(-event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1) * WHEEL_ZOOM));
    }, { passive: false });
}

/** Files that are dropped anywhere on the page go to take(file); `mark(isOver)` tells that one hovers. Other things that are dragged,
 *  as words, are left alone. */
export function listenForFiles(element, take, mark) {
    let depth = 0; // dragenter comes for every element that is entered, before dragleave of the last one
    const listenIfFiles = (type, act) => element.addEventListener(type, (event) => event.dataTransfer.types.includes('Files') && act(event));
    const count = (step) => mark((depth = Math.max(depth + step, 0)) > 0);
    listenIfFiles('dragenter', () => count(1));
    listenIfFiles('dragleave', () => count(-1));
    listenIfFiles('dragover', (event) => event.preventDefault());
    listenIfFiles('drop', (event) => {
        event.preventDefault();
        depth = 0;
        mark(false);
        take(event.dataTransfer.files[0]);
    });
}
