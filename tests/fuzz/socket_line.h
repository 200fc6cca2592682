/* socket_line.h: one connection of the socket fuzzer, and a round over many.
 *
 *   free ──begin──> SENDING ──all sent──> WAITING ──closed──> ENDED
 *                      │                     ├──too long──> STUCK
 *                      └───────reset─────────┴──no HTTP───> LIED */
#ifndef ROUNDHOUSE_TESTS_FUZZ_SOCKET_LINE_H
#define ROUNDHOUSE_TESTS_FUZZ_SOCKET_LINE_H

#include "socket_input.h"

#include "client/http.h"

typedef enum LineState {
    LINE_FREE,
    LINE_SENDING,
    LINE_WAITING,
    LINE_ENDED,
    LINE_STUCK,
    LINE_LIED,
} LineState;

typedef struct SocketLine {
    LineState state;
    int fd;
    uint64_t number; /* of the input */
    SocketInput input;
    size_t sent;
    int cut;            /* the next one */
    char start[8];      /* of the reply */
    long long received; /* bytes */
    int64_t since;      /* start time, by crowd_now */
} SocketLine;

/* Connects and takes over the input; 0: failed. */
int socket_line_begin(SocketLine *line, const ServerAddress *server, SocketInput *input,
                      uint64_t number);
void socket_line_free(SocketLine *line);
int socket_line_is_busy(const SocketLine *line);
/* Polls all connections once, and lets each continue. */
void socket_lines_step(SocketLine *lines, int count);

#endif
