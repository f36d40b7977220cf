import { EXPIRIES, earlierExpiries, OVERLAPS } from '../accounts/key-rules.ts';
import type { OwnKey } from '../accounts/overview.ts';
import { TEXT_LIMITS } from '../domain/text-limits.ts';
import { Form, formError, type SentForm } from './fields.ts';
import { type Html, html } from './html.ts';
import { grouped, keyFacts, keyTitle, latestRequest, requestState, stateOf, useToday } from './key-facts.ts';
import type { KeyView } from './key-view.ts';
import { backLink, type Page } from './page.ts';

/** The page of one key, with all that its owner can change. */
export function keyPage(
  key: OwnKey,
  view: KeyView,
  { sent = null, done = null }: { readonly sent?: SentForm | null; readonly done?: string | null } = {},
): Page {
  const address = `${view.root}account/keys/${key.id}`;
  const title = keyTitle(key);
  return {
    title: sent === null ? `Key ${title}` : `Error: Key ${title}`,
    main: html`${backLink(view.root)}
<div class="title-row"><h1>${title}</h1>${stateOf(key)}</div>
${formError(sent)}
${done !== null && html`<p class="notice" role="status">${done}</p>`}
<section class="card" aria-label="About the key">
${useToday(key)}
${keyFacts(key, view)}
</section>
${key.state === 'active' && html`${replace(key, address, sent)}${revoke(address)}${quota(key, view, address, sent)}${rename(key, address, sent)}${expiry(key, view, address, sent)}`}
${key.state !== 'active' && key.canReplace && replaceLeaked(key, address)}
<p class="hint">Times are in the venue's time zone, ${view.times.timeZone}.</p>`,
  };
}

function quota(key: OwnKey, view: KeyView, address: string, sent: SentForm | null): Html {
  const request = latestRequest(key, view);
  const isOpen = request !== null && request.decidedAt === null;
  const form = new Form('quota', sent);
  const fields = html`<form method="post" action="${address}/quota" novalidate>
${form.text({ name: 'quota', label: 'Requests a day', hint: `Now: ${grouped(key.quota)}`, attributes: html` required inputmode="numeric" autocomplete="off"` })}
${form.longText({ name: 'reason', label: 'What do you need them for?', hint: 'The operator reads this.', attributes: html` required maxlength="${TEXT_LIMITS.reason}"` })}
<p class="buttons"><button>Request a higher quota</button></p>
</form>`;
  return html`<section class="card" aria-labelledby="quota-title">
<h2 id="quota-title">Higher quota</h2>
${request !== null && requestState(request, view)}
${isOpen ? html`<p class="muted">You can send another request after the decision.</p>` : fields}
</section>`;
}

function replace({ prefix }: OwnKey, address: string, sent: SentForm | null): Html {
  const form = new Form('replace', sent);
  const overlaps = Object.entries(OVERLAPS).map(([value, { label }]) => [value, label] as const);
  return html`<section class="card" aria-labelledby="replace-title">
<h2 id="replace-title">Replace</h2>
<p>Get a new secret for this key, for example because the old one is lost or may have leaked. Name, quota and today’s use stay.</p>
<form method="post" action="${address}/replace" novalidate>
<input type="hidden" name="prefix" value="${prefix}">
${form.choice({ name: 'overlap', label: 'The old secret keeps working', hint: 'Long enough to change your programs. If it has leaked: not at all.' }, overlaps, { value: '1-day' })}
<p class="buttons"><button>Replace the key</button></p>
</form>
</section>`;
}

function replaceLeaked({ prefix }: OwnKey, address: string): Html {
  return html`<section class="card" aria-labelledby="replace-title">
<h2 id="replace-title">Replace</h2>
<p>Somebody found this key where others can read it, so it was revoked. Get a new secret for it. Name, quota and today’s use stay.</p>
<form method="post" action="${address}/replace">
<input type="hidden" name="prefix" value="${prefix}">
<input type="hidden" name="overlap" value="none">
<input type="hidden" name="confirmed" value="yes">
<p class="buttons"><button class="primary">Replace the key</button></p>
</form>
</section>`;
}

