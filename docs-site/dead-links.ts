import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** The dead links of a site's pages and of `llms.txt`, as sentences. Copies of the project's own files may link to files that it has not. */
export async function deadLinks(folder: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for await (const file of glob('**/*', { cwd: folder })) files.add(file.replaceAll('\\', '/'));
  const pages = new Map<string, Page>();
  for (const file of files) {
    if (!/\.html$|^llms\.txt$/.test(file) || file.startsWith('files/')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    pages.set(file, pageOf(text, file.endsWith('.html') ? IN_HTML : IN_MARKDOWN));
  }
  return [...pages].flatMap(([path, { links }]) =>
    links.flatMap((link) => {
      const problem = problemOf(path, link, files, pages);
      return problem === null ? [] : [`${path}: ${link} ${problem}`];
    }),
  );
}

const IN_HTML = /<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/g;
const IN_MARKDOWN = /\]\(([^()\s]+)\)/g;

interface Page {
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

function pageOf(text: string, link: RegExp): Page {
  // What looks like a link in an inline script is none.
  const html = text.replaceAll(/<script\b(?![^>]*\ssrc=)[^>]*>[\s\S]*?<\/script>/g, '');
  return {
    links: [...html.matchAll(link)].map(([, target = '']) => target),
    anchors: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)),
  };
}

function problemOf(
  page: string,
  link: string,
  files: ReadonlySet<string>,
  pages: ReadonlyMap<string, Page>,
): string | null {
  if (/^(https?:|mailto:|data:)/.test(link)) return null;
  if (link.startsWith('/') || link.includes(':')) return 'is not relative';
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
  if (!files.has(target)) return 'is not a file of the site';
  if (anchor === undefined || anchor === '' || anchor.startsWith('/')) return null;
  // What follows a question mark is for the script of the page.
  return pages.get(target)?.anchors.has(anchor.replace(/\?.*$/, '')) === true
    ? null
    : 'is not an anchor on that page';
}
