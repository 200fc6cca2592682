/* preview.c: what shows where the link of a table is pasted: the tags of the page (Open
 * Graph), and the card that they name. Of open tables and finished games, whether public or
 * not, for whoever has the link; any other is the same as none. Who hides from strangers
 * has no name here.
 *
 *     /g/CODE, /t/CODE ──store──> tags in the page's head
 *     /tables/CODE/card ──store──> Card ──in the cache──> PNG
 *                                   └──otherwise──> workers ──> cache ──> PNG
 *
 * The store is read for each request, so that nothing is shown that has been hidden since:
 * the cache knows pictures by all that is on them. */
#include "server/preview.h"

#include "play/setup.h"
#include "server/api.h"
#include "server/card.h"
#include "server/daily.h"
#include "server/nodes.h"
#include "store/results.h"
#include "wire/sentences.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CARDS_MAX = 64,         /* in the cache: less than 4 MB */
    CARDS_WAITING_MAX = 16, /* to be drawn */
    CARDS_OWNER = -1,       /* in the worker pool: all cards together are as one host */
    CARD_SECONDS = 300,     /* that others may keep one */
};

struct Preview {
    Card card;
    char about[4 * CARD_TEXT_MAX]; /* in a sentence */
    TableState state;
    unsigned char key[crypto_generichash_BYTES];
    Text png;
};

typedef struct CachedCard {
    List lru; /* first */
    unsigned char key[crypto_generichash_BYTES];
    Text png;
} CachedCard;

struct Cards {
    CachedCard items[CARDS_MAX];
    int count;
    List list;
};

/* ------------------------------------------------------------------------- */
/* The cache                                                                 */
/* ------------------------------------------------------------------------- */

static CachedCard *cache_find(Cards *cards, const unsigned char *key)
{
    CachedCard *found = NULL;

    for (int i = 0; cards != NULL && i < cards->count && found == NULL; i++) {
        if (memcmp(cards->items[i].key, key, crypto_generichash_BYTES) == 0)
            found = &cards->items[i];
    }
    if (found != NULL) {
        list_remove(&found->lru);
        list_add(&cards->list, &found->lru);
    }
    return found;
}

/* Instead of the one that was asked for least recently. Without memory nothing is kept. */
static void cache_put(Core *core, const Preview *preview)
{
    if (core->cards == NULL)
        core->cards = calloc(1, sizeof *core->cards);
    Cards *cards = core->cards;
    if (cards == NULL || cache_find(cards, preview->key) != NULL)
        return;
    CachedCard *card = cards->count < CARDS_MAX ? &cards->items[cards->count++]
                                                : (CachedCard *)list_oldest(&cards->list);
    list_remove(&card->lru);
    list_add(&cards->list, &card->lru);
    text_free(&card->png);
    memcpy(card->key, preview->key, sizeof card->key);
    text_append(&card->png, preview->png.bytes, preview->png.length);
    if (card->png.has_failed)
        memset(card->key, 0, sizeof card->key);
}

void previews_free(Core *core)
{
    for (int i = 0; core->cards != NULL && i < core->cards->count; i++)
        text_free(&core->cards->items[i].png);
    free(core->cards);
}

void preview_free(Preview *preview)
{
    if (preview != NULL)
        text_free(&preview->png);
    free(preview);
}

/* ------------------------------------------------------------------------- */
/* What is shown                                                             */
/* ------------------------------------------------------------------------- */

static void say(const ApiCall *call, const char *key, const WordsArgument *arguments,
                int count, char out[CARD_TEXT_MAX])
{
    words_write(call->request->language, key, arguments, count, out, CARD_TEXT_MAX);
}

/* Somebody, if they have no account any more, or hide from strangers. */
static StoreStatus show_name(ApiCall *call, Store *store, StoreId user, const char *name,
                             char out[CARD_TEXT_MAX], Fault *fault)
{
    int is_hidden = 0;
    StoreStatus status = user == 0 || name[0] == '\0'
                             ? STORE_NOT_FOUND
                             : store_is_hidden(store, user, &is_hidden, fault);

    if (status != STORE_OK && status != STORE_NOT_FOUND)
        return status;
    if (status == STORE_NOT_FOUND || is_hidden)
        say(call, "server.card.somebody", NULL, 0, out);
    else
        snprintf(out, CARD_TEXT_MAX, "%s", name);
    return STORE_OK;
}

static StoreStatus show_seat(ApiCall *call, Store *store, int seat, CardLine *line,
                             Fault *fault)
{
    const StoreTable *row = call->tables;
    const StoreSeat *at = &row->seats[seat];
    const WordsArgument number[] = { { "number", NULL, seat + 1 } };

    *line = (CardLine){ .is_first = row->places[seat] == 1 };
    snprintf(line->place, sizeof line->place, "%d.", row->places[seat] % 100);
    words_number(line->score, row->scores[seat], "");
    if (at->who == SEAT_BOT) {
        say(call, "server.bot", number, 1, line->name);
        return STORE_OK;
    }
    return show_name(call, store, at->user, at->name, line->name, fault);
}

