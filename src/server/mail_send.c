/* mail_send.c: SMTP, by libcurl. */
#include "server/mail_send.h"

#include "edge/mail_address.h"
#include "server/times.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* A mail that is begun late may take its whole time. */
enum { CONNECT_MS = 10000, MAIL_MS = 20000, BEGIN_MS = MAIL_ROUND_MS - MAIL_MS - 1000 };

/* ------------------------------------------------------------------------- */
/* The server and the sender                                                 */
/* ------------------------------------------------------------------------- */

static int has_part(CURLU *url, CURLUPart part)
{
    char *found = NULL;
    int is_there = curl_url_get(url, part, &found, 0) == CURLUE_OK;

    curl_free(found);
    return is_there;
}

static int has_scheme(CURLU *url, const char *scheme)
{
    char *found = NULL;
    int is_it = curl_url_get(url, CURLUPART_SCHEME, &found, 0) == CURLUE_OK
                && strcmp(found, scheme) == 0;

    curl_free(found);
    return is_it;
}

static int has_path(CURLU *url)
{
    char *found = NULL;
    int is_there = curl_url_get(url, CURLUPART_PATH, &found, 0) == CURLUE_OK
                   && strcmp(found, "/") != 0;

    curl_free(found);
    return is_there;
}

int mail_url_is_sound(const char *text, Fault *fault)
{
    CURLU *url = curl_url();
    int is_read = url != NULL && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK;
    int is_mail = is_read && (has_scheme(url, "smtp") || has_scheme(url, "smtps"))
                  && !has_path(url) && !has_part(url, CURLUPART_QUERY)
                  && !has_part(url, CURLUPART_FRAGMENT);
    int has_secret = is_read
                     && (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD)
                         || has_part(url, CURLUPART_OPTIONS));

    curl_url_cleanup(url);
    if (!is_mail)
        return fault_set(fault, "A mail server is smtp://HOST:PORT or smtps://HOST:PORT.");
    return !has_secret
           || fault_set(fault,
                        "User and password of the mail server must not be in its URL, "
                        "which everybody on the machine can read: use --smtp-login.");
}

int mail_sender_read(MailSender *sender, const char *text)
{
    const char *open = strrchr(text, '<');
    const char *address = open != NULL ? open + 1 : text;
    size_t length = strcspn(address, ">");
    size_t name = open != NULL ? (size_t)(open - text) : 0;

    while (name > 0 && text[name - 1] == ' ')
        name--;
    if (!mail_address_is_sound(address, length) || name >= sizeof sender->from_name
        || !text_is_harmless(text, name)
        || strcmp(address + length, open != NULL ? ">" : "") != 0)
        return 0;
    snprintf(sender->from, sizeof sender->from, "%.*s", (int)length, address);
    snprintf(sender->from_name, sizeof sender->from_name, "%.*s", (int)name, text);
    if (name == 0)
        snprintf(sender->from_name, sizeof sender->from_name, "Roundhouse");
    return 1;
}

