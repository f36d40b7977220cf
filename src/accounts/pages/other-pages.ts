import { html } from '../../service/http/pages/html.ts';
import { Form, type SentForm } from './fields.ts';
import { backLink, type Page } from './page.ts';

/** Asks for the address again before the account is deleted. */
export function deletePage(root: string, email: string, sent: SentForm | null): Page {
  const form = new Form('delete', sent);
  const attributes = html` required autocomplete="off" inputmode="email" spellcheck="false" autocapitalize="none"`;
  return {
    title: sent === null ? 'Delete your account?' : 'Error: Delete your account?',
    main: html`${backLink(root)}
<h1>Delete your account?</h1>
<section class="card">
<p class="lead">This can’t be undone.</p>
<ul>
<li>Your keys stop working with the next request.</li>
<li>Your address, the names of your keys and your likes are deleted.</li>
<li>A record of what happened stays for 400 days, without your address.</li>
<li>You can create a new account with the same address from tomorrow.</li>
</ul>
<form method="post" action="${root}account/delete" novalidate>
${form.text({ name: 'email', label: 'Type your e-mail address to confirm', hint: email, attributes }, { type: 'email' })}
<p class="buttons"><button class="danger">Delete the account</button> <a class="button" href="${root}account">Keep it</a></p>
</form>
</section>`,
  };
}

/** After an account was deleted. */
export function deletedPage(root: string): Page {
  return {
    title: 'Your account is deleted',
    main: html`<h1>Your account is deleted</h1>
<section class="card"><p class="lead">Your keys no longer work, and you are signed out.</p>
<p><a href="${root}">Back to the start page</a></p></section>`,
  };
}

/** A page that only says something, with a way back. */
export function messagePage(root: string, title: string, text: string): Page {
  return {
    title,
    main: html`<h1>${title}</h1>
<section class="card"><p class="lead">${text}</p>
<p><a href="${root}account">Go to your account</a></p></section>`,
  };
}
