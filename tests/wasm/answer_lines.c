/* answer_lines.c: answers the page's requests natively, one per line; answer_lines.mjs
 * does the same with the WebAssembly module. */
#define _GNU_SOURCE
#include "wasm/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    Table *table = table_new();
    Text answer = { 0 };
    char *line = NULL;
    size_t room = 0;

    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        text_clear(&answer);
        request_answer(table, line, (size_t)length - (line[length - 1] == '\n'), &answer);
        printf("%s\n", answer.bytes);
        fflush(stdout);
    }
    free(line);
    text_free(&answer);
    table_free(table);
    return 0;
}
