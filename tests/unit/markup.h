/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of HTML and SVG: are all tags well-formed and balanced? */
#ifndef HUFF_TESTS_UNIT_MARKUP_H
#define HUFF_TESTS_UNIT_MARKUP_H

/* How often `part` stands in `text`. */
int markup_count(const char *text, const char *part);

/* What is wrong with the text, or NULL: every element is closed in order (`meta` needs no end),
 * attribute values are quoted, no '<' or '&' stands for itself, and nothing is run or loaded: no
 * script, link or event handler, no href or src but to places in the text itself. `ret_place` is
 * set to where it is. */
const char *markup_find_fault(const char *text, const char **ret_place);

/* Fails the test when there is a fault. */
void markup_expect_balanced(const char *text);

#endif
