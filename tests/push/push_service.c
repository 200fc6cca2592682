/* push_service.c: a push service on loopback: one thread, one request after the other. */
#include "push_service.h"

#include "push/certificate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum { KEPT_MAX = 64, REQUEST_BYTES = 16384 };

struct PushService {
    SoftBrowser browser;
    SSL_CTX *tls;
    int listener;
    char ca[256], origin[64];
    pthread_t thread;
    atomic_int has_recovered, is_ending;
    pthread_mutex_t mutex;
    pthread_cond_t arrived;
    Pushed kept[KEPT_MAX];
    int count, taken;
};

static void must(int is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "push_service: %s fails\n", what);
        abort();
    }
}

/* ------------------------------------------------------------------------- */
/* A request                                                                 */
/* ------------------------------------------------------------------------- */

/* The value of a header; empty: it is not there. */
static void header_of(const char *head, const char *name, char *value, size_t room)
{
    size_t length = strlen(name);

    value[0] = '\0';
    for (const char *line = strstr(head, "\r\n"); line != NULL;
         line = strstr(line + 2, "\r\n")) {
        const char *at = line + 2;
        if (strncasecmp(at, name, length) == 0 && at[length] == ':') {
            at += length + 1;
            at += strspn(at, " ");
            snprintf(value, room, "%.*s", (int)strcspn(at, "\r"), at);
            return;
        }
    }
}

/* The whole request; returns where the body begins, 0: it does not come. */
static size_t receive(SSL *tls, char *bytes, size_t *length)
{
    char value[32];

    *length = 0;
    for (;;) {
        int more = SSL_read(tls, bytes + *length, (int)(REQUEST_BYTES - 1 - *length));
        if (more <= 0)
            return 0;
        *length += (size_t)more;
        bytes[*length] = '\0';
        const char *end = strstr(bytes, "\r\n\r\n");
        if (end == NULL)
            continue;
        size_t head = (size_t)(end - bytes) + 4;
        header_of(bytes, "Content-Length", value, sizeof value);
        if (*length >= head + (size_t)atoi(value))
            return head;
    }
}

static int is_standard(const PushService *service, const char *head, const Pushed *pushed)
{
    char encoding[32], ttl[32], urgency[32];

    header_of(head, "Content-Encoding", encoding, sizeof encoding);
    header_of(head, "TTL", ttl, sizeof ttl);
    header_of(head, "Urgency", urgency, sizeof urgency);
    return strcmp(encoding, "aes128gcm") == 0 && atoi(ttl) > 0 && urgency[0] != '\0'
           && strcmp(pushed->claim.audience, service->origin) == 0
           && pushed->claim.expires > time(NULL)
           && pushed->claim.expires <= time(NULL) + 24 * 3600;
}

static int status_of(PushService *service, const char *path)
{
    if (strncmp(path, "/gone/", 6) == 0)
        return 410;
    if (strncmp(path, "/busy/", 6) == 0 && !atomic_load(&service->has_recovered))
        return 503;
    return 201;
}

static void read_request(PushService *service, const char *bytes, size_t head,
                         size_t length, Pushed *pushed)
{
    char authorization[2048];

    memset(pushed, 0, sizeof *pushed);
    pushed->status = 400;
    if (sscanf(bytes, "POST %127s", pushed->path) != 1)
        return;
    header_of(bytes, "Authorization", authorization, sizeof authorization);
    header_of(bytes, "Topic", pushed->topic, sizeof pushed->topic);
    if (soft_claim_read(authorization, &pushed->claim)
        && is_standard(service, bytes, pushed)
        && soft_browser_reads(&service->browser, (const uint8_t *)bytes + head,
                              length - head, pushed->text, sizeof pushed->text))
        pushed->status = status_of(service, pushed->path);
}

static void keep(PushService *service, const Pushed *pushed)
{
    pthread_mutex_lock(&service->mutex);
    must(service->count < KEPT_MAX, "keeping so many messages");
    service->kept[service->count++] = *pushed;
    pthread_cond_signal(&service->arrived);
    pthread_mutex_unlock(&service->mutex);
}

static void answer(PushService *service, SSL *tls)
{
    static __thread char bytes[REQUEST_BYTES];
    char reply[128];
    Pushed pushed;
    size_t length, head = receive(tls, bytes, &length);

    if (head == 0)
        return;
    read_request(service, bytes, head, length, &pushed);
    snprintf(reply, sizeof reply,
             "HTTP/1.1 %d Status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
             pushed.status);
    SSL_write(tls, reply, (int)strlen(reply));
    SSL_shutdown(tls);
    keep(service, &pushed);
}

static void *serve(void *context)
{
    PushService *service = context;
    int fd;

    while ((fd = accept(service->listener, NULL, NULL)) >= 0
           && !atomic_load(&service->is_ending)) {
        SSL *tls = SSL_new(service->tls);
        SSL_set_fd(tls, fd);
        if (SSL_accept(tls) == 1)
            answer(service, tls);
        SSL_free(tls);
        close(fd);
    }
    if (fd >= 0)
        close(fd);
    return NULL;
}

/* ------------------------------------------------------------------------- */
/* The service                                                               */
/* ------------------------------------------------------------------------- */

static void listen_somewhere(PushService *service)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;

    service->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    must(bind(service->listener, (struct sockaddr *)&address, length) == 0
             && listen(service->listener, 16) == 0
             && getsockname(service->listener, (struct sockaddr *)&address, &length) == 0,
         "listening");
    snprintf(service->origin, sizeof service->origin, "https://127.0.0.1:%d",
             ntohs(address.sin_port));
}

PushService *push_service_open(const char *folder)
{
    PushService *service = calloc(1, sizeof *service);

    must(service != NULL, "memory");
    snprintf(service->ca, sizeof service->ca, "%s/push.pem", folder);
    service->browser = soft_browser_new();
    pthread_mutex_init(&service->mutex, NULL);
    pthread_cond_init(&service->arrived, NULL);
    service->tls = test_tls_new(service->ca);
    listen_somewhere(service);
    must(pthread_create(&service->thread, NULL, serve, service) == 0, "a thread");
    return service;
}

void push_service_close(PushService *service)
{
    atomic_store(&service->is_ending, 1);
    shutdown(service->listener, SHUT_RDWR);
    pthread_join(service->thread, NULL);
    close(service->listener);
    unlink(service->ca);
    SSL_CTX_free(service->tls);
    soft_browser_free(&service->browser);
    free(service);
}

const char *push_service_ca(const PushService *service)
{
    return service->ca;
}

const char *push_service_origin(const PushService *service)
{
    return service->origin;
}

const SoftBrowser *push_service_browser(const PushService *service)
{
    return &service->browser;
}

int push_service_next(PushService *service, int milliseconds, Pushed *pushed)
{
    struct timespec until;
    int is_late = 0;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&service->mutex);
    while (service->taken == service->count && !is_late)
        is_late = pthread_cond_timedwait(&service->arrived, &service->mutex, &until) != 0;
    int has_one = service->taken < service->count;
    if (has_one)
        *pushed = service->kept[service->taken++];
    pthread_mutex_unlock(&service->mutex);
    return has_one;
}

void push_service_recover(PushService *service)
{
    atomic_store(&service->has_recovered, 1);
}
