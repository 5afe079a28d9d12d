/* main.c - isosurface: marching cubes of a volume (Dyken et al., High-speed Marching Cubes using Histogram Pyramids, 2008).
 * SPDX-License-Identifier: MIT */
#include "loop.h"
#include "report.h"

#include "common/files/error.h"
#include "common/files/image.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/warnings.h"
#include "common/platform/gl.h"
#include "common/volume/volume_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, DEFAULT_SIDE = 128 };

static const uint32_t WINDOW_SIZE[2] = {1120, 720}, PICTURE_SIZE[2] = {1280, 800};

typedef struct settings {
    const char *field, *operand, *vertices, *expand, *mesh, *normals, *output, *screenshot, *json, *gl;
    uint32_t size[3], pixels[2], repeat, frames;
    double iso; /* NAN: not given */
    bool headless, wires, upside_down;
    volume_source source;
    surface_desc surface;
} settings;

/* What one run holds, so that one function frees it all. */
typedef struct isosurface {
    settings s;
    viewer viewer;
    subject subject;
    report report;
} isosurface;

static const char *const VERTICES[] = {"linear", "midpoint", NULL}, *const EXPANSIONS[] = {"vertex", "geometry", NULL};
static const char *const MESHES[] = {"soup", "indexed", NULL}, *const NORMALS[] = {"forward", "central", NULL};

static int read_options(settings *s, int argc, char **argv) {
    static const char *const MESH_FILES[] = {".ply", ".obj", ".stl", NULL}, *const PICTURES[] = {".png", NULL};
    const option options[] = {
        {"--field", "FIELD",
         "cayley, gyroid, sphere, torus, metaballs, FILE.nrrd or FILE.raw:XxYxZ:TYPE[:big] (metaballs)", OPTION_PATH,
         &s->field},
        {"--size", "N|XxYxZ", "samples of a built-in field (128)", OPTION_GRID, s->size, 1, 1000000},
        {"--iso", "V", "the isovalue; inside is field >= V (0; of files the value that parts their samples best)",
         OPTION_NUMBER, &s->iso},
        {"--vertices", "linear|midpoint", "where edges are cut (linear)", OPTION_CHOICE, &s->vertices, 0, 0, VERTICES},
        {"--expand", "vertex|geometry", "the paper's shaders; without it the library's own way, which is faster",
         OPTION_CHOICE, &s->expand, 0, 0, EXPANSIONS},
        {"--mesh", "soup|indexed", "three vertices a triangle, or shared ones (indexed; soup with --expand and on 2.1)",
         OPTION_CHOICE, &s->mesh, 0, 0, MESHES},
        {"--normals", "forward|central", "the paper's differences, or smoother ones (central)", OPTION_CHOICE,
         &s->normals, 0, 0, NORMALS},
        {"--output", "FILE", "save the mesh as .ply, .obj or .stl, in the file's own coordinates", OPTION_PATH,
         &s->output, 0, 0, MESH_FILES},
        {"--screenshot", "FILE.png", "save a picture; with a window one of the start, which key S replaces",
         OPTION_PATH, &s->screenshot, 0, 0, PICTURES},
        {"--wires", NULL, "draw the edges of the triangles, too", OPTION_FLAG, &s->wires},
        {"--upside-down", NULL, "turn the volume over: fields and files with directions have z up, others z down",
         OPTION_FLAG, &s->upside_down},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json},
        {"--repeat", "N",
         "runs to take medians over (5; without --json 2 for a picture, 1 for another file; 1 before a window opens)",
         OPTION_COUNT, &s->repeat, 1, 10000},
        {"--headless", NULL, "no window", OPTION_FLAG, &s->headless},
        {"--frames", "N", "quit the window after N frames", OPTION_COUNT, &s->frames, 1, 1000000},
        {"--pixels", "WxH", "of the window and of pictures (1120x720, 1280x800)", OPTION_SIZE, s->pixels, 16, 16384},
        {"--gl", "3.3|2.1|es3", "the OpenGL to keep to (3.3); es3 is ES 3.0", OPTION_CHOICE, &s->gl, 0, 0, NAMES_GL},
    };
    option_table table = {0};
    table.program = "isosurface";
    table.summary = "Turns a volume into triangles where its field crosses an isovalue, by marching cubes on the GPU.";
    table.operand = "FIELD";
    table.operand_target = &s->operand;
    table.notes =
        "FIELD is as with --field. TYPE is uint8, int16, uint16 or float32, x runs fastest; :big where the high byte\n"
        "comes first.\n"
        "In the window: drag to orbit, wheel to zoom, up/down, [ ] or the slider for the isovalue, A animates\n"
        "it, 1-5 fields, V N M E vertices, normals, mesh and expansion, W wires, U turns it over, + - G step\n"
        "the samples, Space stops what moves, a dropped file is another volume, R resets, S saves a picture,\n"
        "H hides the words, Esc quits.";
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    return options_parse(&table, argc, argv);
}

