import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { BASE } from './any-path.ts';
import { contents, PROJECT, type Section, type Source, unlisted } from './contents.ts';
import { DeadLink, Links } from './links.ts';
import { twinOf, withLinks } from './twins.ts';

/** A page that is made from Markdown. */
export interface Guide {
  readonly source: Source;
  /** Plain text. */
  readonly title: string;
  /** What is below the title, with links for the build. */
  readonly body: string;
  /** The whole page, with links between twins. */
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

const TITLE = /^# (.+)\n+/;

/** Reads the guides and the pages that are not in the navigation. */
export async function readGuides(): Promise<Guides> {
  const [sections, others] = await Promise.all([contents(), unlisted()]);
  const sources = [
    ...sections.flatMap(({ entries }) => entries.filter((entry) => 'file' in entry)),
    ...others,
  ];
  const links = new Links(sources);
  const problems = new Set<string>();
  const guides: Guide[] = [];
  for (const source of sources) {
    const markdown = await readFile(join(PROJECT, source.file), 'utf8');
    const title = TITLE.exec(markdown)?.[1];
    if (title === undefined) problems.add(`${source.file} must begin with a level 1 heading`);
    const mapped = (write: (target: string) => string) =>
      withLinks(markdown, (href) => {
        const target = targetOf(links, source, href, problems);
        return target === null ? href : write(target);
      });
    guides.push({
      source,
      title: (title ?? source.file).replaceAll('`', ''),
      body: mapped((target) => `${BASE}/${target}`).replace(TITLE, ''),
      twin: mapped((target) => twinOf(posix.relative(posix.dirname(source.output), target))),
    });
  }
  return { sections, guides, copied: links.copied, problems: [...problems] };
}

/** The path in the site that a link leads to; null if it leads elsewhere. Collects links that lead nowhere. */
function targetOf(links: Links, source: Source, href: string, problems: Set<string>): string | null {
  try {
    return links.resolve(source, href);
  } catch (error) {
    if (!(error instanceof DeadLink)) throw error;
    problems.add(error.message);
    return null;
  }
}
