/* nginx.c: writes a configuration, and runs nginx with it in a folder of its own. */
#define _GNU_SOURCE
#include "nginx.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <ftw.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- */
/* Pages                                                                     */
/* ------------------------------------------------------------------------- */

const char *nginx_old_page(void)
{
    return "server {\n"
           "    listen 443 ssl;\n"
           "    location = /metrics { return 404; }\n"
           "    location / {\n"
           "        proxy_pass http://127.0.0.1:8930;\n"
           "        proxy_http_version 1.1;\n"
           "        proxy_set_header Host $host;\n"
           "        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n"
           "        proxy_set_header Upgrade $http_upgrade;\n"
           "        proxy_set_header Connection \"upgrade\";\n"
           "        proxy_read_timeout 120s;\n"
           "    }\n"
           "}\n";
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);

    cr_assert(file != NULL && text != NULL, "%s", path);
    cr_assert_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
    fclose(file);
    return text;
}

/* The block after "**nginx**:" whose lines are indented by four spaces. */
char *nginx_page_of(const char *path)
{
    char *text = read_file(path), *line = strstr(text, "**nginx**:");
    Text page = { 0 };

    cr_assert_not_null(line, "There is no nginx in %s", path);
    line = strstr(line, "\n\n    ");
    cr_assert_not_null(line);
    for (line += 2; *line == '\n' || strncmp(line, "    ", 4) == 0;) {
        size_t length = strcspn(line, "\n");
        if (strstr(line, "ssl_certificate") == NULL
            || strstr(line, "ssl_certificate") > line + length)
            text_append(&page, line, length + 1);
        line += length + 1;
    }
    free(text);
    cr_assert_not_null(strstr(page.bytes, "/ws/1"));
    return page.bytes;
}

/* ------------------------------------------------------------------------- */
/* The process                                                               */
/* ------------------------------------------------------------------------- */

/* Appends the page with other addresses in it. */
static void add_page(Text *out, const char *page, const ServerAddress *server, int port)
{
    static const char SERVER[] = "127.0.0.1:8930", LISTEN[] = "443 ssl";

    while (*page != '\0') {
        if (strncmp(page, SERVER, sizeof SERVER - 1) == 0) {
            text_add(out, server->host);
            text_add(out, ":");
            text_add_number(out, server->port);
            page += sizeof SERVER - 1;
        } else if (strncmp(page, LISTEN, sizeof LISTEN - 1) == 0) {
            text_add(out, "127.0.0.1:");
            text_add_number(out, port);
            page += sizeof LISTEN - 1;
        } else {
            text_append(out, page++, 1);
        }
    }
}

static void write_configuration(const Nginx *nginx, const char *page,
                                const ServerAddress *server)
{
    Text out = { 0 };
    char path[96];
    FILE *file;

    text_add(&out,
             "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log error.log;\n"
             "events { worker_connections 500; }\nhttp {\naccess_log off;\n"
             "client_body_temp_path body;\nproxy_temp_path proxy;\n"
             "fastcgi_temp_path fastcgi;\nuwsgi_temp_path uwsgi;\n"
             "scgi_temp_path scgi;\n");
    add_page(&out, page, server, nginx->address.port);
    text_add(&out, "\n}\n");
    snprintf(path, sizeof path, "%s/nginx.conf", nginx->folder);
    file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(out.bytes, file);
    fclose(file);
    text_free(&out);
}

static int find_port(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&address, &length), 0);
    close(fd);
    return ntohs(address.sin_port);
}

/* Runs in the child process. */
_Noreturn static void become_nginx(const char *folder)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execlp("nginx", "nginx", "-p", folder, "-c", "nginx.conf", "-e", "error.log",
           (char *)NULL);
    execl("/usr/sbin/nginx", "nginx", "-p", folder, "-c", "nginx.conf", "-e", "error.log",
          (char *)NULL);
    _exit(127);
}

static void await(Nginx *nginx)
{
    Fault fault = { 0 };
    int fd = -1, status;

    for (int i = 0; i < 2000 && fd < 0; i++) {
        cr_assert_eq(waitpid(nginx->pid, &status, WNOHANG), 0,
                     "nginx does not start: is it installed (tools/setup test)?");
        usleep(10000);
        fd = address_connect(&nginx->address, 10, &fault);
    }
    cr_assert_geq(fd, 0, "nginx does not listen");
    close(fd);
}

void nginx_choose(Nginx *nginx)
{
    *nginx = (Nginx){ .address = { .host = "127.0.0.1" } };
    nginx->address.port = find_port();
}

void nginx_open(Nginx *nginx, const char *page, const ServerAddress *server)
{
    snprintf(nginx->folder, sizeof nginx->folder, "/tmp/roundhouse-nginx-XXXXXX");
    cr_assert_not_null(mkdtemp(nginx->folder));
    write_configuration(nginx, page, server);
    nginx->pid = fork();
    if (nginx->pid == 0)
        become_nginx(nginx->folder);
    await(nginx);
}

static int remove_entry(const char *path, const struct stat *about, int kind,
                        struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

void nginx_close(Nginx *nginx)
{
    kill(nginx->pid, SIGTERM);
    waitpid(nginx->pid, NULL, 0);
    nftw(nginx->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}
