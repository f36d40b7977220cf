import { Marked, type Token } from 'marked';

/**
 * Markdown with each link mapped, and without comments: a page's source becomes its twin in the site. Code stays as it is, and so do links
 * that `link` returns unchanged.
 */
export function withLinks(markdown: string, link: (href: string) => string): string {
  const tokens = new Marked({ gfm: true }).lexer(markdown);
  return tokens
    .filter((token, at) => !isComment(token) && !(token.type === 'space' && isComment(tokens[at - 1])))
    .map(({ type, raw }) =>
      type === 'code' ? raw : raw.replaceAll(/\]\(([^()\s]+)\)/g, (_, href: string) => `](${link(href)})`),
    )
    .join('');
}

function isComment(token: Token | undefined): boolean {
  return token?.type === 'html' && token.raw.startsWith('<!--');
}

/**
 * The address of a page's twin: `errors.md` of `errors.html`. Leaves addresses outside the site as they are, and requests for the form that
 * only the page has.
 */
export function twinOf(address: string): string {
  return /^[a-z]+:|\btry-it\.html#/i.test(address) ? address : address.replace(/\.html(?=#|$)/, '.md');
}
