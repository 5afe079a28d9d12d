/* nrrd_header.c - the header of an NRRD file (https://teem.sourceforge.net/nrrd/format.html).  SPDX-License-Identifier: MIT */
#include "common/volume/volume_nrrd.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Names without their blanks, since some may be written either way. The first ones mean something here. */
enum {
    TYPE,
    DIMENSION,
    SPACE,
    SPACE_DIMENSION,
    SIZES,
    SPACINGS,
    AXIS_MINS,
    AXIS_MAXS,
    DIRECTIONS,
    CENTERS,
    CENTERINGS,
    KINDS,
    ORIGIN,
    ENDIAN,
    ENCODING,
    LINE_SKIP,
    BYTE_SKIP,
    DATA_FILE,
    KNOWN_FIELDS
};

static const char *const NAMES[] = {"type",
                                    "dimension",
                                    "space",
                                    "spacedimension",
                                    "sizes",
                                    "spacings",
                                    "axismins",
                                    "axismaxs",
                                    "spacedirections",
                                    "centers",
                                    "centerings",
                                    "kinds",
                                    "spaceorigin",
                                    "endian",
                                    "encoding",
                                    "lineskip",
                                    "byteskip",
                                    "datafile",
                                    "content",
                                    "number",
                                    "blocksize",
                                    "thicknesses",
                                    "labels",
                                    "units",
                                    "spaceunits",
                                    "measurementframe",
                                    "min",
                                    "max",
                                    "oldmin",
                                    "oldmax",
                                    "sampleunits"};
enum { ALL_FIELDS = sizeof NAMES / sizeof NAMES[0] };

typedef struct lines {
    const char *path;
    bool has[ALL_FIELDS];
    char text[KNOWN_FIELDS][NRRD_LINE];
} lines;

static bool refuse(const lines *l, const char *words, const char *field, const char *after) {
    return error_set("%s: cannot be read as NRRD: %s%s%s", l->path, words, field, after);
}

static bool unclear(const lines *l, const char *field) {
    return refuse(l, "its header's line '", field, "' cannot be understood");
}

/* ---- types ---- */

#define VALUE(name, number)                                                                                            \
    static double name(const void *samples, size_t index) {                                                            \
        return (double)((const number *)samples)[index];                                                               \
    }
VALUE(value_of_int8, int8_t)
VALUE(value_of_uint8, uint8_t)
VALUE(value_of_int16, int16_t)
VALUE(value_of_uint16, uint16_t)
VALUE(value_of_int32, int32_t)
VALUE(value_of_uint32, uint32_t)
VALUE(value_of_int64, int64_t)
VALUE(value_of_uint64, uint64_t)
VALUE(value_of_float, float)
VALUE(value_of_double, double)

static const nrrd_type TYPES[] = {
    {"signed char", {"int8", "int8_t"}, 1, -128, 127, HPYR_FORMAT_R32F, value_of_int8},
    {"unsigned char", {"uint8", "uint8_t", "uchar"}, 1, 0, 255, HPYR_FORMAT_R8UI, value_of_uint8},
    {"short",
     {"int16", "int16_t", "short int", "signed short", "signed short int"},
     2,
     -32768,
     32767,
     HPYR_FORMAT_R16I,
     value_of_int16},
    {"unsigned short",
     {"uint16", "uint16_t", "ushort", "unsigned short int"},
     2,
     0,
     65535,
     HPYR_FORMAT_R16UI,
     value_of_uint16},
    {"int", {"int32", "int32_t", "signed int"}, 4, -2147483648.0, 2147483647, HPYR_FORMAT_R32F, value_of_int32},
    {"unsigned int", {"uint32", "uint32_t", "uint"}, 4, 0, 4294967295, HPYR_FORMAT_R32F, value_of_uint32},
    {"long long int",
     {"int64", "int64_t", "longlong", "long long", "signed long long", "signed long long int"},
     8,
     -9223372036854775808.0,
     9223372036854775807.0,
     HPYR_FORMAT_R32F,
     value_of_int64},
    {"unsigned long long int",
     {"uint64", "uint64_t", "ulonglong", "unsigned long long"},
     8,
     0,
     18446744073709551615.0,
     HPYR_FORMAT_R32F,
     value_of_uint64},
    {"float", {"float32"}, 4, 0, 0, HPYR_FORMAT_R32F, value_of_float},
    {"double", {"float64"}, 8, 0, 0, HPYR_FORMAT_R32F, value_of_double},
};

