import { TEXT_LIMITS } from '../../../service/domain/texts.ts';
import { html } from '../../../service/http/pages/html.ts';
import type { OwnKey } from '../../overview.ts';
import { formError, type SentForm, textField } from '../fields.ts';
import { backLink, type Page, questionPage } from '../page.ts';
import { type KeyView, keyFacts, keyTitle, stateOf, useToday } from './key-facts.ts';

/** The page of one key, with all that its owner can change. */
export function keyPage(
  key: OwnKey,
  view: KeyView,
  { sent = null, done = null }: { readonly sent?: SentForm | null; readonly done?: string | null } = {},
): Page {
  const address = `${view.root}account/keys/${key.id}`;
  const title = keyTitle(key);
  const attributes = html` required maxlength="${TEXT_LIMITS.keyName}" autocomplete="off"`;
  const forms = html`<section class="card" aria-labelledby="replace-title">
<h2 id="replace-title">Replace</h2>
<p>Get a new secret for this key, for example because the old one is lost or may have leaked. Name, quota and today’s use stay.</p>
<p class="buttons"><a class="button" href="${address}/replace">Replace the key…</a></p>
</section>
<section class="card" aria-labelledby="revoke-title">
<h2 id="revoke-title">Revoke</h2>
<p>Programs that use the key then get the status 401, with their next request.</p>
<p class="buttons"><a class="button danger" href="${address}/revoke">Revoke the key…</a></p>
</section>
<section class="card" aria-labelledby="rename-title">
<h2 id="rename-title">Rename</h2>
<form method="post" action="${address}/name" novalidate>
${textField(sent, { name: 'name', label: 'Name', value: key.name, attributes })}
<p class="buttons"><button>Rename</button></p>
</form>
</section>`;
  return {
    title: sent === null ? `Key ${title}` : `Error: Key ${title}`,
    main: html`${backLink(view.root)}
<div class="title-row"><h1>${title}</h1>${stateOf(key)}</div>
${formError(sent)}
${done !== null && html`<p class="notice" role="status">${done}</p>`}
<section class="card" aria-label="About the key">
${useToday(key)}
${keyFacts(key, view)}
${key.state === 'active' && html`<p class="hint">For a higher quota, contact ${view.contact}.</p>`}
</section>
${key.state === 'active' && forms}
<p class="hint">Times are in the venue's time zone, ${view.times.timeZone}.</p>`,
  };
}

/** Asks for confirmation before a key is revoked. */
export function revokePage(key: OwnKey, root: string): Page {
  const address = `account/keys/${key.id}`;
  return questionPage(root, {
    title: `Revoke “${keyTitle(key)}”?`,
    lead: 'This can’t be undone.',
    details: html`<ul>
<li>The key that begins with <code>${key.prefix}</code> stops working with the next request.</li>
<li>It counts as one of your keys until the end of the day.</li>
<li>If you only need a new secret, <a href="${root}${address}#replace-title">replace the key</a> instead.</li>
</ul>`,
    action: `${address}/revoke`,
    button: 'Revoke the key',
    back: address,
  });
}

/** Asks for confirmation before a key is replaced. */
export function replacePage(key: OwnKey, root: string): Page {
  const address = `account/keys/${key.id}`;
  return questionPage(root, {
    title: `Replace “${keyTitle(key)}”?`,
    lead: 'The old secret stops working with the next request.',
    details: html`<p>Programs that use it get the status 401 until you give them the new secret. To change them first, create another key, and revoke this one afterwards.</p>`,
    action: `${address}/replace`,
    fields: html`<input type="hidden" name="prefix" value="${key.prefix}">`,
    button: 'Replace the key',
    back: address,
  });
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
