/* quiet.c: quiet hours, by ICU's calendars. */
#include "server/quiet.h"

#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

enum { DAY_MINUTES = 24 * 60, MINUTE_MS = 60 * 1000, ZONE_ROOM = STORE_ZONE_MAX + 1 };

int zone_is_known(const char *zone)
{
    UChar name[ZONE_ROOM], canonical[ZONE_ROOM];
    UErrorCode error = U_ZERO_ERROR;
    UBool is_system = 0;

    if (strlen(zone) >= ZONE_ROOM
        || zone[strspn(zone, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789+-_/")]
               != '\0')
        return 0;
    u_uastrcpy(name, zone);
    ucal_getCanonicalTimeZoneID(name, -1, canonical, ZONE_ROOM, &is_system, &error);
    return U_SUCCESS(error) && is_system != 0;
}

/* The minute of the day there; -1: ICU fails. */
static int minute_of_day(const char *zone, int64_t now)
{
    UChar name[ZONE_ROOM];
    UErrorCode error = U_ZERO_ERROR;
    int minute = -1;

    u_uastrncpy(name, zone[0] != '\0' ? zone : "Etc/UTC", ZONE_ROOM);
    UCalendar *calendar = ucal_open(name, -1, "en", UCAL_GREGORIAN, &error);
    if (U_FAILURE(error))
        return -1;
    ucal_setMillis(calendar, (UDate)now, &error);
    minute = ucal_get(calendar, UCAL_HOUR_OF_DAY, &error) * 60
             + ucal_get(calendar, UCAL_MINUTE, &error);
    ucal_close(calendar);
    return U_SUCCESS(error) ? minute : -1;
}

int64_t quiet_until(const StoreNotify *notify, int64_t now)
{
    int from = notify->quiet_from, to = notify->quiet_to;
    int minute = from == to ? -1 : minute_of_day(notify->zone, now);
    int passed = (minute - from + DAY_MINUTES) % DAY_MINUTES;
    int length = (to - from + DAY_MINUTES) % DAY_MINUTES;

    if (minute < 0 || passed >= length)
        return 0;
    return now - now % MINUTE_MS + (int64_t)(length - passed) * MINUTE_MS;
}