static const nrrd_type *type_of(const char *name) {
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        if (strcmp(name, TYPES[i].name) == 0)
            return &TYPES[i];
        for (const char *const *other = TYPES[i].others; *other; other++)
            if (strcmp(name, *other) == 0)
                return &TYPES[i];
    }
    return NULL;
}

/* ---- lines ---- */

static void lower(char *text) {
    for (; *text; text++)
        *text = (char)tolower((unsigned char)*text);
}

static bool take_line(lines *l, char *line) {
    char *field = strstr(line, ": "), *key = strstr(line, ":="), name[40];
    size_t length = 0;
    int i = 0;
    if (line[0] == '#' || (key && (!field || key < field)))
        return true;
    for (const char *c = line; field && c < field && length < sizeof name - 1; c++)
        if (*c != ' ')
            name[length++] = (char)tolower((unsigned char)*c);
    name[length] = '\0';
    while (i < ALL_FIELDS && strcmp(name, NAMES[i]) != 0)
        i++;
    if (i == ALL_FIELDS)
        return refuse(l, "its header has a line that is no field of NRRD", "", "");
    *field = '\0';
    if (l->has[i])
        return refuse(l, "its header has two lines '", line, "'");
    l->has[i] = true;
    if (i < KNOWN_FIELDS)
        snprintf(l->text[i], NRRD_LINE, "%s", field + 2 + strspn(field + 2, " \t"));
    return true;
}

/* Without its end; false at the end of the file, and where a line is longer than any that means something. */
static bool next_line(FILE *file, char line[NRRD_LINE]) {
    if (!fgets(line, NRRD_LINE, file))
        return false;
    size_t length = strlen(line);
    bool has_end = length > 0 && line[length - 1] == '\n';
    while (length > 0 && strchr("\r\n \t", line[length - 1]))
        line[--length] = '\0';
    return has_end || feof(file);
}

static bool read_lines(FILE *file, lines *l) {
    char line[NRRD_LINE];
    if (!next_line(file, line))
        return refuse(l, feof(file) ? "it is empty" : "it does not begin as NRRD files do", "", "");
    if (strlen(line) != 8 || strncmp(line, "NRRD000", 7) != 0 || line[7] < '1' || line[7] > '6')
        return refuse(l, "it does not begin as NRRD files do", "", "");
    while (next_line(file, line)) {
        if (line[0] == '\0')
            return true;
        if (!take_line(l, line))
            return false;
    }
    if (!feof(file))
        return refuse(l, "its header has a line that is no field of NRRD", "", "");
    return l->has[DATA_FILE] || refuse(l, "no samples follow its header", "", "");
}

/* ---- fields ---- */

static bool need(const lines *l, int field) {
    return l->has[field] || refuse(l, "its header has no line '", NAMES[field], "'");
}

/* Parts of a line, one for each axis: words, or vectors in parentheses. */
static bool split(const lines *l, int field, int count, char parts[][NRRD_LINE]) {
    const char *c = l->text[field];
    int found = 0;
    for (;; found++) {
        c += strspn(c, " \t");
        if (*c == '\0')
            break;
        const char *close = *c == '(' ? strchr(c, ')') : NULL;
        size_t length = close ? (size_t)(close + 1 - c) : strcspn(c, " \t");
        if (found < count)
            snprintf(parts[found], NRRD_LINE, "%.*s", (int)length, c);
        c += length;
    }
    return found == count || unclear(l, NAMES[field]);
}

static bool parse_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0';
}

static bool parse_whole(const lines *l, int field, long least, long *number) {
    char *end;
    *number = strtol(l->text[field], &end, 10);
    return (end != l->text[field] && *end == '\0' && *number >= least && *number < LONG_MAX) ||
           unclear(l, NAMES[field]);
}

/* "(1,2,3)". */
static bool parse_vector(const char *text, double vector[3]) {
    char *end = NULL;
    for (int k = 0; k < 3; k++) {
        if (*text != (k == 0 ? '(' : ','))
            return false;
        vector[k] = strtod(text + 1, &end);
        if (end == text + 1)
            return false;
        text = end + strspn(end, " ");
    }
    return strcmp(text, ")") == 0;
}

/* ---- what they say ---- */

