import { html } from '../../service/http/pages/html.ts';
import type { ShownKey } from '../keys.ts';
import { keyTitle, requestCount } from './keys.ts';
import { backLink, type Page } from './page.ts';

interface Facts {
  readonly root: string;
  /** Where clients send requests, without a slash at its end. */
  readonly base: string;
  /** Where the API and the explorer are, below both: empty, or the path of a venue with a slash at its end. */
  readonly venuePath: string;
  /** Whether it replaced another secret. */
  readonly isReplacement: boolean;
}

/** The page that shows a new secret, and what to do with it. */
export function secretPage(
  { key, secret }: ShownKey,
  { root, base, venuePath: anyVenue, isReplacement }: Facts,
): Page {
  const venuePath = key.venues === null ? anyVenue : `${key.venues.split(',')[0]}/`;
  const command = `curl -H "Authorization: Token ${secret}" ${base}/${venuePath}api/v1/status`;
  const title = isReplacement ? 'Your new secret' : 'Your new key';
  return {
    title,
    main: html`${backLink(root)}
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
<div class="try" data-try="${root}${venuePath}api/v1/status" hidden>
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
</section>`,
  };
}
