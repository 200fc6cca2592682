// nodes.test.mjs: people in browsers at three servers over one database, behind a
// balancer that sends each connection to another. Servers are killed and ended while
// they play; the pages reconnect by themselves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bothPlay, numberOf, openTable, sitDown } from './driver.mjs';
import { layWire, newPerson, nextProgram, openBrowser, startPostgres, startServer } from './harness.mjs';

let browser, database, nodes, balancer;
before(async () => {
    database = await startPostgres();
    nodes = [];
    for (let i = 0; i < 3; i++) nodes.push(await startServer(database.url));
    balancer = await layWire(...nodes.map(({ url }) => url));
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    balancer?.close();
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.stop();
});

const reaches = (page, n) => page.waitForFunction((wanted) => Number(document.querySelector('.table')?.dataset.n) >= wanted, n);

// Every node in turn is down for a while, so each person's connection and table are
// affected at some time. The players do not wait for it.
async function loseEachInTurn(people, signal, from) {
    for (const [i, node] of nodes.entries()) {
        const playing = bothPlay(people, from + 10 * (i + 1));
        await reaches(people[0].page, from + 10 * i + 3);
        const before = await Promise.all(people.map(({ page }) => numberOf(page)));
        await node.stop(signal);
        await playing;
        for (const [j, { page }] of people.entries()) assert.ok((await numberOf(page)) >= before[j], 'no move is lost');
        nodes[i] = await startServer(database.url, node.url);
    }
}

test('a game goes on while every server is lost in turn', async () => {
    const people = [await newPerson(browser, balancer.url), await newPerson(browser, balancer.url)];
    const [ada, ben] = people;
    const path = await openTable(ada.page, 'freight-train', ['me', 'open', 'greedy']);
    await sitDown(ben.page, path, 'Ben');
    await ada.page.locator('[data-start]:enabled').click();
    await Promise.all(people.map(({ page }) => page.locator('.table').waitFor()));

    await loseEachInTurn(people, 'SIGKILL', 0);
    await loseEachInTurn(people, 'SIGTERM', 30);

    const isOfALoss = (fault) => /WebSocket|ERR_CONNECTION|Failed to load resource/.test(fault);
    for (const { faults } of people) assert.deepEqual(faults.filter((fault) => !isOfALoss(fault)), []);
    await Promise.all(people.map((person) => person.close()));
});

// The balancer has sent them to a server that does not have the rules of their game: the
// page says so, and tries again until it comes to one that has.
test('a page looks for a server that has the rules of its table', async (t) => {
    const next = await startServer(database.url, undefined, nextProgram);
    t.after(() => next.stop());
    const wire = await layWire(nodes[0].url);
    t.after(() => wire.close());
    const ada = await newPerson(browser, wire.url);
    const path = await openTable(ada.page, 'freight-train', ['me', 'greedy']);
    await ada.page.locator('[data-start]:enabled').click();
    await ada.page.locator('.table').waitFor();

    wire.lead(next.url);
    await ada.page.goto(path);
    await ada.page.getByText('A server of another version has this table.').waitFor();
    wire.lead(nodes[0].url);
    await ada.page.locator('.table').waitFor();
    await ada.close();
});