static bool is_domain(const char *kind) {
    return strcmp(kind, "domain") == 0 || strcmp(kind, "space") == 0 || strcmp(kind, "time") == 0;
}

static bool take_kinds(const lines *l, bool vectors, uint64_t first_size) {
    char kinds[NRRD_MAX_AXES][NRRD_LINE] = {"", "", "", ""};
    const int first = vectors;
    if (l->has[KINDS] && !split(l, KINDS, 3 + first, kinds))
        return false;
    for (int a = 0; l->has[KINDS] && a < 3 + first; a++) {
        lower(kinds[a]);
        bool is_unknown = strcmp(kinds[a], "none") == 0 || strcmp(kinds[a], "???") == 0;
        if (a >= first && !is_unknown && !is_domain(kinds[a]))
            return nrrd_refuse_kind(a, kinds[a], vectors, l->path);
    }
    return !vectors || nrrd_check_vectors(first_size, is_domain(kinds[0]), l->path);
}

static bool take_sizes(const lines *l, bool vectors, nrrd_header *out) {
    char words[NRRD_MAX_AXES][NRRD_LINE];
    uint64_t sizes[NRRD_MAX_AXES];
    long dimension = 0;
    const int wanted = vectors ? 4 : 3;
    if (!need(l, DIMENSION) || !parse_whole(l, DIMENSION, 1, &dimension) ||
        !nrrd_check_dimension(dimension, vectors, l->path) || !need(l, SIZES) || !split(l, SIZES, wanted, words))
        return false;
    for (int a = 0; a < wanted; a++) {
        char *end;
        sizes[a] = strtoull(words[a], &end, 10);
        if (!isdigit((unsigned char)words[a][0]) || *end != '\0' || sizes[a] == 0)
            return unclear(l, NAMES[SIZES]);
    }
    memcpy(out->size, sizes + vectors, sizeof out->size);
    return take_kinds(l, vectors, sizes[0]);
}

static bool take_type(lines *l, nrrd_header *out) {
    static const struct {
        const char *name;
        nrrd_encoding encoding;
    } ENCODINGS[] = {{"raw", NRRD_RAW},   {"gz", NRRD_GZIP},    {"gzip", NRRD_GZIP},
                     {"txt", NRRD_ASCII}, {"text", NRRD_ASCII}, {"ascii", NRRD_ASCII}};
    const size_t count = sizeof ENCODINGS / sizeof ENCODINGS[0];
    size_t i = 0;
    if (!need(l, TYPE) || !need(l, ENCODING))
        return false;
    lower(l->text[TYPE]);
    lower(l->text[ENCODING]);
    lower(l->text[ENDIAN]);
    out->type = type_of(l->text[TYPE]);
    if (strcmp(l->text[TYPE], "block") == 0)
        return error_set("%s: its samples are no numbers", l->path);
    if (!out->type)
        return unclear(l, NAMES[TYPE]);
    while (i < count && strcmp(ENCODINGS[i].name, l->text[ENCODING]) != 0)
        i++;
    if (i == count)
        return error_set("%s: its encoding is %.40s: raw, gzip and ascii are read here", l->path, l->text[ENCODING]);
    out->encoding = ENCODINGS[i].encoding;
    if (out->encoding == NRRD_ASCII || (out->type->bytes == 1 && !l->has[ENDIAN]))
        return true;
    out->is_big_endian = strcmp(l->text[ENDIAN], "big") == 0;
    return need(l, ENDIAN) &&
           (out->is_big_endian || strcmp(l->text[ENDIAN], "little") == 0 || unclear(l, NAMES[ENDIAN]));
}

/* One number for each axis; those of space are kept. */
static bool take_numbers(const lines *l, int field, int first, double numbers[3]) {
    char words[NRRD_MAX_AXES][NRRD_LINE];
    double number;
    if (!l->has[field])
        return true;
    if (!split(l, field, 3 + first, words))
        return false;
    for (int a = 0; a < 3 + first; a++) {
        if (!parse_number(words[a], &number))
            return unclear(l, NAMES[field]);
        if (a >= first)
            numbers[a - first] = number;
    }
    return true;
}

