/** A fenced code block. */
const CODE = /(^```[\s\S]*?^```)/m;

/** Markdown with each link mapped, and without comments. Code stays as it is. */
export function withLinks(markdown: string, link: (href: string) => string): string {
  return markdown
    .split(CODE)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replaceAll(/^<!--[\s\S]*?-->\n+/gm, '')
            .replaceAll(/\]\(([^()\s]+)\)/g, (_, href: string) => `](${link(href)})`),
    )
    .join('');
}

/**
 * The address of a page's Markdown twin: `errors.md` of `errors.html`. Leaves addresses outside the site as they are, and requests that
 * only the page that tries the API can show.
 */
export function twinOf(address: string): string {
  return /^[a-z]+:|\btry-it\.html#/i.test(address) ? address : address.replace(/\.html(?=#|$)/, '.md');
}
