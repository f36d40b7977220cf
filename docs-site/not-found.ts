import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from './contents.ts';
import { type Page, pageHtml, type Site } from './page.ts';

/** The file that static hosts show at addresses without a page. */
export const NOT_FOUND = '404.html';

/** The page's script, which the page contains. */
export const NOT_FOUND_SCRIPT = 'not-found.js';

const HTML = `<h1 id="not-found">There is no page at this address</h1>
<p>The link may be old or misspelled.</p>
<p><button type="button" data-search-for hidden></button></p>
<ul>
<li><a href="index.html">Documentation</a>: all guides</li>
<li><a href="quick-start.html">Quick start</a>: your first requests</li>
<li><a href="openapi/form-1.html">Form 1</a> and <a href="openapi/form-2.html">Form 2</a>: the reference</li>
<li><a href="errors.html#not-found">404 from the API</a>: what to do</li>
</ul>`;

/** The 404 page, with the style sheet of the site. It works at any depth below the site, wherever the site is; without scripts, beside the site's home page only. */
export async function notFoundHtml(site: Site, style: string): Promise<string> {
  const script = await readFile(join(PROJECT, 'docs-site/theme', NOT_FOUND_SCRIPT), 'utf8');
  const page: Page = { output: NOT_FOUND, title: 'Page not found', html: HTML, headings: [] };
  return pageHtml(site, { ...page, embedded: { style, script } });
}
