/* state_in.c: the codec that reads JSON, and believes nothing.
 *
 * It keeps a stack of the boxes it is in. A box knows which keys were asked for,
 * so that a key nobody asked for is noticed when the box is closed. After the
 * first fault every verb does nothing. */
#include "wire/state_json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 16, KEYS_MAX = 32, PATH_MAX_BYTES = 160 };

typedef struct Box {
    const json_t *json;
    const char *key; /* under which it stands; NULL: in a list, at `index` */
    size_t index;
    size_t next;                 /* entry of a list to be read next */
    const char *asked[KEYS_MAX]; /* keys of an object */
    int asked_count;
} Box;

typedef struct Reader {
    Codec codec; /* first: a Codec * is a Reader * */
    int depth;   /* of the innermost box */
    Box boxes[DEPTH_MAX];
    Fault *fault;
    int has_failed;
} Reader;

/* ------------------------------------------------------------------------- */
/* Faults and their paths                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Path {
    char text[PATH_MAX_BYTES];
} Path;

static void path_step(Path *path, const char *key, size_t index)
{
    size_t used = strlen(path->text);

    if (key != NULL)
        snprintf(path->text + used, sizeof path->text - used, ".%s",
                 quote(key, strlen(key)).text);
    else
        snprintf(path->text + used, sizeof path->text - used, "[%zu]", index);
}

/* The path of the innermost box. */
static Path path_of_box(const Reader *reader)
{
    Path path = { "state" };

    for (int i = 1; i <= reader->depth; i++)
        path_step(&path, reader->boxes[i].key, reader->boxes[i].index);
    return path;
}

/* The path of a value in the innermost box; of a list's, the one just taken. */
static Path path_of_value(const Reader *reader, const char *key)
{
    Path path = path_of_box(reader);

    path_step(&path, key, reader->boxes[reader->depth].next - 1);
    return path;
}

#define FAIL(reader, key, format, ...)                                                     \
    do {                                                                                   \
        (reader)->has_failed = 1;                                                          \
        fault_tell((reader)->fault, "%s " format, path_of_value(reader, key).text,         \
                   __VA_ARGS__);                                                           \
    } while (0)

/* ------------------------------------------------------------------------- */
/* Taking values                                                             */
/* ------------------------------------------------------------------------- */

static void remember_key(Box *box, const char *key)
{
    assert(box->asked_count < KEYS_MAX);
    box->asked[box->asked_count++] = key;
}

/* The value under the key, or the next of the list; NULL, told: there is none. */
static const json_t *take(Reader *reader, const char *key)
{
    Box *box = &reader->boxes[reader->depth];
    const json_t *value;

    if (reader->has_failed)
        return NULL;
    if (key == NULL) {
        value = json_array_get(box->json, box->next++);
    } else {
        value = json_object_get(box->json, key);
        remember_key(box, key);
    }
    if (value == NULL)
        FAIL(reader, key, "is %s.", "missing");
    return value;
}

static void read_number(Codec *codec, const char *key, int *value, int least, int most)
{
    Reader *reader = (Reader *)codec;
    const json_t *json = take(reader, key);

    if (json == NULL)
        return;
    if (!json_is_integer(json) || json_integer_value(json) < least
        || json_integer_value(json) > most)
        FAIL(reader, key, "must be a whole number from %d to %d.", least, most);
    else
        *value = (int)json_integer_value(json);
}

static void read_flag(Codec *codec, const char *key, int *value)
{
    Reader *reader = (Reader *)codec;
    const json_t *json = take(reader, key);

    if (json == NULL)
        return;
    if (!json_is_boolean(json))
        FAIL(reader, key, "must be %s.", "true or false");
    else
        *value = json_is_true(json);
}

static int find_name(const Names *names, const json_t *json)
{
    const char *name = json_string_value(json);

    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0)
            return i;
    }
    return -1;
}

