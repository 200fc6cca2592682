// moments.test.mjs: moments of games in which people did not know what to do, on screens of every
// size: what is said, what stands where, and what keys and focus do.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { playOn } from './driver.mjs';
import { expectCount, newPerson, QUICK } from './harness.mjs';
import { endedGame, keptGame, openKept } from './kept.mjs';
import { browser, files, folder, useFiles, useFolder } from './setup.mjs';

useFiles();
useFolder();

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const touch = (width, height) => ({ viewport: { width, height }, isMobile: true, hasTouch: true });
const PHONE = touch(360, 740);
const ASKED = { ...QUICK, confirm: true, name: 'Nora' };

// A person at this moment of a game; the page must do nothing that it should not.
function moment(name, game, fits, options, look) {
    test(name, async () => {
        const me = await newPerson(browser, files.url, { settings: ASKED, ...options });
        await openKept(me, keptGame(game, fits));
        await look(me.page);
        assert.deepEqual(me.faults, []);
        await me.close();
    });
}

// Waits until this holds in the page.
const holds = (page, claim, argument) => page.waitForFunction(claim, argument);

const isTurn = ({ stage }, n) => n > 40 && stage === 'turn';
const MOMENTS = {
    'freight-train': isTurn,
    'station-master': isTurn,
    'take-a-train': ({ step }, n) => n > 40 && step === 'coupling',
};

// ---------------------------------------------------------------------------
// Auctions
// ---------------------------------------------------------------------------

const isPicking = ({ auction, step, pending }) => auction === 'pre-empted' && step === 'picking' && pending.length < 4;

moment('whoever has picked a locomotive has no bid of $0', 'take-a-train', isPicking, DESKTOP, async (page) => {
    const others = page.locator('.bids li', { hasText: 'has picked' });
    await others.first().waitFor();
    for (const text of await others.allInnerTexts()) assert.doesNotMatch(text, /\$/);
    assert.equal(await page.locator('.bids strong', { hasText: /^\$0$/ }).count(), 0);
});

const isRaising = ({ auction, step }) => auction === 'passed' && step === 'raising';

// Cut names, broken rows and what lies over its neighbour.
function crowded() {
    const names = [...document.querySelectorAll('.bids .name')].filter((one) => one.scrollWidth > one.clientWidth);
    const field = document.querySelector('.box .field');
    const amount = field.querySelector('input').getBoundingClientRect();
    const { left, right } = field.getBoundingClientRect();
    const rows = [...document.querySelectorAll('.box .jumps, .box .buttons')].filter(
        (row) => new Set([...row.children].map((one) => one.getBoundingClientRect().top)).size > 1,
    );
    const cut = amount.left < left || amount.right > right ? [field] : [];
    return [...names, ...rows, ...cut].map((one) => one.innerText || one.className);
}

for (const [size, options] of [['a desktop', DESKTOP], ['a phone', PHONE], ['a phone on its side', touch(740, 360)]])
    for (const language of ['en', 'fr'])
        moment(`names, amount and buttons of a raise are whole, on ${size}, ${language}`, 'take-a-train', isRaising, {
            ...options,
            settings: { ...ASKED, language },
        }, (page) => holds(page, `document.querySelector('.box .jumps') !== null && (${crowded})().length === 0`)
            .catch(async () => assert.deepEqual(await page.evaluate(crowded), [])));

const RAISES = [['a desktop', DESKTOP], ['a phone', PHONE]].flatMap(([size, options]) =>
    ['en', 'fr'].map((language) => [`${size}, ${language}`, { ...options, settings: { ...ASKED, language } }]),
);

