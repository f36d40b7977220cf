import type { Section } from './contents.ts';
import { headerHtml } from './header/header.ts';
import { relativeTo } from './links.ts';
import { escapeHtml, type Heading } from './markdown.ts';
import { policyElement } from './policy.ts';
import { THIRD_PARTY } from './third-party.ts';
import { twinOf } from './twins.ts';

/** What all pages of the site have in common. */
export interface Site {
  readonly name: string;
  readonly sections: readonly Section[];
  /** Titles by path in the site. */
  readonly titles: ReadonlyMap<string, string>;
  /** Paths in reading order, for links to the previous and next page. */
  readonly order: readonly string[];
}

export interface Page {
  readonly output: string;
  /** The source file, of pages that are made from Markdown. */
  readonly source?: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The name of a script and a style sheet in `assets` that only this page has. */
  readonly extra?: string;
  /** What the script may connect to, by the page's policy; only files of the site by default. */
  readonly connect?: "'self'" | '*';
  /** The style sheet and a further script of a page that doesn't know where the site is; the script then loads the rest. */
  readonly embedded?: { readonly style: string; readonly script: string };
}

/**
 * Before the first paint, applies the chosen theme, and moves the navigation of phones from above the text into the menu. The storage
 * key is Redoc's, so that its pages use the same theme.
 */
const APPLY_THEME = `document.documentElement.classList.add('has-menu');
try {
  const theme = localStorage.getItem('redoc.colorMode');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {}`;

/** Returns a complete HTML document. All its links are relative. */
export function pageHtml(site: Site, page: Page): string {
  const to = (target: string) => relativeTo(page.output, target);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyOf(page)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.output === 'index.html' ? site.name : `${page.title} · ${site.name}`)}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
${resources(page, to)}
</head>
<body data-root="${to('index.html').slice(0, -'index.html'.length)}">
<a class="skip" href="#content">Skip to content</a>
${headerHtml(site.sections, page.output)}
<div class="columns">
<nav class="navigation" id="navigation" aria-label="Pages">
${navigation(site, page)}
</nav>
<main id="content" tabindex="-1">
<article>
${page.html}
</article>
<footer>
${previousAndNext(site, page)}
${page.source === undefined ? '' : `<p class="source">Source: <code>${escapeHtml(page.source)}</code> · <a href="${to(twinOf(page.output))}">This page as Markdown</a> · <a href="${to(`assets/${THIRD_PARTY}`)}">Third-party licenses</a></p>`}
</footer>
</main>
${onThisPage(page)}
</div>
</body>
</html>
`;
}

function policyOf({ extra, connect = "'self'", embedded }: Page): string {
  return policyElement({
    inlineScripts: [APPLY_THEME, ...(embedded === undefined ? [] : [embedded.script])],
    inlineStyles: embedded === undefined ? [] : [embedded.style],
    more: extra === undefined && embedded === undefined ? [] : [`connect-src ${connect}`],
  });
}

/** The twin, style sheets and scripts of a page. */
function resources(page: Page, to: (target: string) => string): string {
  const { output, extra, embedded } = page;
  const styleSheet = (name: string) => `<link rel="stylesheet" href="${to(`assets/${name}.css`)}">`;
  const script = (name: string) => `<script src="${to(`assets/${name}.js`)}" defer></script>`;
  const theme = `<script>${APPLY_THEME}</script>`;
  if (embedded !== undefined)
    return `<style>${embedded.style}</style>\n${theme}\n<script type="module">${embedded.script}</script>`;
  const twin = `<link rel="alternate" href="${to(twinOf(output))}" type="text/markdown">`;
  const own = extra === undefined ? [] : [styleSheet(extra), script(extra)];
  return [twin, styleSheet('site'), theme, script('header'), script('site'), ...own].join('\n');
}

function navigation(site: Site, page: Page): string {
  const listed = site.sections.flatMap(({ entries }) => entries.map(({ output }) => output));
  // A decision record, which is not listed, belongs to the index of its folder.
  const isPart = !listed.includes(page.output) && page.source !== undefined;
  const here = isPart ? page.output.replace(/[^/]*$/, 'index.html') : page.output;
  return site.sections
    .map(({ title, entries }) => {
      const items = entries.map(({ output }) => {
        const current = output === here ? ` aria-current="${output === page.output ? 'page' : 'true'}"` : '';
        return `<li><a href="${relativeTo(page.output, output)}"${current}>${escapeHtml(titleOf(site, output))}</a></li>`;
      });
      return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function onThisPage({ headings }: Page): string {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < 2) return '';
  const items = sections.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-labelledby="on-this-page">\n<h2 id="on-this-page">On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`;
}

function previousAndNext(site: Site, page: Page): string {
  const index = site.order.indexOf(page.output);
  if (index === -1) return '';
  const link = (output: string | undefined, rel: string, label: string) =>
    output === undefined
      ? ''
      : `<a rel="${rel}" href="${relativeTo(page.output, output)}"><span>${label}</span> ${escapeHtml(titleOf(site, output))}</a>`;
  const previous = index === 0 ? undefined : site.order[index - 1];
  return `<nav class="previous-next" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(site.order[index + 1], 'next', 'Next')}</nav>`;
}

function titleOf(site: Site, output: string): string {
  return site.titles.get(output) ?? output;
}