/* By place, and then by seat. */
static StoreStatus show_seats(ApiCall *call, Store *store, Card *card, Fault *fault)
{
    const StoreTable *row = call->tables;
    StoreStatus status = STORE_OK;

    card->line_count = 0;
    for (int place = 0; place <= SEATS_MAX; place++) {
        for (int seat = 0; seat < row->seat_count && status == STORE_OK; seat++) {
            if (row->places[seat] == place)
                status =
                    show_seat(call, store, seat, &card->lines[card->line_count++], fault);
        }
    }
    return status;
}

static void add_about(Preview *preview, const char *sentence)
{
    size_t length = strlen(preview->about);

    snprintf(preview->about + length, sizeof preview->about - length, "%s%s",
             length == 0 ? "" : " · ", sentence);
}

static void show_date(const StoreTable *row, char out[CARD_TEXT_MAX])
{
    time_t ended = (time_t)(row->changed / 1000);
    struct tm parts;

    if (gmtime_r(&ended, &parts) == NULL
        || strftime(out, CARD_TEXT_MAX, "%Y-%m-%d", &parts) == 0)
        out[0] = '\0';
}

static StoreStatus show_over(ApiCall *call, Store *store, Preview *preview,
                             const char *game, Fault *fault)
{
    Card *card = &preview->card;
    StoreStatus status = show_seats(call, store, card, fault);
    int is_tied = card->line_count > 1 && card->lines[1].is_first;
    const WordsArgument arguments[] = { { "game", game, 0 },
                                        { "name", card->lines[0].name, 0 } };

    say(call, is_tied ? "server.card.tied" : "server.card.won", arguments, 2, card->title);
    show_date(call->tables, card->subtitle);
    for (int i = 0; i < card->line_count; i++) {
        char sentence[CARD_TEXT_MAX];
        const WordsArgument line[] = { { "place", card->lines[i].place, 0 },
                                       { "name", card->lines[i].name, 0 },
                                       { "score", card->lines[i].score, 0 } };
        say(call, "server.card.line", line, 3, sentence);
        add_about(preview, sentence);
    }
    return status;
}

static int count_free(const StoreTable *row)
{
    int free = 0;

    for (int seat = 0; seat < row->seat_count; seat++)
        free += row->seats[seat].who == SEAT_OPEN;
    return free;
}

/* No name but the host's, as in an invitation. */
static StoreStatus show_open(ApiCall *call, Store *store, Preview *preview,
                             const char *game, Fault *fault)
{
    const StoreTable *row = call->tables;
    Card *card = &preview->card;
    char host[CARD_TEXT_MAX];
    int free = count_free(row);
    StoreStatus status = store_user_get(store, row->host, &call->other, fault);

    if (status == STORE_OK)
        status = show_name(call, store, call->other.deleted != 0 ? 0 : row->host,
                           call->other.name, host, fault);
    if (status != STORE_OK)
        return status;
    const WordsArgument arguments[] = { { "game", game, 0 }, { "name", host, 0 } };
    const WordsArgument seats[] = { { "free", NULL, free },
                                    { "seats", NULL, row->seat_count } };
    say(call, "server.card.open", arguments, 2, card->title);
    say(call, free == 0 ? "server.card.full" : "server.card.seats", seats, 2,
        card->subtitle);
    add_about(preview, card->subtitle);
    return STORE_OK;
}

/* ------------------------------------------------------------------------- */
/* From the store                                                            */
/* ------------------------------------------------------------------------- */

/* An attempt at the deal of the day is secret until that is over. */
static int is_shown(const StoreTable *row, int64_t now)
{
    return (table_is_open(row) || row->state == TABLE_OVER) && !daily_is_secret(row, now);
}

static StoreStatus read_table(ApiCall *call, Store *store, Fault *fault)
{
    if (call->tables == NULL)
        call->tables = malloc(sizeof *call->tables);
    if (call->preview == NULL)
        call->preview = malloc(sizeof *call->preview);
    if (call->preview != NULL)
        *call->preview = (Preview){ 0 };
    return call->tables == NULL || call->preview == NULL
               ? STORE_NO_MEMORY
               : store_table_by_code(store, call->code, call->tables, fault);
}

static StoreStatus preview_store(ApiCall *call, Store *store, Fault *fault)
{
    StoreStatus status = read_table(call, store, fault);
    const Game *game = status == STORE_OK ? catalogue_find(call->tables->game) : NULL;

    if (status == STORE_NOT_FOUND
        || (status == STORE_OK
            && (game == NULL || !is_shown(call->tables, call->expiry_time))))
        return api_refuse_in_store(call, ERROR_NO_SUCH_TABLE);
    if (status != STORE_OK)
        return status;
    Preview *preview = call->preview;
    const char *title = game_title(call->request->language, game);
    preview->state = call->tables->state;
    snprintf(preview->card.foot, CARD_TEXT_MAX, "Roundhouse · %s", title);
    status = preview->state == TABLE_OVER ? show_over(call, store, preview, title, fault)
                                          : show_open(call, store, preview, title, fault);
    crypto_generichash(preview->key, sizeof preview->key,
                       (const unsigned char *)&preview->card, sizeof preview->card, NULL,
                       0);
    return status;
}

