import type { Rendered } from './markdown.ts';

/** A search result. */
export interface SearchEntry {
  readonly page: string;
  readonly title: string;
  /** Path in the site, with an anchor. */
  readonly address: string;
  readonly text: string;
  /** Parameters and fields that the page documents here. */
  readonly names?: readonly string[];
}

/** The search entries of a page: one for each heading. */
export function searchEntries(output: string, title: string, { parts }: Rendered): readonly SearchEntry[] {
  return parts.map(({ heading, text }) => ({
    page: title,
    title: heading.text,
    address: heading.level === 1 ? output : `${output}#${heading.id}`,
    text,
  }));
}

/** The search data as a script rather than JSON, so that it also loads from a file. */
export function searchScript(entries: readonly SearchEntry[]): string {
  return `window.searchData = ${JSON.stringify(entries)};\n`;
}
