/* ink.c: the look of each ink, on the full screen and in lines. */
#include "tui/ink.h"

#include <stdio.h>

const Look LOOKS[INK_COUNT] = {
    [INK_PLAIN] = { -1, -1, -1, -1, LOOK_NORMAL, LOOK_NORMAL },
    [INK_HEADING] = { -1, -1, -1, -1, LOOK_BOLD, LOOK_BOLD },
    [INK_FAINT] = { -1, 245, -1, -1, LOOK_NORMAL, LOOK_DIM },
    [INK_STRONG] = { -1, -1, -1, -1, LOOK_BOLD, LOOK_BOLD },
    [INK_WARNING] = { -1, 214, -1, 3, LOOK_BOLD, LOOK_BOLD },
    [INK_FIRST_CAR] = { -1, 133, -1, 5, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 167, -1, 1, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 44, -1, 6, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 39, -1, 4, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 178, -1, 3, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 71, -1, 2, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 138, -1, 1, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 104, -1, 4, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 250, -1, 7, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 107, -1, 2, LOOK_NORMAL, LOOK_NORMAL },
    { -1, 246, -1, 6, LOOK_NORMAL, LOOK_NORMAL },
    { -1, -1, -1, -1, LOOK_BOLD, LOOK_BOLD },
    [INK_BAR] = { 238, 252, 4, 7, LOOK_NORMAL, LOOK_REVERSE },
    [INK_BAR_STRONG] = { 238, 231, 4, 7, LOOK_BOLD, LOOK_REVERSE | LOOK_BOLD },
    [INK_RULE] = { -1, 241, -1, -1, LOOK_NORMAL, LOOK_DIM },
    [INK_KEY] = { -1, 215, -1, 3, LOOK_BOLD, LOOK_BOLD },
    [INK_CHOSEN] = { 220, 16, 3, 0, LOOK_BOLD, LOOK_REVERSE | LOOK_BOLD },
    [INK_TOUCHED] = { 220, 16, 3, 0, LOOK_BOLD, LOOK_REVERSE | LOOK_UNDERLINE },
    [INK_GOOD] = { -1, 113, -1, 2, LOOK_BOLD, LOOK_BOLD },
    [INK_BAD] = { -1, 203, -1, 1, LOOK_BOLD, LOOK_BOLD },
    [INK_FIRST_CAR_BLOCK] = { 133, 231, 5, 7, LOOK_NORMAL, LOOK_REVERSE },
    { 160, 231, 1, 7, LOOK_NORMAL, LOOK_REVERSE },
    { 44, 16, 6, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 26, 231, 4, 7, LOOK_NORMAL, LOOK_REVERSE },
    { 178, 16, 3, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 28, 231, 2, 7, LOOK_NORMAL, LOOK_REVERSE },
    { 95, 231, 1, 3, LOOK_NORMAL, LOOK_REVERSE },
    { 61, 231, 4, 3, LOOK_NORMAL, LOOK_REVERSE },
    { 254, 16, 7, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 107, 16, 2, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 240, 231, 7, 4, LOOK_NORMAL, LOOK_REVERSE },
    { 54, 231, 5, 3, LOOK_NORMAL, LOOK_REVERSE },
    [INK_FIRST_SEAT_BLOCK] = { 75, 16, 6, 0, LOOK_BOLD, LOOK_REVERSE },
    { 209, 16, 1, 7, LOOK_BOLD, LOOK_REVERSE },
    { 114, 16, 2, 0, LOOK_BOLD, LOOK_REVERSE },
    { 183, 16, 5, 7, LOOK_BOLD, LOOK_REVERSE },
    { 222, 16, 3, 0, LOOK_BOLD, LOOK_REVERSE },
    { 250, 16, 7, 0, LOOK_BOLD, LOOK_REVERSE },
    [INK_PLUS_BLOCK] = { 29, 231, 2, 0, LOOK_NORMAL, LOOK_REVERSE },
    [INK_MINUS_BLOCK] = { 124, 231, 1, 7, LOOK_NORMAL, LOOK_REVERSE },
    [INK_CLASS_BLOCK] = { 61, 231, 5, 7, LOOK_NORMAL, LOOK_REVERSE },
    [INK_FIRST_ENGINE_BLOCK] = { 240, 231, 7, 0, LOOK_BOLD, LOOK_REVERSE },
    { 130, 231, 3, 0, LOOK_BOLD, LOOK_REVERSE },
    { 25, 231, 4, 7, LOOK_BOLD, LOOK_REVERSE },
    [INK_FIRST_LOAD_BLOCK] = { 107, 16, 2, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 137, 16, 3, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 240, 231, 7, 0, LOOK_NORMAL, LOOK_REVERSE },
    { 61, 231, 4, 7, LOOK_NORMAL, LOOK_REVERSE },
    { 133, 231, 5, 7, LOOK_NORMAL, LOOK_REVERSE },
    { 37, 16, 6, 0, LOOK_NORMAL, LOOK_REVERSE },
    [INK_SPECIAL_BLOCK] = { 178, 16, 3, 0, LOOK_BOLD, LOOK_REVERSE },
};

const char *ink_escape(Ink ink, char out[INK_ESCAPE_MAX])
{
    const Look *look = &LOOKS[ink];
    int has_colour = look->plain_letters >= 0 || look->plain_ground >= 0;
    int attributes = has_colour ? look->attributes : look->without;
    int letters = look->plain_letters < 0 ? 39 : 30 + look->plain_letters;
    int ground = look->plain_ground < 0 ? 49 : 40 + look->plain_ground;

    snprintf(out, INK_ESCAPE_MAX, "\033[0%s%s%s;%d;%dm", attributes & LOOK_BOLD ? ";1" : "",
             attributes & LOOK_DIM ? ";2" : "", attributes & LOOK_UNDERLINE ? ";4" : "",
             letters, ground);
    return out;
}
