/* sqlite_schema.c: the SQLite schema, as migrations from version to version. */
#include "store/sqlite.h"

/* The numbers of kinds, states and so on are those of the enums of store.h.
 *
 * The log has no reference to its table: the statement that appends looks the table up
 * itself. The current moment of a table is that of its last entry, or of its own row if
 * that was written for the same number: view `standing`. */
static const char VERSION_1[] =
    "CREATE TABLE users ("
    "id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL, "
    "name TEXT NOT NULL, name_key TEXT NOT NULL, password TEXT NOT NULL, "
    "owner INTEGER REFERENCES users, language TEXT NOT NULL, created INTEGER NOT NULL, "
    "deleted INTEGER NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX kept_names ON users (name_key) WHERE kind = 1 AND deleted = 0;"
    "CREATE INDEX programs ON users (owner) WHERE owner IS NOT NULL;"

    "CREATE TABLE sessions ("
    "hash BLOB PRIMARY KEY CHECK (length(hash) = 32), user_id INTEGER NOT NULL "
    "REFERENCES users, created INTEGER NOT NULL, seen INTEGER NOT NULL, "
    "expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_of ON sessions (user_id);"
    "CREATE INDEX sessions_expire ON sessions (expires);"

    "CREATE TABLE tables ("
    "id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL, "
    "rules INTEGER NOT NULL, options TEXT NOT NULL, "
    "seed BLOB NOT NULL CHECK (length(seed) = 32), seat_count INTEGER NOT NULL, "
    "is_public INTEGER NOT NULL, clock INTEGER NOT NULL, clock_time INTEGER NOT NULL, "
    "clock_extra INTEGER NOT NULL, sit_in TEXT NOT NULL, "
    "host INTEGER NOT NULL REFERENCES users, created INTEGER NOT NULL, "
    "state INTEGER NOT NULL, changed INTEGER NOT NULL, moment_n INTEGER NOT NULL, "
    "waiting INTEGER NOT NULL, deadline INTEGER NOT NULL, clocks TEXT NOT NULL, "
    "scores TEXT NOT NULL, places TEXT NOT NULL, next TEXT NOT NULL, "
    "lease_node TEXT NOT NULL, lease INTEGER NOT NULL, lease_until INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX tables_public ON tables (id) WHERE is_public = 1 AND state < 2;"
    "CREATE INDEX tables_public_over ON tables (changed, id) "
    "WHERE is_public = 1 AND state = 2;"
    "CREATE INDEX tables_open ON tables (id) WHERE state = 0;"
    "CREATE INDEX tables_playing ON tables (id) WHERE state = 1;"
    "CREATE INDEX tables_hosted ON tables (host) WHERE state < 2;"
    "CREATE INDEX tables_leased ON tables (lease_node) WHERE lease_node <> '';"

    "CREATE TABLE seats ("
    "table_id INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, "
    "who INTEGER NOT NULL, user_id INTEGER REFERENCES users, level TEXT NOT NULL, "
    "is_away INTEGER NOT NULL, PRIMARY KEY (table_id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_of ON seats (user_id, table_id) WHERE user_id IS NOT NULL;"

    "CREATE TABLE log ("
    "table_id INTEGER NOT NULL, n INTEGER NOT NULL, kind INTEGER NOT NULL, "
    "seat INTEGER NOT NULL, is_by_bot INTEGER NOT NULL, action INTEGER NOT NULL, "
    "at INTEGER NOT NULL, waiting INTEGER NOT NULL, deadline INTEGER NOT NULL, "
    "clocks TEXT NOT NULL, PRIMARY KEY (table_id, n)) STRICT, WITHOUT ROWID;"

    "CREATE TABLE chat ("
    "table_id INTEGER NOT NULL REFERENCES tables, k INTEGER NOT NULL, "
    "user_id INTEGER REFERENCES users, seat INTEGER NOT NULL, at INTEGER NOT NULL, "
    "said TEXT NOT NULL, PRIMARY KEY (table_id, k)) STRICT, WITHOUT ROWID;"

    "CREATE VIEW standing AS SELECT t.id, t.code, t.game, t.rules, t.options, "
    "t.seat_count, t.is_public, t.clock, t.clock_time, t.clock_extra, t.sit_in, t.host, "
    "t.created, t.state, t.changed AS ended, "
    "CASE WHEN t.state = 2 OR l.n IS NULL OR t.changed > l.at THEN t.changed ELSE l.at END "
    "AS changed, coalesce(l.n, 0) AS n, "
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t.waiting ELSE l.waiting END "
    "AS waiting, "
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t.deadline ELSE l.deadline END "
    "AS deadline, "
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t.clocks ELSE l.clocks END AS clocks, "
    "t.scores, t.places, t.next FROM tables t LEFT JOIN log l ON l.table_id = t.id "
    "AND l.n = (SELECT max(n) FROM log WHERE table_id = t.id);";

