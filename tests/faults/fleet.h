/* fleet.h: several servers over one PostgreSQL, each behind its own proxy (lines.h),
 * and the faults of processes. Nothing here blocks, unless it says so: people play on
 * meanwhile. */
#ifndef ROUNDHOUSE_TESTS_FAULTS_FLEET_H
#define ROUNDHOUSE_TESTS_FAULTS_FLEET_H

#include "client/http.h"

#include <stdint.h>

enum { FLEET = 3 };

/* Starts and ends everything. ROUNDHOUSE_PROGRAM names another program to test. */
void fleet_open(void);
void fleet_close(void);

const ServerAddress *fleet_address(int node);
int fleet_is_up(int node); /* started, and not yet seen to have exited */

/* Sends a signal. After SIGKILL the process is gone; after SIGTERM, poll
 * fleet_has_ended, which also checks the exit status. */
void fleet_signal(int node, int signal_number);
int fleet_has_ended(int node);
/* Starts the node again; blocks until it listens. */
void fleet_begin(int node);
/* Sets how far the node's wall clock is ahead, in milliseconds. */
void fleet_skew(int node, int64_t milliseconds);

/* Kills PostgreSQL; another process starts it again after `down_ms`. database_is_back:
 * it has. */
void fleet_restart_database(int down_ms);
int fleet_database_is_back(void);

#endif
