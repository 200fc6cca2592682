/* state_in.c: the codec that reads JSON and checks everything.
 *
 * It keeps a stack of the open lists and objects. Each has a bit set of the entries that
 * were read, so that unknown keys are detected when it is closed. After the first error
 * every verb does nothing. */
#include "wire/state_json.h"

#include "play/setup.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 16, PATH_MAX_BYTES = 160 };

_Static_assert(JSON_KEYS_MAX <= 64, "a bit for each key of an object");

typedef struct Box {
    const Json *json;
    const char *key; /* under which it stands; NULL: in a list, at `index` */
    uint32_t index;
    uint32_t taken;    /* entries of a list that have been read */
    const Json *entry; /* the next one */
    uint64_t asked;    /* for which entries of an object, a bit each */
} Box;

typedef struct Reader {
    Codec codec; /* first: a Codec * is a Reader * */
    int depth;   /* of the innermost list or object */
    Box boxes[DEPTH_MAX];
    Fault *fault;
    int has_failed;
    Seen seen; /* in a view, what is hidden stands as the least that it can be */
} Reader;

/* ------------------------------------------------------------------------- */
/* Faults and their paths                                                    */
/* ------------------------------------------------------------------------- */

typedef struct Path {
    char text[PATH_MAX_BYTES];
} Path;

static void path_step(Path *path, const char *key, uint32_t index)
{
    size_t used = strlen(path->text);

    if (key != NULL)
        snprintf(path->text + used, sizeof path->text - used, ".%s",
                 quote(key, strlen(key)).text);
    else
        snprintf(path->text + used, sizeof path->text - used, "[%u]", index);
}

/* The path of the innermost list or object. */
static Path path_of_box(const Reader *reader)
{
    Path path = { "state" };

    for (int i = 1; i <= reader->depth; i++)
        path_step(&path, reader->boxes[i].key, reader->boxes[i].index);
    return path;
}

/* The path of a value in the innermost list or object; in a list, the entry just read. */
static Path path_of_value(const Reader *reader, const char *key)
{
    Path path = path_of_box(reader);

    path_step(&path, key, reader->boxes[reader->depth].taken - 1);
    return path;
}

#define FAIL(reader, key, format, ...)                                                     \
    do {                                                                                   \
        (reader)->has_failed = 1;                                                          \
        fault_set((reader)->fault, "%s " format, path_of_value(reader, key).text,          \
                  __VA_ARGS__);                                                            \
    } while (0)

/* ------------------------------------------------------------------------- */
/* Taking values                                                             */
/* ------------------------------------------------------------------------- */

static const Json *next_entry(Box *box)
{
    if (box->taken++ >= box->json->length)
        return NULL;
    const Json *entry = box->entry;
    box->entry = json_beside(entry);
    return entry;
}

static const Json *entry_of_key(Box *box, const char *key)
{
    size_t length = strlen(key);
    const Json *entry = json_first(box->json);

    for (uint32_t i = 0; i < box->json->length; i++, entry = json_beside(entry)) {
        if (entry->key_length != length || memcmp(entry->key, key, length) != 0)
            continue;
        box->asked |= (uint64_t)1 << i;
        return entry;
    }
    return NULL;
}

/* The value under the key, or the next of the list; NULL, error reported: there is none. */
static const Json *take(Reader *reader, const char *key)
{
    Box *box = &reader->boxes[reader->depth];

    if (reader->has_failed)
        return NULL;
    const Json *value = key == NULL ? next_entry(box) : entry_of_key(box, key);
    if (value == NULL)
        FAIL(reader, key, "is %s.", "missing");
    return value;
}

static void read_number(Codec *codec, const char *key, int *value, int least, int most)
{
    Reader *reader = (Reader *)codec;
    const Json *json = take(reader, key);

    if (json == NULL)
        return;
    if (reader->seen == SEEN_AS_VIEW && json_is(json, JSON_IS_NOTHING))
        *value = least;
    else if (!json_is(json, JSON_IS_NUMBER) || json->number < least || json->number > most)
        FAIL(reader, key, "must be a whole number from %d to %d.", least, most);
    else
        *value = (int)json->number;
}

static void read_flag(Codec *codec, const char *key, int *value)
{
    Reader *reader = (Reader *)codec;
    const Json *json = take(reader, key);

    if (json == NULL)
        return;
    if (reader->seen == SEEN_AS_VIEW && json_is(json, JSON_IS_NOTHING))
        *value = 0;
    else if (!json_is(json, JSON_IS_FLAG))
        FAIL(reader, key, "must be %s.", "true or false");
    else
        *value = (int)json->number;
}

static int is_hidden(const Reader *reader, const Json *json)
{
    return reader->seen == SEEN_AS_VIEW && json_is(json, JSON_IS_TEXT)
           && strcmp(json->text, "?") == 0;
}

static void read_name(Codec *codec, const char *key, const Names *names, int *value)
{
    Reader *reader = (Reader *)codec;
    const Json *json = take(reader, key);

    if (json == NULL)
        return;
    if (!json_is(json, JSON_IS_TEXT)) {
        FAIL(reader, key, "must be the name of %s %s.", article_of(names->group),
             names->group);
        return;
    }
    int found = is_hidden(reader, json) ? 0 : names_find(names, json->text);
    if (found < 0)
        FAIL(reader, key, "is \"%s\", which is not the name of %s %s.",
             quote(json->text, json->length).text, article_of(names->group), names->group);
    else
        *value = found;
}

