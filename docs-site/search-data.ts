import type { Rendered } from './markdown.ts';

/** Something that the search can find. */
export interface Found {
  readonly page: string;
  readonly title: string;
  /** Path in the site, with an anchor. */
  readonly address: string;
  readonly text: string;
  /** Names of the interface that are told at this place. */
  readonly names?: readonly string[];
}

/** The parts of a page that the search can find, each at its heading. */
export function partsFound(output: string, title: string, { parts }: Rendered): readonly Found[] {
  return parts.map(({ heading, text }) => ({
    page: title,
    title: heading.text,
    address: heading.level === 1 ? output : `${output}#${heading.id}`,
    text,
  }));
}

/** A script that hands the data to the search; a script and no JSON, so that it also works without a server. */
export function searchScript(found: readonly Found[]): string {
  return `window.searchData = ${JSON.stringify(found)};\n`;
}
