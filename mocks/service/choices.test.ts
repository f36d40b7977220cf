import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** Gaps that the data fill: the timetable, the reports and the photos. */
const IN_DATA = [
  'never-closes',
  'bucket-value',
  'form-2-labels',
  'open-window-day',
  'tie-order',
  'highlight-choice',
  'highlight-stability',
  'photo-id',
  'photo-caption',
  'photo-created',
  'highlight-expiry',
  'highlight-liked',
  'photo-address',
];
/** Gaps that concern keys, links and other HTTP. */
const AROUND_IT = [
  'concurrent-downloads',
  'page-links',
  'key-expiry',
  'keys-per-account',
  'eligible-domains',
  'credentials-leniency',
  'unauthorized-body',
  'failed-authentication',
  'quota-day',
  'quota-exceeded',
  'quota-counting',
  'other-methods',
  'other-errors',
  'response-headers',
  'request-ids',
  'deprecation',
];

it('has an option for each gap, except those that its data fill, or what is around the service', () => {
  const gaps: readonly { id: string }[] = parse(readFileSync('openapi/gaps.yaml', 'utf8'));
  const source = readFileSync(new URL('choices.ts', import.meta.url), 'utf8');
  const named = [...source.matchAll(/Gap `([a-z0-9-]+)`/g)].map(([, id = '']) => id);
  const ids = gaps.map(({ id }) => id);
  expect([...new Set([...named, ...IN_DATA, ...AROUND_IT])].toSorted()).toEqual(ids.toSorted());
});