for (const [size, options] of RAISES)
    moment(`a raise says its lowest bid and the own money, with one Pass beside it, on ${size}`, 'take-a-train', isRaising, options, async (page) => {
        const bid = page.locator('.box [data-action^="bid"]');
        await bid.waitFor();
        const least = /\d+/.exec(await bid.innerText())[0];
        await page.locator('.box .note', { hasText: least }).waitFor();
        assert.match(await page.locator('.box .own').innerText(), /\$\d+|\d+\s\$/);
        const pass = page.locator('[data-action="pass"]');
        assert.equal(await pass.count(), 1);
        assert.equal(await pass.evaluate((one) => one.matches('.strong')), false);
        // Money, Pass and bid are in sight above the dock.
        await holds(page, () => {
            const dock = document.querySelector('.dock').getBoundingClientRect().top;
            const shown = document.querySelectorAll('.box .own, .box .buttons button');
            return [...shown].every((one) => one.getBoundingClientRect().bottom <= dock);
        });
    });

const isLastBid = ({ auction, step, round }) => auction === 'blind' && step === 'sealed' && round > 0;

moment('after the last secret bid the recap says who has won the lot', 'take-a-train', isLastBid, DESKTOP, async (page) => {
    const lot = (await page.locator('.lot.up .name').innerText()).trim();
    await page.locator('.box [data-action^="bid"]').click();
    await page.locator('[data-confirm]').click();
    await page.locator('[data-since] details', { hasText: `takes ${lot} for $` }).waitFor();
});

moment('a secret bid that shows all bids is asked for first, and can be taken back', 'take-a-train', isLastBid, DESKTOP, async (page) => {
    const n = await page.locator('.table').getAttribute('data-n');
    const bid = page.locator('.box [data-action^="bid"]');
    const text = /Bid \$\d+/.exec(await bid.innerText())[0];
    await bid.click();
    await page.locator('.prompt', { hasText: text }).waitFor();
    await page.locator('[data-confirm]').waitFor();
    assert.equal(await page.locator('.table').getAttribute('data-n'), n, 'nothing is done yet');
    await page.getByRole('button', { name: /^FR,/ }).click();
    await page.locator('html[lang="fr"]').waitFor();
    await holds(page, (english) => !document.querySelector('.prompt').innerText.includes(english), text);
    await page.locator('[data-undo]:enabled').click();
    await bid.click();
    await page.locator('[data-confirm]').click();
    await holds(page, (was) => Number(document.querySelector('.table').dataset.n) > Number(was), n);
});

const isLastOfAll = ({ auction, step }) => auction === 'pre-empted' && step === 'sealed';

