/* talk.c: the server as a child process, and HTTP requests. WebSockets are in tab.c. */
#define _GNU_SOURCE
#include "talk.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- */
/* The server                                                                */
/* ------------------------------------------------------------------------- */

enum { CLOCK_BYTES = 2 * sizeof(int64_t) };

/* The test moves the server's clocks through a file that both map. */
static int64_t *make_clock(const char *folder)
{
    char path[96];
    void *map;
    int fd;

    snprintf(path, sizeof path, "%s/clock", folder);
    fd = open(path, O_RDWR | O_CREAT, 0600);
    cr_assert(fd >= 0 && ftruncate(fd, CLOCK_BYTES) == 0);
    map = mmap(NULL, CLOCK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    cr_assert(map != MAP_FAILED);
    close(fd);
    setenv("ROUNDHOUSE_TEST_CLOCK", path, 1);
    return map;
}

const char *house_program(void)
{
    const char *said = getenv("ROUNDHOUSE_PROGRAM");

    return said != NULL ? said : ROUNDHOUSE_PROGRAM;
}

/* Command-line arguments, ended by NULL. */
typedef struct Arguments {
    const char *words[32];
    int count;
} Arguments;

static void add_word(Arguments *arguments, const char *word)
{
    cr_assert_lt(arguments->count + 1, 32);
    arguments->words[arguments->count++] = word;
}

void house_begin(House *house)
{
    char listen_at[32];
    Arguments arguments = { .words = { house->program, "serve", "--listen", listen_at,
                                       "--data", house->data },
                            .count = 6 };
    Fault fault = { 0 };

    snprintf(listen_at, sizeof listen_at, "127.0.0.1:%s",
             house->port[0] != '\0' ? house->port : "0");
    if (house->limits == HOUSE_OPEN)
        add_word(&arguments, "--no-limits");
    if (house->limits == HOUSE_BEHIND_PROXY)
        add_word(&arguments, "--behind-proxy");
    if (!house->is_loud)
        add_word(&arguments, "--quiet");
    for (int i = 0; i < HOUSE_OPTIONS && house->more[i] != NULL; i++)
        add_word(&arguments, house->more[i]);
    /* The limits count what passwords cost; for other tests they are quick, under
     * sanitizers. */
    if (house->limits == HOUSE_OPEN)
        setenv("ROUNDHOUSE_TEST_PASSWORDS", "quick", 1);
    else
        unsetenv("ROUNDHOUSE_TEST_PASSWORDS");
    cr_assert(child_start(&house->child, arguments.words, &fault), "%s", fault.sentence);
    cr_assert(child_read_address(&house->child, &house->admin, &fault), "%s",
              fault.sentence);
    /* The printed address is the public name, which may be unreachable from here. */
    if (house->port[0] != '\0') {
        snprintf(house->child.address.host, sizeof house->child.address.host, "127.0.0.1");
        house->child.address.port = atoi(house->port);
    }
}

void house_end(House *house, int signal_number)
{
    int status = child_end(&house->child, signal_number);

    if (signal_number != SIGKILL)
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "The server ended with status %x", (unsigned)status);
}

static House *house_new(HouseLimits limits, const char *url)
{
    House *house = calloc(1, sizeof *house);

    cr_assert_not_null(house);
    house->limits = limits;
    house->program = house_program();
    snprintf(house->folder, sizeof house->folder, "/tmp/roundhouse-test-XXXXXX");
    cr_assert_not_null(mkdtemp(house->folder));
    if (url == NULL)
        snprintf(house->data, sizeof house->data, "%s/data.sqlite", house->folder);
    else
        snprintf(house->data, sizeof house->data, "%s", url);
    house->clock_shift = make_clock(house->folder);
    return house;
}

House *house_open_at(HouseLimits limits, const char *url)
{
    House *house = house_new(limits, url);

    house_begin(house);
    return house;
}

House *house_open(HouseLimits limits)
{
    return house_open_at(limits, NULL);
}

/* A port that is free at the moment. */
static void find_port(char port[8])
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&address, &length), 0);
    snprintf(port, 8, "%d", ntohs(address.sin_port));
    close(fd);
}

House *house_open_with(HouseLimits limits, const char *const *options)
{
    House *house = house_new(limits, NULL);

    for (int i = 0; options[i] != NULL; i++) {
        cr_assert_lt(i, HOUSE_OPTIONS);
        house->more[i] = options[i];
    }
    find_port(house->port);
    house_begin(house);
    return house;
}

void house_close(House *house)
{
    DIR *folder = opendir(house->folder);
    struct dirent *entry;

    house_end(house, SIGTERM);
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(house->folder);
    munmap(house->clock_shift, CLOCK_BYTES);
    free(house);
}

void house_move_clock(House *house, int64_t milliseconds)
{
    __atomic_fetch_add(&house->clock_shift[1], milliseconds, __ATOMIC_SEQ_CST);
}

void house_step_clock(House *house, int64_t milliseconds)
{
    __atomic_fetch_add(&house->clock_shift[0], milliseconds, __ATOMIC_SEQ_CST);
}

int kills_wanted(void)
{
    enum { DEFAULT_KILLS = 20, FEW_KILLS = 5 };
    const char *said = getenv("ROUNDHOUSE_KILLS");

    if (said != NULL)
        return atoi(said);
    return getenv("ROUNDHOUSE_PROOF") != NULL ? FEW_KILLS : DEFAULT_KILLS;
}

/* ------------------------------------------------------------------------- */
/* Requests                                                                  */
/* ------------------------------------------------------------------------- */

