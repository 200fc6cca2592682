/* test_nodes_passkeys.c: a challenge of one node is answered at another, once. */
#include "nodes.h"
#include "rite.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(nodes_passkeys, .init = nodes_open, .fini = nodes_close);

Test(nodes_passkeys, a_challenge_of_one_node_is_answered_at_another)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(nodes[0], "Ada");
    char challenge[FIELD], body[BODY];

    rite_challenge(nodes[0], &ada, "/api/1/passkeys/challenge", challenge);
    rite_make(nodes[1], &ada, &key, &(Rite){ .challenge = challenge }, "", body);
    must_ask(nodes[1], &ada, "/api/1/passkeys", "%s", body);
    rite_challenge(nodes[1], NULL, "/api/1/login/challenge", challenge);
    rite_sign(nodes[2], ada.user, &key, &(Rite){ .challenge = challenge }, body);
    must_ask(nodes[2], NULL, "/api/1/login/passkey", "%s", body);
    /* Used up everywhere. */
    for (int i = 0; i < NODES; i++) {
        rite_sign(nodes[i], ada.user, &key, &(Rite){ .challenge = challenge }, body);
        must_not_ask(nodes[i], NULL, 403, "wrong-passkey", "/api/1/login/passkey", "%s",
                     body);
    }
    soft_key_free(&key);
}

Test(nodes_passkeys, a_counter_grows_at_all_nodes_together)
{
    SoftKey key = soft_key_new(KEY_ES256);
    Person ada = person_new(nodes[0], "Ada");
    char body[BODY];

    rite_make(nodes[0], &ada, &key, &RITE, "", body);
    must_ask(nodes[0], &ada, "/api/1/passkeys", "%s", body);
    rite_sign(nodes[1], ada.user, &key, &(Rite){ .counter = 5 }, body);
    must_ask(nodes[1], NULL, "/api/1/login/passkey", "%s", body);
    rite_sign(nodes[2], ada.user, &key, &(Rite){ .counter = 5 }, body);
    must_not_ask(nodes[2], NULL, 403, "wrong-passkey", "/api/1/login/passkey", "%s", body);
    soft_key_free(&key);
}
