/* deal_part.c: a terminal's part in the deal of a server's table. */
#include "client/deal_part.h"

#include "client/fetch.h"

#include <sodium.h>
#include <string.h>

void deal_part_begin(DealPart *part, const char *table)
{
    size_t length = strlen(table);

    memset(part, 0, sizeof *part);
    part->committed_for = part->memory.kept.seat = NOBODY;
    if (deal_can_name(table, length))
        memcpy(part->memory.kept.deal.table, table, length);
}

void deal_part_resume(DealPart *part, const DealMemory *memory)
{
    const DealKept *kept = &memory->kept;

    part->memory = *memory;
    part->is_begun = 1;
    if (kept->seat != NOBODY)
        deal_share_commitment(&kept->deal, kept->seat, kept->bytes, part->own);
}

/* New bytes for this seat. */
static void draw_bytes(DealPart *part, int seat)
{
    DealKept *kept = &part->memory.kept;

    randombytes_buf(kept->bytes, SEED_BYTES);
    kept->seat = seat;
    part->is_changed = 1;
    deal_share_commitment(&kept->deal, seat, kept->bytes, part->own);
}

static int is_on_list(const DealPart *part, const Deal *list, int seat)
{
    return list->shares[seat].stage != SHARE_NONE
           && memcmp(list->shares[seat].commitment, part->own, SEED_BYTES) == 0;
}

/* The list is kept as it was when we revealed. */
static DealWish see_list(DealPart *part, const Deal *list, int seat)
{
    DealKept *kept = &part->memory.kept;

    if (kept->seat != seat || kept->is_acknowledged || !is_on_list(part, list, seat))
        return DEAL_WISH_NOTHING;
    if (!kept->has_list)
        memcpy(kept->deal.shares, list->shares, sizeof list->shares);
    part->is_changed |= !kept->has_list;
    kept->has_list = 1;
    return DEAL_WISH_REVEAL;
}

DealWish deal_part_see(DealPart *part, const Json *table, int seat)
{
    Deal *kept = &part->memory.kept.deal;
    Deal shown = *kept;
    DealStage stage;
    Fault fault = { 0 };
    const Json *json = json_get(table, "deal");

    if (seat == NOBODY || !deal_is_given(kept) || json == NULL
        || !json_is(json, JSON_IS_OBJECT) || !deal_read(json, &shown, &stage, &fault))
        return DEAL_WISH_NOTHING;
    if (!part->is_begun && stage == DEAL_STAGE_OPEN) {
        memcpy(kept->commitment, shown.commitment, SEED_BYTES);
        part->is_begun = 1;
    }
    /* A server that changes its commitment gets nothing: the check will say so. */
    if (!part->is_begun || memcmp(kept->commitment, shown.commitment, SEED_BYTES) != 0)
        return DEAL_WISH_NOTHING;
    if (stage == DEAL_STAGE_REVEALING)
        return see_list(part, &shown, seat);
    if (stage != DEAL_STAGE_OPEN || part->committed_for == seat)
        return DEAL_WISH_NOTHING;
    if (part->memory.kept.seat != seat)
        draw_bytes(part, seat);
    part->committed_for = seat;
    part->is_committed = 0;
    return DEAL_WISH_COMMIT;
}

void deal_part_see_view(DealPart *part, int n, int seat, const State *view, int is_over)
{
    DealMemory *memory = &part->memory;

    if (!part->is_begun || memory->kept.seat == NOBODY || memory->kept.seat != seat)
        return;
    if (n == 0 && !memory->has_first) {
        memory->first = *view;
        memory->has_first = part->is_changed = 1;
    }
    if (is_over && !memory->has_last) {
        memory->last = *view;
        memory->has_last = part->is_changed = 1;
    }
}

void deal_part_connected(DealPart *part)
{
    if (!part->is_committed)
        part->committed_for = NOBODY;
}

int deal_part_answered(DealPart *part, const Json *message)
{
    long long id = field_number(message, "id");

    if (id == DEAL_COMMIT_ID) {
        part->is_committed = field_is(message, "type", "ok");
        if (!part->is_committed)
            part->committed_for = NOBODY;
    }
    if (id == DEAL_REVEAL_ID && field_is(message, "type", "ok"))
        part->memory.kept.is_acknowledged = part->is_changed = 1;
    return id == DEAL_COMMIT_ID || id == DEAL_REVEAL_ID;
}
