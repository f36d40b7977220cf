import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contents, PROJECT, type Section, type Source, unlisted } from './contents.ts';
import { DeadLink, Links } from './links.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { twinOf, withLinks } from './twins.ts';

/** A page that is made from Markdown. */
export interface Guide extends Rendered {
  readonly source: Source;
  readonly title: string;
  /** The page as Markdown, with links between twins. */
  readonly twin: string;
}

/** All pages that are made from Markdown. */
export interface Guides {
  readonly sections: readonly Section[];
  readonly guides: readonly Guide[];
  /** Linked files without a page: paths in the project, with their paths in the site. */
  readonly copied: ReadonlyMap<string, string>;
  /** What is wrong with the guides, as sentences. */
  readonly problems: readonly string[];
}

/** Reads and renders the guides and the pages that are not in the navigation. */
export async function renderGuides(): Promise<Guides> {
  const [sections, others] = await Promise.all([contents(), unlisted()]);
  const sources = [...sections.flatMap(({ entries }) => entries.filter(isSource)), ...others];
  const links = new Links(sources);
  const problems: string[] = [];
  const guides: Guide[] = [];
  for (const source of sources) {
    const markdown = await readFile(join(PROJECT, source.file), 'utf8');
    const link = linkIn(links, source, problems);
    const rendered = renderMarkdown(markdown, link);
    const twin = withLinks(markdown, (href) => twinOf(link(href)));
    const first = rendered.parts[0]?.heading;
    if (first?.level !== 1) problems.push(`${source.file} must begin with a level 1 heading`);
    guides.push({ ...rendered, source, title: first?.text ?? source.file, twin });
  }
  return { sections, guides, copied: links.copied, problems };
}

function isSource(entry: Section['entries'][number]): entry is Source {
  return 'file' in entry;
}

/** Maps links, and collects those that lead nowhere. */
function linkIn(links: Links, source: Source, problems: string[]): (href: string) => string {
  return (href) => {
    try {
      return links.resolve(source, href);
    } catch (error) {
      if (!(error instanceof DeadLink)) throw error;
      if (!problems.includes(error.message)) problems.push(error.message);
      return '#content';
    }
  };
}