/* The place of a name among those that an option takes, from 1 on, as the library numbers them; 0 where it was not given. */
static int number_of(const char *const *names, const char *name) {
    int i = 0;
    while (name && strcmp(names[i], name) != 0)
        i++;
    return name ? i + 1 : 0;
}

static void choose_surface(settings *s) {
    static const surface_expansion FORMS[] = {EXPAND_DEFAULT, EXPAND_VERTEX, EXPAND_GEOMETRY};
    s->surface.vertex = (hpyr_edge_vertex)number_of(VERTICES, s->vertices);
    s->surface.expansion = FORMS[number_of(EXPANSIONS, s->expand)];
    s->surface.mesh = (hpyr_mesh_form)number_of(MESHES, s->mesh);
    s->surface.gradient = (hpyr_gradient)number_of(NORMALS, s->normals);
}

static int usage(const char *message) {
    fprintf(stderr, "isosurface: %s\n", message);
    return STATUS_USAGE;
}

/* What cannot be, whatever this machine has. */
static int settle_dialect(const settings *s) {
    const int gl = gl_of_name(s->gl);
    bool is_legacy = gl < 33, is_welded = s->mesh && strcmp(s->mesh, "indexed") == 0;
    if (gl != 33 && s->expand && strcmp(s->expand, "geometry") == 0) {
        return usage(is_legacy ? "--expand geometry: OpenGL 2.1 has no geometry shaders"
                               : "--expand geometry: OpenGL ES 3.0 has no geometry shaders");
    }
    if (is_welded && (is_legacy || s->expand)) {
        return usage(is_legacy ? "--mesh indexed: OpenGL 2.1 has soup only"
                               : "--mesh indexed: --expand vertex and geometry make soup only");
    }
    return STATUS_OK;
}

static int settle(settings *s) {
    const char *const options[] = {"--field", "--output", "--screenshot", "--json"};
    bool has_size = s->size[0] > 0;
    if (!has_size)
        s->size[0] = s->size[1] = s->size[2] = DEFAULT_SIDE;
    if (s->field && s->operand) {
        fprintf(stderr, "isosurface: --field %s: FIELD is another, %s\n", s->field, s->operand);
        return STATUS_USAGE;
    }
    s->field = s->operand ? s->operand : s->field ? s->field : FIELD_NAMES[FIELD_METABALLS];
    if (!volume_parse(s->field, s->size, &s->source))
        return usage(error_text());
    if (has_size && s->source.field == FIELD_COUNT)
        return usage("--size: a file has its own");
    const char *const names[] = {s->source.path[0] ? s->source.path : NULL, s->output, s->screenshot, s->json};
    if (!outfile_differ(options, names, sizeof names / sizeof names[0]))
        return usage(error_text());
    if (s->repeat == 0) /* medians are for those who read them */
        s->repeat = s->headless && (s->json || !(s->output || s->screenshot)) ? 5 : s->screenshot ? 2 : 1;
    if (s->pixels[0] == 0)
        memcpy(s->pixels, s->headless ? PICTURE_SIZE : WINDOW_SIZE, sizeof s->pixels);
    if (s->frames > 0 && s->headless)
        return usage("--frames: of a window, and --headless opens none");
    choose_surface(s);
    return settle_dialect(s);
}

