/* layout_choices.c - the pyramid's layouts as the demos offer them.  SPDX-License-Identifier: MIT */
#include "common/voxels/layout_choices.h"

#include <string.h>

const layout_choice layout_choices[LAYOUT_CHOICES] = {
    {"auto", HPYR_LAYOUT_AUTO, HPYR_ORDER_DEFAULT, false, true},
    {"bits", HPYR_LAYOUT_BITS, HPYR_ORDER_COLUMN, false, false},
    {"single", HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, true, true},
    {"vec4", HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, true, true},
    {"rect", HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, true, true},
    {"bilinear", HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, true, true},
    {"line", HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, true, false},
    {"volume", HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, false, false},
};

const layout_choice *layout_find(hpyr_layout layout) {
    for (int i = 0; i < LAYOUT_CHOICES; i++)
        if (layout_choices[i].layout == layout)
            return &layout_choices[i];
    return layout_choices;
}

const layout_choice *layout_find_name(const char *name) {
    for (int i = 0; i < LAYOUT_CHOICES && name; i++)
        if (strcmp(layout_choices[i].name, name) == 0)
            return &layout_choices[i];
    return layout_choices;
}

/* Columns are what the library has bits for, wherever it can. */
void layout_list_names(const char *names[LAYOUT_CHOICES + 1]) {
    for (int i = 0; i < LAYOUT_CHOICES; i++)
        names[i] = layout_choices[i].name;
    names[LAYOUT_CHOICES] = NULL;
}

hpyr_order layout_order(hpyr_layout layout, bool legacy) {
    if (layout == HPYR_LAYOUT_AUTO)
        return legacy ? HPYR_ORDER_MORTON : HPYR_ORDER_COLUMN;
    return layout_find(layout)->order;
}

bool layout_is_flat3d(hpyr_layout layout, bool legacy) {
    return layout == HPYR_LAYOUT_AUTO ? legacy : layout_find(layout)->is_flat3d;
}