/* A request without Origin needs Authorization, so a request without a person sends it. */
void house_origin(const House *house, char *origin, size_t room)
{
    snprintf(origin, room, "http://%s:%d", house->child.address.host,
             house->child.address.port);
}

static Answer ask_at(const ServerAddress *address, const HttpRequest *request)
{
    Answer answer = { 0 };
    Fault fault = { 0 };
    Http http;

    http_open(&http, address);
    cr_assert(http_ask(&http, request, &answer.reply, &fault), "%s", fault.sentence);
    http_close(&http);
    answer.status = answer.reply.status;
    if (answer.reply.body.length > 0)
        answer.json =
            json_read(answer.reply.body.bytes, answer.reply.body.length, "", &fault);
    return answer;
}

Answer ask_so(const House *house, const HttpRequest *request)
{
    return ask_at(&house->child.address, request);
}

Answer ask_admin(const House *house, const char *path)
{
    const HttpRequest request = { .path = path };

    return ask_at(&house->admin, &request);
}

static Answer ask_with(const House *house, const Person *who, const char *path,
                       const char *body, va_list values)
{
    char origin[SERVER_HOST_MAX + 32], *filled = NULL;

    if (body != NULL)
        cr_assert_geq(vasprintf(&filled, body, values), 0);
    HttpRequest request = { .path = path, .body = filled };
    house_origin(house, origin, sizeof origin);
    if (who != NULL)
        request.token = who->token;
    else
        request.origin = origin;
    Answer answer = ask_so(house, &request);
    free(filled);
    return answer;
}

Answer ask(const House *house, const Person *who, const char *path, const char *body, ...)
{
    va_list values;

    va_start(values, body);
    Answer answer = ask_with(house, who, path, body, values);
    va_end(values);
    return answer;
}

void answer_free(Answer *answer)
{
    json_free(answer->json);
    http_reply_free(&answer->reply);
    *answer = (Answer){ 0 };
}

void must_ask(const House *house, const Person *who, const char *path, const char *body,
              ...)
{
    va_list values;

    va_start(values, body);
    Answer answer = ask_with(house, who, path, body, values);
    va_end(values);
    cr_assert_eq(answer.status, 200, "%s: %d %s", path, answer.status,
                 answer.reply.body.bytes);
    answer_free(&answer);
}

void must_not_ask(const House *house, const Person *who, int status, const char *code,
                  const char *path, const char *body, ...)
{
    va_list values;

    va_start(values, body);
    Answer answer = ask_with(house, who, path, body, values);
    va_end(values);
    cr_assert_eq(answer.status, status, "%s %s: %d %s", path, body, answer.status,
                 answer.reply.body.bytes);
    cr_assert_not_null(answer.json);
    cr_assert_str_eq(text_at(json_at(answer.json, "error"), "code"), code);
    cr_assert_gt(strlen(text_at(json_at(answer.json, "error"), "text")), 5);
    answer_free(&answer);
}

void table_new(const House *house, const Person *host, char code[CODE_ROOM],
               const char *body, ...)
{
    va_list values;

    va_start(values, body);
    Answer answer = ask_with(house, host, "/api/1/tables", body, values);
    va_end(values);
    cr_assert_eq(answer.status, 200, "%d %s", answer.status, answer.reply.body.bytes);
    snprintf(code, CODE_ROOM, "%s", text_at(answer.json, "table"));
    answer_free(&answer);
}

Person person_of(House *house, const Answer *answer)
{
    Person person = { .house = house };
    const Json *you;

    cr_assert_eq(answer->status, 200, "%d %s", answer->status, answer->reply.body.bytes);
    you = json_at(answer->json, "you");
    snprintf(person.name, sizeof person.name, "%s", text_at(you, "name"));
    snprintf(person.user, sizeof person.user, "%s", text_at(you, "user"));
    snprintf(person.token, sizeof person.token, "%s", text_at(answer->json, "token"));
    return person;
}

Person person_new(House *house, const char *name)
{
    Answer answer = ask(house, NULL, "/api/1/guest", "{\"name\":\"%s\"}", name);
    Person person = person_of(house, &answer);

    answer_free(&answer);
    return person;
}

/* ------------------------------------------------------------------------- */
/* JSON                                                                      */
/* ------------------------------------------------------------------------- */

const Json *json_at(const Json *object, const char *key)
{
    const Json *found = json_is(object, JSON_IS_OBJECT) ? json_get(object, key) : NULL;

    cr_assert_not_null(found, "There is no %s", key);
    return found;
}

const char *text_at(const Json *object, const char *key)
{
    const Json *found = json_at(object, key);

    cr_assert(json_is(found, JSON_IS_TEXT), "%s is no text", key);
    return found->text;
}

long long number_at(const Json *object, const char *key)
{
    const Json *found = json_at(object, key);

    cr_assert(json_is(found, JSON_IS_NUMBER), "%s is no number", key);
    return found->number;
}

int is_at(const Json *object, const char *key)
{
    const Json *found = json_at(object, key);

    cr_assert(json_is(found, JSON_IS_FLAG), "%s is no flag", key);
    return found->number != 0;
}

int is_null_at(const Json *object, const char *key)
{
    return json_is(json_at(object, key), JSON_IS_NOTHING);
}

const Json *entry_at(const Json *list, int number)
{
    const Json *entry = json_first(list);

    cr_assert(json_is(list, JSON_IS_LIST) && (uint32_t)number < list->length);
    for (int i = 0; i < number; i++)
        entry = json_beside(entry);
    return entry;
}
