import { expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, microsOf } from '../../service/domain/micros.ts';
import type { OwnKey } from '../overview.ts';
import { type KeyView, keyFacts, useToday } from './keys/key-facts.ts';
import { keyPage } from './keys/key-pages.ts';
import { overviewPage } from './overview-page.ts';
import { checkMailPage } from './sign-in-pages.ts';
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

/** The words of a page, with single spaces. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

it.each([
  [0, '0 of 0 requests used today'],
  [1, '0 of 1 request used today'],
  [1000, '0 of 1,000 requests used today'],
])('shows the use of a quota of %i', (quota, text) => {
  expect(textOf(useToday({ ...KEY, quota }).text)).toBe(text);
});

it.each([
  [35 * DAY - 1, 'Not yet'],
  [35 * DAY, 'Not in the last 35 days'],
])('shows a key without kept use %i µs after its creation', (age, words) => {
  const facts = keyFacts({ ...KEY, createdAt: now - age }, VIEW);
  expect(textOf(facts.text)).toContain(`Last used ${words} Created`);
});

it('begins the page of a key with what somebody needs whose key has leaked', () => {
  const titles = keyPage(KEY, VIEW).main.text.matchAll(/<h2 [^>]*>([^<]*)</g);
  expect([...titles].map(([, title]) => title)).toEqual(['Replace', 'Revoke', 'Rename']);
});

it.each([0, 1])(
  'the overview says at the limit of keys whom to contact for more: %i are free',
  (freeKeys) => {
    const view = { ...VIEW, overview: { ...VIEW.overview, freeKeys } };
    const signedIn = { account: 1, email: 'ada@example.edu', expiresAt: now };
    const text = textOf(overviewPage(view, signedIn).main.text);
    expect(text.includes('For a higher quota, contact the kitchen.')).toBe(freeKeys === 0);
  },
);

it('says how many links there are an hour, before anything that unfolds', () => {
  const facts = { contact: 'the kitchen', mailIsLogged: false };
  const [seen = ''] = checkMailPage('../', 'ada@example.edu', facts).main.text.split('<details');
  expect(textOf(seen)).toContain('If this address can get a link now, it is on its way to ada@example.edu');
  expect(textOf(seen)).toContain('An address gets at most 3 links an hour.');
});
