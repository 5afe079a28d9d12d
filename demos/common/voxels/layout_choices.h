/* layout_choices.h - the pyramid's layouts as the demos offer them.  SPDX-License-Identifier: MIT */
#ifndef DEMO_LAYOUT_CHOICES_H
#define DEMO_LAYOUT_CHOICES_H

#include <histopyramid/histopyramid.h>

typedef struct layout_choice {
    const char *name; /* as options call it */
    hpyr_layout layout;
    hpyr_order order; /* that its points come in */
    bool is_flat3d;   /* its base level is one 2D texture of all slices */
    bool is_legacy;   /* on OpenGL 2.1 too */
} layout_choice;

enum { LAYOUT_CHOICES = 8 };

/** Auto is the first. */
extern const layout_choice layout_choices[LAYOUT_CHOICES];

/** Never NULL: an unknown layout is auto. */
const layout_choice *layout_find(hpyr_layout layout);
const layout_choice *layout_find_name(const char *name);

/** All of them, NULL at the end. */
void layout_list_names(const char *names[LAYOUT_CHOICES + 1]);

/** What auto is on OpenGL 3.3 or, `legacy`, 2.1, as far as the demos ask for; the library chooses. */
hpyr_order layout_order(hpyr_layout layout, bool legacy);
bool layout_is_flat3d(hpyr_layout layout, bool legacy);

/** Passes of a build, as docs/layouts.md counts them. `desc` is resolved; `has_bits`: by hpyr_pyramid_build_bits. */
uint32_t layout_passes(const hpyr_pyramid_desc *desc, bool has_bits);

#endif
