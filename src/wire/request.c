/* request.c: requests by name: found, checked and answered. */
#include "wire/request.h"

#include "wire/position.h"
#include "wire/strict.h"

#include <string.h>

static const RequestForm *find_named(const RequestTable *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        const void *row = (const char *)table->rows + i * table->row_size;
        const RequestForm *form = row;
        if (strcmp(form->name, name) == 0)
            return form;
    }
    return NULL;
}

const void *request_find(const RequestTable *table, const Json *json, Fault *fault)
{
    if (!json_is(json, JSON_IS_OBJECT)) {
        fault_set(fault, "%s", fault_words(fault, table->not_an_object));
        return NULL;
    }
    const Json *name = strict_text(json, table->name_key, fault);
    if (name == NULL)
        return NULL;
    const RequestForm *form = find_named(table, name->text);
    if (form == NULL) {
        fault_set(fault, "%s \"%s\".", fault_words(fault, table->unknown),
                  QUOTED_JSON(name));
        return NULL;
    }
    return strict_has_only(json, form->keys, table->what, fault) ? form : NULL;
}

/* ------------------------------------------------------------------------- */
/* Ops                                                                       */
/* ------------------------------------------------------------------------- */

static void open_answer(JsonOut *out, int is_ok)
{
    json_open_object(out);
    json_put_flag(out, "ok", is_ok);
}

void op_refuse(const OpTable *table, const Error *error, Text *out)
{
    JsonOut json = { .text = out };

    open_answer(&json, 0);
    if (table->has_codes)
        error_format(&json, error, "error", LANGUAGE_EN);
    else
        json_put_text(&json, "error", error->fault.sentence);
    json_close_object(&json);
}

static int answer(const OpTable *table, Ask *ask)
{
    const RequestTable requests = { .rows = table->ops,
                                    .count = table->count,
                                    .row_size = sizeof *table->ops,
                                    .name_key = "op",
                                    .not_an_object = "A request must be an object.",
                                    .what = "this request",
                                    .unknown = "There is no op" };
    const Op *op = request_find(&requests, ask->json, &ask->error.fault);

    if (op == NULL)
        return 0;
    if (op->needs_game && ask->match == NULL)
        return fault_set(&ask->error.fault, "%s", table->no_game);
    return op->answer(ask);
}

void op_answer(const OpTable *table, Ask ask, const char *request, size_t length, Text *out)
{
    JsonOut json = { .text = out };
    size_t mark = out->length;
    Json *read = json_read(request, length, "This is not JSON", &ask.error.fault);

    ask.json = read;
    ask.out = &json;
    open_answer(&json, 1);
    if (read != NULL && answer(table, &ask)) {
        json_close_object(&json);
    } else {
        out->length = mark;
        op_refuse(table, &ask.error, out);
    }
    json_free(read);
}

/* ------------------------------------------------------------------------- */
/* What ops share                                                            */
/* ------------------------------------------------------------------------- */

int ask_seat(Ask *ask, int *seat)
{
    return strict_int(ask->json, "seat", 0, match_setup(ask->match)->seats - 1, seat,
                      &ask->error.fault);
}

int ask_viewer(Ask *ask, int *seat)
{
    const Json *viewer = json_get(ask->json, "seat");

    *seat = NOBODY;
    return (viewer != NULL && json_is(viewer, JSON_IS_NOTHING)) || ask_seat(ask, seat);
}

int ask_no_memory(Ask *ask)
{
    return error_set_saying(&ask->error, ERROR_NO_MEMORY, "There is no memory left.");
}

int ask_save(Ask *ask)
{
    Text save = { 0 };

    save_write(&save, ask->match, ask->players, &SAVE_START_JSON);
    if (!save.has_failed) {
        json_key(ask->out, "file");
        json_text(ask->out, save.bytes, save.length);
    }
    int is_written = !save.has_failed || ask_no_memory(ask);
    text_free(&save);
    return is_written;
}
