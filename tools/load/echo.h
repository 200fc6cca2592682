/* echo.h: the simplest WebSocket server on the parsers of src/edge: an echo. The
 * server's cost is compared with it. */
#ifndef ROUNDHOUSE_LOAD_ECHO_H
#define ROUNDHOUSE_LOAD_ECHO_H

#include "play/text.h"

/* Listens on a free port of loopback, prints "http://127.0.0.1:PORT", and serves
 * until SIGTERM. 0: error in *fault. */
int echo_serve(Fault *fault);

#endif
