/* tickets.c: signed tickets that expire. */
#include "server/tickets.h"

#include <sodium.h>
#include <string.h>

enum { MAC_BYTES = 32, TIME_BYTES = 8, MAC_AT = STORE_NONCE_BYTES + TIME_BYTES };
_Static_assert(MAC_AT + MAC_BYTES == TICKET_BYTES, "nonce, time and MAC");

static void put_number(uint8_t bytes[TIME_BYTES], int64_t number)
{
    for (int i = 0; i < TIME_BYTES; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (8 * i));
}

static int64_t get_number(const uint8_t bytes[TIME_BYTES])
{
    uint64_t number = 0;

    for (int i = 0; i < TIME_BYTES; i++)
        number |= (uint64_t)bytes[i] << (8 * i);
    return (int64_t)number;
}

/* With the NUL that ends it, so that two texts cannot be taken for two others. */
static void add_text(crypto_generichash_state *state, const char *text)
{
    if (text != NULL)
        crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void sign(const uint8_t secret[STORE_SECRET_BYTES], const TicketHolder *holder,
                 const uint8_t bytes[MAC_AT], uint8_t mac[MAC_BYTES])
{
    crypto_generichash_state state;
    uint8_t message[MAC_AT + 2 * TIME_BYTES];

    memcpy(message, bytes, MAC_AT);
    put_number(message + MAC_AT, holder->purpose);
    put_number(message + MAC_AT + TIME_BYTES, holder->user);
    crypto_generichash_init(&state, secret, STORE_SECRET_BYTES, MAC_BYTES);
    crypto_generichash_update(&state, message, sizeof message);
    add_text(&state, holder->session);
    add_text(&state, holder->password);
    crypto_generichash_final(&state, mac, MAC_BYTES);
}

void ticket_make(const uint8_t secret[STORE_SECRET_BYTES], const TicketHolder *holder,
                 int64_t expires, char text[TICKET_TEXT])
{
    uint8_t bytes[TICKET_BYTES];

    randombytes_buf(bytes, STORE_NONCE_BYTES);
    put_number(bytes + STORE_NONCE_BYTES, expires);
    sign(secret, holder, bytes, bytes + MAC_AT);
    sodium_bin2base64(text, TICKET_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

int ticket_read(const uint8_t secret[STORE_SECRET_BYTES], const TicketHolder *holder,
                int64_t now, const char *text, Ticket *ticket)
{
    uint8_t bytes[TICKET_BYTES], mac[MAC_BYTES];
    size_t length;

    if (sodium_base642bin(bytes, sizeof bytes, text, strlen(text), NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING)
            != 0
        || length != TICKET_BYTES)
        return 0;
    sign(secret, holder, bytes, mac);
    if (sodium_memcmp(mac, bytes + MAC_AT, MAC_BYTES) != 0)
        return 0;
    memcpy(ticket->nonce, bytes, sizeof ticket->nonce);
    ticket->expires = get_number(bytes + STORE_NONCE_BYTES);
    return ticket->expires > now;
}
