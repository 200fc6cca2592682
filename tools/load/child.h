/* child.h: a server as a child process, the folder of its data, and its use of processor
 * time and memory. */
#ifndef ROUNDHOUSE_LOAD_CHILD_H
#define ROUNDHOUSE_LOAD_CHILD_H

#include "client/address.h"

#include <limits.h>
#include <sys/types.h>

typedef struct Child {
    pid_t pid;
    int out; /* its standard output, kept open */
    ServerAddress address;
} Child;

/* Starts a program and waits for an http:// or https:// address on its first line. The
 * arguments end with NULL; the first is the program's path. 0: error in *fault. */
int child_start(Child *child, const char *const *arguments, Fault *fault);
/* Reads the next line that it prints, which must hold another address. */
int child_read_address(Child *child, ServerAddress *address, Fault *fault);
/* Sends the signal, waits for the exit, and returns the status of waitpid. */
int child_end(Child *child, int signal_number);

/* Finds this program, and the roundhouse in the folder that it was called from: build/
 * has links to both. 0: /proc does not say. */
int programs_find(const char *called, char self[PATH_MAX], char beside[PATH_MAX]);

/* A folder for a server's data, on the disk of $TMPDIR. 0: error in *fault, no name. */
enum { DATA_FOLDER_MAX = 64 };
int data_folder_make(char folder[DATA_FOLDER_MAX], Fault *fault);
/* With the files in it; forgets the name. Nothing, if there is no name. */
void data_folder_remove(char folder[DATA_FOLDER_MAX]);

/* Processor seconds used by a process; -1: it is gone. */
double process_seconds(pid_t pid);
/* Of all processes of this machine since it was started; -1: unknown. */
double machine_seconds(void);
/* Resident memory (VmRSS) in bytes; -1: it is gone. */
long process_memory(pid_t pid);

#endif
