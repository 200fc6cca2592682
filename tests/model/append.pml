/* append.pml: how nodes add to the log of a table, for SPIN. Every interleaving of two
 * nodes, one table and three requests is tried, with a node that crashes, a connection to
 * the database that is cut, a listener that misses notices and two changes of the row, at
 * every possible moment. Notices travel on another connection than answers: they may come
 * before the answer to the node's own append, and while a read is under way.
 * tests/model/check runs it, and shows that it finds the error in protocols that lack a part:
 * those are the #ifdefs.
 *
 *     client              node                     database
 *       │    request       │                          │
 *       ├─────────────────>│ take: validate on n      │
 *       │                  ├── append n + 1 ─────────>│ one statement: the primary key
 *       │    done          │<── added ────────────────┤ and the row's version decide
 *       │<─────────────────┤                          ├── notice to every node
 *       │                  │                          │
 *       │                  │<── not added; or cut: outcome unknown
 *       │                  ├── read ─────────────────>│
 *       │  done or refused │   own entry is there: done
 *       │<─────────────────┤   only quiet entries of other seats since: append again
 *       │                  │   else: refused (stale) */

#define NUMBERS 4 /* entries 1 to 3; place 0 is not used */
#define NOBODY  0

/* Bounds of a run; all of them at once are too much for a small machine. */
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef ROWS /* changes of the row */
#define ROWS 1
#endif
#ifndef REQUESTS
#define REQUESTS 3
#endif

/* Requests are 1, 2 and 3, and the write ids of their entries. Two are of one seat, at two
 * nodes: a second tab. */
#define SEAT(r) ((r) == 2 -> 1 : 0)
#define NODE(r) ((r) == 1 -> 0 : 1)

/* ------------------------------------------------------------------------- */
/* State                                                                     */
/* ------------------------------------------------------------------------- */

/* The database: write ids of the entries, and the row. */
byte log[NUMBERS], length, version;
bool is_playing = true;

/* A statement sent to the database. */
typedef Append {
    byte write_id; /* NOBODY: none */
    byte n, version;
    byte before /* for the assertions: the write_id of entry n - 1 in the node's copy */
};

/* The statement that a node waits for, and one it has given up: it may still execute. */
Append sent[2], stray[2];

mtype = { NO_ANSWER, ADDED, NOT_ADDED };
mtype answer[2] = NO_ANSWER;

/* Clients. */
mtype = { UNSENT, ASKED, TAKEN, DONE, REFUSED, UNKNOWN };
mtype request[4] = UNSENT;
byte asked_at[4];  /* the number that the client sent */
bool is_quiet[4];  /* the entry changes nothing that another seat sees */

/* What a node has of the table. */
typedef Copy {
    byte log[NUMBERS], length, version;
    bool is_playing;
    bool is_loaded;  /* since the node was started */
    bool must_read;  /* a notice says that the row has changed, or some were missed */
    byte overtaking  /* the entry of a notice that came while the node was appending the
                        same number, or 0 */
};

Copy copy[2];

/* idle ──take──> appending ──added──> idle
 *                 ^     └──not added, cut──> deciding ──read──> idle
 *                 └────────────────────────────┘
 * idle <──read──> reading
 * "Not added" skips the read if the entry that was first has been noticed. */
mtype = { IDLE, APPENDING, DECIDING, READING };
mtype state[2] = IDLE;
byte current[2]; /* the request that is being written … */
byte target[2];  /* … as this number */

/* What the database has answered to a read; the node takes it later. */
typedef Snapshot {
    byte length, version;
    bool is_playing, is_there
};

Snapshot snapshot[2];

/* Notices of entries come in the order of the log: those up to `noticed` have come. A node
 * passes over its own, by its name, which is another one after a crash. */
byte noticed[2];
bool was_restarted[2];
bool row_notice[2]; /* a notice of a changed row is pending */

byte faults = FAULTS; /* still to come, of any kind */
bool has_closed = false; /* a client got the answer that the table is closed */

byte i; /* for loops; 0 between steps */

/* ------------------------------------------------------------------------- */
/* The database                                                              */
/* ------------------------------------------------------------------------- */