/* ------------------------------------------------------------------------- */
/* The card                                                                  */
/* ------------------------------------------------------------------------- */

static void finish(ApiCall *call, const Text *png)
{
    text_append(&call->save, png->bytes, png->length);
    call->save_mime = "image/png";
    call->request->cache_seconds = CARD_SECONDS;
    api_finish(call);
}

static StoreStatus draw_run(Job *job, Store *store, Fault *fault)
{
    ApiCall *call = (ApiCall *)job;

    (void)store;
    (void)fault;
    if (atomic_load(&call->request->is_gone))
        return STORE_AWAY;
    return card_draw(&call->preview->card, &call->preview->png) ? STORE_OK
                                                                : STORE_NO_MEMORY;
}

static void draw_done(Job *job)
{
    ApiCall *call = (ApiCall *)job;

    if (job->status != STORE_OK) {
        api_refuse(call, ERROR_BUSY);
        api_finish(call);
        return;
    }
    cache_put(call->core, call->preview);
    finish(call, &call->preview->png);
}

static void card_go_on(ApiCall *call)
{
    Core *core = call->core;
    const CachedCard *cached = cache_find(core->cards, call->preview->key);
    const uint64_t owner = (uint64_t)(int64_t)CARDS_OWNER;

    if (cached != NULL) {
        finish(call, &cached->png);
    } else if (worker_pool_load(core->config.thinkers, owner).waiting_of_owner
               >= CARDS_WAITING_MAX) {
        api_refuse_for(call, ERROR_BUSY, 1);
        api_finish(call);
    } else {
        call->job = (Job){ .run = draw_run, .done = draw_done, .counter = &core->jobs };
        core->jobs++;
        worker_pool_submit(core->config.thinkers, &call->job, owner);
    }
}

/* ------------------------------------------------------------------------- */
/* The tags                                                                  */
/* ------------------------------------------------------------------------- */

static void add_escaped(Text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        case '"':
            text_add(out, "&quot;");
            break;
        default:
            text_append(out, text, 1);
        }
    }
}

static void add_tag(Text *out, const char *kind, const char *name, const char *content)
{
    text_print(out, "<meta %s=\"%s\" content=\"", kind, name);
    add_escaped(out, content);
    text_add(out, "\">\n");
}

static void add_sizes(Text *out)
{
    text_print(out,
               "<meta property=\"og:image:width\" content=\"%d\">\n"
               "<meta property=\"og:image:height\" content=\"%d\">\n",
               CARD_WIDTH, CARD_HEIGHT);
}

static void tags_go_on(ApiCall *call)
{
    static const char *const LOCALES[] = { "en_GB", "fr_FR" };
    static const char *const CODES[] = { "en", "fr" };
    const char *base = call->core->config.base_url;
    const Preview *preview = call->preview;
    Language language = call->request->language;
    Text *out = &call->save;
    char url[512];

    add_tag(out, "property", "og:type", "website");
    add_tag(out, "property", "og:site_name", "Roundhouse");
    add_tag(out, "property", "og:locale", LOCALES[language]);
    add_tag(out, "property", "og:title", preview->card.title);
    add_tag(out, "property", "og:description", preview->about);
    snprintf(url, sizeof url, "%s/%c/%s", base, preview->state == TABLE_OVER ? 'g' : 't',
             call->code);
    add_tag(out, "property", "og:url", url);
    snprintf(url, sizeof url, "%s/api/1/tables/%s/card?lang=%s", base, call->code,
             CODES[language]);
    add_tag(out, "property", "og:image", url);
    add_tag(out, "property", "og:image:type", "image/png");
    add_sizes(out);
    add_tag(out, "property", "og:image:alt", preview->about);
    add_tag(out, "name", "twitter:card", "summary_large_image");
    call->save_mime = "text/html; charset=utf-8";
    api_finish(call);
}

/* The tags are for http.c alone, which puts them into the page. */
const Route PREVIEW_ROUTES[] = {
    ROUTE_GET("/tables/CODE/card", CALLER_ANY, .is_invitation = 1, .store = preview_store,
              .go_on = card_go_on),
    ROUTE_GET("/preview/CODE", CALLER_ANY, .is_invitation = 1, .store = preview_store,
              .go_on = tags_go_on),
    { .form.name = NULL },
};

int preview_address(const char *path, char code[STORE_CODE_MAX + 1])
{
    if ((strncmp(path, "/g/", 3) != 0 && strncmp(path, "/t/", 3) != 0)
        || strcspn(path + 3, "/") != TABLE_CODE_LENGTH)
        return 0;
    const char *rest = path + 3 + TABLE_CODE_LENGTH;
    memcpy(code, path + 3, TABLE_CODE_LENGTH);
    code[TABLE_CODE_LENGTH] = '\0';
    return code_is_sound(code)
           && (strcmp(rest, "") == 0 || strcmp(rest, "/") == 0
               || strcmp(rest, "/replay") == 0);
}
