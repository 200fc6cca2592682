/* child.h: a server as a child process of the same program, and what it uses of the
 * machine. */
#ifndef ROUNDHOUSE_LOAD_CHILD_H
#define ROUNDHOUSE_LOAD_CHILD_H

#include "client/address.h"

#include <sys/types.h>

typedef struct Child {
    pid_t pid;
    int out; /* what it prints; kept open so that it can print */
    ServerAddress address;
} Child;

/* Starts a program and waits until its first line tells an http:// or https:// address. The
 * arguments end with NULL; the first is the program's path. 0: error in *fault. */
int child_start(Child *child, const char *const *arguments, Fault *fault);
/* Reads the next line that it prints, which must tell another address. */
int child_read_address(Child *child, ServerAddress *address, Fault *fault);
/* Sends the signal, waits for the end, and answers with the status of waitpid. */
int child_end(Child *child, int signal_number);

/* Seconds of processor time that a process has used so far; -1: it is gone. */
double process_seconds(pid_t pid);
/* Of all that has run on this machine since it was started; -1: it cannot be told. */
double machine_seconds(void);
/* Bytes of memory that it holds (VmRSS); -1: it is gone. */
long process_memory(pid_t pid);

#endif