/* Any server may append, so leases are gone. `version` is incremented by every change of
 * a table's row. `hash` of an entry is the hash of the position after it, `author` the
 * number of its write; 0: written by version 1. */
static const char VERSION_2[] =
    "DROP VIEW standing;"
    "DROP INDEX tables_leased;"
    "ALTER TABLE tables DROP COLUMN lease_node;"
    "ALTER TABLE tables DROP COLUMN lease;"
    "ALTER TABLE tables DROP COLUMN lease_until;"
    "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE log ADD COLUMN hash INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE log ADD COLUMN author INTEGER NOT NULL DEFAULT 0;"

    "CREATE TABLE claims ("
    "table_id INTEGER PRIMARY KEY, node TEXT NOT NULL, until INTEGER NOT NULL) STRICT;"
    "CREATE TABLE pulse (beat INTEGER NOT NULL, stood INTEGER NOT NULL) STRICT;"
    "INSERT INTO pulse VALUES (0, 0);"

    "CREATE VIEW standing AS SELECT t.id, t.code, t.game, t.rules, t.options, "
    "t.seat_count, t.is_public, t.clock, t.clock_time, t.clock_extra, t.sit_in, t.host, "
    "t.created, t.state, t.changed AS ended, "
    "CASE WHEN t.state = 2 OR l.n IS NULL OR t.changed > l.at THEN t.changed ELSE l.at END "
    "AS changed, coalesce(l.n, 0) AS n, "
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t.waiting ELSE l.waiting END "
    "AS waiting, "
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t.deadline ELSE l.deadline END "
    "AS deadline, "
    "CASE WHEN l.n IS NULL OR t.moment_n = l.n THEN t.clocks ELSE l.clocks END AS clocks, "
    "t.scores, t.places, t.next, t.version FROM tables t LEFT JOIN log l ON l.table_id = "
    "t.id "
    "AND l.n = (SELECT max(n) FROM log WHERE table_id = t.id);";

/* Other ways in: passkeys, recovery codes, challenges that were answered. Deals that
 * can be checked: store/deal_column.h.
 *
 * Names that look the same have the same skeleton (server/names.h); it is computed by the
 * server, and empty until then. `twin` is 0 but for names of older versions that look like
 * an earlier one. A session has a code for its owner, and a row for each token. Unused
 * sessions of people end after 90 days. Chat is erased by user. */
static const char VERSION_3[] =
    "CREATE TABLE passkeys ("
    "id BLOB PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023), "
    "user_id INTEGER NOT NULL REFERENCES users, public_key BLOB NOT NULL, "
    "counter INTEGER NOT NULL, label TEXT NOT NULL, created INTEGER NOT NULL, "
    "used INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX passkeys_of ON passkeys (user_id);"
    "CREATE TABLE codes ("
    "user_id INTEGER NOT NULL REFERENCES users, hash BLOB NOT NULL "
    "CHECK (length(hash) = 32), PRIMARY KEY (user_id, hash)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT "
    "ROWID;"
    "CREATE TABLE challenges ("
    "nonce BLOB PRIMARY KEY, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX challenges_expire ON challenges (expires);"

    "ALTER TABLE users ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE users ADD COLUMN twin INTEGER NOT NULL DEFAULT 0;"
    "CREATE UNIQUE INDEX kept_skeletons ON users (skeleton, twin) "
    "WHERE kind = 1 AND deleted = 0 AND skeleton <> '';"
    "CREATE INDEX skeletons ON users (skeleton) WHERE deleted = 0;"

    "ALTER TABLE sessions ADD COLUMN code TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE sessions ADD COLUMN issued INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE sessions ADD COLUMN is_used INTEGER NOT NULL DEFAULT 1;"
    "UPDATE sessions SET code = 's' || lower(hex(substr(hash, 1, 6)));"
    "UPDATE sessions SET expires = min(expires, seen + 7776000000) WHERE user_id IN "
    "(SELECT id FROM users WHERE kind <> 2);"

    "CREATE INDEX chat_of ON chat (user_id) WHERE user_id IS NOT NULL;"

    "ALTER TABLE tables ADD COLUMN deal TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX tables_revealing ON tables (id) WHERE state = 0 AND deadline > 0;";

static const char *const STEPS[] = { VERSION_1, VERSION_2, VERSION_3 };

const SqliteSteps SQLITE_STEPS = { STEPS, sizeof STEPS / sizeof STEPS[0] };
