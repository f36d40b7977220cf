import { describe, expect, it } from 'vitest';
import type { OwnKey } from '../accounts/overview.ts';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, microsOf } from '../domain/micros.ts';
import { keyFacts } from './key-facts.ts';
import { keyPage } from './key-page.ts';
import type { KeyView } from './key-view.ts';
import { overviewPage } from './overview-page.ts';
import { secretPage } from './secret-page.ts';
import { checkMailPage, usedLinkPage } from './sign-in-pages.ts';
import { VenueTimes } from './venue-times.ts';

const DAY = 24 * HOUR;
const now = microsOf(Temporal.Instant.from('2026-11-20T12:35:00Z'));
const times = new VenueTimes(new LocalTime('UTC'));
const KEY: OwnKey = {
  ...{ id: 3, account: 1, email: 'ada@example.edu', prefix: 'hc_012345', name: 'bot', quota: 1000 },
  ...{ createdAt: now, expiresAt: null, revokedAt: null, previousUntil: null, isLeaked: false },
  ...{ state: 'active', used: 0, lastUsedAt: null, canReplace: true },
};
const VIEW: KeyView = {
  ...{ root: '../', times, now },
  overview: {
    keys: [KEY],
    freeKeys: 1,
    freeTomorrow: true,
    canReplaceLeaked: false,
    requests: [],
    events: [],
  },
};

/** What a reader sees, with single spaces. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('what is known of a key', () => {
  it.each([
    [0, 'Not yet'],
    [35 * DAY - 1, 'Not yet'],
    [35 * DAY, 'Not in the last 35 days'],
  ])('%i µs after its creation, if it has no kept use', (age, words) => {
    const facts = keyFacts({ ...KEY, createdAt: now - age }, VIEW);
    expect(textOf(facts.text)).toContain(`Last used ${words} Created`);
  });

  it('names the previous secret as long as it works', () => {
    const at = (previousUntil: number | null) => textOf(keyFacts({ ...KEY, previousUntil }, VIEW).text);
    expect(at(now + HOUR)).toContain('Previous secret works until Nov 20, 2026, 1:35pm UTC');
    for (const until of [null, now]) expect(at(until)).not.toContain('Previous');
  });
});

describe('a new secret', () => {
  it.each([
    [now + DAY, 'The previous secret works until Nov 21, 2026, 12:35pm UTC.'],
    [now, 'The previous secret no longer works.'],
  ])('says until when the previous one works: %i', (previousUntil, words) => {
    const secret = `${KEY.prefix}${'x'.repeat(32)}`;
    const facts = { root: '../', base: 'https://queue.example', times, now };
    const { main } = secretPage({ key: { ...KEY, previousUntil }, secret }, facts);
    expect(textOf(main.text).replaceAll(' .', '.')).toContain(words);
  });
});

describe('the page of a key', () => {
  it('begins with what somebody needs whose key has leaked', () => {
    const titles = [...keyPage(KEY, VIEW).main.text.matchAll(/<h2 [^>]*>([^<]*)</g)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual(['Replace', 'Revoke', 'Higher quota', 'Rename', 'Expiry']);
  });
});

describe('the overview', () => {
  it.each([
    [{ freeKeys: 0, canReplaceLeaked: true }, true],
    [{ freeKeys: 0, canReplaceLeaked: false }, false],
    [{ freeKeys: 1, canReplaceLeaked: true }, false],
  ])('says at the limit of keys that a leaked one can be replaced: %j', (limit, says) => {
    const view = { ...VIEW, overview: { ...VIEW.overview, ...limit } };
    const signedIn = { account: 1, email: 'ada@example.edu', expiresAt: now };
    const text = textOf(overviewPage(view, signedIn).main.text);
    expect(text.includes('You have as many keys as an account may have.')).toBe(limit.freeKeys === 0);
    expect(text.includes('replace the key that somebody found')).toBe(says);
  });
});

describe('the pages about a link', () => {
  it('say how many there are an hour, before anything that unfolds', () => {
    const facts = { contact: 'the kitchen', mailIsLogged: false };
    const [seen = ''] = checkMailPage('../', 'ada@example.edu', facts).main.text.split('<details');
    expect(textOf(seen)).toContain('If this address can get a link now, it is on its way to ada@example.edu');
    expect(textOf(seen)).toContain('An address gets at most 3 links an hour.');
  });

  it.each([
    [null, 'Go to your account , if you are signed in.'],
    ['ada@example.edu', 'You are signed in as ada@example.edu . Go to your account'],
  ])('that is not there know whether somebody is signed in: %s', (email, words) => {
    const text = textOf(usedLinkPage('../', email).main.text);
    expect(text).toContain('or it was not copied completely.');
    expect(text).toContain(words);
  });
});
