/* mail_text.c: writes mails. */
#include "server/mail_text.h"

#include "edge/mail_message.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCE_MAX = 600, MAC_BYTES = 16, ID_BYTES = 16 };

static const char *const SUBJECTS[MAIL_KINDS] = {
    [MAIL_CONFIRM] = "server.mail.confirm.subject",
    [MAIL_RESET] = "server.mail.reset.subject",
    [MAIL_DIGEST] = "server.mail.digest.subject",
    [MAIL_CHANGED] = "server.mail.changed.subject",
};

/* ------------------------------------------------------------------------- */
/* Parts                                                                     */
/* ------------------------------------------------------------------------- */

/* People choose their names: nothing in one may become a link in a mail. */
static void write_name(const char *name, char plain[STORE_NAME_MAX + 1])
{
    size_t length = strnlen(name, STORE_NAME_MAX);

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        plain[i] = c < ' ' || strchr(".:/@\\<>", c) != NULL ? ' ' : name[i];
    }
    plain[length] = '\0';
}

static void add_sentence(Text *out, const MailDraft *draft, const char *key,
                         const char *name, const char *game)
{
    char plain[STORE_NAME_MAX + 1], sentence[SENTENCE_MAX];

    write_name(name, plain);
    const WordsArgument arguments[] = { { "name", plain, 0 }, { "game", game, 0 } };
    words_write(draft->language, key, arguments, 2, sentence, sizeof sentence);
    text_add(out, sentence);
    text_add(out, "\n");
}

/* Where the mail comes from. */
static void add_foot(Text *out, const MailSender *sender)
{
    text_print(out, "\n-- \nRoundhouse\n%s\n", sender->base_url);
}

void unsubscribe_token(const MailSender *sender, const char *user_code, const char *key,
                       char token[UNSUBSCRIBE_MAX])
{
    char bound[STORE_CODE_MAX + STORE_ADDRESS_MAX + 2];
    unsigned char mac[MAC_BYTES];
    char hex[2 * MAC_BYTES + 1];

    snprintf(bound, sizeof bound, "%s %s", user_code, key);
    crypto_generichash(mac, sizeof mac, (const unsigned char *)bound, strlen(bound),
                       sender->key, sizeof sender->key);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    snprintf(token, UNSUBSCRIBE_MAX, "%s-%s", user_code, hex);
}

/* ------------------------------------------------------------------------- */
/* Kinds                                                                     */
/* ------------------------------------------------------------------------- */

/* The token is in the fragment, which no browser sends anywhere. */
static void add_confirm(Text *out, const MailSender *sender, const MailDraft *draft)
{
    const MailAccount *account = &draft->accounts[0];

    add_sentence(out, draft, "server.mail.confirm.text", account->name, "");
    text_print(out, "\n%s/mail#%s\n\n", sender->base_url, account->token);
    add_sentence(out, draft, "server.mail.confirm.ignore", account->name, "");
}

static void add_reset(Text *out, const MailSender *sender, const MailDraft *draft)
{
    add_sentence(out, draft, "server.mail.reset.text", "", "");
    for (int i = 0; i < draft->account_count; i++) {
        const MailAccount *account = &draft->accounts[i];
        text_add(out, "\n");
        add_sentence(out, draft, "server.mail.reset.account", account->name, "");
        text_print(out, "%s/reset#%s\n", sender->base_url, account->token);
    }
    text_add(out, "\n");
    add_sentence(out, draft, "server.mail.reset.ignore", "", "");
}

static void add_changed(Text *out, const MailDraft *draft)
{
    add_sentence(out, draft, "server.mail.changed.text", draft->accounts[0].name, "");
}

static void add_item(Text *out, const MailSender *sender, const MailDraft *draft,
                     const StoreMailItem *item)
{
    static const char *const KEYS[NOTICE_KINDS] = {
        [NOTICE_TURN] = "server.mail.digest.turn",
        [NOTICE_BEGIN] = "server.mail.digest.begin",
        [NOTICE_INVITED] = "server.mail.digest.invited",
    };
    char title_key[STORE_WORD_MAX + 16];

    snprintf(title_key, sizeof title_key, "%s.title", item->game);
    const char *title = words_find(draft->language, title_key);
    add_sentence(out, draft, KEYS[item->kind], item->by,
                 title != NULL ? title : item->game);
    text_print(out, "%s/t/%s\n\n", sender->base_url, item->code);
}

static void add_digest(Text *out, const MailSender *sender, const MailDraft *draft,
                       const char *unsubscribe)
{
    for (int i = 0; i < draft->item_count; i++) {
        if (draft->is_told[i])
            add_item(out, sender, draft, &draft->items[i]);
    }
    add_sentence(out, draft, "server.mail.digest.end", draft->accounts[0].name, "");
    text_print(out, "%s\n", unsubscribe);
}

/* ------------------------------------------------------------------------- */
/* The whole                                                                 */
/* ------------------------------------------------------------------------- */

/* The same for every try, so that a mail that comes twice is seen to be one. */
static void write_id(const MailSender *sender, const MailDraft *draft,
                     char id[2 * ID_BYTES + 1])
{
    char text[STORE_ADDRESS_MAX + 100];
    unsigned char hash[ID_BYTES];

    snprintf(text, sizeof text, "id %d %lld %lld %s", (int)draft->mail.kind,
             (long long)draft->mail.user, (long long)draft->mail.made, draft->key);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text),
                       sender->key, sizeof sender->key);
    sodium_bin2hex(id, 2 * ID_BYTES + 1, hash, sizeof hash);
}

static void add_body(Text *out, const MailSender *sender, const MailDraft *draft,
                     const char *unsubscribe)
{
    if (draft->mail.kind == MAIL_CONFIRM)
        add_confirm(out, sender, draft);
    else if (draft->mail.kind == MAIL_RESET)
        add_reset(out, sender, draft);
    else if (draft->mail.kind == MAIL_CHANGED)
        add_changed(out, draft);
    else
        add_digest(out, sender, draft, unsubscribe);
    add_foot(out, sender);
}

int mail_text_write(const MailSender *sender, const MailDraft *draft, int64_t now,
                    Text *out)
{
    char token[UNSUBSCRIBE_MAX], id[2 * ID_BYTES + 1];
    Text body = { 0 }, unsubscribe = { 0 };

    unsubscribe_token(sender, draft->accounts[0].code, draft->key, token);
    text_print(&unsubscribe, "%s/unsubscribe/%s", sender->base_url, token);
    if (unsubscribe.has_failed)
        return 0;
    add_body(&body, sender, draft, unsubscribe.bytes);
    write_id(sender, draft, id);
    const char *subject = words_find(draft->language, SUBJECTS[draft->mail.kind]);
    const MailMessage message = {
        .from_name = sender->from_name,
        .from = sender->from,
        .to = draft->to,
        .subject = subject != NULL ? subject : "Roundhouse",
        .language = draft->language == LANGUAGE_FR ? "fr" : "en",
        .id = id,
        .now = now,
        .unsubscribe = draft->mail.kind == MAIL_DIGEST ? unsubscribe.bytes : NULL,
        .body = body.bytes,
    };
    int is_written = !body.has_failed && mail_message_write(&message, out);
    if (body.bytes != NULL)
        sodium_memzero(body.bytes, body.length);
    text_free(&body);
    text_free(&unsubscribe);
    return is_written;
}
