/* test_examples.c: the examples of docs/formats.md are true.
 *
 *     ```engine      a conversation, begun afresh in each block
 *     > request
 *     < answer       … matches anything
 *     ```
 *     ```save        a save that can be read                    */
#include "play/save.h"
#include "wire/conversation.h"
#include "wire/position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ELLIPSIS[] = "\xE2\x80\xA6";

static char *read_page(void)
{
    static char page[1 << 17];
    FILE *file = fopen(FORMATS_PAGE, "rb");

    cr_assert_not_null(file, "%s", FORMATS_PAGE);
    size_t length = fread(page, 1, sizeof page - 1, file);
    page[length] = '\0';
    fclose(file);
    return page;
}

/* The next block of that kind from *at on, cut out of the page; NULL: no more. */
static char *next_block(char **at, const char *fence)
{
    char *begin = strstr(*at, fence);

    if (begin == NULL)
        return NULL;
    begin += strlen(fence);
    char *end = strstr(begin, "```");
    cr_assert_not_null(end);
    *end = '\0';
    *at = end + 1;
    return begin;
}

static int matches(const char *text, const char *pattern)
{
    for (;;) {
        const char *gap = strstr(pattern, ELLIPSIS);
        size_t fixed = gap == NULL ? strlen(pattern) : (size_t)(gap - pattern);
        if (strncmp(text, pattern, fixed) != 0)
            return 0;
        if (gap == NULL)
            return text[fixed] == '\0';
        text += fixed;
        pattern = gap + strlen(ELLIPSIS);
        const char *next_gap = strstr(pattern, ELLIPSIS);
        /* The position of the piece after the gap: its first occurrence, or the end for
         * the last piece. */
        if (next_gap == NULL) {
            size_t rest = strlen(pattern);
            return strlen(text) >= rest && strcmp(text + strlen(text) - rest, pattern) == 0;
        }
        char piece[512] = "";
        cr_assert_lt((size_t)(next_gap - pattern), sizeof piece);
        memcpy(piece, pattern, (size_t)(next_gap - pattern));
        text = strstr(text, piece);
        if (text == NULL)
            return 0;
    }
}

static void check_answer(Protocol *protocol, const char *request, const char *expected)
{
    Text answer = { 0 };

    protocol_answer(protocol, request, strlen(request), &answer);
    answer.bytes[answer.length - 1] = '\0';
    cr_expect(matches(answer.bytes, expected), "%s\nanswers\n%s\nnot\n%s", request,
              answer.bytes, expected);
    text_free(&answer);
}

static int check_conversation(char *block)
{
    Protocol *protocol = conversation_new();
    const char *request = NULL;
    int answers = 0;

    for (char *line = strtok(block, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "> ", 2) == 0)
            request = line + 2;
        else if (strncmp(line, "< ", 2) == 0) {
            cr_assert_not_null(request);
            check_answer(protocol, request, line + 2);
            answers++;
        } else
            cr_assert_fail("neither request nor answer: %s", line);
    }
    protocol_free(protocol);
    return answers;
}

Test(examples, conversations_go_as_the_page_says)
{
    char *at = read_page();
    int answers = 0;

    for (char *block = next_block(&at, "```engine\n"); block != NULL;
         block = next_block(&at, "```engine\n"))
        answers += check_conversation(block);
    cr_expect_gt(answers, 15, "the page has lost its examples");
}

Test(examples, saves_can_be_read)
{
    char *at = read_page();
    int saves = 0;

    for (char *block = next_block(&at, "```save\n"); block != NULL;
         block = next_block(&at, "```save\n")) {
        Fault fault = { 0 };
        Match *match = save_read(block, strlen(block), &SAVE_START_JSON, NULL, &fault);
        cr_expect_not_null(match, "%s", fault.sentence);
        match_free(match);
        saves++;
    }
    cr_expect_gt(saves, 0, "the page has lost its examples");
}

Test(examples, an_ellipsis_matches_only_what_is_left_out)
{
    cr_expect(matches("abc", "abc"));
    cr_expect(matches("abcdef", "a\xE2\x80\xA6"
                                "f"));
    cr_expect(matches("abcdef", "a\xE2\x80\xA6"
                                "c\xE2\x80\xA6"
                                "f"));
    cr_expect_not(matches("abc", "abd"));
    cr_expect_not(matches("abc", "ab"));
    cr_expect_not(matches("abcdef", "a\xE2\x80\xA6"
                                    "x\xE2\x80\xA6"
                                    "f"));
    cr_expect_not(matches("abcdef", "a\xE2\x80\xA6"
                                    "e"));
}
