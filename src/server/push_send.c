/* push_send.c: requests to push services, by libcurl. */
#include "server/push_send.h"

#include "edge/public_address.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_MS = 5000, ANSWER_MS = 10000, POLL_MS = 100, TTL_SECONDS = 2 * 24 * 3600 };

static const int64_t TOKEN_SECONDS = 12 * 3600;

/* ------------------------------------------------------------------------- */
/* Endpoints                                                                 */
/* ------------------------------------------------------------------------- */

/* A part of the address; NULL: it has none. The caller frees it. */
static char *url_part(CURLU *url, CURLUPart part)
{
    char *found = NULL;

    return curl_url_get(url, part, &found, 0) == CURLUE_OK ? found : NULL;
}

static int is_host(const char *host)
{
    return host != NULL && host[0] != '\0'
           && host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789.-:[]")]
                  == '\0';
}

static int may_connect(const PushSender *sender, const struct sockaddr *address)
{
    return sender->loopback_ca != NULL ? address_is_loopback(address)
                                       : address_is_public(address);
}

/* An address in place of a name is known before anything is sent. curl has brought it into
 * the usual form. */
static int is_forbidden_address(const PushSender *sender, const char *host)
{
    struct sockaddr_in four = { .sin_family = AF_INET };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
    char inner[INET6_ADDRSTRLEN + 1];

    if (inet_pton(AF_INET, host, &four.sin_addr) == 1)
        return !may_connect(sender, (const struct sockaddr *)&four);
    if (host[0] != '[')
        return 0;
    snprintf(inner, sizeof inner, "%.*s", (int)strcspn(host + 1, "]"), host + 1);
    return inet_pton(AF_INET6, inner, &six.sin6_addr) != 1
           || !may_connect(sender, (const struct sockaddr *)&six);
}

static int read_endpoint(const PushSender *sender, CURLU *url, Text *origin)
{
    char *scheme = url_part(url, CURLUPART_SCHEME), *host = url_part(url, CURLUPART_HOST);
    char *port = url_part(url, CURLUPART_PORT), *user = url_part(url, CURLUPART_USER);
    char *password = url_part(url, CURLUPART_PASSWORD);
    int is_default_port = port == NULL || strcmp(port, "443") == 0;
    int is_sound = scheme != NULL && strcmp(scheme, "https") == 0 && is_host(host)
                   && user == NULL && password == NULL
                   && (is_default_port || sender->loopback_ca != NULL)
                   && !is_forbidden_address(sender, host);

    if (is_sound)
        text_print(origin, is_default_port ? "https://%s" : "https://%s:%s", host, port);
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(user);
    curl_free(password);
    return is_sound;
}

int push_endpoint_is_sound(const PushSender *sender, const char *endpoint, Text *origin)
{
    CURLU *url = curl_url();
    int is_sound = url != NULL && text_is_harmless(endpoint, strlen(endpoint))
                   && curl_url_set(url, CURLUPART_URL, endpoint, 0) == CURLUE_OK
                   && read_endpoint(sender, url, origin);

    curl_url_cleanup(url);
    return is_sound && !origin->has_failed;
}

/* ------------------------------------------------------------------------- */
/* One request                                                               */
/* ------------------------------------------------------------------------- */

typedef struct Transfer {
    const PushSender *sender;
    PushMessage *message;
    CURL *handle;
    struct curl_slist *headers;
    size_t received;
    uint8_t body[PUSH_BODY_MAX];
} Transfer;

