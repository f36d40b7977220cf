import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, microsOf } from '../../service/domain/micros.ts';
import type { OwnKey } from '../overview.ts';
import { keyPage } from './key-page.ts';
import { type KeyView, keyFacts, useToday } from './keys.ts';
import { overviewPage } from './overview-page.ts';
import { secretPage } from './secret-page.ts';
import { checkMailPage, usedLinkPage } from './sign-in-pages.ts';
import { VenueTimes } from './venue-times.ts';

const DAY = 24 * HOUR;
const now = microsOf(Temporal.Instant.from('2026-11-20T12:35:00Z'));
const times = new VenueTimes(new LocalTime('UTC'));
const KEY: OwnKey = {
  id: 3,
  account: 1,
  email: 'ada@example.edu',
  prefix: 'hc_012345',
  name: 'bot',
  quota: 1000,
  createdAt: now,
  expiresAt: null,
  venues: null,
  revokedAt: null,
  state: 'active',
  used: 0,
  lastUsedAt: null,
};
const VIEW: KeyView = {
  root: '../',
  times,
  now,
  contact: 'the kitchen',
  overview: { keys: [KEY], freeKeys: 1, freeTomorrow: true, events: [] },
};

/** What a reader sees, with single spaces. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

it('shows the venues of a key that is not for all, and sends its first request to one of them', () => {
  const key = { ...KEY, venues: 'cafe,hall' };
  expect(textOf(keyFacts(key, VIEW).text)).toContain('Works at cafe, hall Last used');
  expect(textOf(keyFacts(KEY, VIEW).text)).not.toContain('Works at');
  const facts = { root: '../', base: 'https://queue.example', venuePath: 'bar/', isReplacement: true };
  const { main } = secretPage({ key, secret: KEY.prefix }, facts);
  expect(main.text).toContain('https://queue.example/cafe/api/v1/status');
  expect(main.text).not.toContain('bar/');
});

it.each([
  [0, '0 of 0 requests used today'],
  [1, '0 of 1 request used today'],
  [1000, '0 of 1,000 requests used today'],
])('shows the use of a quota of %i', (quota, text) => {
  expect(textOf(useToday({ ...KEY, quota }).text)).toBe(text);
  const secret = { key: { ...KEY, quota }, secret: KEY.prefix };
  const { main } = secretPage(secret, {
    root: '../',
    base: 'https://queue.example',
    venuePath: '',
    isReplacement: false,
  });
  expect(textOf(main.text)).toContain(`It may send ${text.slice(5, -' used today'.length)} a day.`);
});

it.each([
  [0, 'Not yet'],
  [35 * DAY - 1, 'Not yet'],
  [35 * DAY, 'Not in the last 35 days'],
])('shows a key without kept use %i µs after its creation', (age, words) => {
  const facts = keyFacts({ ...KEY, createdAt: now - age }, VIEW);
  expect(textOf(facts.text)).toContain(`Last used ${words} Created`);
});

it.each([true, false])(
  'says that the previous secret no longer works, if there was one: %s',
  (isReplacement) => {
    const secret = `${KEY.prefix}${'x'.repeat(32)}`;
    const facts = { root: '../', base: 'https://queue.example', venuePath: '', isReplacement };
    const { main } = secretPage({ key: KEY, secret }, facts);
    expect(textOf(main.text).includes('The previous secret no longer works.')).toBe(isReplacement);
  },
);

it('begins the page of a key with what somebody needs whose key has leaked', () => {
  const titles = keyPage(KEY, VIEW).main.text.matchAll(/<h2 [^>]*>([^<]*)</g);
  expect([...titles].map(([, title]) => title)).toEqual(['Replace', 'Revoke', 'Rename']);
});

describe('the overview', () => {
  it.each([0, 1])('says at the limit of keys whom to contact for more: %i are free', (freeKeys) => {
    const view = { ...VIEW, overview: { ...VIEW.overview, freeKeys } };
    const signedIn = { account: 1, email: 'ada@example.edu', expiresAt: now };
    const text = textOf(overviewPage(view, signedIn).main.text);
    expect(text.includes('For a higher quota, contact the kitchen.')).toBe(freeKeys === 0);
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
