/* test_nodes_mail.c: a mail is sent by one node, once, and its links work at every other.
 */
#include "nodes.h"
#include "office.h"
#include "post.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static SmtpService *post;

static void open_all(void)
{
    nodes_open();
    post = post_open(nodes[0], &(PostOptions){ .tls = SMTP_PLAIN });
    for (int i = 1; i < NODES; i++)
        post_join(nodes[i], post);
}

TestSuite(nodes_mail, .init = open_all, .fini = nodes_close);

Test(nodes_mail, is_sent_once)
{
    enum { PEOPLE = 12 };
    char name[16], address[32];
    int counts[PEOPLE] = { 0 };
    Mailed mailed;

    for (int i = 0; i < PEOPLE; i++) {
        snprintf(name, sizeof name, "Ada %d", i);
        snprintf(address, sizeof address, "a%d@example.org", i);
        Person ada = person_kept(nodes[i % NODES], name);
        ask_for_mail(&ada, address, 0, "en");
    }
    for (int i = 0; i < PEOPLE; i++) {
        cr_assert(smtp_service_next(post, PATIENCE_MS, &mailed));
        cr_expect_eq(mailed.status, 250);
        counts[atoi(mailed.to + 1)]++;
    }
    for (int i = 0; i < PEOPLE; i++)
        cr_expect_eq(counts[i], 1, "%d mails for %d", counts[i], i);
    expect_no_mail(nodes[0], post);
}

Test(nodes_mail, has_links_that_work_everywhere)
{
    Person ada = person_kept(nodes[0], "Ada");
    char token[128];

    ask_for_mail(&ada, "ada@example.org", 0, "en");
    Mailed mailed = expect_mail(post, "ada@example.org", 250);
    mail_link(&mailed, "/mail#", token, sizeof token);
    must_ask(nodes[1], NULL, "/api/1/mail/confirm", "{\"token\":\"%s\"}", token);
    must_ask(nodes[2], NULL, "/api/1/recover", "{\"who\":\"Ada\"}");
    mailed = expect_mail(post, "ada@example.org", 250);
    mail_link(&mailed, "/reset#", token, sizeof token);
    must_ask(nodes[1], NULL, "/api/1/reset",
             "{\"token\":\"%s\",\"password\":\"all aboard\"}", token);
}
