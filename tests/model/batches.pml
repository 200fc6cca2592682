/* batches.pml: the locks of statements on several tables, for SPIN, which finds every
 * possible deadlock. Two nodes send a batch each, with
 * an entry for both tables; a third ends the game of the first table.
 *
 *     a batch:  takes shared locks on the rows, skipping locked ones; then adds entries,
 *               in the order of the tables, and waits where another adds the same number
 *     an end:   locks the row alone, then adds the last entry
 *
 * Everything is held until the statement is done. */

#define TABLES 2

byte readers[TABLES];   /* shared locks of the row */
bool is_locked[TABLES]; /* exclusively */
bool is_added[TABLES];  /* the next number is taken by a statement that is not done */

/* The state of a batch for one table: has locked the row, adds an entry. */
inline share(t)
{
    atomic {
        if
        :: !is_locked[t] -> readers[t]++; has[t] = true
        :: is_locked[t] -> has[t] = false /* SKIP LOCKED */
        fi
    }
}

/* Waits for the statement that is adding the same number; then it is taken, or free. */
inline add(t)
{
    if
    :: !has[t]
    :: atomic { has[t] && !is_added[t] -> is_added[t] = true; adds[t] = true }
    fi
}

inline finish(t)
{
    if
    :: has[t] -> readers[t]--
    :: else
    fi;
    if
    :: adds[t] -> is_added[t] = false
    :: else
    fi
}

proctype batch(byte first, second)
{
    bool has[TABLES], adds[TABLES];

    share(first);
    share(second);
    add(first);
    add(second);
    atomic { finish(first); finish(second) }
}

proctype end_of_game(byte t)
{
#ifdef ENTRY_BEFORE_ROW
    atomic { !is_added[t] -> is_added[t] = true }
    atomic { readers[t] == 0 && !is_locked[t] -> is_locked[t] = true }
#else
    atomic { readers[t] == 0 && !is_locked[t] -> is_locked[t] = true }
    atomic { !is_added[t] -> is_added[t] = true }
#endif
    atomic { is_locked[t] = false; is_added[t] = false }
}

init
{
    atomic {
        run batch(0, 1);
#ifdef UNSORTED
        run batch(1, 0);
#else
        run batch(0, 1);
#endif
        run end_of_game(0)
    }
}
