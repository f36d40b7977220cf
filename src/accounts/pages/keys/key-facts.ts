import type { Request } from 'express';
import { HOUR, type Micros } from '../../../service/domain/micros.ts';
import { type Html, html } from '../../../service/http/pages/html.ts';
import type { Overview, OwnKey } from '../../overview.ts';
import type { PageContext } from '../context.ts';
import { rootOf } from '../page.ts';
import type { VenueTimes } from '../venue-times.ts';

/** The keys of an account, and how their pages write times and links. */
export interface KeyView {
  readonly root: string;
  readonly times: VenueTimes;
  readonly now: Micros;
  readonly overview: Overview;
  /** Whom to contact, as a phrase. */
  readonly contact: string;
}

export async function keyViewOf(
  { times, options }: PageContext,
  request: Request,
  account: number,
): Promise<KeyView> {
  const { accounts, clock, contact } = options;
  return { root: rootOf(request), times, now: clock(), overview: await accounts.overview(account), contact };
}

/** Finished forms in words, by the word in the address that each leads to. */
const DONE = new Map([
  ['renamed', 'The key has its new name.'],
  ['revoked', 'The key was revoked. It no longer works.'],
]);

/** The form before a page, in words; null if there was none. */
export function doneIn({ query }: Request): string | null {
  return DONE.get(String(query['done'])) ?? null;
}

/** A key in words: its name, or its beginning if it has none. */
export function keyTitle({ name, prefix }: { readonly name: string; readonly prefix: string }): string {
  return name === '' ? `${prefix}…` : name;
}

/** How many days back the service knows when a key was last used. */
const USE_KEPT_DAYS = 35;

const STATES = { active: 'Active', revoked: 'Revoked', expired: 'Expired' } as const;

export function stateOf({ state }: OwnKey): Html {
  return html`<span class="pill ${state}">${STATES[state]}</span>`;
}

/** Today's use against the quota, as text and as a bar. */
export function useToday({ id, used, quota }: OwnKey): Html {
  // More than the quota may have been used before an operator lowered it.
  const value = Math.min(used, quota);
  return html`<div class="use">
<p id="use-${id}">${grouped(used)} of ${requestCount(quota)} used today</p>
<progress aria-labelledby="use-${id}" value="${value}" max="${Math.max(quota, 1)}"></progress>
</div>`;
}

/** The facts about a key, as a list of terms. */
export function keyFacts(key: OwnKey, { times, now }: KeyView): Html {
  const { lastUsedAt, createdAt, expiresAt, revokedAt, venues } = key;
  const isNew = now - createdAt < USE_KEPT_DAYS * 24 * HOUR;
  const notUsed = isNew ? 'Not yet' : `Not in the last ${USE_KEPT_DAYS} days`;
  const hasExpired = expiresAt !== null && expiresAt <= now;
  const facts: readonly (readonly [term: string, value: Html | string | null])[] = [
    ['Begins with', html`<code>${key.prefix}</code>`],
    ['Works at', venues?.replaceAll(',', ', ') ?? null],
    ['Last used', lastUsedAt === null ? notUsed : times.of(lastUsedAt)],
    ['Created', times.of(createdAt)],
    ['Revoked', revokedAt === null ? null : times.of(revokedAt)],
    [hasExpired ? 'Expired' : 'Expires', expiresAt === null ? 'Never' : times.of(expiresAt)],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return html`<dl class="facts">${shown.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A number of requests, such as `1,000 requests`. */
export function requestCount(number: number): string {
  return `${grouped(number)} ${number === 1 ? 'request' : 'requests'}`;
}

/** A number with commas, such as `1,000`. */
export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}
