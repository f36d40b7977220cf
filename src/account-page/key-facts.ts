import type { OwnKey } from '../accounts/overview.ts';
import { HOUR, type Micros } from '../domain/micros.ts';
import type { QuotaRequestRecord } from '../store/account-store.ts';
import { type Html, html } from './html.ts';
import type { KeyView } from './key-view.ts';

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
<p id="use-${id}">${grouped(used)} of ${grouped(quota)} requests used today</p>
<progress aria-labelledby="use-${id}" value="${value}" max="${Math.max(quota, 1)}"></progress>
</div>`;
}

/** What is known of a key, as a list of terms. */
export function keyFacts(key: OwnKey, { times, now }: KeyView): Html {
  const { lastUsedAt, createdAt, expiresAt, revokedAt, previousUntil } = key;
  const facts: readonly (readonly [term: string, value: Html | string | null])[] = [
    ['Begins with', html`<code>${key.prefix}</code>`],
    ['Last used', lastUsedAt === null ? notUsed(createdAt, now) : times.of(lastUsedAt)],
    ['Created', times.of(createdAt)],
    ['Revoked', revokedAt !== null && times.of(revokedAt)],
    [expiryTerm(key, now), expiresAt === null ? 'Never' : times.of(expiresAt)],
    [
      'Previous secret works until',
      key.state === 'active' && previousUntil !== null && previousUntil > now && times.of(previousUntil),
    ],
  ].map(([term, value]) => [term as string, value === false ? null : (value as Html | string)] as const);
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

/** The newest quota request of a key, with its state; null without one. */
export function latestRequest(key: OwnKey, { overview }: KeyView): QuotaRequestRecord | null {
  return overview.requests.find((request) => request.key === key.id) ?? null;
}

/** Whether the overview shows a quota request: it waits, or was decided in the last 30 days. */
export function isRecent({ decidedAt }: QuotaRequestRecord, { now }: KeyView): boolean {
  return decidedAt === null || now - decidedAt < 30 * 24 * HOUR;
}

/** What became of a quota request. */
export function requestState(request: QuotaRequestRecord, { times }: KeyView): Html {
  const { quota, createdAt, decidedAt, granted, answer } = request;
  const asked = html`You asked for ${grouped(quota)} requests a day on ${times.of(createdAt)}.`;
  if (decidedAt === null) return html`<p class="notice">${asked} The operator hasn’t decided yet.</p>`;
  const decision =
    granted === null
      ? html`The operator refused it on ${times.of(decidedAt)}.`
      : html`The operator granted ${grouped(granted)} on ${times.of(decidedAt)}.`;
  return html`<div class="notice"><p>${asked} ${decision}</p>${answer !== '' && html`<blockquote>${answer}</blockquote>`}</div>`;
}

const GROUPED = new Intl.NumberFormat('en-US');

/** A number with commas, such as `1,000`. */
export function grouped(number: number): string {
  return GROUPED.format(number);
}