function rename({ name }: OwnKey, address: string, sent: SentForm | null): Html {
  const form = new Form('rename', sent);
  return html`<section class="card" aria-labelledby="rename-title">
<h2 id="rename-title">Rename</h2>
<form method="post" action="${address}/name" novalidate>
${form.text({ name: 'name', label: 'Name', attributes: html` required maxlength="${TEXT_LIMITS.keyName}" autocomplete="off"` }, { value: name })}
<p class="buttons"><button>Rename</button></p>
</form>
</section>`;
}

function expiry(
  { expiresAt }: OwnKey,
  { times, now }: KeyView,
  address: string,
  sent: SentForm | null,
): Html | null {
  const choices = earlierExpiries(expiresAt, now).map((name) => [name, EXPIRIES[name].label] as const);
  if (choices.length === 0) return null;
  const form = new Form('expiry', sent);
  const present = expiresAt === null ? 'It never expires now.' : `It expires at ${times.of(expiresAt)} now.`;
  const hint = `${present} You can choose an earlier time only.`;
  return html`<section class="card" aria-labelledby="expiry-title">
<h2 id="expiry-title">Expiry</h2>
<form method="post" action="${address}/expiry" novalidate>
${form.choice({ name: 'expires', label: 'Expires', hint }, choices)}
<p class="buttons"><button>Change the expiry</button></p>
</form>
</section>`;
}

function revoke(address: string): Html {
  return html`<section class="card" aria-labelledby="revoke-title">
<h2 id="revoke-title">Revoke</h2>
<p>Programs that use the key then get the status 401, with their next request.</p>
<p class="buttons"><a class="button danger" href="${address}/revoke">Revoke the key…</a></p>
</section>`;
}

/** Asks for confirmation before a key is revoked. */
export function revokePage(key: OwnKey, root: string): Page {
  const title = keyTitle(key);
  return {
    title: `Revoke ${title}?`,
    main: html`${backLink(root)}
<h1>Revoke “${title}”?</h1>
<section class="card">
<p class="lead">This can’t be undone.</p>
<ul>
<li>The key that begins with <code>${key.prefix}</code> stops working with the next request.</li>
<li>It counts as one of your keys until the end of the day.</li>
<li>If you only need a new secret, <a href="${root}account/keys/${key.id}#replace-title">replace the key</a> instead.</li>
</ul>
<form method="post" action="${root}account/keys/${key.id}/revoke">
<p class="buttons"><button class="danger">Revoke the key</button> <a class="button" href="${root}account/keys/${key.id}">Keep it</a></p>
</form>
</section>`,
  };
}

/** Asks for confirmation before a key is replaced without an overlap. */
export function replaceAtOncePage(key: OwnKey, root: string): Page {
  const title = keyTitle(key);
  const address = `${root}account/keys/${key.id}`;
  return {
    title: `Replace ${title} at once?`,
    main: html`${backLink(root)}
<h1>Replace “${title}” at once?</h1>
<section class="card">
<p class="lead">The old secret stops working with the next request.</p>
<p>Programs that use it get the status 401 until you give them the new secret.</p>
<form method="post" action="${address}/replace">
<input type="hidden" name="overlap" value="none">
<input type="hidden" name="prefix" value="${key.prefix}">
<input type="hidden" name="confirmed" value="yes">
<p class="buttons"><button class="danger">Replace the key at once</button> <a class="button" href="${address}#replace-title">Choose a time</a></p>
</form>
</section>`,
  };
}

/** In response to the form of a new key that is sent again, such as by a reload. */
export function existingKeyPage(key: OwnKey, root: string): Page {
  return {
    title: 'You have this key already',
    main: html`${backLink(root)}
<h1>You have this key already</h1>
<section class="card">
<p class="lead">You have just created the key “${keyTitle(key)}”. No other key was created.</p>
<p>It begins with <code>${key.prefix}</code>. Its whole secret is shown only once, when the key is created. If you copied it, it works. If you
didn’t, replace the key to get a new secret.</p>
<p class="buttons"><a class="button primary" href="${root}account">Your account</a> <a class="button" href="${root}account/keys/${key.id}#replace-title">Replace the key</a></p>
<p class="hint">For another key, choose another name.</p>
</section>`,
  };
}
