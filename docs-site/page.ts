import type { Section } from './contents.ts';
import { relativeTo } from './links.ts';
import { escape, type Heading } from './markdown.ts';

/** Where a page stands: what is common to all pages of the site. */
export interface Site {
  readonly name: string;
  readonly sections: readonly Section[];
  /** Titles by their places in the site. */
  readonly titles: ReadonlyMap<string, string>;
  /** Pages in reading order, for the links to the one before and after. */
  readonly order: readonly string[];
}

export interface Page {
  readonly output: string;
  /** The file that the page is made from. */
  readonly source: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** A whole HTML document. Every address in it is relative. */
export function pageHtml(site: Site, page: Page): string {
  const to = (target: string) => relativeTo(page.output, target);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.output === 'index.html' ? site.name : `${page.title} · ${site.name}`)}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('assets/site.css')}">
<script src="${to('assets/theme.js')}"></script>
<script src="${to('assets/site.js')}" defer></script>
</head>
<body data-root="${to('index.html').slice(0, -'index.html'.length)}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="${to('index.html')}">${escape(site.name)}</a>
<button type="button" class="search-open" data-search hidden aria-haspopup="dialog"><span>Search</span> <kbd aria-hidden="true">/</kbd></button>
<button type="button" class="theme" data-theme-toggle hidden aria-label="Dark colours" aria-pressed="false"></button>
<button type="button" class="menu" data-menu hidden aria-expanded="false" aria-controls="navigation">Menu</button>
</header>
<div class="columns">
<nav class="navigation" id="navigation" aria-label="Pages">
${navigation(site, page)}
</nav>
<main id="content" tabindex="-1">
<article>
${page.html}
</article>
<footer>
${neighbours(site, page)}
<p class="source">Made from <code>${escape(page.source)}</code></p>
</footer>
</main>
${onThisPage(page)}
</div>
</body>
</html>
`;
}

function navigation(site: Site, page: Page): string {
  // A page that is not listed stands below the one that lists it, such as a decision record below its list.
  const listed = site.sections.flatMap(({ entries }) => entries.map(({ output }) => output));
  const here = listed.includes(page.output) ? page.output : page.output.replace(/[^/]*$/, 'index.html');
  return site.sections
    .map(({ title, entries }) => {
      const items = entries.map(({ output }) => {
        const current = output === here ? ` aria-current="${output === page.output ? 'page' : 'true'}"` : '';
        return `<li><a href="${relativeTo(page.output, output)}"${current}>${escape(titleOf(site, output))}</a></li>`;
      });
      return `<h2>${escape(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function onThisPage({ headings }: Page): string {
  const seconds = headings.filter(({ level }) => level === 2);
  if (seconds.length < 2) return '';
  const items = seconds.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`);
  return `<nav class="contents" aria-labelledby="on-this-page">\n<h2 id="on-this-page">On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`;
}

function neighbours(site: Site, page: Page): string {
  const place = site.order.indexOf(page.output);
  if (place === -1) return '';
  const link = (output: string | undefined, rel: string, word: string) =>
    output === undefined
      ? ''
      : `<a rel="${rel}" href="${relativeTo(page.output, output)}"><span>${word}</span> ${escape(titleOf(site, output))}</a>`;
  const before = place === 0 ? undefined : site.order[place - 1];
  return `<nav class="neighbours" aria-label="Before and after">${link(before, 'prev', 'Before')}${link(site.order[place + 1], 'next', 'Next')}</nav>`;
}

function titleOf(site: Site, output: string): string {
  return site.titles.get(output) ?? output;
}
