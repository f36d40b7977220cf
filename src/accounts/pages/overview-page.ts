import { counted, TEXT_LIMITS } from '../../service/domain/texts.ts';
import { type Html, html } from '../../service/http/pages/html.ts';
import type { OwnKey } from '../overview.ts';
import { activity } from './activity.ts';
import type { SignedIn } from './context.ts';
import { formError, type SentForm, textField } from './fields.ts';
import { type KeyView, keyFacts, keyTitle, stateOf, useToday } from './keys/key-facts.ts';
import { type Page, questionPage } from './page.ts';

/** The page of somebody who has signed in. `done` says what the form before it has done. */
export function overviewPage(
  view: KeyView,
  { email, expiresAt }: SignedIn,
  { sent = null, done = null }: { readonly sent?: SentForm | null; readonly done?: string | null } = {},
): Page {
  const { root, times, overview } = view;
  const active = overview.keys.filter(({ state }) => state === 'active');
  const ended = overview.keys.filter(({ state }) => state !== 'active');
  return {
    title: sent === null ? 'Your account' : 'Error: Your account',
    main: html`<div class="title-row">
<div><h1>Your account</h1>
<p class="address">${email}</p></div>
<form method="post" action="${root}account/sign-out"><button>Sign out</button></form>
</div>
${formError(sent)}
${done !== null && html`<p class="notice" role="status">${done}</p>`}
<section aria-labelledby="keys-title">
<h2 id="keys-title">API keys</h2>
${active.length === 0 && html`<p class="muted">You have no active key. Create one to send requests.</p>`}
${active.map((key) => keyCard(key, view))}
${newKey(view, sent)}
${ended.length > 0 && endedKeys(ended, view)}
</section>
<section class="card" aria-labelledby="activity-title">
<h2 id="activity-title">Recent activity</h2>
${activity(overview.events, overview.keys, times)}
</section>
<section class="card" aria-labelledby="data-title">
<h2 id="data-title">Your data</h2>
<p>What the service stores about you: your account, your keys without their secrets, their use, the photos that you like, the times of your sign-in links and sessions, and what happened.</p>
<form class="buttons" method="post" action="${root}account/export"><button>Download your data (JSON)</button>
<a class="button danger" href="${root}account/delete">Delete your account…</a></form>
</section>
<p class="hint">Times are in the venue's time zone, ${times.timeZone}. You are signed in until ${times.of(expiresAt)}.</p>`,
  };
}

function keyCard(key: OwnKey, view: KeyView): Html {
  const id = `key-${key.id}`;
  return html`<article class="card" aria-labelledby="${id}">
<div class="title-row"><h3 id="${id}">${keyTitle(key)}</h3>${stateOf(key)}</div>
${useToday(key)}
${keyFacts(key, view)}
<p class="buttons"><a class="button" href="${view.root}account/keys/${key.id}">Manage<span class="visually-hidden"> ${keyTitle(key)}</span></a></p>
</article>`;
}

function newKey({ root, overview, contact }: KeyView, sent: SentForm | null): Html {
  if (overview.freeKeys === 0) {
    const when = overview.freeTomorrow
      ? 'You can create another one tomorrow'
      : 'For another one, revoke a key today and create it tomorrow';
    return html`<p class="notice">You have as many keys as an account may have. ${when}: a key that was revoked or has expired counts until the end of the day, because each key has a quota of its own. For a higher quota, contact ${contact}.</p>`;
  }
  const hint = 'What will use it, such as “lobby display”. Only you and the operator see it.';
  return html`<section class="card" aria-labelledby="create-title">
<h3 id="create-title">New key</h3>
<form method="post" action="${root}account/keys" novalidate>
${textField(sent, { name: 'name', label: 'Name', hint, attributes: html` required maxlength="${TEXT_LIMITS.keyName}" autocomplete="off"` })}
<p class="buttons"><button class="primary">Create the key</button></p>
</form>
</section>`;
}

function endedKeys(keys: readonly OwnKey[], view: KeyView): Html {
  return html`<details class="card"><summary>${counted(keys.length, 'key that no longer works', 'keys that no longer work')}</summary>
${keys.map((key) => html`<article aria-labelledby="key-${key.id}"><div class="title-row"><h3 id="key-${key.id}">${keyTitle(key)}</h3>${stateOf(key)}</div>${keyFacts(key, view)}</article>`)}
</details>`;
}

/** Asks for the address again before the account is deleted. */
export function deletePage(root: string, email: string, sent: SentForm | null): Page {
  const attributes = html` required autocomplete="off" inputmode="email" spellcheck="false" autocapitalize="none"`;
  const label = 'Type your e-mail address to confirm';
  return questionPage(root, {
    title: 'Delete your account?',
    lead: 'This can’t be undone.',
    details: html`<ul>
<li>Your keys stop working with the next request.</li>
<li>Your address, the names of your keys and your likes are deleted.</li>
<li>A record of what happened stays for 400 days, without your address.</li>
<li>You can create a new account with the same address from tomorrow.</li>
</ul>`,
    action: 'account/delete',
    fields: textField(sent, { name: 'email', label, hint: email, type: 'email', attributes }),
    sent,
    button: 'Delete the account',
    back: 'account',
  });
}