/* Asserted of every entry when it is added. */
inline check_entry(a)
{
    assert(is_playing);
    assert(a.n == length + 1);                           /* there is no gap */
    assert(length == 0 || a.before == log[length]);      /* it was validated on this log */
    i = 1;
    do
    :: i > length -> break
    :: else ->
        assert(log[i] != a.write_id);                      /* it is not there yet */
        assert(i <= asked_at[a.write_id]                   /* it may be appended again */
               || (SEAT(log[i]) != SEAT(a.write_id) && is_quiet[log[i]]));
        i++
    od;
    i = 0
}

inline add(a)
{
    check_entry(a);
    length++;
    log[length] = a.write_id
}

#ifdef NO_PRIMARY_KEY
#define KEY_IS_FREE(a) (length < NUMBERS - 1)
#else
#define KEY_IS_FREE(a) (a.n == length + 1)
#endif

#ifdef NO_VERSION
#define ROW_IS_EXPECTED(a) true
#else
#define ROW_IS_EXPECTED(a) (a.version == version && is_playing)
#endif

inline forget(a)
{
    a.write_id = NOBODY;
    a.n = 0;
    a.version = 0;
    a.before = NOBODY
}

/* A statement may also skip a row that is locked. */
inline carry_out(a, result)
{
    if
    :: KEY_IS_FREE(a) && ROW_IS_EXPECTED(a) -> add(a); result = ADDED
    :: KEY_IS_FREE(a) && ROW_IS_EXPECTED(a) && faults > 0 ->
        faults--; result = NOT_ADDED
    :: else -> result = NOT_ADDED
    fi;
    forget(a)
}

active proctype database()
{
    mtype nobody_hears;

end:
    do
    :: atomic { sent[0].write_id != NOBODY -> carry_out(sent[0], answer[0]) }
    :: atomic { sent[1].write_id != NOBODY -> carry_out(sent[1], answer[1]) }
    :: atomic { stray[0].write_id != NOBODY ->
                carry_out(stray[0], nobody_hears); nobody_hears = 0 }
    :: atomic { stray[1].write_id != NOBODY ->
                carry_out(stray[1], nobody_hears); nobody_hears = 0 }
    od
}

/* ------------------------------------------------------------------------- */
/* Nodes                                                                     */
/* ------------------------------------------------------------------------- */

/* The node's clients receive an entry: it must be stored. */
inline publish(me, by)
{
    copy[me].log[copy[me].length + 1] = by;
    copy[me].length++;
    assert(copy[me].length <= length
           && copy[me].log[copy[me].length] == log[copy[me].length])
}

/* Reads in two steps, since notices may come in between. */
inline ask(me)
{
    copy[me].must_read = false;
    snapshot[me].length = length;
    snapshot[me].version = version;
    snapshot[me].is_playing = is_playing;
    snapshot[me].is_there = true
}

inline take_snapshot(me)
{
    do
    :: copy[me].length < snapshot[me].length -> publish(me, log[copy[me].length + 1])
    :: else -> break
    od;
    copy[me].version = snapshot[me].version;
    copy[me].is_playing = snapshot[me].is_playing;
    copy[me].is_loaded = true;
    forget_snapshot(me)
}

inline forget_snapshot(me)
{
    snapshot[me].length = 0;
    snapshot[me].version = 0;
    snapshot[me].is_playing = false;
    snapshot[me].is_there = false
}

inline append(me, r)
{
    target[me] = copy[me].length + 1;
    sent[me].write_id = r;
    sent[me].n = target[me];
    sent[me].version = copy[me].version;
    sent[me].before = copy[me].log[copy[me].length];
    state[me] = APPENDING;
#ifdef ANSWER_EARLY
    request[r] = DONE
#endif
}

inline settle(me, result)
{
    request[current[me]] = result;
    current[me] = NOBODY;
    target[me] = 0;
    state[me] = IDLE
}

inline take(me, r)
{
    if
    :: (asked_at[r] == copy[me].length && copy[me].is_playing
        && copy[me].length < NUMBERS - 1) ->
        request[r] = TAKEN;
        current[me] = r;
        append(me, r)
    :: else -> request[r] = REFUSED
    fi
}

