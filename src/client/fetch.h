/* fetch.h: one HTTP request with a JSON reply, and the fields of such JSON. */
#ifndef ROUNDHOUSE_CLIENT_FETCH_H
#define ROUNDHOUSE_CLIENT_FETCH_H

#include "client/http.h"
#include "wire/json_in.h"

/* Blocks until the reply is there. 0: no reply, error in *fault. The reply is all zero
 * before; the caller frees it in any case. */
int fetch(const ServerAddress *server, const HttpRequest *request, HttpReply *reply,
          Fault *fault);

/* The same for a reply in JSON, which json_free frees. NULL: error in *fault: no reply, or
 * the server's own error message. */
Json *fetch_json(const ServerAddress *server, const HttpRequest *request, Fault *fault);

/* The same as text. 0: error in *fault; the caller frees the reply in any case. */
int fetch_fine(const ServerAddress *server, const HttpRequest *request, HttpReply *reply,
               Fault *fault);

/* Fields of an object. A field that is missing, or of another type, is as if it was false,
 * -1 or "". `object` may be NULL or no object. */
int field_is_true(const Json *object, const char *key);
long long field_number(const Json *object, const char *key);
int field_is(const Json *object, const char *key, const char *text);
/* Only text that is safe to print; cut between characters. */
void field_text(const Json *object, const char *key, char *out, size_t size);
/* A list; its first entry in *entry. Returns its length, 0: no such list. */
uint32_t field_list(const Json *object, const char *key, const Json **entry);

#endif
