import { type Html, html } from '../../service/http/pages/html.ts';
import type { AccountAction, Actor, AuditEvent } from '../../service/store/account-store.ts';
import type { OwnKey } from '../overview.ts';
import { grouped, keyTitle } from './keys/key-facts.ts';
import type { VenueTimes } from './venue-times.ts';

/** Each action in words that follow its actor; `key` is the key in words. */
const WORDS: { readonly [Action in AccountAction]: (key: string, detail: string) => string } = {
  'account.created': () => 'created the account',
  'account.signed-in': () => 'signed in',
  'account.signed-out': () => 'ended all your sessions',
  'account.deleted': () => 'deleted the account',
  'account.exported': () => 'downloaded the data of the account',
  'key.created': (key) => `created ${key}`,
  'key.renamed': (key) => `renamed ${key}`,
  'key.replaced': (key) => `replaced ${key}`,
  'key.expiry-set': (key) => `changed when ${key} expires`,
  'key.revoked': (key) => `revoked ${key}`,
  'quota.set': (key, detail) => `changed the quota of ${key}${detailed(detail)}`,
};

const ACTORS: { readonly [Name in Actor]: string } = {
  owner: 'You',
  operator: 'The operator',
  staff: 'The staff',
};

/** How many events are shown at once; the others unfold. */
const SHOWN = 8;

/** The events of an account in words, the newest first. */
export function activity(events: readonly AuditEvent[], keys: readonly OwnKey[], times: VenueTimes): Html {
  const names = new Map(keys.map((key) => [key.id, `“${keyTitle(key)}”`]));
  const items = events.map((event) => {
    const key = event.key === null ? 'a key' : (names.get(event.key) ?? `key ${event.key}`);
    return html`<li><span>${sentence(event, key)}</span> ${times.of(event.at)}</li>`;
  });
  if (items.length === 0) return html`<p class="muted">Nothing yet.</p>`;
  const rest = items.slice(SHOWN);
  return html`<ul class="activity">${items.slice(0, SHOWN)}</ul>
${rest.length > 0 && html`<details><summary>Earlier activity</summary><ul class="activity">${rest}</ul></details>`}`;
}

/** An event in words; as the log has it if this version doesn't know it, because processes of later versions can run beside it. */
function sentence({ actor, action, detail }: AuditEvent, key: string): string {
  const who = Object.hasOwn(ACTORS, actor) ? ACTORS[actor] : actor;
  return isOfAccount(action) ? `${who} ${WORDS[action](key, detail)}.` : `${who}: ${action}.`;
}

function isOfAccount(action: string): action is AccountAction {
  return Object.hasOwn(WORDS, action);
}

function detailed(detail: string): string {
  return detail === '' ? '' : ` (${detail.replace(/\d+/g, (digits) => grouped(Number(digits)))})`;
}