static void warn(const char *line) {
    warnings_add("isosurface", line);
}

/* Before the work, and not after it. */
static bool try_outputs(isosurface *i) {
    return outfile_try(i->s.output) && outfile_try(i->s.screenshot) && outfile_try(i->s.json);
}

static bool open_subject(isosurface *i) {
    const settings *s = &i->s;
    viewer_desc view = {"Isosurface", gl_of_name(s->gl), s->headless, (int)s->pixels[0], (int)s->pixels[1]};
    if (!volume_check_file(&s->source) || !viewer_open(&i->viewer, &view) ||
        !subject_load(&i->subject, &i->viewer.library, &s->source, &s->surface, warn))
        return false;
    i->report.subject = &i->subject;
    i->report.iso = isnan(s->iso) ? subject_iso(&i->subject) : s->iso == 0 ? 0 : s->iso; /* -0 is 0 */
    return true;
}

static bool save_picture(isosurface *i) {
    const settings *s = &i->s;
    bool is_upside_down = i->subject.volume.first_slice_on_top != s->upside_down;
    scene_state state = {&i->subject.surface, scene_camera(&i->subject.volume), s->wires, is_upside_down, 0};
    scene *drawn = scene_create(&i->viewer.painter);
    bool is_ready = drawn && scene_update(drawn, state.surface, i->report.iso);
    uint8_t *rgb = is_ready ? scene_picture(drawn, &state, (int)s->pixels[0], (int)s->pixels[1]) : NULL;
    bool ok = rgb && image_write_png(s->screenshot, rgb, s->pixels[0], s->pixels[1]);
    free(rgb);
    scene_destroy(drawn);
    return ok;
}

static bool save_mesh(isosurface *i) {
    char comment[200];
    snprintf(comment, sizeof comment, "isosurface %.9g of %.120s, by libhistopyramid", i->report.iso,
             subject_name(&i->subject));
    for (char *c = comment; *c; c++)
        *c = *c < ' ' ? ' ' : *c; /* a line break in a path would end the comment */
    return surface_save(&i->subject.surface, i->s.output, comment);
}

/* The still run: measured, told, saved. */
static bool run_still(isosurface *i) {
    const settings *s = &i->s;
    surface *made = &i->subject.surface;
    FILE *stream = s->json && strcmp(s->json, "-") == 0 ? stderr : stdout;
    if (!surface_measure(made, i->report.iso, s->repeat, i->report.ms) || !surface_count(made))
        return false;
    subject_tell_empty(&i->subject, i->report.iso);
    if ((s->output && !save_mesh(i)) || (s->screenshot && !save_picture(i)) ||
        (s->json && !report_json(s->json, &i->report)))
        return false;
    report_summary(stream, &i->report);
    return outfile_flush(stream);
}

static bool run_window(isosurface *i) {
    loop_desc desc = {0};
    if (!i->viewer.window)
        return true;
    desc.viewer = &i->viewer;
    desc.subject = &i->subject;
    desc.iso = i->report.iso;
    desc.has_wires = i->s.wires;
    desc.upside_down = i->s.upside_down;
    desc.warn = warn;
    desc.screenshot = i->s.screenshot ? i->s.screenshot : "isosurface.png";
    desc.frames = i->s.frames;
    return loop_window(&desc);
}

int main(int argc, char **argv) {
    isosurface *i = calloc(1, sizeof *i);
    if (!i) {
        fputs("isosurface: out of memory\n", stderr);
        return STATUS_FAILED;
    }
    i->s.iso = NAN;
    int status = read_options(&i->s, argc, argv);
    status = status >= 0 ? status : settle(&i->s) == STATUS_OK ? -1 : STATUS_USAGE;
    if (status < 0) {
        outfile_ignore_signals();
        bool ok = try_outputs(i) && open_subject(i) && run_still(i) && run_window(i);
        if (!ok)
            fprintf(stderr, "isosurface: %s\n", error_text());
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    subject_free(&i->subject);
    viewer_close(&i->viewer);
    free(i);
    return status;
}