#ifdef NO_WRITE_ID
#define IS_OWN(write_id, r) false
#else
#define IS_OWN(write_id, r) (write_id == r)
#endif

/* Is the request still valid after this entry, which came before it? */
#ifdef RETRY_SAME_SEAT
#define IS_HARMLESS(write_id, r) is_quiet[write_id]
#else
#ifdef RETRY_LOUD
#define IS_HARMLESS(write_id, r) (SEAT(write_id) != SEAT(r))
#else
#define IS_HARMLESS(write_id, r) (is_quiet[write_id] && SEAT(write_id) != SEAT(r))
#endif
#endif

/* After a read: is the own entry stored, and if not, can it still be? */
inline decide(me)
{
    i = asked_at[current[me]] + 1;
    do
    :: i > copy[me].length -> break
    :: i <= copy[me].length && IS_OWN(copy[me].log[i], current[me]) -> break
    :: (i <= copy[me].length && !IS_OWN(copy[me].log[i], current[me])
        && IS_HARMLESS(copy[me].log[i], current[me])) -> i++
    :: else -> i = NUMBERS + 1; break
    od;
    if
    :: i <= copy[me].length -> settle(me, DONE)
    :: i > copy[me].length && i < NUMBERS && copy[me].is_playing ->
        append(me, current[me])
    :: else -> settle(me, REFUSED)
    fi;
    i = 0
}

/* A statement that has not executed yet may execute later. */
inline cut(me)
{
    if
    :: sent[me].write_id != NOBODY ->
        stray[me].write_id = sent[me].write_id;
        stray[me].n = sent[me].n;
        stray[me].version = sent[me].version;
        stray[me].before = sent[me].before;
        forget(sent[me])
    :: else
    fi;
    answer[me] = NO_ANSWER
}

inline lose_clients(me)
{
    i = 1;
    do
    :: i > 3 -> break
    :: i <= 3 && NODE(i) == me && (request[i] == ASKED || request[i] == TAKEN) ->
        request[i] = UNKNOWN;
        i++
    :: else -> i++
    od;
    i = 0
}

inline crash(me)
{
    cut(me);
    noticed[me] = length;
    was_restarted[me] = true;
    row_notice[me] = false;
    forget_snapshot(me);
    copy[me].overtaking = 0;
    lose_clients(me);
    state[me] = IDLE;
    current[me] = NOBODY;
    target[me] = 0;
    do
    :: copy[me].length > 0 -> copy[me].log[copy[me].length] = 0; copy[me].length--
    :: else -> break
    od;
    copy[me].version = 0;
    copy[me].is_playing = false;
    copy[me].is_loaded = false;
    copy[me].must_read = true
}

#define IS_BUSY(me) (state[me] != IDLE)
#define IS_NEXT(me) (noticed[me] == copy[me].length + 1)

inline notice(me)
{
    noticed[me]++;
    if
    :: NODE(log[noticed[me]]) == me && !was_restarted[me]
    :: else ->
        if
        :: noticed[me] <= copy[me].length
        :: IS_NEXT(me) && state[me] == APPENDING -> copy[me].overtaking = noticed[me]
        :: IS_NEXT(me) && !IS_BUSY(me) && copy[me].is_loaded -> publish(me, log[noticed[me]])
        :: else ->
#ifdef NO_LATER
            skip
#else
            copy[me].must_read = true
#endif
        fi
    fi
}

/* Publishes the entry that was noticed while the node was appending, if it is the next. */
#ifdef OVERTAKING_UNCHECKED
#define HAS_OVERTAKING(me) (copy[me].overtaking != 0)
#else
#define HAS_OVERTAKING(me) (copy[me].overtaking == copy[me].length + 1)
#endif

inline refused(me)
{
    answer[me] = NO_ANSWER;
    if
    :: HAS_OVERTAKING(me) ->
        publish(me, log[copy[me].overtaking]);
        copy[me].overtaking = 0;
        decide(me)
    :: else ->
        copy[me].overtaking = 0;
        state[me] = DECIDING
    fi
}

