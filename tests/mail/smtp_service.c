/* smtp_service.c: the mail server of the tests: a listener, and a thread for each
 * connection. */
#include "mail/smtp_service.h"

#include "mail/smtp_talk.h"
#include "push/certificate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KEPT_MAX = 64 };

struct SmtpService {
    SmtpHost host;
    int listener;
    char ca[256], url[64];
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int is_well, is_ending, talks; /* under the mutex, like the rest */
    Mailed kept[KEPT_MAX];
    int count, taken;
};

static void must(int is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "smtp_service: %s fails\n", what);
        abort();
    }
}

/* ------------------------------------------------------------------------- */
/* What the connections ask for                                              */
/* ------------------------------------------------------------------------- */

static int is_well(void *owner)
{
    SmtpService *service = owner;

    pthread_mutex_lock(&service->mutex);
    int is_so = service->is_well;
    pthread_mutex_unlock(&service->mutex);
    return is_so;
}

static void wait_until_well(void *owner)
{
    SmtpService *service = owner;

    pthread_mutex_lock(&service->mutex);
    while (!service->is_well && !service->is_ending)
        pthread_cond_wait(&service->changed, &service->mutex);
    pthread_mutex_unlock(&service->mutex);
}

static void keep(void *owner, const Mailed *mailed)
{
    SmtpService *service = owner;

    pthread_mutex_lock(&service->mutex);
    must(service->count < KEPT_MAX, "keeping so many mails");
    service->kept[service->count++] = *mailed;
    pthread_cond_broadcast(&service->changed);
    pthread_mutex_unlock(&service->mutex);
}

/* ------------------------------------------------------------------------- */
/* Connections                                                               */
/* ------------------------------------------------------------------------- */

typedef struct Call {
    SmtpService *service;
    int fd;
} Call;

static void *serve_one(void *context)
{
    Call *call = context;
    SmtpService *service = call->service;

    smtp_talk(&service->host, call->fd);
    free(call);
    pthread_mutex_lock(&service->mutex);
    service->talks--;
    pthread_cond_broadcast(&service->changed);
    pthread_mutex_unlock(&service->mutex);
    return NULL;
}

static void serve_in_thread(SmtpService *service, int fd)
{
    Call *call = malloc(sizeof *call);
    pthread_t thread;

    must(call != NULL, "memory");
    *call = (Call){ service, fd };
    pthread_mutex_lock(&service->mutex);
    service->talks++;
    pthread_mutex_unlock(&service->mutex);
    must(pthread_create(&thread, NULL, serve_one, call) == 0, "a thread");
    pthread_detach(thread);
}

static void *serve(void *context)
{
    SmtpService *service = context;
    int fd;

    while ((fd = accept(service->listener, NULL, NULL)) >= 0)
        serve_in_thread(service, fd);
    return NULL;
}

static void listen_somewhere(SmtpService *service)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;

    service->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    must(bind(service->listener, (struct sockaddr *)&address, length) == 0
             && listen(service->listener, 16) == 0
             && getsockname(service->listener, (struct sockaddr *)&address, &length) == 0,
         "listening");
    snprintf(service->url, sizeof service->url, "%s://127.0.0.1:%d",
             service->host.tls == SMTP_TLS ? "smtps" : "smtp", ntohs(address.sin_port));
}

/* ------------------------------------------------------------------------- */
/* The service                                                               */
/* ------------------------------------------------------------------------- */

SmtpService *smtp_service_open(const char *folder, SmtpTls tls, const char *login)
{
    SmtpService *service = calloc(1, sizeof *service);

    must(service != NULL, "memory");
    service->host = (SmtpHost){ .tls = tls,
                                .login = login != NULL ? login : "",
                                .is_well = is_well,
                                .wait_until_well = wait_until_well,
                                .keep = keep,
                                .owner = service };
    snprintf(service->ca, sizeof service->ca, "%s/mail.pem", folder);
    if (tls != SMTP_PLAIN)
        service->host.context = test_tls_new(service->ca);
    pthread_mutex_init(&service->mutex, NULL);
    pthread_cond_init(&service->changed, NULL);
    listen_somewhere(service);
    must(pthread_create(&service->thread, NULL, serve, service) == 0, "a thread");
    return service;
}

void smtp_service_close(SmtpService *service)
{
    shutdown(service->listener, SHUT_RDWR);
    pthread_join(service->thread, NULL);
    close(service->listener);
    pthread_mutex_lock(&service->mutex);
    service->is_ending = 1;
    pthread_cond_broadcast(&service->changed);
    while (service->talks > 0)
        pthread_cond_wait(&service->changed, &service->mutex);
    pthread_mutex_unlock(&service->mutex);
    unlink(service->ca);
    SSL_CTX_free(service->host.context);
    free(service);
}

const char *smtp_service_url(const SmtpService *service)
{
    return service->url;
}

const char *smtp_service_ca(const SmtpService *service)
{
    return service->ca;
}

int smtp_service_next(SmtpService *service, int milliseconds, Mailed *mailed)
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
        is_late = pthread_cond_timedwait(&service->changed, &service->mutex, &until) != 0;
    int has_one = service->taken < service->count;
    if (has_one)
        *mailed = service->kept[service->taken++];
    pthread_mutex_unlock(&service->mutex);
    return has_one;
}

void smtp_service_recover(SmtpService *service)
{
    pthread_mutex_lock(&service->mutex);
    service->is_well = 1;
    pthread_cond_broadcast(&service->changed);
    pthread_mutex_unlock(&service->mutex);
}
