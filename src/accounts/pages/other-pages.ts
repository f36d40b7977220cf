import { html } from '../../service/http/pages/html.ts';
import { type SentForm, textField } from './fields.ts';
import { type Page, questionPage } from './page.ts';

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

/** A page that only says something, with a link. */
export function messagePage(
  title: string,
  text: string,
  [href, label]: readonly [href: string, label: string],
): Page {
  return {
    title,
    main: html`<h1>${title}</h1>
<section class="card"><p class="lead">${text}</p>
<p><a href="${href}">${label}</a></p></section>`,
  };
}