static int is_loopback(const char *url)
{
    static const char *const HOSTS[] = { "localhost", "127.0.0.1", "[::1]" };
    const char *host = strstr(url, "://");

    for (size_t i = 0; host != NULL && i < sizeof HOSTS / sizeof *HOSTS; i++) {
        size_t length = strlen(HOSTS[i]);
        if (strncasecmp(host + 3, HOSTS[i], length) == 0
            && strchr(":/", host[3 + length]) != NULL)
            return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- */
/* One mail                                                                  */
/* ------------------------------------------------------------------------- */

typedef struct Transfer {
    MailLetter *letter;
    size_t read;
    int is_of_recipient, is_of_text; /* the command before the last answer */
    const atomic_int *stop;
} Transfer;

static size_t give_text(char *bytes, size_t size, size_t count, void *context)
{
    Transfer *transfer = context;
    const Text *text = &transfer->letter->text;
    size_t length = text->length - transfer->read;

    if (length > size * count)
        length = size * count;
    if (length > 0)
        memcpy(bytes, text->bytes + transfer->read, length);
    transfer->read += length;
    return length;
}

static int must_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return atomic_load(((const Transfer *)context)->stop);
}

/* Which command an answer is for: a refusal of the address is another thing than one of the
 * login or of the sender. Nothing of it is kept. */
static int note_command(CURL *handle, curl_infotype type, char *bytes, size_t length,
                        void *context)
{
    Transfer *transfer = context;

    (void)handle;
    if (type != CURLINFO_HEADER_OUT || length < 5 || strncasecmp(bytes, "QUIT", 4) == 0)
        return 0;
    transfer->is_of_recipient = strncasecmp(bytes, "RCPT ", 5) == 0;
    transfer->is_of_text = strncasecmp(bytes, "DATA\r", 5) == 0;
    return 0;
}

static void set_security(CURL *handle, const MailSender *sender)
{
    int is_here = is_loopback(sender->url) && sender->ca == NULL;

    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(handle, CURLOPT_USE_SSL,
                     (long)(is_here ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    if (sender->ca != NULL)
        curl_easy_setopt(handle, CURLOPT_CAINFO, sender->ca);
    if (sender->user[0] != '\0') {
        curl_easy_setopt(handle, CURLOPT_USERNAME, sender->user);
        curl_easy_setopt(handle, CURLOPT_PASSWORD, sender->password);
    }
}

/* The name for EHLO: the domain of the sender, instead of the name of the machine. */
static void set_url(CURL *handle, const MailSender *sender)
{
    char url[600];
    size_t length = strlen(sender->url);
    int has_slash = length > 0 && sender->url[length - 1] == '/';

    snprintf(url, sizeof url, "%s%s%s", sender->url, has_slash ? "" : "/",
             strchr(sender->from, '@') + 1);
    curl_easy_setopt(handle, CURLOPT_URL, url);
}

static CURL *handle_new(const MailSender *sender)
{
    CURL *handle = curl_easy_init();

    if (handle == NULL)
        return NULL;
    set_url(handle, sender);
    set_security(handle, sender);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)MAIL_MS);
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_text);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, must_stop);
    curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, note_command);
    return handle;
}

static MailResult result_of(const Transfer *transfer, CURLcode code)
{
    long status = transfer->letter->status;

    if (code == CURLE_OK)
        return MAIL_SENT;
    if (status < 500 || status > 599 || code == CURLE_LOGIN_DENIED)
        return MAIL_RETRY;
    return transfer->is_of_recipient ? MAIL_REFUSED
           : transfer->is_of_text    ? MAIL_REJECTED
                                     : MAIL_RETRY;
}

static void send_one(CURL *handle, const MailSender *sender, MailLetter *letter,
                     const atomic_int *stop)
{
    Transfer transfer = { .letter = letter, .stop = stop };
    struct curl_slist *to = NULL;
    char bracketed[STORE_ADDRESS_MAX + 3], from[STORE_ADDRESS_MAX + 3];

    snprintf(bracketed, sizeof bracketed, "<%.*s>", STORE_ADDRESS_MAX, letter->to);
    snprintf(from, sizeof from, "<%s>", sender->from);
    to = curl_slist_append(NULL, bracketed);
    if (to == NULL)
        return;
    curl_easy_setopt(handle, CURLOPT_MAIL_FROM, from);
    curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(handle, CURLOPT_READDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_DEBUGDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)letter->text.length);
    CURLcode code = curl_easy_perform(handle);
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &letter->status);
    letter->result = result_of(&transfer, code);
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, (long)atomic_load(stop));
    curl_slist_free_all(to);
}

void mail_send(const MailSender *sender, MailLetter *letters, int count,
               const atomic_int *stop)
{
    int64_t began = clock_ms(CLOCK_MONOTONIC);
    CURL *handle = handle_new(sender);

    for (int i = 0; i < count; i++) {
        letters[i].result = MAIL_RETRY;
        if (handle != NULL && !letters[i].text.has_failed && !atomic_load(stop)
            && clock_ms(CLOCK_MONOTONIC) - began < BEGIN_MS)
            send_one(handle, sender, &letters[i], stop);
    }
    curl_easy_cleanup(handle);
}