static void read_name(Codec *codec, const char *key, const Names *names, int *value)
{
    Reader *reader = (Reader *)codec;
    const json_t *json = take(reader, key);

    if (json == NULL)
        return;
    if (!json_is_string(json)) {
        FAIL(reader, key, "must be the name of a %s.", names->group);
        return;
    }
    int found = find_name(names, json);
    if (found < 0)
        FAIL(reader, key, "is \"%s\", which is not the name of a %s.",
             quote(json_string_value(json), json_string_length(json)).text, names->group);
    else
        *value = found;
}

static void read_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    Reader *reader = (Reader *)codec;
    const json_t *json = take(reader, key);

    if (json == NULL)
        return;
    if (!json_is_string(json)
        || !text_read_hex(json_string_value(json), json_string_length(json), bytes,
                          (size_t)count))
        FAIL(reader, key, "must be %d hexadecimal digits.", 2 * count);
}

/* ------------------------------------------------------------------------- */
/* Boxes                                                                     */
/* ------------------------------------------------------------------------- */

static int check_box(Reader *reader, const char *key, const json_t *json, CodecBox box,
                     int least, int most)
{
    size_t entries = json_array_size(json);

    if (box == CODEC_OBJECT && !json_is_object(json))
        FAIL(reader, key, "must be an %s.", "object");
    else if (box == CODEC_LIST && !json_is_array(json))
        FAIL(reader, key, "must be a %s.", "list");
    else if (box == CODEC_LIST && (entries < (size_t)least || entries > (size_t)most))
        FAIL(reader, key, "must have %d to %d entries, not %zu.", least, most, entries);
    return !reader->has_failed;
}

static void read_open(Codec *codec, const char *key, CodecBox box, int *count, int least,
                      int most)
{
    Reader *reader = (Reader *)codec;
    const json_t *json = take(reader, key);

    if (json == NULL || !check_box(reader, key, json, box, least, most)) {
        *count = 0;
        return;
    }
    *count = (int)json_array_size(json);
    size_t index = reader->boxes[reader->depth].next - 1;
    assert(reader->depth + 1 < DEPTH_MAX);
    reader->boxes[++reader->depth] = (Box){ .json = json, .key = key, .index = index };
}

static int was_asked(const Box *box, const char *key)
{
    for (int i = 0; i < box->asked_count; i++) {
        if (strcmp(box->asked[i], key) == 0)
            return 1;
    }
    return 0;
}

static void refuse_unknown_keys(Reader *reader)
{
    const Box *box = &reader->boxes[reader->depth];
    json_t *object = (json_t *)box->json; /* jansson walks only what it could change */

    for (void *at = json_object_iter(object); at != NULL;
         at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        if (was_asked(box, key))
            continue;
        FAIL(reader, key, "is not part of a %s.", "state");
        return;
    }
}

static void read_close(Codec *codec)
{
    Reader *reader = (Reader *)codec;

    if (reader->has_failed)
        return;
    if (json_is_object(reader->boxes[reader->depth].json))
        refuse_unknown_keys(reader);
    reader->depth--;
}

static int read_has(Codec *codec, const char *key)
{
    const Reader *reader = (const Reader *)codec;

    return !reader->has_failed
           && json_object_get(reader->boxes[reader->depth].json, key) != NULL;
}

static const CodecVerbs READING = {
    .number = read_number,
    .flag = read_flag,
    .name = read_name,
    .bytes = read_bytes,
    .open = read_open,
    .close = read_close,
    .has = read_has,
};

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

int state_read(const json_t *json, const Game *game, const Setup *setup, State *state,
               Fault *fault)
{
    Reader reader = { .codec = { &READING, 1 }, .fault = fault };
    State trial = { { 0 } };

    if (!json_is_object(json))
        return fault_tell(fault, "state must be an object.");
    reader.boxes[0].json = json;
    game->setup(&trial, setup); /* so that it knows its seats and options */
    game->shape(&reader.codec, &trial);
    if (!reader.has_failed)
        refuse_unknown_keys(&reader);
    if (reader.has_failed)
        return 0;
    const char *unsound = game->unsound(&trial);
    if (unsound != NULL)
        return fault_tell(fault, "%s", unsound);
    *state = trial;
    return 1;
}
