/* pages_to_c.c: turns the rules pages into a C table, so that the program needs no
 * file beside it. The name of a page is that of its file, without ".md"; files of the same
 * name in several folders are one page: the rules, then the rulings. */
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

static int print_file(const char *path)
{
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        perror(path);
        return 0;
    }
    for (int byte; (byte = fgetc(file)) != EOF;) {
        if (byte == 0) {
            fprintf(stderr, "%s: a NUL in a page\n", path);
            fclose(file);
            return 0;
        }
        print_byte(byte < 128 ? byte : byte - 256);
    }
    fclose(file);
    return 1;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

/* Is there no file of that name before it? */
static int begins_page(char **paths, int i)
{
    for (int before = 1; before < i; before++) {
        if (strcmp(name_of(paths[before]), name_of(paths[i])) == 0)
            return 0;
    }
    return 1;
}

/* The file, and those of the same name after it, with an empty line between. */
static int print_page(char **paths, int count, int first)
{
    printf("static const char PAGE_%d[] = {\n", first);
    for (int i = first; i < count; i++) {
        if (strcmp(name_of(paths[i]), name_of(paths[first])) != 0)
            continue;
        if (i > first)
            print_byte('\n');
        if (!print_file(paths[i]))
            return 0;
    }
    printf("0 };\n\n");
    return 1;
}

static void print_name(const char *path)
{
    const char *name = name_of(path);
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
    int pages = 0;
    printf("/* Made by tools/pages_to_c from the pages in docs/rules and docs/rulings. */\n"
           "#include \"words/rules.h\"\n\n");
    for (int i = 1; i < argc; i++) {
        if (begins_page(argv, i) && !print_page(argv, argc, i))
            return 1;
    }
    printf("const RulesPage RULES_PAGES[] = {\n");
    for (int i = 1; i < argc; i++) {
        if (!begins_page(argv, i))
            continue;
        pages++;
        printf("    { \"");
        print_name(argv[i]);
        printf("\", PAGE_%d },\n", i);
    }
    printf("};\n\nconst int RULES_PAGE_COUNT = %d;\n", pages);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