static void read_bytes(Codec *codec, const char *key, uint8_t *bytes, int count)
{
    Reader *reader = (Reader *)codec;
    const Json *json = take(reader, key);

    if (json == NULL)
        return;
    if (is_hidden(reader, json))
        memset(bytes, 0, (size_t)count);
    else if (!json_is(json, JSON_IS_TEXT)
             || !text_read_hex(json->text, json->length, bytes, (size_t)count))
        FAIL(reader, key, "must be %d hexadecimal digits.", 2 * count);
}

/* ------------------------------------------------------------------------- */
/* Lists and objects                                                         */
/* ------------------------------------------------------------------------- */

static int check_box(Reader *reader, const char *key, const Json *json, CodecBox box,
                     int least, int most)
{
    uint32_t entries = json->length;

    if (box == CODEC_OBJECT && !json_is(json, JSON_IS_OBJECT))
        FAIL(reader, key, "must be an %s.", "object");
    else if (box == CODEC_LIST && !json_is(json, JSON_IS_LIST))
        FAIL(reader, key, "must be a %s.", "list");
    else if (box == CODEC_LIST && least == most && entries != (uint32_t)most)
        FAIL(reader, key, "must have %d entries, not %u.", most, entries);
    else if (box == CODEC_LIST && (entries < (uint32_t)least || entries > (uint32_t)most))
        FAIL(reader, key, "must have %d to %d entries, not %u.", least, most, entries);
    return !reader->has_failed;
}

static void read_open(Codec *codec, const char *key, CodecBox box, int *count, int least,
                      int most)
{
    Reader *reader = (Reader *)codec;
    const Json *json = take(reader, key);

    if (json == NULL || !check_box(reader, key, json, box, least, most)) {
        *count = 0;
        return;
    }
    *count = (int)json->length;
    uint32_t index = reader->boxes[reader->depth].taken - 1;
    assert(reader->depth + 1 < DEPTH_MAX);
    reader->boxes[++reader->depth] =
        (Box){ .json = json, .key = key, .index = index, .entry = json_first(json) };
}

static void refuse_unknown_keys(Reader *reader)
{
    const Box *box = &reader->boxes[reader->depth];
    const Json *entry = json_first(box->json);

    for (uint32_t i = 0; i < box->json->length; i++, entry = json_beside(entry)) {
        if (box->asked >> i & 1)
            continue;
        FAIL(reader, entry->key, "is not part of a %s.", "state");
        return;
    }
}

static void read_close(Codec *codec)
{
    Reader *reader = (Reader *)codec;

    if (reader->has_failed)
        return;
    if (json_is(reader->boxes[reader->depth].json, JSON_IS_OBJECT))
        refuse_unknown_keys(reader);
    reader->depth--;
}

static int read_has(Codec *codec, const char *key)
{
    const Reader *reader = (const Reader *)codec;

    return !reader->has_failed && json_get(reader->boxes[reader->depth].json, key) != NULL;
}

static void read_refuse(Codec *codec, const char *key, const char *why)
{
    Reader *reader = (Reader *)codec;

    if (!reader->has_failed)
        FAIL(reader, key, "%s.", why);
}

static const CodecVerbs READING = {
    .number = read_number,
    .flag = read_flag,
    .name = read_name,
    .bytes = read_bytes,
    .open = read_open,
    .close = read_close,
    .has = read_has,
    .refuse = read_refuse,
};

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* Every field within its bounds; 0: error in *fault. */
static int read_fields(const Json *json, const Game *game, const Setup *setup, Seen seen,
                       State *state, Fault *fault)
{
    Reader reader = { .codec = { &READING, 1 }, .fault = fault, .seen = seen };

    if (!json_is(json, JSON_IS_OBJECT))
        return fault_set(fault, "state must be an object.");
    reader.boxes[0].json = json;
    game->setup(state, setup); /* so that it knows its seats and options */
    game->shape(&reader.codec, state);
    if (!reader.has_failed)
        refuse_unknown_keys(&reader);
    return !reader.has_failed;
}

int state_read(const Json *json, const Game *game, const Setup *setup, State *state,
               Fault *fault)
{
    State trial = { { 0 } };

    if (!read_fields(json, game, setup, SEEN_WHOLE, &trial, fault))
        return 0;
    const char *unsound = game->unsound(&trial);
    if (unsound != NULL)
        return fault_set(fault, "%s", unsound);
    *state = trial;
    return 1;
}

/* The game hides once more what was hidden, and nothing else: what may be unknown is
 * decided by `observe`, not by the sender of the view. */
int view_read(const Json *json, const Game *game, const Setup *setup, int seat, State *view,
              Fault *fault)
{
    State trial = { { 0 } };

    if (!read_fields(json, game, setup, SEEN_AS_VIEW, &trial, fault))
        return 0;
    memset(view, 0, sizeof *view);
    game->observe(&trial, seat, view);
    return 1;
}