/* curl connects to exactly the address that is checked here. */
static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    Transfer *transfer = context;

    (void)purpose;
    if (!may_connect(transfer->sender, &address->addr)) {
        transfer->message->is_forbidden = 1;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* What the service answers besides its status is of no use; much of it ends the request. */
static size_t skip_answer(char *bytes, size_t size, size_t count, void *context)
{
    enum { MOST = 65536 };

    Transfer *transfer = context;

    (void)bytes;
    transfer->received += size * count;
    return transfer->received > MOST ? 0 : size * count;
}

static int add_header(Transfer *transfer, const char *header)
{
    struct curl_slist *longer = curl_slist_append(transfer->headers, header);

    if (longer != NULL)
        transfer->headers = longer;
    return longer != NULL;
}

static int sign(Transfer *transfer)
{
    const PushMessage *message = transfer->message;
    Text origin = { 0 }, header = { 0 };

    text_add(&header, "Authorization: ");
    int is_signed =
        push_endpoint_is_sound(transfer->sender, message->to->endpoint, &origin)
        && push_authorize(&transfer->sender->keys,
                          &(PushClaim){ .audience = origin.bytes,
                                        .subject = transfer->sender->subject,
                                        .expires = message->now / 1000 + TOKEN_SECONDS },
                          &header)
        && add_header(transfer, header.bytes);
    text_free(&origin);
    text_free(&header);
    return is_signed;
}

/* A later notice of the same kind about the table replaces this one, if it still waits at
 * the push service. */
static int add_headers(Transfer *transfer)
{
    char topic[64], ttl[32];
    const StorePush *to = transfer->message->to;

    snprintf(topic, sizeof topic, "Topic: %s-%d", to->code, (int)to->kind);
    snprintf(ttl, sizeof ttl, "TTL: %d", TTL_SECONDS);
    return sign(transfer) && add_header(transfer, topic) && add_header(transfer, ttl)
           && add_header(transfer, "Urgency: normal")
           && add_header(transfer, "Content-Encoding: aes128gcm")
           && add_header(transfer, "Content-Type: application/octet-stream")
           && add_header(transfer, "Expect:");
}

static size_t encrypt(Transfer *transfer)
{
    const StorePush *to = transfer->message->to;
    const Text *text = &transfer->message->text;
    uint8_t salt[PUSH_SALT_BYTES];
    PushReader reader;
    PushKeys once;
    size_t length = 0;

    memcpy(reader.public_key, to->public_key, sizeof reader.public_key);
    memcpy(reader.auth, to->auth, sizeof reader.auth);
    randombytes_buf(salt, sizeof salt);
    if (!text->has_failed && push_keys_make(&once))
        length =
            push_encrypt(&reader, &once, salt, text->bytes, text->length, transfer->body);
    sodium_memzero(&once, sizeof once);
    return length;
}

static int begin(Transfer *transfer)
{
    size_t length = encrypt(transfer);
    CURL *handle = curl_easy_init();

    transfer->handle = handle;
    if (length == 0 || handle == NULL || !add_headers(transfer))
        return 0;
    curl_easy_setopt(handle, CURLOPT_URL, transfer->message->to->endpoint);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)ANSWER_MS);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, transfer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, skip_answer);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, transfer->headers);
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "Roundhouse");
    curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, transfer->body);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)length);
    if (transfer->sender->loopback_ca != NULL)
        curl_easy_setopt(handle, CURLOPT_CAINFO, transfer->sender->loopback_ca);
    return 1;
}

/* At the end of the server, a name that is not resolved yet is not waited for. */
static void end(Transfer *transfer, int is_stopped)
{
    if (transfer->handle == NULL)
        return;
    curl_easy_getinfo(transfer->handle, CURLINFO_RESPONSE_CODE, &transfer->message->status);
    curl_easy_setopt(transfer->handle, CURLOPT_QUICK_EXIT, (long)is_stopped);
    curl_easy_cleanup(transfer->handle);
    curl_slist_free_all(transfer->headers);
}

/* ------------------------------------------------------------------------- */
/* All of them                                                               */
/* ------------------------------------------------------------------------- */

static void run(CURLM *many, const atomic_int *stop)
{
    int running = 1;

    while (running > 0 && !atomic_load(stop)) {
        if (curl_multi_perform(many, &running) != CURLM_OK)
            return;
        if (running > 0)
            curl_multi_poll(many, NULL, 0, POLL_MS, NULL);
    }
}

static void send_together(CURLM *many, Transfer *transfers, int count,
                          const atomic_int *stop)
{
    for (int i = 0; i < count; i++) {
        if (begin(&transfers[i]))
            curl_multi_add_handle(many, transfers[i].handle);
    }
    run(many, stop);
    for (int i = 0; i < count; i++) {
        if (transfers[i].handle != NULL)
            curl_multi_remove_handle(many, transfers[i].handle);
        end(&transfers[i], atomic_load(stop));
    }
}

void push_send(const PushSender *sender, PushMessage *messages, int count,
               const atomic_int *stop)
{
    CURLM *many = curl_multi_init();
    Transfer *transfers = calloc((size_t)count, sizeof *transfers);

    for (int i = 0; i < count && transfers != NULL; i++) {
        transfers[i].sender = sender;
        transfers[i].message = &messages[i];
    }
    if (many != NULL && transfers != NULL)
        send_together(many, transfers, count, stop);
    curl_multi_cleanup(many);
    free(transfers);
}