moment('a secret bid that wins is asked for, as one that loses', 'take-a-train', isLastOfAll, DESKTOP, async (page) => {
    await page.locator('.box input[type="range"]').evaluate((range) => {
        range.value = range.max;
        range.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.locator('.box [data-action^="bid"]').click();
    await page.locator('[data-confirm]').click();
    await page.locator('.prompt', { hasText: 'Take a locomotive for your bid.' }).waitFor();
});

// In sight, above the dock and not cut.
const isWhole = (selector) => {
    const one = document.querySelector(selector);
    if (one === null) return false;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const dock = document.querySelector('.dock').getBoundingClientRect().top;
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= dock && one.scrollHeight <= one.clientHeight + 1;
};

moment('on a phone a lot that I have won is said first, and whole', 'take-a-train', isLastBid, touch(390, 844), async (page) => {
    const lot = (await page.locator('.lot.up .name').innerText()).trim();
    await page.locator('.box input[type="range"]').evaluate((range) => {
        range.value = range.max;
        range.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.locator('.box [data-action^="bid"]').click();
    await page.locator('[data-confirm]').click();
    await page.locator('[data-since] details:first-child .result', { hasText: `Nora takes ${lot} for $` }).waitFor();
    await holds(page, isWhole, '[data-since] details:first-child .result');
});

moment('a blind auction says once who pays', 'take-a-train', isLastBid, PHONE, async (page) => {
    await page.locator('.box .note').waitFor();
    assert.equal((await page.locator('.stage').innerText()).match(/highest/g).length, 1);
});

const isFree = (state) => isLastBid(state) && state.starter !== 0;
const isBound = (state) => isLastBid(state) && state.starter === 0;

moment('a blind auction says that $0 declines', 'take-a-train', isFree, DESKTOP, (page) =>
    page.locator('.box .note', { hasText: '$0 declines' }).waitFor());

moment('a blind auction says what its starter must bid', 'take-a-train', isBound, DESKTOP, async (page) => {
    const [, least] = /Bid (\$\d+)/.exec(await page.locator('.box [data-action^="bid"]').innerText());
    await page.locator('.box .note', { hasText: `at least ${least}` }).waitFor();
});

moment('Pass and the bid show their keys', 'take-a-train', isRaising, DESKTOP, async (page) => {
    await page.locator('.box [data-action="pass"] kbd', { hasText: '1' }).waitFor();
    await page.locator('.box [data-action^="bid"] kbd', { hasText: '2' }).waitFor();
});

// ---------------------------------------------------------------------------
// The end of a turn
// ---------------------------------------------------------------------------

const canEnd = ({ stage, players, held }, n) => n > 60 && stage === 'turn' && held.length === 0 && players[0].points > 0;

moment('after a move the turn is still the own one: what to press is said, shown and in focus', 'freight-train', canEnd, DESKTOP, async (page) => {
    await page.locator('[data-action^="call"]').focus();
    await page.keyboard.press('Enter');
    const end = page.locator('[data-confirm]');
    await holds(page, () => document.activeElement?.matches('[data-confirm]') === true);
    await end.locator('kbd', { hasText: 'E' }).waitFor();
    await page.locator('.players-wide .waiting', { hasText: 'Nora' }).waitFor();
    assert.equal(await page.locator('.opponent.acting').count(), 0);
    await page.locator('.main .slot:not(.empty)').first().click();
    await page.locator('.notice', { hasText: 'End turn' }).waitFor();
    await page.keyboard.press('e');
    await end.waitFor({ state: 'detached' });
});

moment('on a phone what is asked for has the whole width', 'station-master', isTurn, touch(390, 844), async (page) => {
    await playOn(page, { most: 1, stopAt: '[data-confirm]' });
    await page.locator('[data-confirm]').waitFor();
    await holds(page, () => document.querySelector('.prompt').getBoundingClientRect().width > innerWidth * 0.85);
});

const canBoard = ({ stage, players, station }, n) => n > 10 && stage === 'turn' && players[0].home.length > 0
    && station.some(({ locomotive, tokens }) => tokens.length < Number(locomotive.at(-1)));

moment('a token flies in about its size', 'station-master', canBoard, {
    ...touch(390, 844),
    settings: { ...ASKED, motion: 'system', pace: 'calm' },
}, async (page) => {
    await page.evaluate(() => {
        window.flown = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, timing) {
            if (this.dataset?.place?.startsWith('token:')) window.flown.push(frames[0].transform);
            return animate.call(this, frames, timing);
        };
    });
    const token = page.locator('.home [data-source^="token:"]').first();
    await token.tap();
    await page.locator('.station .aim .here').first().tap();
    await holds(page, () => window.flown.length > 0);
    const [transform] = await page.evaluate(() => window.flown);
    const [, scale] = /scale\(([\d.]+)\)/.exec(transform);
    assert.ok(Number(scale) < 3, transform);
});

// ---------------------------------------------------------------------------
// Small screens
// ---------------------------------------------------------------------------

// What does not fit: cut texts, and buttons that are not wholly on the screen.
function misfits() {
    const cut = [...document.querySelectorAll('.header h1, .strip .name, .engine .facts, .engine .name')].filter(
        (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1,
    );
    const off = [...document.querySelectorAll('.dock button')].filter((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return one.checkVisibility() && (left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
    });
    // A word of the title that stands in two lines.
    const title = document.querySelector('.header h1').firstChild;
    const broken = [...title.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(title, index);
        range.setEnd(title, index + word.length);
        return range.getClientRects().length > 1;
    });
    return [...cut, ...off].map((one) => one.innerText || one.className).concat(broken.map(([word]) => word));
}

for (const [game, fits] of Object.entries(MOMENTS))
    for (const [width, height] of [[360, 740], [390, 844], [740, 360]])
        for (const language of ['en', 'fr'])
            moment(`${game}: titles, names and buttons fit, ${width} by ${height}, ${language}`, game, fits, {
                ...touch(width, height),
                settings: { ...ASKED, language },
            }, async (page) => {
                const isFit = (found) => holds(page, `(${found})().length === 0`);
                await isFit(misfits).catch(async () => assert.deepEqual(await page.evaluate(misfits), []));
            });

for (const [game, fits] of Object.entries(MOMENTS))
    moment(`${game}: on a phone on its side the table has most of the screen`, game, fits, touch(740, 360), (page) =>
        holds(page, () => {
            const top = document.querySelector('.board').getBoundingClientRect().top;
            const bottom = document.querySelector('.dock').getBoundingClientRect().top;
            return bottom - top > innerHeight * 0.4;
        }),
    );

// What to touch next on a phone on its side.
const NEXT = {
    'freight-train': ['.main .siding:last-child .track'],
    'station-master': ['.hand [data-source]', '.home [data-source]', '.station .train'],
    'take-a-train': ['[data-source^="market:"]', '.own .train'],
};

const SIDEWAYS = Object.entries(MOMENTS).flatMap(([game, fits]) => ['en', 'fr'].map((language) => [game, fits, language]));

for (const [game, fits, language] of SIDEWAYS)
    moment(`${game}: on a phone on its side what to touch is in sight, and the dock is one row, ${language}`, game, fits, {
        ...touch(740, 360),
        settings: { ...ASKED, language },
    }, (page) =>
        holds(page, (selectors) => {
            const dock = document.querySelector('.dock').getBoundingClientRect();
            const undo = document.querySelector('[data-undo]').getBoundingClientRect();
            const isSeen = (selector) => {
                const { bottom = Infinity } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
                return bottom <= dock.top;
            };
            return dock.height < 60 && undo.right > innerWidth - 16 && selectors.every(isSeen);
        }, NEXT[game]),
    );

const hasAll = ({ step, players }) => step === 'coupling' && players[0].locomotives.length === 3;

// The bottoms of these, and the top of the dock, above which they must be.
const areSeen = (selector) => {
    const dock = document.querySelector('.dock').getBoundingClientRect().top;
    const news = document.querySelector('[data-latest]')?.getBoundingClientRect() ?? { height: 0 };
    const shown = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    return shown.length > 0 && shown.every(({ top, bottom }) => top >= 0 && bottom <= dock - news.height + 1);
};

for (const [size, options] of [['a laptop', DESKTOP], ['a phone on its side', touch(740, 360)]])
    for (const language of ['en', 'fr'])
        moment(`three own locomotives are in sight, on ${size}, ${language}`, 'take-a-train', hasAll, {
            ...options,
            settings: { ...ASKED, language },
        }, async (page) => {
            assert.equal(await page.locator('.own .train').count(), 3);
            await holds(page, areSeen, '.own .train');
        });

moment('on a phone a picked wagon brings the locomotives into sight', 'take-a-train', hasAll, PHONE, async (page) => {
    await page.locator('[data-source^="market:"]').first().tap();
    await page.locator('.own .train.aim').first().waitFor();
    await holds(page, areSeen, '.own .train');
});

const isLaden = ({ stage, players }, n) => n > 40 && stage === 'turn' && players[0].hand.includes('reassign')
    && players[0].hand.some((card) => /^[+-]\d$/.test(card));

for (const language of ['en', 'fr']) {
    const settings = { ...ASKED, language };
    moment(`five kinds of actions are one row on a phone on its side, ${language}`, 'station-master', isLaden, {
        ...touch(740, 360),
        settings,
    }, async (page) => {
        assert.equal(await page.locator('.groups button').count(), 5);
        await holds(page, () => document.querySelector('.dock').getBoundingClientRect().height < 60);
        await holds(page, `(${misfits})().length === 0`);
    });
    moment(`five kinds of actions are two rows on a phone, ${language}`, 'station-master', isLaden, {
        ...PHONE,
        settings,
    }, (page) =>
        holds(page, () => {
            const buttons = [...document.querySelectorAll('.groups button')];
            return new Set(buttons.map((one) => one.getBoundingClientRect().top)).size === 2;
        }),
    );
}

const hasFour = ({ step, market }) => step === 'coupling' && market.length > 3;

moment('four cards of the market stand apart on a phone on its side', 'take-a-train', hasFour, {
    ...touch(740, 360),
    settings: { ...ASKED, language: 'fr' },
}, (page) =>
    holds(page, () => {
        const cards = [...document.querySelectorAll('.market .piece')].map((one) => one.getBoundingClientRect());
        return cards.length > 3 && cards.every(({ left }, i) => i === 0 || left >= cards[i - 1].right);
    }),
);

moment('on a phone on its side the bid is beside its lot', 'take-a-train', isRaising, touch(740, 360), (page) =>
    holds(page, () => {
        const dock = document.querySelector('.dock').getBoundingClientRect().top;
        const shown = [...document.querySelectorAll('.box .amount, .box .buttons button')];
        return shown.length > 2 && shown.every((one) => one.getBoundingClientRect().bottom <= dock);
    }),
);

for (const [game, fits] of Object.entries(MOMENTS))
    moment(`${game}: scrolled down, a line says what has happened`, game, fits, touch(390, 844), async (page) => {
        await page.locator('[data-since]').waitFor();
        assert.equal(await page.locator('[data-latest]').count(), 0);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await page.locator('[data-latest]').waitFor();
        await holds(page, () => {
            const { top, bottom } = document.querySelector('[data-latest]').getBoundingClientRect();
            return top > 0 && bottom <= innerHeight && document.querySelector('[data-latest]').innerText.length > 5;
        });
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator('[data-latest]').waitFor({ state: 'detached' });
    });

// ---------------------------------------------------------------------------
// Station Master
// ---------------------------------------------------------------------------

const isSpecial = (card) => !/^[+-]\d$|^first$|^executive$/.test(card);
const onlyTransfer = ({ players }, n) => n === 0 && players[0].hand.filter(isSpecial).join() === 'transfer';

moment('a Transfer without tokens asks for no train, and its button names it', 'station-master', onlyTransfer, DESKTOP, async (page) => {
    await page.locator('[data-action^="waste"]', { hasText: 'Transfer' }).waitFor();
    await page.locator('[data-source="hand:transfer"]').click();
    await page.locator('[data-idle]').waitFor();
    assert.equal(await page.locator('.tip').count(), 1);
});

const hasTransfer = ({ stage, players }) => stage === 'turn' && players[0].hand.includes('transfer');

moment('the name of a card is not cut into two words', 'station-master', hasTransfer, {
    ...touch(390, 844),
    settings: { ...ASKED, language: 'fr' },
}, (page) =>
    holds(page, () => {
        const text = document.createRange();
        text.selectNodeContents(document.querySelector('[data-source="hand:transfer"] .name'));
        return text.toString() === 'Correspondance' && text.getClientRects().length === 1;
    }),
);

const canPlaceAll = ({ stage, players, station }, n) =>
    n > 20 && stage === 'turn' && new Set(players[0].home).size === 3 && station.length > 3;

moment('all places for a token are in sight', 'station-master', canPlaceAll, DESKTOP, async (page) => {
    await page.locator('[data-group="board"]').click();
    await page.locator('.bar .list [data-action]').nth(8).waitFor();
    await holds(page, () => {
        const list = document.querySelector('.bar .list');
        return list.scrollHeight <= list.clientHeight + 1;
    });
});

moment('a departure shows its key, and digits open nothing below it', 'station-master', isTurn, DESKTOP, async (page) => {
    await playOn(page, { stopAt: '[data-go-on]' });
    await page.locator('[data-go-on] kbd', { hasText: 'E' }).waitFor();
    const [title] = await page.locator('.departures .title').allInnerTexts();
    assert.equal(title.match(/executive|ordinary|freight/g).length, 1, 'the kind of train is said once');
    const was = await page.locator('.departures').innerText();
    await page.keyboard.press('1');
    await page.keyboard.press('e');
    // Another train may have left meanwhile.
    await holds(page, (before) => document.querySelector('.departures')?.innerText !== before, was);
    assert.equal(await page.locator('.bar .list').count(), 0);
});

// ---------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------

// How many have as much as the winner.
const firsts = ({ scores, ranking }) => scores.filter((one) => one === scores[ranking.indexOf(1)]).length;
const winners = ({ ranking }) => ranking.filter((place) => place === 1).length;
const isTied = (position) => firsts(position) === 2;
const isTiedBehind = (position) => firsts(position) === 1 && new Set(position.scores).size < position.scores.length;

test('a shared win says that all is equal', async () => {
    const me = await newPerson(browser, files.url, { settings: ASKED });
    await openKept(me, endedGame('station-master', (position) => winners(position) === 2), 'dialog[open]');
    await me.page.locator('dialog[open] [data-tied]', { hasText: 'the win is shared' }).waitFor();
    await me.close();
});

test('equal scores behind the winner do not explain the win', async () => {
    const me = await newPerson(browser, files.url, { settings: ASKED });
    await openKept(me, endedGame('take-a-train', isTiedBehind), 'dialog[open]');
    await me.page.locator('dialog[open] [data-tie]').first().waitFor();
    assert.equal(await me.page.locator('[data-tied]').count(), 0);
    await me.close();
});

for (const [language, why] of [['en', 'best single train'], ['fr', 'meilleur train']])
    test(`equal scores say what decided, ${language}`, async () => {
        const settings = { ...ASKED, language };
        const me = await newPerson(browser, files.url, { settings });
        await openKept(me, endedGame('station-master', isTied), 'dialog[open]');
        await me.page.locator('dialog[open] [data-tied]').waitFor();
        await expectCount(me.page.locator('dialog[open] [data-tie]', { hasText: why }), 2);
        await me.close();
    });

for (const [size, options] of [['a desktop', DESKTOP], ['a phone', PHONE]])
    test(`the end of a long account has no plus sign, and checking the deal is in sight, on ${size}`, async () => {
        const me = await newPerson(browser, files.url, { settings: ASKED, ...options });
        await openKept(me, endedGame('take-a-train', () => true), 'dialog[open]');
        const { page } = me;
        const ends = page.locator('dialog[open] .lines li:last-child b');
        await ends.first().waitFor();
        for (const text of await ends.allInnerTexts()) assert.doesNotMatch(text, /\+/);
        await holds(page, () => {
            const { top, bottom } = document.querySelector('dialog[open] [data-check-deal]').getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight && document.querySelector('dialog[open] footer [data-check-deal]') !== null;
        });
        await page.locator('[data-check-deal]').click();
        await page.locator('dialog[open] [data-verdict]').waitFor();
        await holds(page, () => document.activeElement?.matches('dialog[open] .deal h3') === true);
        await me.close();
    });

moment('passengers have one name in French', 'station-master', isTurn, { ...DESKTOP, settings: { ...ASKED, language: 'fr' } }, async (page) => {
    await page.locator('[data-since] .result', { hasText: 'voyageur' }).first().waitFor();
    assert.doesNotMatch(await page.locator('.table').innerText(), /passager/);
});

// On the page, however it is scrolled; a picked card is lifted a little.
const topOf = (selector) => document.querySelector(selector).getBoundingClientRect().top + scrollY;

moment('a picked carriage moves nothing, and every train says what it becomes', 'station-master', isLaden, PHONE, async (page) => {
    const carriage = page.locator('.hand [data-source^="hand:+"], .hand [data-source^="hand:-"]').first();
    const was = await page.evaluate(topOf, '.hand');
    await carriage.tap();
    const trains = await page.locator('.station .train').count();
    await expectCount(page.locator('.station .preview', { hasText: /^worth \S+, becomes \S+$/ }), trains);
    const is = await page.evaluate(topOf, '.hand');
    assert.ok(Math.abs(is - was) < 6, `the hand was at ${was} and is at ${is}`);
});

const hasReassign = ({ stage, players }, n) => n > 40 && stage === 'turn' && players[0].hand.includes('reassign');

moment('a picked card leaves the trains in sight', 'station-master', hasReassign, PHONE, async (page) => {
    const card = page.locator('[data-source="hand:reassign"]').first();
    await card.scrollIntoViewIfNeeded();
    await card.tap();
    await page.locator('.does').waitFor({ state: 'attached' });
    await holds(page, () => {
        const dock = document.querySelector('.dock').getBoundingClientRect().top;
        const trains = [...document.querySelectorAll('.station .train')].map((one) => one.getBoundingClientRect());
        return trains.length > 0 && trains.every(({ top, bottom }) => top >= 0 && bottom <= dock);
    });
});

for (const [size, options, says] of [['a desktop', DESKTOP, /arrow keys/], ['a phone', PHONE, /tap a car/]])
    moment(`how to rearrange is said for ${size}`, 'freight-train', canEnd, options, async (page) => {
        await page.locator('[data-action="rearrange"]').click();
        await page.locator('[data-plan-done]').waitFor();
        assert.match(await page.locator('.prompt').innerText(), says);
    });

// ---------------------------------------------------------------------------
// The start page
// ---------------------------------------------------------------------------

async function openFile(page, text) {
    const path = join(folder, 'game.save');
    await writeFile(path, text);
    await page.goto('/');
    await page.locator('input[type="file"]').setInputFiles(path);
}

test('a save file that was opened is on the start page before its first move, and not stored', async () => {
    const me = await newPerson(browser, files.url, { settings: ASKED });
    await openFile(me.page, keptGame('station-master', isTurn).save);
    await me.page.locator('.board').waitFor();
    await me.page.locator('.home').first().click();
    await me.page.locator('[data-saved] a').click();
    await me.page.locator('.board').waitFor();
    const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('roundhouse.table.'));
    assert.deepEqual(await me.page.evaluate(stored), []);
    await me.close();
});

test('a save file that was cut offers no reload', async () => {
    const me = await newPerson(browser, files.url, { settings: ASKED });
    await openFile(me.page, keptGame('station-master', isTurn).save.slice(0, -40));
    await me.page.locator('main a.strong').waitFor();
    assert.equal(await me.page.locator('[data-reload]').count(), 0);
    await me.close();
});

for (const [size, options] of [['a desktop', DESKTOP], ['a phone', PHONE]])
    test(`games can be begun without scrolling below unfinished ones, on ${size}`, async () => {
        const me = await newPerson(browser, files.url, { settings: ASKED, ...options });
        const table = keptGame('station-master', isTurn);
        await me.context.addInitScript((kept) => {
            for (const id of ['a', 'b', 'c', 'd']) localStorage[`roundhouse.table.${id}`] = JSON.stringify({ ...kept, id });
        }, table);
        await me.page.goto('/');
        await me.page.locator('[data-saved]').first().waitFor();
        await holds(me.page, () => document.querySelector('[data-play]').getBoundingClientRect().bottom <= innerHeight);
        await me.close();
    });
