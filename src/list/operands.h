/* operands.h - the lists of callers: checked, made readable, and written.  SPDX-License-Identifier: MIT */
#ifndef HPI_LIST_OPERANDS_H
#define HPI_LIST_OPERANDS_H

#include "list/lists.h"

/** An input, as passes read it: a buffer texture of four entries a texel, or a plane. */
typedef struct hpi_list_input {
    bool is_there;
    hpyr_list_type type;
    GLuint view;    /* the buffer texture, or 0 */
    uint32_t first; /* its texel with entry 0 */
    hpi_list_plane plane;
} hpi_list_input;

/** An output, whose size was checked. */
typedef struct hpi_list_output {
    bool is_there;
    uint32_t count;
    GLuint buffer; /* or 0 */
    uint64_t offset;
    hpyr_texture texture;
} hpi_list_output;

/** Whether a caller has filled in a list at all. */
bool hpi_list_is_given(const hpyr_list *list);

/** Checks an input of `count` entries and makes it readable. `slot` says which staging plane and
 *  which view it may take; two inputs of one operation have different slots. `what` begins messages,
 *  for example "sort: keys". A list that is not given is not there.   INVALID_ARGUMENT, BUFFER, TEXTURE. */
hpyr_result hpi_list_input_open(hpyr_lists *lists, const hpyr_list *list, const char *what, uint32_t count, int slot,
                                hpi_list_input *input);

/** Copies the first `count` entries of a texture to a plane. Uses `unit`, and another program. */
hpyr_result hpi_list_pack(hpyr_lists *lists, const hpyr_texture *texture, GLuint unit, uint32_t count,
                          const hpi_list_plane *plane);

/** Add the define, bind the input to `unit`, and set the uniforms of list/input.glsl. */
void hpi_list_input_define(const hpi_list_input *input, hpi_text *defines);
void hpi_list_input_bind(const hpyr_lists *lists, const hpi_list_input *input, GLuint program, GLuint unit);

/** The same for the uniforms u_<name>, in shaders that read several inputs. */
void hpi_list_input_bind_as(const hpyr_lists *lists, const hpi_list_input *input, const char *name, GLuint program,
                            GLuint unit);

/** Lets go of callers' buffers: no view shows them any more. */
void hpi_list_inputs_close(hpyr_lists *lists);

/** Checks an output that gets `count` entries of a type.   INVALID_ARGUMENT, BUFFER, TEXTURE. */
hpyr_result hpi_list_output_check(hpyr_lists *lists, const hpyr_list *list, const char *what, uint32_t count,
                                  hpyr_list_type type, hpi_list_output *output);

/** INVALID_ARGUMENT if two outputs overlap. */
hpyr_result hpi_list_outputs_disjoint(const hpyr_lists *lists, const char *what, const hpi_list_output *outputs,
                                      int count);

/** INVALID_ARGUMENT if no output is there, or if two of them overlap. */
hpyr_result hpi_list_outputs_apart(const hpyr_lists *lists, const char *what, const hpi_list_output *outputs,
                                   int count);

/** Asks for the programs that write these outputs. A call that writes several of them does so before it writes the first one, which may take
 *  an input's place: should a program not be ready, nothing is lost. Where calls wait for the compiler, there is nothing to ask for. */
hpyr_result hpi_list_writers(hpyr_lists *lists, const hpi_list_output *outputs, int count);

/** Copies the first output->count entries of a plane to an output, if it is there. */
hpyr_result hpi_list_write(hpyr_lists *lists, const hpi_list_plane *plane, const hpi_list_output *output);

/** The same for one entry: the number in lists->found. */
hpyr_result hpi_list_write_found(hpyr_lists *lists, const hpi_list_output *output);

/** Adds up a list of FLOAT (scan.c): lists->sums[1] gets the sums of 16 entries, lists->sums[2] those of
 *  256, and so on up to the top. */
hpyr_result hpi_list_sum_floats(hpyr_lists *lists, const hpi_list_input *input, const hpi_list_length *length);

#endif
