// panel.mjs - the words and controls beside the picture.  SPDX-License-Identifier: MIT
//
// All controls have a label and perhaps the name of a key, and work by keyboard as any form does.
//
//   { kind: 'choice', choices, value, put(index) }
//   { kind: 'range', low, high, step, value, text, put(value) }   step 0: as finely as it goes
//   { kind: 'steps', text, move(direction) }                      two buttons
//   { kind: 'flag', value, put(0 or 1) }
//   { kind: 'button', press() }
//   { kind: 'file', take(file) }
//
// refresh() shows values that have changed.

const FINE = 500; // steps of a range without any

function element(name, properties = {}, children = []) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

function labeled(control, children) {
    const title = control.key ? `Key ${control.key}` : '';
    return element('label', { title }, [element('span', { textContent: control.label }), ...children]);
}

const MAKE = {
    choice(control) {
        const options = control.choices.map((textContent, value) => element('option', { value, textContent }));
        const input = element('select', { onchange: () => control.put(Number(input.value)) }, options);
        return { row: labeled(control, [input]), show: () => (input.value = control.value) };
    },

    range(control) {
        const output = element('output');
        const input = element('input', { type: 'range', oninput: () => control.put(Number(input.value)) });
        const show = () => {
            const { low, high, step, value, text } = control;
            Object.assign(input, { min: low, max: high, step: step || (high - low) / FINE }); // before the value, which they limit
            if (document.activeElement !== input || Number(input.value) !== value) input.value = value;
            output.textContent = text;
        };
        return { row: labeled(control, [input, output]), show };
    },

    steps(control) {
        const output = element('output');
        const button = (textContent, name, direction) =>
            element('button', { type: 'button', textContent, ariaLabel: `${control.label}: ${name}`, onclick: () => control.move(direction) });
        const row = element('div', { className: 'steps', role: 'group', ariaLabel: control.label, title: control.key ? `Key ${control.key}` : '' }, [
            element('span', { textContent: control.label }), button('\u2212', 'less', -1), output, button('+', 'more', 1),
        ]);
        return { row, show: () => (output.textContent = control.text) };
    },

    flag(control) {
        const input = element('input', { type: 'checkbox', onchange: () => control.put(input.checked ? 1 : 0) });
        return { row: labeled(control, [input]), show: () => (input.checked = control.value !== 0) };
    },

    button(control) {
        return { row: element('button', { type: 'button', textContent: control.label, onclick: () => control.press() }), show: () => {} };
    },

    file(control) {
        const input = element('input', { type: 'file', onchange: () => {
            if (input.files.length) control.take(input.files[0]);
            input.value = ''; // so that the same file can be taken again
        } });
        return { row: labeled(control, [input]), show: () => {} };
    },
};

/** Whether the panel lies below the picture, as page.css has it. */
export function isSmall() {
    return matchMedia('(max-width: 640px)').matches;
}

export class Panel {
    constructor(root) {
        this.controls = root.querySelector('#controls');
        this.facts = root.querySelector('#facts');
        this.list = root.querySelector('#keys');
        this.rows = [];
    }

    /** In place of the ones before. */
    setControls(controls) {
        this.rows = controls.map((control) => MAKE[control.kind](control));
        this.controls.replaceChildren(...this.rows.map(({ row }) => row));
        this.refresh();
    }

    refresh() {
        for (const { show } of this.rows) show();
    }

    /** Pairs of words, and perhaps the colors of what they name: one, or steps from the first word to the second. */
    static fill(table, lines) {
        while (table.rows.length > lines.length) table.deleteRow(-1);
        lines.forEach(([name, value, colors = []], i) => {
            const row = table.rows[i] ?? table.appendChild(element('tr', {}, [element('th', { scope: 'row' }), element('td')]));
            row.cells[0].textContent = name;
            row.cells[1].textContent = value ?? '';
            row.className = colors.length > 1 ? 'scale' : colors.length ? 'color' : '';
            row.style.setProperty('--colors', colors.length > 1 ? `linear-gradient(90deg, ${colors.join()})` : colors[0]);
        });
    }

    tell(told) {
        Panel.fill(this.facts, told.facts);
        Panel.fill(this.list, told.keys);
    }
}
