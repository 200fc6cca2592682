/* security.h: the security log: sign-ins, failed attempts, refusals. One logfmt line
 * each, in a file of its own or on standard error; never a token, a password or chat.
 *
 * How long addresses are kept is a setting. The file is renamed to FILE-YYYYMMDD when a
 * day (UTC) is over, and removed `keep_days` days later. How long standard error is kept
 * is unknown, so an address is written there as a keyed hash, with a new key every day. */
#ifndef ROUNDHOUSE_SERVER_SECURITY_H
#define ROUNDHOUSE_SERVER_SECURITY_H

#include "server/internal.h"
#include "server/log.h"

/* NULL: error in *fault. `path` NULL: standard error. `keep_days` 0: no addresses. */
SecurityLog *security_log_new(const char *path, int keep_days, Fault *fault);
void security_log_free(SecurityLog *log);
/* Reopens the file, for log rotation. */
void security_log_reopen(SecurityLog *log);

/* `address` and `user` (a code) may be NULL. */
void security_event(Core *core, const char *event, const char *address, const char *user);

/* An address was refused by a rate. The first is logged at once, then one line a minute
 * with how many there were. */
void security_refused(Core *core, Address *address, RateKind kind);
void security_flush(Core *core, Address *address);
/* Was a line about the address written less than a minute ago? Then refusals are counted
 * until the next one. */
int security_has_just_noted(const Core *core, const Address *address);
void security_tidied(Core *core, int tables, int guests);
/* Every ten seconds: rotates the file on a new day, logs how many lines were left out. */
void security_tick(Core *core);

#endif
