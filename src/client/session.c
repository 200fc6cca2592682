/* session.c: login as a guest or by password. */
#include "client/session.h"

#include "client/fetch.h"
#include "wire/json_out.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int is_token(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && length < SESSION_TOKEN_MAX
           && strspn(text,
                     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
                  == length;
}

static int read_token(const char *path, Session *session)
{
    FILE *file = path == NULL ? NULL : fopen(path, "r");

    if (file == NULL)
        return 0;
    int is_read = fgets(session->token, sizeof session->token, file) != NULL;
    fclose(file);
    session->token[strcspn(session->token, "\n")] = '\0';
    return is_read && is_token(session->token);
}

/* A write error is ignored: the next visit is then by a new guest. */
static void write_token(const char *path, const Session *session)
{
    if (path == NULL)
        return;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        return;
    dprintf(file, "%s\n", session->token);
    close(file);
}

/* Does the server know us, under this name, as this kind of person? NULL: any. */
static int is_known(const ServerAddress *server, const char *name, const char *kind,
                    const Session *session)
{
    HttpRequest request = { .path = "/api/1/hello", .token = session->token };
    Fault fault = { 0 };
    Json *json = fetch_json(server, &request, &fault);
    const Json *you = json == NULL ? NULL : json_get(json, "you");
    int is_same = you != NULL && json_is(you, JSON_IS_OBJECT)
                  && (name == NULL || field_is(you, "name", name))
                  && (kind == NULL || field_is(you, "kind", kind));

    json_free(json);
    return is_same;
}

/* As a guest if there is no password: then with an invitation, or NULL. */
static int log_in(const ServerAddress *server, const char *name, const char *password,
                  const char *invitation, Session *session, Fault *fault)
{
    enum { ROOM = 4096 }; /* at once: a text that grows leaves copies behind */
    Text body = { 0 };
    JsonOut out = { .text = &body };

    text_reserve(&body, ROOM);
    json_open_object(&out);
    json_put_text(&out, "name", name);
    if (password != NULL)
        json_put_text(&out, "password", password);
    if (invitation != NULL)
        json_put_text(&out, "invitation", invitation);
    json_close_object(&out);
    HttpRequest request = { .path = password == NULL ? "/api/1/guest" : "/api/1/login",
                            .body = body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(server, &request, fault);
    if (body.bytes != NULL) /* it has the password */
        explicit_bzero(body.bytes, body.length);
    text_free(&body);
    if (json == NULL)
        return fault_set(fault, "there is no memory left");
    field_text(json, "token", session->token, sizeof session->token);
    json_free(json);
    return is_token(session->token) || fault_set(fault, "the server gave no session");
}

int session_begin(const ServerAddress *server, const char *name, const char *default_name,
                  const char *invitation, const char *path, Session *session, Fault *fault)
{
    if (read_token(path, session) && is_known(server, name, NULL, session))
        return 1;
    if (!log_in(server, name == NULL ? default_name : name, NULL, invitation, session,
                fault))
        return 0;
    write_token(path, session);
    return 1;
}

int session_resume(const ServerAddress *server, const char *path, Session *session)
{
    return read_token(path, session) && is_known(server, NULL, NULL, session);
}

int session_owner(const ServerAddress *server, const Session *session, SessionOwner *owner,
                  Fault *fault)
{
    HttpRequest request = { .path = "/api/1/hello", .token = session->token };
    Json *json = fetch_json(server, &request, fault);
    const Json *you = json == NULL ? NULL : json_get(json, "you");

    *owner = (SessionOwner){ .is_kept = field_is(you, "kind", "kept") };
    field_text(you, "name", owner->name, sizeof owner->name);
    json_free(json);
    return json != NULL
           && (owner->name[0] != '\0' || fault_set(fault, "the server gave no session"));
}

int session_is_kept(const ServerAddress *server, const char *name, const char *path,
                    Session *session)
{
    return read_token(path, session) && is_known(server, name, "kept", session);
}

int session_log_in(const ServerAddress *server, const char *name, const char *password,
                   const char *path, Session *session, Fault *fault)
{
    if (!log_in(server, name, password, NULL, session, fault))
        return 0;
    write_token(path, session);
    return 1;
}
