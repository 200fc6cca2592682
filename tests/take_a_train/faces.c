/* faces.c: what the page prints on its cards is what is in the box. The page's file is
 * written out here from the tables, to the letter; after a change of `cards.c` the failing
 * test prints the right one. */
#include "games/take_a_train/tt.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { FILE_ROOM = 16384 };

typedef struct Page {
    char text[FILE_ROOM];
    int length;
} Page;

#define PRINT(page, ...)                                                                   \
    ((page)->length += snprintf((page)->text + (page)->length,                             \
                                (size_t)(FILE_ROOM - (page)->length), __VA_ARGS__))

static const char *separator(int place, int count)
{
    return place < count - 1 ? "," : "";
}

static void print_locomotives(Page *page)
{
    PRINT(page, "    \"locomotives\": {\n");
    for (int i = 0; i < TT_LOCOMOTIVES; i++) {
        const TtLocomotiveCard *card = &TT_LOCOMOTIVE_TABLE[i];
        PRINT(page,
              "        \"%s\": { \"multiplier\": %d, \"power\": %d, \"speed\": %d }%s\n",
              TT_LOCOMOTIVE_NAMES.items[i], card->multiplier, card->power, card->speed,
              separator(i, TT_LOCOMOTIVES));
    }
    PRINT(page, "    },\n");
}

static void print_objectives(Page *page, const char *printing, const uint16_t *pays)
{
    PRINT(page, "        \"%s\": {\n", printing);
    for (int i = 0; i < TT_OBJECTIVES; i++)
        PRINT(page, "            \"%s\": %d%s\n", TT_OBJECTIVE_NAMES.items[i], pays[i],
              separator(i, TT_OBJECTIVES));
    PRINT(page, "        }");
}

static void print_prices(Page *page, const char *players, const uint16_t *prices, int count)
{
    PRINT(page, "\"%s\": [", players);
    for (int i = 0; i < count; i++)
        PRINT(page, "%d%s", prices[i], i < count - 1 ? ", " : "]");
}

static void print_faces(Page *page)
{
    PRINT(page, "{\n");
    print_locomotives(page);
    PRINT(page, "    \"objectives\": {\n");
    print_objectives(page, "corrected", TT_OBJECTIVE_TABLE[TT_OBJECTIVES_CORRECTED]);
    PRINT(page, ",\n");
    print_objectives(page, "printed", TT_OBJECTIVE_TABLE[TT_OBJECTIVES_PRINTED]);
    PRINT(page, "\n    },\n    \"prices\": { ");
    print_prices(page, "two", TT_PRICE_TABLE[0], 2);
    PRINT(page, ", ");
    print_prices(page, "more", TT_PRICE_TABLE[1], TT_SEATS);
    PRINT(page, " }\n}\n");
}

Test(faces, the_page_prints_what_is_in_the_box)
{
    static Page expected;
    static char actual[FILE_ROOM];
    FILE *file = fopen(FACES, "r");

    cr_assert_not_null(file, "cannot read %s", FACES);
    size_t length = fread(actual, 1, sizeof actual - 1, file);
    fclose(file);
    actual[length] = '\0';
    print_faces(&expected);
    cr_assert_lt(expected.length, FILE_ROOM);
    cr_expect_str_eq(actual, expected.text, "%s must be:\n%s", FACES, expected.text);
}
