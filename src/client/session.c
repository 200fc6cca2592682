/* session.c: coming in. */
#include "client/session.h"

#include "client/fetch.h"
#include "wire/json_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
    char *folder = path == NULL ? NULL : strdup(path);

    if (folder == NULL)
        return;
    for (char *at = strchr(folder + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(folder, 0777);
        *at = '/';
    }
    free(folder);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        return;
    dprintf(file, "%s\n", session->token);
    close(file);
}

static int is_text(const Json *json, const char *text)
{
    return json != NULL && json_is(json, JSON_IS_TEXT)
           && (text == NULL || strcmp(json->text, text) == 0);
}

/* Does the server know us, under this name, as this kind of person? NULL: any. */
static int is_known(const ServerAddress *server, const char *name, const char *kind,
                    const Session *session)
{
    FetchRequest request = { server, "/api/1/hello", session->token, NULL };
    Fault fault = { "" };
    Json *json = fetch_json(&request, &fault);
    const Json *you = json == NULL ? NULL : json_get(json, "you");
    int is_same = you != NULL && json_is(you, JSON_IS_OBJECT)
                  && is_text(json_get(you, "name"), name)
                  && is_text(json_get(you, "kind"), kind);

    json_free(json);
    return is_same;
}

/* As a guest if there is no password. */
static int come_in(const ServerAddress *server, const char *name, const char *password,
                   Session *session, Fault *fault)
{
    Text body = { 0 };
    JsonOut out = { .text = &body };

    json_open_object(&out);
    json_key(&out, "name");
    json_text(&out, name, strlen(name));
    if (password != NULL) {
        json_key(&out, "password");
        json_text(&out, password, strlen(password));
    }
    json_close_object(&out);
    FetchRequest request = { server, password == NULL ? "/api/1/guest" : "/api/1/login",
                             NULL, body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(&request, fault);
    text_free(&body);
    if (json == NULL)
        return fault_set(fault, "there is no memory left");
    const Json *token = json_get(json, "token");
    int is_fine = token != NULL && json_is(token, JSON_IS_TEXT) && is_token(token->text);
    if (is_fine)
        snprintf(session->token, sizeof session->token, "%s", token->text);
    json_free(json);
    return is_fine || fault_set(fault, "the server gave no session");
}

int session_begin(const ServerAddress *server, const char *name, const char *default_name,
                  const char *path, Session *session, Fault *fault)
{
    if (read_token(path, session) && is_known(server, name, NULL, session))
        return 1;
    if (!come_in(server, name == NULL ? default_name : name, NULL, session, fault))
        return 0;
    write_token(path, session);
    return 1;
}

int session_is_kept(const ServerAddress *server, const char *name, const char *path,
                    Session *session)
{
    return read_token(path, session) && is_known(server, name, "kept", session);
}

int session_log_in(const ServerAddress *server, const char *name, const char *password,
                   const char *path, Session *session, Fault *fault)
{
    if (!come_in(server, name, password, session, fault))
        return 0;
    write_token(path, session);
    return 1;
}
