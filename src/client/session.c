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

/* Where it cannot be kept, one is somebody else next time: no reason to stop. */
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

/* Does the server know us, under this name? */
static int is_known(const ServerAddress *server, const char *name, const Session *session)
{
    FetchRequest request = { server, "/api/1/hello", session->token, NULL };
    Fault fault = { "" };
    Json *json = fetch_json(&request, &fault);
    const Json *you = json == NULL ? NULL : json_get(json, "you");
    const Json *known =
        you == NULL || !json_is(you, JSON_IS_OBJECT) ? NULL : json_get(you, "name");
    int is_same = known != NULL && json_is(known, JSON_IS_TEXT)
                  && (name == NULL || strcmp(known->text, name) == 0);

    json_free(json);
    return is_same;
}

static int come_in(const ServerAddress *server, const char *name, Session *session,
                   Fault *fault)
{
    Text body = { 0 };
    JsonOut out = { .text = &body };

    json_open_object(&out);
    json_key(&out, "name");
    json_text(&out, name, strlen(name));
    json_close_object(&out);
    FetchRequest request = { server, "/api/1/guest", NULL, body.bytes };
    Json *json = body.has_failed ? NULL : fetch_json(&request, fault);
    text_free(&body);
    if (json == NULL)
        return fault_tell(fault, "there is no memory left");
    const Json *token = json_get(json, "token");
    int is_fine = token != NULL && json_is(token, JSON_IS_TEXT) && is_token(token->text);
    if (is_fine)
        snprintf(session->token, sizeof session->token, "%s", token->text);
    json_free(json);
    return is_fine || fault_tell(fault, "the server gave no session");
}

int session_begin(const ServerAddress *server, const char *name, const char *usual_name,
                  const char *path, Session *session, Fault *fault)
{
    if (read_token(path, session) && is_known(server, name, session))
        return 1;
    if (!come_in(server, name == NULL ? usual_name : name, session, fault))
        return 0;
    write_token(path, session);
    return 1;
}
