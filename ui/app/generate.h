/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * generate: the tables of commands and options in the languages of others: what bash, zsh and fish need
 * for completing, and the OPTIONS of the man page. The Makefile puts it into the templates ctxtop.*.in.
 */
#ifndef CTXTOP_GENERATE_H
#define CTXTOP_GENERATE_H

#include <stdio.h>

#include "app/config.h"

void generate(FILE *out, enum generate_choice what);

#endif
