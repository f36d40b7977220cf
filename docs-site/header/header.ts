import { REFERENCE_SECTION, referenceOf, type Section, SITE_NAME } from '../contents.ts';
import { relativeTo } from '../links.ts';

/** The bar at the top of a page of guides or reference. Its buttons need scripts, so they are hidden until one runs. */
export function headerHtml(sections: readonly Section[], output: string): string {
  const [menu, area] = output.startsWith('openapi/')
    ? ['', output]
    : [MENU, output === TRY_IT ? TRY_IT : 'index.html'];
  const links = areasOf(sections).map(({ title, output: target }) => {
    const current = target === area ? ` aria-current="${target === output ? 'page' : 'true'}"` : '';
    const label = target === referenceOf(1) ? '<span>Reference</span> ' : '';
    return `${label}<a href="${relativeTo(output, target)}"${current}>${title}</a>`;
  });
  return `<header class="top">
<a class="name" href="${relativeTo(output, 'index.html')}">${SITE_NAME}</a>
<nav class="areas" aria-label="Site">
${links.join('\n')}
</nav>
<button type="button" class="search-open" data-search hidden aria-haspopup="dialog"><span>Search</span> <kbd aria-hidden="true">/</kbd></button>
<button type="button" class="theme" data-theme-toggle hidden aria-pressed="false"><span>Dark mode</span></button>${menu}
</header>`;
}

/** The page that sends requests. */
const TRY_IT = 'try-it.html';
const MENU =
  '\n<button type="button" class="menu" data-menu hidden aria-expanded="false" aria-controls="navigation">Menu</button>';

/** The areas of the site: the guides, what the section of the reference has, the page that sends requests, and the page about the explorer, which services have. */
function areasOf(
  sections: readonly Section[],
): readonly { readonly title: string; readonly output: string }[] {
  const reference = sections.find(({ title }) => title === REFERENCE_SECTION)?.entries ?? [];
  const titled = reference.filter((entry) => 'title' in entry);
  const tryIt = sections.some(({ entries }) => entries.some(({ output }) => output === TRY_IT));
  return [
    { title: 'Docs', output: 'index.html' },
    ...titled,
    ...(tryIt ? [{ title: 'Try it', output: TRY_IT }] : []),
    { title: 'Explorer', output: 'explorer.html' },
  ];
}
