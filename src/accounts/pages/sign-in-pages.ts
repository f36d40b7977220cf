import { type Html, html } from '../../service/http/pages/html.ts';
import { formError, type SentForm, textField } from './fields.ts';
import type { Page } from './page.ts';

/** Who runs the service, and where its mail goes. */
export interface SignInFacts {
  /** Whom to contact, as a phrase. */
  readonly contact: string;
  /** True if mail goes to the service's log instead of being sent. */
  readonly mailIsLogged: boolean;
}

/** The page of somebody who has not signed in. `notice`: why one has to sign in, if that may be a surprise. */
export function signInPage(
  root: string,
  contact: string,
  state: {
    readonly sent?: SentForm | null;
    readonly title?: string;
    readonly notice?: string | null;
  },
): Page {
  const { sent = null, title = 'Get an API key', notice = null } = state;
  return {
    title: sent === null ? title : `Error: ${title}`,
    main: html`<h1>Get an API key</h1>
${formError(sent)}
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
<section class="card" aria-label="Sign in">
<p class="lead">Sign in with your university e-mail address. You get a link by mail; there is no password.</p>
${addressForm(root, sent)}
</section>
<section class="aside" aria-labelledby="about-title">
<h2 id="about-title">Good to know</h2>
<ul>
<li>Keys are free for everybody with an e-mail address of an eligible university. Your first link creates your account.</li>
<li>The service stores your address, your keys without their secrets, how many requests each key made, and what happened to them. You can
download all of it, and delete your account, at any time.</li>
<li>Questions? Contact ${contact}. <a href="${root}docs/keys.html">More about keys</a></li>
</ul>
</section>`,
  };
}

function addressForm(root: string, sent: SentForm | null, label = 'University e-mail address'): Html {
  const attributes = html` required autocomplete="email" inputmode="email" spellcheck="false" autocapitalize="none" maxlength="254"`;
  return html`<form method="post" action="${root}account/sign-in" novalidate>
${textField(sent, { name: 'email', label, type: 'email', attributes })}
<p class="buttons"><button class="primary">Send me a link</button></p>
</form>`;
}

/** The page after an address was sent. It says the same for every address. */
export function checkMailPage(root: string, email: string, { mailIsLogged, contact }: SignInFacts): Page {
  return {
    title: 'Check your mail',
    main: html`<h1>Check your mail</h1>
<section class="card">
<p class="lead">If this address can get a link now, it is on its way to <strong class="address">${email}</strong>.</p>
<p>Open it within 15 minutes. It works once, in any browser. An address gets at most 3 links an hour.</p>
${mailIsLogged && html`<p class="notice">This service is set up for development: it writes its mail to its log. Look at the terminal where it runs.</p>`}
</section>
<details class="card">
<summary>No mail after a few minutes?</summary>
<ul>
<li>Look into the folder for spam.</li>
<li>If you asked for several links, open the newest one. Each one works until you have signed in with another.</li>
<li>An account that was deleted today can be created again tomorrow.</li>
<li>If nothing helps, contact ${contact}.</li>
</ul>
${addressForm(root, null, 'Try another address, or the same one again')}
</details>`,
  };
}

/** The page that a link leads to. Only its button signs in, because mail scanners open links. */
export function confirmPage(
  root: string,
  link: { readonly token: string; readonly email: string; readonly signedInAs: string | null },
): Page {
  const { token, email, signedInAs } = link;
  return {
    title: 'Sign in',
    main: html`<h1>Sign in</h1>
<section class="card">
<p class="lead">Sign in as <strong class="address">${email}</strong>?</p>
${signedInAs !== null && signedInAs !== email && html`<p class="notice">You are signed in as <strong class="address">${signedInAs}</strong> in this browser. The button switches to the other account.</p>`}
<p>If this isn’t your address, or you didn’t ask for a link, close this page. Nothing has happened.</p>
<form method="post" action="${root}account/confirm">
<input type="hidden" name="token" value="${token}">
<p class="buttons"><button class="primary">Sign in</button></p>
</form>
</section>`,
  };
}

/** The page of a link that was used, is too old, or never existed: nobody learns which. */
export function usedLinkPage(root: string, signedInAs: string | null): Page {
  const account = html`<a href="${root}account">Go to your account</a>`;
  return {
    title: 'This link no longer works',
    main: html`<h1>This link no longer works</h1>
<section class="card">
<p class="lead">A link works once, for 15 minutes. Perhaps you have used it or another one, or it was not copied completely.</p>
${addressForm(root, null, 'Get a new link: your e-mail address')}
</section>
${signedInAs === null ? html`<p>${account}, if you are signed in.</p>` : html`<p>You are signed in as <strong class="address">${signedInAs}</strong>. ${account}</p>`}`,
  };
}
