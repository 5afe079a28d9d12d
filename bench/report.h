/* report.h - rows as tables, as JSON and as CSV.  SPDX-License-Identifier: MIT */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "bench.h"

#include "common/files/json.h"
#include "common/files/outfile.h"

void report_title(const bench *b, const char *title);

/** The rows from `first` on; `stages` are the columns, bits 1 << stage. */
void report_rows(const bench *b, size_t first, unsigned stages);

/** MERGED over SEPARATE, for each layout and discriminator among the rows from `first` on. */
void report_bases(const bench *b, size_t first);

void report_stairs(const bench *b);

/** The last contest: CPU and pyramids beside each other. */
void report_contest(const bench *b);

/** Tables 2 to 4 of Ziegler et al. 2006, section 9, beside the contests of part "papers". */
void report_papers(const bench *b);

/** The rows of the last field, from `first` on, beside tables 1 and 2 of Dyken et al. 2008; what they are comes before the
 *  first. */
void report_mesh_title(const bench *b);
void report_meshes(const bench *b, size_t first);
void report_mesh_scaling(const bench *b, size_t first);
void report_meshes_json(const bench *b, json *j);

void report_voxels_json(const bench *b, json *j);
/** Members of "ratios": bits over the other ways, in a cube of 256. */
void report_voxels_ratios(const bench *b, json *j);

/** Everything measured. The file's failures show when it is closed. */
void report_json(const bench *b, outfile *file);
void report_csv(const bench *b, outfile *file);

const char *report_order_name(hpyr_order order);
const char *report_base_name(hpyr_base base);
const char *report_count_name(hpyr_count_format format);

#endif
