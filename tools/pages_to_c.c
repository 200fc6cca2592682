/* pages_to_c.c: turns the rules pages into a C table, so that the program needs no
 * file beside it. The name of a page is that of its file, without ".md". */
#include <stdio.h>
#include <string.h>

/* As numbers: a C string need not be as long as a page. */
static void print_byte(int byte)
{
    if (byte == '\n')
        printf("10,\n");
    else
        printf("%d,", byte);
}

static int print_page(const char *path, int number)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        perror(path);
        return 0;
    }
    printf("static const char PAGE_%d[] = {\n", number);
    for (int byte; (byte = fgetc(file)) != EOF;) {
        if (byte == 0) {
            fprintf(stderr, "%s: a NUL in a page\n", path);
            fclose(file);
            return 0;
        }
        print_byte(byte < 128 ? byte : byte - 256);
    }
    printf("0 };\n\n");
    fclose(file);
    return 1;
}

static void print_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    size_t length = strlen(name);

    if (length > 3 && strcmp(name + length - 3, ".md") == 0)
        length -= 3;
    printf("%.*s", (int)length, name);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: pages_to_c PAGE.md... >TABLE.c\n");
        return 2;
    }
    printf("/* Made by tools/pages_to_c from the pages in docs/rules. */\n"
           "#include \"words/rules.h\"\n\n");
    for (int i = 1; i < argc; i++) {
        if (!print_page(argv[i], i))
            return 1;
    }
    printf("const RulesPage RULES_PAGES[] = {\n");
    for (int i = 1; i < argc; i++) {
        printf("    { \"");
        print_name(argv[i]);
        printf("\", PAGE_%d },\n", i);
    }
    printf("};\n\nconst int RULES_PAGE_COUNT = %d;\n", argc - 1);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
