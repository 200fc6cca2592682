/* quiet.h: quiet hours, in the time zone of a person, by ICU. */
#ifndef ROUNDHOUSE_SERVER_QUIET_H
#define ROUNDHOUSE_SERVER_QUIET_H

#include "store/notices.h"

/* Is it a time zone ("Europe/Paris")? */
int zone_is_known(const char *zone);
/* When the quiet hours end that it is in now; 0: it is in none. */
int64_t quiet_until(const StoreNotify *notify, int64_t now);

#endif
