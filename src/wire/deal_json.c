/* deal_json.c: deals that can be checked, as JSON and in words. */
#include "wire/deal_json.h"

#include "wire/position.h"
#include "wire/strict.h"

#include <string.h>

static const char *const STAGES[DEAL_STAGES] = { "open", "revealing", "dealt" };

/* ------------------------------------------------------------------------- */
/* Out                                                                       */
/* ------------------------------------------------------------------------- */

static void format_share(JsonOut *out, int seat, const DealShare *share, DealStage stage)
{
    json_open_object(out);
    json_put_number(out, "seat", seat);
    json_put_bytes(out, "commitment", share->commitment, SEED_BYTES);
    if (stage == DEAL_STAGE_REVEALING)
        json_put_flag(out, "revealed", share->stage == SHARE_REVEALED);
    if (stage == DEAL_STAGE_DEALT && share->stage == SHARE_REVEALED) {
        json_put_bytes(out, "bytes", share->bytes, SEED_BYTES);
    } else if (stage == DEAL_STAGE_DEALT) {
        json_key(out, "bytes");
        json_nothing(out);
    }
    json_close_object(out);
}

void deal_put(JsonOut *out, const Deal *deal, DealStage stage, int64_t until,
              const uint8_t *secret)
{
    json_put_object(out, "deal");
    json_put_name(out, "stage", STAGES[stage]);
    json_put_bytes(out, "commitment", deal->commitment, SEED_BYTES);
    if (stage == DEAL_STAGE_REVEALING)
        json_put_number(out, "until", until);
    json_put_list(out, "seats");
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (deal->shares[seat].stage != SHARE_NONE)
            format_share(out, seat, &deal->shares[seat], stage);
    }
    json_close_list(out);
    if (secret != NULL)
        json_put_bytes(out, "secret", secret, SEED_BYTES);
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* In                                                                        */
/* ------------------------------------------------------------------------- */

int bytes_read(const Json *object, const char *key, uint8_t bytes[SEED_BYTES], Fault *fault)
{
    const Json *text = strict_text(object, key, fault);

    if (text == NULL)
        return 0;
    return text_read_hex(text->text, text->length, bytes, SEED_BYTES)
           || fault_set(fault, "%s must be %d hexadecimal digits.", key, 2 * SEED_BYTES);
}

/* The entries of "seats": their commitments, and bytes where they have some. */
static int read_shares(const Json *list, Deal *deal, Fault *fault)
{
    JSON_EACH(entry, list) {
        int seat;
        if (!json_is(entry, JSON_IS_OBJECT))
            return fault_set(fault, "seats must be a list of objects.");
        if (!strict_int(entry, "seat", 0, SEATS_MAX - 1, &seat, fault))
            return 0;
        DealShare *share = &deal->shares[seat];
        if (!bytes_read(entry, "commitment", share->commitment, fault))
            return 0;
        const Json *bytes = json_get(entry, "bytes");
        int is_revealed = bytes != NULL && !json_is(bytes, JSON_IS_NOTHING);
        if (is_revealed && !bytes_read(entry, "bytes", share->bytes, fault))
            return 0;
        share->stage = is_revealed ? SHARE_REVEALED : SHARE_COMMITTED;
    }
    return 1;
}

int deal_read(const Json *json, Deal *deal, DealStage *stage, Fault *fault)
{
    const Json *word = strict_text(json, "stage", fault);
    const Json *list = strict_get(json, "seats", JSON_IS_LIST, fault);
    int found = 0;

    if (word == NULL || list == NULL
        || !bytes_read(json, "commitment", deal->commitment, fault))
        return 0;
    while (found < DEAL_STAGES && strcmp(STAGES[found], word->text) != 0)
        found++;
    if (found == DEAL_STAGES)
        return fault_set(fault, "There is no stage \"%s\".", QUOTED_JSON(word));
    *stage = (DealStage)found;
    memset(deal->shares, 0, sizeof deal->shares);
    return read_shares(list, deal, fault);
}

static int read_own(const Json *json, DealKept *kept, Fault *fault)
{
    const Json *flag = NULL;

    kept->seat = NOBODY;
    if (json_get(json, "seat") == NULL)
        return 1;
    if (!strict_int(json, "seat", 0, SEATS_MAX - 1, &kept->seat, fault)
        || !bytes_read(json, "bytes", kept->bytes, fault)
        || !strict_get_if(json, "acknowledged", JSON_IS_FLAG, &flag, fault))
        return 0;
    kept->is_acknowledged = flag != NULL && flag->number != 0;
    return 1;
}

