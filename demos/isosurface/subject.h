/* subject.h - what is looked at: a volume and its surface.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_SUBJECT_H
#define ISOSURFACE_SUBJECT_H

#include "surface.h"

#include "common/files/error.h"
#include "common/platform/library.h"

/** Zero it first. */
typedef struct subject {
    volume_source source;
    volume volume;
    volume_facts facts;
    surface surface;
} subject;

/** subject_free it after a failure too. */
bool subject_load(subject *s, library *l, const volume_source *source, const surface_desc *desc, warn_fn warn);
void subject_free(subject *s);

/** Another surface of the same volume; the old one stays where this fails. */
bool subject_change(subject *s, const surface_desc *desc);

/** Metaballs after so many seconds. */
bool subject_move(subject *s, double seconds);

/** 0 for fields; for files the value that parts their samples best. */
double subject_iso(const subject *s);

/** The field's name or the file's path. */
const char *subject_name(const subject *s);

/** Whether there is no surface, and why in one line. */
bool subject_is_empty(const subject *s, double iso, char *why, size_t size);

/** Says on stderr why there is no surface, where there is none. */
void subject_tell_empty(const subject *s, double iso);

#endif
