import type { Request } from 'express';
import { HOUR, type Micros } from '../../service/domain/micros.ts';
import { type Html, html } from '../../service/http/pages/html.ts';
import type { Overview, OwnKey } from '../overview.ts';
import type { PageContext } from './context.ts';
import { rootOf } from './page.ts';
import type { VenueTimes } from './venue-times.ts';

/** What pages about keys need to know. */
export interface KeyView {
  readonly root: string;
  readonly times: VenueTimes;
  readonly now: Micros;
  readonly overview: Overview;
  /** Whom to contact, as a phrase. */
  readonly contact: string;
}

/** What pages about the keys of an account show. */
export async function keyViewOf(context: PageContext, request: Request, account: number): Promise<KeyView> {
  const { times, clock, accounts, facts } = context;
  const overview = await accounts.overview(account);
  return { root: rootOf(request), times, now: clock(), overview, contact: facts.contact };
}

/** What a form has done, by the word in the address that it leads to. */
const DONE: Readonly<Record<string, string>> = {
  renamed: 'The key has its new name.',
  revoked: 'The key was revoked. It no longer works.',
};

/** What the form before a page has done, in words; null if there was none. */
export function doneIn({ query }: Request): string | null {
  const { done } = query;
  return typeof done === 'string' && Object.hasOwn(DONE, done) ? (DONE[done] as string) : null;
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

/** What is known of a key, as a list of terms. */
export function keyFacts(key: OwnKey, { times, now }: KeyView): Html {
  const { lastUsedAt, createdAt, expiresAt, revokedAt, venues } = key;
  const facts: readonly (readonly [term: string, value: Html | string | null])[] = [
    ['Begins with', html`<code>${key.prefix}</code>`],
    ['Works at', venues?.replaceAll(',', ', ') ?? null],
    ['Last used', lastUsedAt === null ? notUsed(createdAt, now) : times.of(lastUsedAt)],
    ['Created', times.of(createdAt)],
    ['Revoked', revokedAt === null ? null : times.of(revokedAt)],
    [expiryTerm(key, now), expiresAt === null ? 'Never' : times.of(expiresAt)],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return html`<dl class="facts">${shown.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** In place of the time when a key was last used. */
function notUsed(createdAt: Micros, now: Micros): string {
  return now - createdAt < USE_KEPT_DAYS * 24 * HOUR ? 'Not yet' : `Not in the last ${USE_KEPT_DAYS} days`;
}

function expiryTerm({ expiresAt }: OwnKey, now: Micros): string {
  return expiresAt !== null && expiresAt <= now ? 'Expired' : 'Expires';
}

const GROUPED = new Intl.NumberFormat('en-US');

/** A number of requests, such as `1,000 requests`. */
export function requestCount(number: number): string {
  return `${grouped(number)} ${number === 1 ? 'request' : 'requests'}`;
}

/** A number with commas, such as `1,000`. */
export function grouped(number: number): string {
  return GROUPED.format(number);
}