/* A position as it was shown to the seat, if there is one. */
static int read_seen(const Json *json, const char *key, int seat, State *view,
                     int *is_there, Fault *fault)
{
    const Json *value = NULL;
    Position position;

    if (!strict_get_if(json, key, JSON_IS_OBJECT, &value, fault))
        return 0;
    *is_there = value != NULL;
    if (value == NULL)
        return 1;
    if (!position_read_view(value, seat, &position, fault))
        return 0;
    *view = position.state;
    return 1;
}

int deal_memory_read(const Json *json, DealMemory *memory, Fault *fault)
{
    Deal *deal = &memory->kept.deal;
    const Json *list = NULL;

    memset(memory, 0, sizeof *memory);
    if (!strict_has_only(json, "table commitment seats seat bytes acknowledged first last",
                         "what was kept", fault))
        return 0;
    const Json *table = strict_text(json, "table", fault);
    if (table == NULL || !bytes_read(json, "commitment", deal->commitment, fault)
        || !strict_get_if(json, "seats", JSON_IS_LIST, &list, fault)
        || (list != NULL && !read_shares(list, deal, fault))
        || !read_own(json, &memory->kept, fault)
        || !read_seen(json, "first", memory->kept.seat, &memory->first, &memory->has_first,
                      fault)
        || !read_seen(json, "last", memory->kept.seat, &memory->last, &memory->has_last,
                      fault))
        return 0;
    if (!deal_can_name(table->text, table->length))
        return fault_set(fault, "table must be the code of a table.");
    memcpy(deal->table, table->text, table->length);
    memory->kept.has_list = list != NULL;
    return 1;
}

static void format_list(JsonOut *out, const Deal *deal)
{
    json_put_list(out, "seats");
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (deal->shares[seat].stage == SHARE_NONE)
            continue;
        json_open_object(out);
        json_put_number(out, "seat", seat);
        json_put_bytes(out, "commitment", deal->shares[seat].commitment, SEED_BYTES);
        json_close_object(out);
    }
    json_close_list(out);
}

void deal_memory_format(JsonOut *out, const DealMemory *memory, const Game *game,
                        const Setup *setup)
{
    const DealKept *kept = &memory->kept;

    json_open_object(out);
    json_put_name(out, "table", kept->deal.table);
    json_put_bytes(out, "commitment", kept->deal.commitment, SEED_BYTES);
    if (kept->has_list)
        format_list(out, &kept->deal);
    if (kept->seat != NOBODY) {
        json_put_number(out, "seat", kept->seat);
        json_put_bytes(out, "bytes", kept->bytes, SEED_BYTES);
        json_put_flag(out, "acknowledged", kept->is_acknowledged);
    }
    if (memory->has_first) {
        json_key(out, "first");
        position_format(out, game, setup, &memory->first, SEEN_AS_VIEW);
    }
    if (memory->has_last) {
        json_key(out, "last");
        position_format(out, game, setup, &memory->last, SEEN_AS_VIEW);
    }
    json_close_object(out);
}

/* ------------------------------------------------------------------------- */
/* Checking a save                                                           */
/* ------------------------------------------------------------------------- */

/* Is this what the seat saw of that state? */
static int was_seen(const State *seen, int seat, const Match *match, const State *state)
{
    State view = { { 0 } };
    const Game *game = match_game(match);

    game->observe(state, seat, &view);
    return memcmp(view.bytes, seen->bytes, (size_t)game->state_size) == 0;
}

static void check_match(SaveCheck *result, const Match *match, const DealMemory *memory)
{
    const DealKept *kept = memory == NULL ? NULL : &memory->kept;

    result->has_proof = deal_is_given(&result->players.proof.deal);
    if (!result->has_proof && kept != NULL)
        deal_check_add(&result->check, DEAL_STEP_PROOF, NOBODY, 0);
    if (!result->has_proof)
        return;
    deal_check(&result->check, &result->players.proof, match_setup(match)->seed, kept);
    deal_check_add(&result->check, DEAL_STEP_GAME, NOBODY, 1);
    if (kept != NULL && memory->has_first)
        deal_check_add(&result->check, DEAL_STEP_FIRST, NOBODY,
                       was_seen(&memory->first, kept->seat, match, match_start(match)));
    if (kept != NULL && memory->has_last)
        deal_check_add(&result->check, DEAL_STEP_LAST, NOBODY,
                       was_seen(&memory->last, kept->seat, match, match_state(match)));
}

int save_check(const char *text, size_t length, const DealMemory *memory, SaveCheck *result,
               Fault *fault)
{
    memset(result, 0, sizeof *result);
    Match *match = save_read(text, length, &SAVE_START_JSON, &result->players, fault);
    if (match == NULL)
        return 0;
    check_match(result, match, memory);
    match_free(match);
    return 1;
}