static bool take_directions(const lines *l, int first, nrrd_axes *axes) {
    char parts[NRRD_MAX_AXES][NRRD_LINE];
    if (axes->space_dimension != 3)
        return true;
    if (l->has[ORIGIN] && strcmp(l->text[ORIGIN], "none") != 0 && !parse_vector(l->text[ORIGIN], axes->origin))
        return unclear(l, "space origin");
    if (!l->has[DIRECTIONS])
        return true;
    if (!split(l, DIRECTIONS, 3 + first, parts))
        return false;
    for (int a = first; a < 3 + first; a++)
        if (strcmp(parts[a], "none") != 0 && !parse_vector(parts[a], axes->direction[a - first]))
            return unclear(l, "space directions");
    return true;
}

/* Spaces of three dimensions, and those with time, of four. */
static bool take_space(lines *l, nrrd_axes *axes) {
    static const char *const SPACES[] = {"right-anterior-superior",
                                         "ras",
                                         "left-anterior-superior",
                                         "las",
                                         "left-posterior-superior",
                                         "lps",
                                         "scanner-xyz",
                                         "3d-right-handed",
                                         "3d-left-handed"};
    static const char *const TIMED[] = {"rast", "last", "lpst"};
    char *name = l->text[SPACE];
    long dimension = 0;
    if (l->has[SPACE_DIMENSION] && !parse_whole(l, SPACE_DIMENSION, 1, &dimension))
        return false;
    lower(name);
    const size_t length = strlen(name);
    bool is_timed = length > 5 && strcmp(name + length - 5, "-time") == 0;
    if (is_timed)
        name[length - 5] = '\0';
    for (size_t i = 0; i < sizeof SPACES / sizeof SPACES[0]; i++)
        if (strcmp(name, SPACES[i]) == 0)
            dimension = is_timed ? 4 : 3;
    for (size_t i = 0; i < sizeof TIMED / sizeof TIMED[0]; i++)
        if (strcmp(name, TIMED[i]) == 0)
            dimension = 4;
    axes->space_dimension = (int)(dimension < 100 ? dimension : 100);
    return !l->has[SPACE] || dimension > 0 || unclear(l, NAMES[SPACE]);
}

static bool take_axes(lines *l, bool vectors, nrrd_axes *axes) {
    char words[NRRD_MAX_AXES][NRRD_LINE];
    const int first = vectors, centers = l->has[CENTERS] ? CENTERS : CENTERINGS;
    for (int a = 0; a < 3; a++) {
        axes->spacing[a] = axes->minimum[a] = axes->maximum[a] = axes->origin[a] = NAN;
        axes->direction[a][0] = axes->direction[a][1] = axes->direction[a][2] = NAN;
    }
    if (l->has[centers] && !split(l, centers, 3 + first, words))
        return false;
    for (int a = 0; l->has[centers] && a < 3; a++) {
        lower(words[a + first]);
        axes->is_node[a] = strcmp(words[a + first], "node") == 0;
    }
    return take_numbers(l, SPACINGS, first, axes->spacing) && take_numbers(l, AXIS_MINS, first, axes->minimum) &&
           take_numbers(l, AXIS_MAXS, first, axes->maximum) && take_space(l, axes) && take_directions(l, first, axes);
}

static bool take_place_of_samples(const lines *l, nrrd_header *out) {
    const char *name = l->text[DATA_FILE];
    if ((l->has[LINE_SKIP] && !parse_whole(l, LINE_SKIP, 0, &out->line_skip)) ||
        (l->has[BYTE_SKIP] && !parse_whole(l, BYTE_SKIP, out->encoding == NRRD_RAW ? -1 : 0, &out->byte_skip)))
        return false;
    if (strcmp(name, "-") == 0)
        return error_set("%s: names standard input as its file of samples", l->path);
    if (strchr(name, '%') || (strncmp(name, "LIST", 4) == 0 && strchr(" \t", name[4])))
        return error_set("%s: its samples are in several files: one is read here", l->path);
    if (l->has[DATA_FILE] && name[0] == '\0')
        return unclear(l, "data file");
    memcpy(out->data_file, name, NRRD_LINE);
    return true;
}

bool nrrd_header_read(FILE *file, const char *path, bool vectors, nrrd_header *out) {
    memset(out, 0, sizeof *out);
    out->path = path;
    lines *l = calloc(1, sizeof *l);
    if (!l)
        return error_set("%s: out of memory", path);
    l->path = path;
    bool ok = read_lines(file, l) && take_sizes(l, vectors, out) && take_type(l, out) &&
              take_axes(l, vectors, &out->axes) && take_place_of_samples(l, out);
    free(l);
    return ok;
}
