/* deals.c: requests of the page about deals that can be checked: what a seat commits to,
 * the deal of a game without a server, and the check of a save. */
#include "wasm/requests.h"

#include "wire/deal_json.h"
#include "wire/strict.h"

#include <string.h>

static int read_table(const Json *json, char table[DEAL_TABLE_MAX + 1], Fault *fault)
{
    const Json *text = strict_text(json, "table", fault);

    if (text == NULL)
        return 0;
    if (!deal_can_name(text->text, text->length))
        return fault_set(fault, "table must be the code of a table.");
    memcpy(table, text->text, text->length + 1);
    return 1;
}

/* The commitment of a seat at a server's table. */
int answer_deal_commit(Ask *ask)
{
    Deal deal = { .table = "" };
    uint8_t bytes[SEED_BYTES], commitment[SEED_BYTES];
    Fault *fault = &ask->error.fault;
    int seat;

    if (!read_table(ask->json, deal.table, fault)
        || !bytes_read(ask->json, "server", deal.commitment, fault)
        || !strict_int(ask->json, "seat", 0, SEATS_MAX - 1, &seat, fault)
        || !bytes_read(ask->json, "bytes", bytes, fault))
        return 0;
    deal_share_commitment(&deal, seat, bytes, commitment);
    json_put_bytes(ask->out, "commitment", commitment, SEED_BYTES);
    return 1;
}

/* The commitment of the table on this device, to a secret of the worker. */
int answer_deal_open(Ask *ask)
{
    uint8_t secret[SEED_BYTES], commitment[SEED_BYTES];

    if (!bytes_read(ask->json, "secret", secret, &ask->error.fault))
        return 0;
    deal_commitment(DEAL_DEVICE_TABLE, secret, commitment);
    json_put_name(ask->out, "table", DEAL_DEVICE_TABLE);
    json_put_bytes(ask->out, "commitment", commitment, SEED_BYTES);
    return 1;
}

int deal_on_device(const Json *json, int seats, DealProof *proof, uint8_t seed[SEED_BYTES],
                   Fault *fault)
{
    uint8_t bytes[SEED_BYTES];
    int seat;

    memset(proof, 0, sizeof *proof);
    if (!strict_has_only(json, "secret seat bytes", "a deal", fault)
        || !bytes_read(json, "secret", proof->secret, fault)
        || !strict_int(json, "seat", 0, seats - 1, &seat, fault)
        || !bytes_read(json, "bytes", bytes, fault))
        return 0;
    Deal *deal = &proof->deal;
    deal_open(deal, DEAL_DEVICE_TABLE, proof->secret);
    deal_share_commitment(deal, seat, bytes, deal->shares[seat].commitment);
    deal->shares[seat].stage = SHARE_COMMITTED;
    deal_reveal(deal, seat, bytes);
    deal_seed(deal, proof->secret, seed);
    return 1;
}

/* The check of a save, with what the page has kept, if it has. */
int answer_deal_check(Ask *ask)
{
    static SaveCheck result;
    static DealMemory memory;
    const Json *kept = NULL;
    Language language;
    Fault *fault = &ask->error.fault;
    const Json *file = strict_text(ask->json, "file", fault);

    if (file == NULL || !language_read(ask->json, &language, fault)
        || !strict_get_if(ask->json, "kept", JSON_IS_OBJECT, &kept, fault)
        || (kept != NULL && !deal_memory_read(kept, &memory, fault))
        || !save_check(file->text, file->length, kept == NULL ? NULL : &memory, &result,
                       fault))
        return 0;
    save_check_format(ask->out, &result, language);
    return 1;
}