/* ------------------------------------------------------------------------- */
/* In words                                                                  */
/* ------------------------------------------------------------------------- */

/* Steps without a word for "no" always hold; those without one for "yes" never do. */
static const struct {
    const char *word, *yes, *no;
} STEP_WORDS[DEAL_STEP_KINDS] = {
    [DEAL_STEP_SECRET] = { "secret", "play.deal.secret.yes", "play.deal.secret.no" },
    [DEAL_STEP_SHARE] = { "share", "play.deal.share.yes", "play.deal.share.no" },
    [DEAL_STEP_MISSING] = { "missing", "play.deal.missing.yes", NULL },
    [DEAL_STEP_SEED] = { "seed", "play.deal.seed.yes", "play.deal.seed.no" },
    [DEAL_STEP_KEPT_SERVER] = { "kept-server", "play.deal.kept-server.yes",
                                "play.deal.kept-server.no" },
    [DEAL_STEP_KEPT_LIST] = { "kept-list", "play.deal.kept-list.yes",
                              "play.deal.kept-list.no" },
    [DEAL_STEP_KEPT_OWN] = { "kept-own", "play.deal.kept-own.yes",
                             "play.deal.kept-own.no" },
    [DEAL_STEP_LEFT_OUT] = { "left-out", "play.deal.left-out.yes", NULL },
    [DEAL_STEP_GAME] = { "game", "play.deal.game.yes", NULL },
    [DEAL_STEP_FIRST] = { "first", "play.deal.first.yes", "play.deal.first.no" },
    [DEAL_STEP_LAST] = { "last", "play.deal.last.yes", "play.deal.last.no" },
    [DEAL_STEP_PROOF] = { "proof", NULL, "play.deal.proof.no" },
};

static const struct {
    const char *word, *sentence;
} VERDICT_WORDS[DEAL_VERDICTS] = {
    [DEAL_BROKEN] = { "broken", "play.deal.verdict.broken" },
    [DEAL_UNSHARED] = { "unshared", "play.deal.verdict.unshared" },
    [DEAL_LEFT_OUT] = { "left-out", "play.deal.verdict.left-out" },
    [DEAL_HOLDS] = { "holds", "play.deal.verdict.holds" },
    [DEAL_PROVED] = { "proved", "play.deal.verdict.proved" },
    [DEAL_ON_DEVICE] = { "on-device", "play.deal.verdict.on-device" },
};

static int has_verdict(const SaveCheck *result)
{
    return result->check.count > 0;
}

const char *save_check_verdict(const SaveCheck *result)
{
    return has_verdict(result) ? VERDICT_WORDS[deal_verdict(&result->check)].word : "none";
}

void save_check_step(const SaveCheck *result, int i, Language language,
                     char out[SENTENCE_MAX])
{
    const DealStep *step = &result->check.steps[i];
    PlayerNames names;

    player_names_make(&names, language, &result->players);
    const WordsArgument player = { .name = "player",
                                   .text = step->seat == NOBODY ? ""
                                                                : names.names[step->seat] };
    words_write(language,
                step->holds ? STEP_WORDS[step->kind].yes : STEP_WORDS[step->kind].no,
                &player, 1, out, SENTENCE_MAX);
}

void save_check_sentence(const SaveCheck *result, Language language, char out[SENTENCE_MAX])
{
    const char *key = has_verdict(result)
                          ? VERDICT_WORDS[deal_verdict(&result->check)].sentence
                          : "play.deal.verdict.none";

    words_write(language, key, NULL, 0, out, SENTENCE_MAX);
}

static void format_step(JsonOut *out, const SaveCheck *result, int i, Language language)
{
    const DealStep *step = &result->check.steps[i];
    char sentence[SENTENCE_MAX];

    save_check_step(result, i, language, sentence);
    json_open_object(out);
    json_put_name(out, "step", STEP_WORDS[step->kind].word);
    if (step->seat != NOBODY)
        json_put_number(out, "seat", step->seat);
    json_put_flag(out, "holds", step->holds);
    json_put_text(out, "text", sentence);
    json_close_object(out);
}

void save_check_format(JsonOut *out, const SaveCheck *result, Language language)
{
    char sentence[SENTENCE_MAX];

    save_check_sentence(result, language, sentence);
    json_put_name(out, "verdict", save_check_verdict(result));
    json_put_text(out, "text", sentence);
    if (result->has_proof)
        json_put_name(out, "table", result->players.proof.deal.table);
    json_put_list(out, "steps");
    for (int i = 0; i < result->check.count; i++)
        format_step(out, result, i, language);
    json_close_list(out);
}