inline added(me)
{
    answer[me] = NO_ANSWER;
    publish(me, current[me]);
    copy[me].overtaking = 0;
    settle(me, DONE)
}

proctype node(byte me)
{
end:
    do
    :: atomic { !IS_BUSY(me) && request[1] == ASKED && NODE(1) == me -> take(me, 1) }
    :: atomic { !IS_BUSY(me) && request[2] == ASKED && NODE(2) == me -> take(me, 2) }
    :: atomic { !IS_BUSY(me) && request[3] == ASKED && NODE(3) == me -> take(me, 3) }
    :: atomic { answer[me] == ADDED -> added(me) }
    :: atomic { answer[me] == NOT_ADDED -> refused(me) }
    :: atomic { state[me] == DECIDING && !snapshot[me].is_there -> ask(me) }
    :: atomic { state[me] == DECIDING && snapshot[me].is_there ->
                take_snapshot(me); decide(me) }
    :: atomic { !IS_BUSY(me) && copy[me].must_read -> ask(me); state[me] = READING }
    :: atomic { state[me] == READING -> take_snapshot(me); state[me] = IDLE }
    :: atomic { noticed[me] < length -> notice(me) }
    :: atomic { row_notice[me] -> row_notice[me] = false; copy[me].must_read = true }
    :: atomic { faults > 0 && state[me] == APPENDING && stray[me].write_id == NOBODY ->
                faults--; cut(me); state[me] = DECIDING }
    :: atomic { faults > 0 && noticed[me] < length ->
                faults--; noticed[me] = length;
#ifndef NO_REREAD
                copy[me].must_read = true
#endif
              }
    :: atomic { faults > 0 && stray[me].write_id == NOBODY -> faults--; crash(me) }
    od
}

/* ------------------------------------------------------------------------- */
/* Clients, and changes of the row                                           */
/* ------------------------------------------------------------------------- */

proctype client(byte r)
{
    atomic {
        copy[NODE(r)].is_loaded ->
        asked_at[r] = copy[NODE(r)].length;
        if
        :: is_quiet[r] = true
        :: is_quiet[r] = false
        fi;
        request[r] = ASKED
    }
}

#ifdef NO_SWAP
#define IS_UNCHANGED true
#else
#define IS_UNCHANGED (version == expected)
#endif

/* The row is read, and then written as a whole, if it is still the same. */
proctype row_change(byte me; bool closes)
{
    byte expected;
    bool was_playing;

    atomic {
        copy[me].is_loaded ->
        expected = copy[me].version;
        was_playing = copy[me].is_playing
    }
    atomic {
        if
        :: IS_UNCHANGED && was_playing ->
            version++;
            is_playing = !closes;
            has_closed = has_closed || closes;
            row_notice[0] = true;
            row_notice[1] = true
        :: else
        fi
    }
}

/* ------------------------------------------------------------------------- */
/* In the end                                                                */
/* ------------------------------------------------------------------------- */

inline check_request(r)
{
    byte times;

    times = (log[1] == r) + (log[2] == r) + (log[3] == r);
    assert(request[r] == DONE || request[r] == REFUSED || request[r] == UNKNOWN);
    assert(times <= 1);
    assert(request[r] != DONE || times == 1);
    assert(request[r] != REFUSED || times == 0)
}

inline check_copy(me)
{
    assert(copy[me].length == length && copy[me].version == version);
    assert(copy[me].is_playing == is_playing);
    assert(copy[me].log[1] == log[1] && copy[me].log[2] == log[2]
           && copy[me].log[3] == log[3])
}

init
{
    atomic {
        ask(0);
        take_snapshot(0);
        ask(1);
        take_snapshot(1);
        run node(0);
        run node(1);
        run client(1);
        run client(2);
#if REQUESTS > 2
        run client(3);
#endif
#if ROWS > 0
        run row_change(0, true);
#endif
#if ROWS > 1
        run row_change(1, false);
#endif
        skip
    }
    /* No further step is possible. */
    timeout ->
    atomic {
        check_request(1);
        check_request(2);
#if REQUESTS > 2
        check_request(3);
#endif
        check_copy(0);
        check_copy(1);
        assert(!has_closed || !is_playing)
    }
}
