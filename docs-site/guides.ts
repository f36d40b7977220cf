import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { BASE } from './any-path.ts';
import { contents, PROJECT, type Section, type Source, unlisted } from './contents.ts';
import { Links } from './links.ts';
import { SiteError } from './site-folder.ts';
import { twinOf, withLinks } from './twins.ts';

/** A page that is made from Markdown. */
export interface Guide {
  readonly source: Source;
  /** Plain text. */
  readonly title: string;
  /** The text below the title, with links for the build. */
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
}

const TITLE = /^# (.+)\n+/;

/** Reads the guides and the pages that are not in the navigation. Throws a `SiteError` for a page without a title. */
export async function readGuides(): Promise<Guides> {
  const [sections, others] = await Promise.all([contents(), unlisted()]);
  const listed = sections.flatMap(({ entries }) => entries.filter((entry) => 'file' in entry));
  const sources = [...listed, ...others];
  const links = new Links(sources);
  const guides = sources.map(async (source): Promise<Guide> => {
    const markdown = await readFile(join(PROJECT, source.file), 'utf8');
    const title = TITLE.exec(markdown)?.[1];
    if (title === undefined) throw new SiteError(`${source.file} must begin with a level 1 heading`);
    const mapped = (write: (target: string) => string) =>
      withLinks(markdown, (href) => {
        const target = links.resolve(source, href);
        return target === null ? href : write(target);
      });
    return {
      source,
      title: title.replaceAll('`', ''),
      body: mapped((target) => `${BASE}/${target}`).replace(TITLE, ''),
      twin: mapped((target) => twinOf(posix.relative(posix.dirname(source.output), target))),
    };
  });
  return { sections, guides: await Promise.all(guides), copied: links.copied };
}
