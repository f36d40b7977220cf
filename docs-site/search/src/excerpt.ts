import type { SearchEntry } from '../search-index.ts';

/** Characters of an excerpt before the first match. */
const CONTEXT = 60;

/** The text of an entry around the first match. Names that match come first if the text does not. */
export function excerptOf({ text: below, names = [] }: SearchEntry, terms: readonly string[]): string {
  const isMatch = (one: string) => terms.some((term) => one.toLowerCase().includes(term));
  const matching = isMatch(below) ? [] : names.filter(isMatch);
  const text = matching.length === 0 ? below : `Contains ${matching.join(', ')}. ${below}`;
  const lower = text.toLowerCase();
  const positions = terms.map((term) => lower.indexOf(term)).filter((position) => position >= 0);
  const start = Math.max(0, Math.min(...(positions.length > 0 ? positions : [0])) - CONTEXT);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const end = from + 3 * CONTEXT;
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

/** The pieces of a text that match a term, and those between. */
export function pieces(
  text: string,
  terms: readonly string[],
): readonly { readonly text: string; readonly isMatch: boolean }[] {
  if (terms.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(`(${terms.map(literal).join('|')})`, 'giu');
  return text.split(pattern).map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }));
}

/** A pattern that matches the term itself. */
function literal(term: string): string {
  return term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
