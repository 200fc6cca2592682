/* fleet.h: several servers over one PostgreSQL, each behind a line of its own (lines.h),
 * and what can happen to them. Nothing here waits, unless it says so: people play on
 * meanwhile. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_FLEET_H
#define ROUNDHOUSE_TESTS_FAULTS_FLEET_H

#include "client/http.h"

#include <stdint.h>

enum { FLEET = 3 };

/* Starts and ends all of it. ROUNDHOUSE_PROGRAM names another program than the one of
 * this build. */
void fleet_open(void);
void fleet_close(void);

const ServerAddress *fleet_address(int node);
int fleet_is_up(int node); /* its process was started, and not seen to have ended */

/* Sends a signal. After SIGKILL the process is gone; after SIGTERM, ask fleet_has_ended,
 * which also checks that it ended well. */
void fleet_signal(int node, int signal_number);
int fleet_has_ended(int node);
/* Starts it again, and waits until it listens. */
void fleet_begin(int node);
/* Milliseconds by which the node's wall clock is ahead of everybody else's. */
void fleet_skew(int node, int64_t milliseconds);

/* PostgreSQL is killed, and started again `down_ms` later, by another process;
 * database_is_back: that is done. */
void fleet_restart_database(int down_ms);
int fleet_database_is_back(void);

#endif
