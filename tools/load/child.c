/* child.c: starts and ends servers, and reads /proc about them. */
#include "load/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 120000, LINE_MOST = 1024 };

/* Runs in the child, which ends with its parent: nobody else would end it. */
_Noreturn static void become(const char *const *arguments, int write_end)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(write_end, STDOUT_FILENO) >= 0) {
        close(write_end);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
    }
    _exit(127);
}

/* Byte by byte: it happens once. */
static int read_line(int fd, char *line)
{
    struct pollfd ready = { .fd = fd, .events = POLLIN };
    size_t length = 0;

    while (length + 1 < LINE_MOST && poll(&ready, 1, PATIENCE_MS) == 1
           && read(fd, &line[length], 1) == 1) {
        if (line[length] == '\n')
            break;
        length++;
    }
    line[length] = '\0';
    return length > 0;
}

int child_read_address(Child *child, ServerAddress *address, Fault *fault)
{
    char line[LINE_MOST], *url;

    if (!read_line(child->out, line))
        return fault_set(fault, "The server does not start.");
    url = strstr(line, "http");
    if (url == NULL)
        return fault_set(fault, "The server prints no address: %s",
                         quote(line, strlen(line)).text);
    url[strcspn(url, " \r\n")] = '\0';
    if (!server_address_read(url, address, fault))
        return 0;
    /* The name may stand for [::1], too, where another program may listen. */
    if (strcmp(address->host, "localhost") == 0)
        memcpy(address->host, "127.0.0.1", sizeof "127.0.0.1");
    return 1;
}

int child_start(Child *child, const char *const *arguments, Fault *fault)
{
    int ends[2];

    *child = (Child){ .pid = -1, .out = -1 };
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fault_set(fault, "No pipe: %s.", strerror(errno));
    child->out = ends[0];
    child->pid = fork();
    if (child->pid == 0)
        become(arguments, ends[1]);
    close(ends[1]);
    if (child->pid > 0 && child_read_address(child, &child->address, fault))
        return 1;
    fault_set(fault, "Cannot start %s.", arguments[0]);
    child_end(child, SIGKILL);
    return 0;
}

int child_end(Child *child, int signal_number)
{
    int status = -1;

    if (child->pid > 0) {
        kill(child->pid, signal_number);
        while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
            ;
    }
    if (child->out >= 0)
        close(child->out);
    *child = (Child){ .pid = -1, .out = -1 };
    return status;
}

int programs_find(const char *called, char self[PATH_MAX], char beside[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
    const char *slash = strrchr(called, '/');

    if (length < 0)
        return 0;
    self[length] = '\0';
    if (slash == NULL) { /* found by PATH: installed */
        called = self;
        slash = strrchr(self, '/');
    }
    return snprintf(beside, PATH_MAX, "%.*s/roundhouse", (int)(slash - called), called)
           < PATH_MAX;
}

int data_folder_make(char folder[DATA_FOLDER_MAX], Fault *fault)
{
    const char *temporary = getenv("TMPDIR");

    snprintf(folder, DATA_FOLDER_MAX, "%s/roundhouse-bench-XXXXXX",
             temporary != NULL && strlen(temporary) < 32 ? temporary : "/tmp");
    if (mkdtemp(folder) != NULL)
        return 1;
    folder[0] = '\0';
    return fault_set(fault, "No folder for the data: %s.", strerror(errno));
}

void data_folder_remove(char folder[DATA_FOLDER_MAX])
{
    DIR *files = folder[0] == '\0' ? NULL : opendir(folder);
    struct dirent *entry;

    if (files == NULL)
        return;
    while ((entry = readdir(files)) != NULL) {
        char file[400];
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(file);
    }
    closedir(files);
    rmdir(folder);
    folder[0] = '\0';
}

double process_seconds(pid_t pid)
{
    struct timespec used;
    clockid_t clock;

    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return -1;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

double machine_seconds(void)
{
    FILE *file = fopen("/proc/stat", "r");
    /* user, nice, system, idle, waiting, interrupts, soft interrupts */
    long long ticks[7] = { 0 };
    int count = 0;

    if (file == NULL)
        return -1;
    if (fscanf(file, "cpu") == 0) {
        while (count < 7 && fscanf(file, "%lld", &ticks[count]) == 1)
            count++;
    }
    fclose(file);
    if (count < 7)
        return -1;
    return (double)(ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6])
           / (double)sysconf(_SC_CLK_TCK);
}

long process_memory(pid_t pid)
{
    char path[64], line[256];
    long kilobytes = -1;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    file = fopen(path, "r");
    if (file == NULL)
        return -1;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    }
    fclose(file);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}
