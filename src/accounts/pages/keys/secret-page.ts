import { html } from '../../../service/http/pages/html.ts';
import type { ShownKey } from '../../keys.ts';
import type { OwnerRequest, PageContext } from '../context.ts';
import { backLink, type Page, sendPage } from '../page.ts';
import { keyTitle, requestCount } from './key-facts.ts';

/** Sends the page that shows a new secret, and how to use it. `isReplacement`: it replaced another one. */
export function sendSecret(
  { options }: Pick<PageContext, 'options'>,
  { request, response, root }: Pick<OwnerRequest, 'request' | 'response' | 'root'>,
  shown: ShownKey,
  isReplacement: boolean,
): void {
  const facts = { root, base: options.baseUrl.of(request), venuePath: options.venuePath(), isReplacement };
  sendPage(response, 200, secretPage(shown, facts));
}

/** `base`: the URL of the service. `venuePath`: of a venue, with a slash at its end, unless the key is for others; empty for a single one. */
export function secretPage(
  { key, secret }: ShownKey,
  facts: {
    readonly root: string;
    readonly base: string;
    readonly venuePath: string;
    readonly isReplacement: boolean;
  },
): Page {
  const { root, base, isReplacement } = facts;
  const venuePath = key.venues === null ? facts.venuePath : `${key.venues.split(',')[0]}/`;
  const command = `curl -H "Authorization: Token ${secret}" ${base}/${venuePath}api/v1/status`;
  const title = isReplacement ? 'Your new secret' : 'Your new key';
  const main = html`${backLink(root)}
<h1>${title}</h1>
<section class="card" aria-labelledby="secret-title">
<h2 id="secret-title">${keyTitle(key)}</h2>
<p class="lead"><strong>Copy it now.</strong> This is the only time that it is shown.</p>
<div class="copyable"><code id="secret" class="secret" tabindex="0">${secret}</code>
<button class="primary" type="button" data-copy="secret" hidden>Copy the key</button></div>
${isReplacement && html`<p>The previous secret no longer works.</p>`}
<p class="muted">Keep it in an environment variable or a secret store, not in code or a public page. It may send ${requestCount(key.quota)} a day.</p>
</section>
<section class="card" aria-labelledby="try-title">
<h2 id="try-title">First request</h2>
<div data-try="${root}${venuePath}api/v1/status" hidden>
<p class="buttons"><button type="button">Try it now</button></p>
<p role="status"></p>
</div>
<p>In a terminal:</p>
<div class="copyable"><pre id="command" tabindex="0"><code>${command}</code></pre>
<button type="button" data-copy="command" hidden>Copy the command</button></div>
</section>
<section class="aside" aria-labelledby="next-title">
<h2 id="next-title">What comes next</h2>
<ul>
<li><a href="${root}${venuePath}docs/quick-start.html">Quick start</a>: from the first request to a program</li>
<li><a href="${root}${venuePath}docs/">Documentation</a>: every endpoint, quotas and errors</li>
<li><a href="${root}${venuePath}#key=${secret}">Explorer with this key</a>: charts and reports in the browser</li>
<li><a href="${root}account">Your account</a>: use, quota, and replacing or revoking the key</li>
</ul>
</section>`;
  return { title, main };
}
