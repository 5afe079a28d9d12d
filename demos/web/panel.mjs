// panel.mjs - the words and controls beside the picture.  SPDX-License-Identifier: MIT
//
// A scene describes its controls, and the panel makes elements of them. All have a label, and work by keyboard as any form does.
//
//   { kind: 'choice', label, choices: [[value, text], ...], value, change(value) }
//   { kind: 'range', label, min, max, step, value, change(value), text(value) }
//   { kind: 'check', label, value, change(value) }
//   { kind: 'button', label, press() }
//   { kind: 'file', label, accept, take(file) }
//
// refresh() shows values that a scene has changed itself.

function element(name, properties = {}, children = []) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

function labeled(control, input, after = []) {
    return element('label', {}, [element('span', { textContent: control.label }), input, ...after]);
}

const MAKE = {
    choice(control) {
        const input = element('select', { onchange: () => control.change(input.value) });
        let shown = '';
        const show = () => {
            const { choices, value } = control, wanted = JSON.stringify(choices);
            if (wanted !== shown) // new options would close a list that is open
                input.replaceChildren(...choices.map(([value, textContent]) => element('option', { value, textContent })));
            shown = wanted;
            input.value = value;
        };
        return { row: labeled(control, input), show };
    },

    range(control) {
        const { min, max, step } = control, output = element('output');
        const input = element('input', { type: 'range', min, max, step, oninput: () => {
            control.change(Number(input.value));
            show();
        } });
        const show = () => {
            Object.assign(input, { min: control.min, max: control.max, step: control.step }); // before the value, which they limit
            input.value = control.value;
            output.textContent = control.text?.(control.value) ?? String(control.value);
        };
        return { row: labeled(control, input, [output]), show };
    },

    check(control) {
        const input = element('input', { type: 'checkbox', onchange: () => control.change(input.checked) });
        return { row: labeled(control, input), show: () => (input.checked = control.value) };
    },

    button(control) {
        const button = element('button', { type: 'button', onclick: () => control.press() });
        return { row: button, show: () => (button.textContent = control.label) };
    },

    file(control) {
        const input = element('input', { type: 'file', accept: control.accept, onchange: () => {
            if (input.files.length) control.take(input.files[0]);
            input.value = ''; // so that the same file can be taken again
        } });
        return { row: labeled(control, input), show: () => {} };
    },
};

/** Milliseconds with as many digits as tell something. */
function milliseconds(value) {
    if (value === null) return '–';
    return `${value.toFixed(value < 9.95 ? 2 : 1)} ms`;
}

/** Whole numbers in groups of three digits, as 33 990. */
export function grouped(count) {
    return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** Whether the panel lies below the picture, as page.css has it. */
export function isSmall() {
    return matchMedia('(max-width: 640px)').matches;
}

export class Panel {
    constructor(root) {
        this.controls = root.querySelector('#controls');
        this.facts = root.querySelector('#facts');
        this.captions = root.querySelector('#captions');
        this.rows = [];
    }

    /** Takes the place of the last scene's. */
    setControls(controls) {
        this.rows = controls.map((control) => MAKE[control.kind](control));
        this.controls.replaceChildren(...this.rows.map(({ row }) => row));
        this.refresh();
    }

    refresh() {
        for (const { show } of this.rows) show();
    }

    /** `facts` are [name, value], `times` [name, milliseconds or null]. A value that is a number is a count. */
    tell(facts, times) {
        const lines = [
            ...facts.map(([name, value]) => [name, typeof value === 'number' ? grouped(value) : value]),
            ...times.map(([name, value]) => [name, milliseconds(value)]),
        ];
        while (this.facts.rows.length > lines.length) this.facts.deleteRow(-1);
        lines.forEach(([name, value], i) => {
            const row = this.facts.rows[i] ?? this.facts.appendChild(element('tr', {}, [element('th', { scope: 'row' }), element('td')]));
            row.cells[0].textContent = name;
            row.cells[1].textContent = value;
        });
    }

    /** Words over the canvas, right below areas of it, see page.mjs. */
    caption(captions, canvas) {
        const percent = (part, whole) => `${(100 * part) / whole}%`;
        while (this.captions.children.length > captions.length) this.captions.lastChild.remove();
        captions.forEach(({ x, y, width, title, detail }, i) => {
            const line = this.captions.children[i] ?? this.captions.appendChild(element('p', {}, [element('span'), element('span')]));
            Object.assign(line.style, { left: percent(x, canvas.width), top: percent(canvas.height - y, canvas.height), width: percent(width, canvas.width) });
            line.children[0].textContent = title;
            line.children[1].textContent = detail;
        });
    }
}
