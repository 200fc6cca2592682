/* exported.c: every column of the database, and where the export of a person has it. */
#include "exported.h"

#include <stddef.h>
#include <string.h>

#define NUMBER  "a number that only the database knows"
#define SECRET  "a hash, of what only the person has"
#define DERIVED "follows from another one"
#define GAME    "about the game, not about a person"
#define SERVER  "about servers"

const Exported EXPORTED[] = {
    { "users.id", NULL, NUMBER },
    { "users.code", "you/user", NULL },
    { "users.kind", "you/kind", NULL },
    { "users.name", "you/name", NULL },
    { "users.name_key", NULL, DERIVED },
    { "users.password", "password", NULL },
    { "users.owner", "programs/0/user", NULL },
    { "users.language", "language", NULL },
    { "users.created", "created", NULL },
    { "users.deleted", NULL, "0: only those who are not deleted have an export" },
    { "users.skeleton", NULL, DERIVED },
    { "users.twin", NULL, DERIVED },
    { "sessions.hash", NULL, SECRET },
    { "sessions.user_id", "sessions", NULL },
    { "sessions.created", "sessions/0/created", NULL },
    { "sessions.seen", "sessions/0/seen", NULL },
    { "sessions.expires", "sessions/0/expires", NULL },
    { "sessions.code", "sessions/0/session", NULL },
    { "sessions.device", "sessions/0/device", NULL },
    { "sessions.issued", "sessions/0/issued", NULL },
    { "sessions.is_used", NULL, "whether the latest token has been used once" },
    { "passkeys.id", "passkeys/0/passkey", NULL },
    { "passkeys.user_id", "passkeys", NULL },
    { "passkeys.public_key", "passkeys/0/key", NULL },
    { "passkeys.counter", "passkeys/0/counter", NULL },
    { "passkeys.label", "passkeys/0/label", NULL },
    { "passkeys.created", "passkeys/0/created", NULL },
    { "passkeys.used", "passkeys/0/used", NULL },
    { "codes.user_id", "codes", NULL },
    { "codes.hash", NULL, SECRET },
    { "tables.id", NULL, NUMBER },
    { "tables.code", "tables/0/table", NULL },
    { "tables.game", "tables/0/game", NULL },
    { "tables.rules", NULL, GAME },
    { "tables.options", "tables/0/options", NULL },
    { "tables.seed", NULL, GAME },
    { "tables.seat_count", NULL, GAME },
    { "tables.is_public", "tables/0/public", NULL },
    { "tables.clock", NULL, GAME },
    { "tables.clock_time", NULL, GAME },
    { "tables.clock_extra", NULL, GAME },
    { "tables.sit_in", NULL, GAME },
    { "tables.host", "tables/0/host", NULL },
    { "tables.created", "tables/0/created", NULL },
    { "tables.state", "tables/0/state", NULL },
    { "tables.changed", "tables/0/changed", NULL },
    { "tables.moment_n", NULL, GAME },
    { "tables.waiting", NULL, GAME },
    { "tables.deadline", NULL, GAME },
    { "tables.clocks", NULL, GAME },
    { "tables.scores", "tables/0/score", NULL },
    { "tables.places", "tables/0/place", NULL },
    { "tables.next", NULL, GAME },
    { "tables.version", NULL, GAME },
    { "tables.deal", "tables/0/deal/bytes", NULL },
    { "seats.table_id", "tables", NULL },
    { "seats.seat", "tables/0/seat", NULL },
    { "seats.who", NULL, DERIVED },
    { "seats.user_id", "tables", NULL },
    { "seats.level", NULL, "of a bot" },
    { "seats.is_away", "tables/0/away", NULL },
    { "log.table_id", "tables/0/moves", NULL },
    { "log.n", "tables/0/moves/0/n", NULL },
    { "log.kind", "tables/0/moves/0/action", NULL },
    { "log.seat", "tables/0/moves", NULL },
    { "log.is_by_bot", "tables/0/moves/0/bot", NULL },
    { "log.action", "tables/0/moves/0/action", NULL },
    { "log.at", "tables/0/moves/0/at", NULL },
    { "log.waiting", NULL, GAME },
    { "log.deadline", NULL, GAME },
    { "log.clocks", NULL, GAME },
    { "log.hash", NULL, GAME },
    { "log.author", NULL, SERVER },
    { "chat.table_id", "chat/0/table", NULL },
    { "chat.k", "chat/0/k", NULL },
    { "chat.user_id", "chat", NULL },
    { "chat.seat", "chat/0/seat", NULL },
    { "chat.at", "chat/0/at", NULL },
    { "chat.said", "chat/0/text", NULL },
    { "claims.table_id", NULL, SERVER },
    { "claims.node", NULL, SERVER },
    { "claims.until", NULL, SERVER },
    { "pulse.beat", NULL, SERVER },
    { "pulse.stood", NULL, SERVER },
    { "secrets.name", NULL, SERVER },
    { "secrets.bytes", NULL, SERVER },
    { "challenges.nonce", NULL, SERVER },
    { "challenges.expires", NULL, SERVER },
    /* Of PostgreSQL. */
    { "roundhouse.version", NULL, SERVER },
    { "marks.id", NULL, SERVER },
    { "marks.batch", NULL, SERVER },
    { "marks.at", NULL, SERVER },
    { NULL, NULL, NULL },
};

const Exported *exported_find(const char *column)
{
    for (const Exported *entry = EXPORTED; entry->column != NULL; entry++) {
        if (strcmp(entry->column, column) == 0)
            return entry;
    }
    return NULL;
}
