import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Copies of the project's own files may link to files that the site has not. */
const PAGE = /^(?!files\/).*\.(html|md)$|^llms\.txt$/;
const IN_HTML = /<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/g;
const IN_MARKDOWN = /\]\(([^()\s]+)\)/g;
/** A text that looks like a link in an inline script or in a block of code is none. */
const CODE = /<script\b(?![^>]*\ssrc=)[^>]*>[\s\S]*?<\/script>|^```[\s\S]*?^```/gm;

/** The dead links of a site's pages, their twins and `llms.txt`, as sentences. */
export async function deadLinks(folder: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for await (const file of glob('**/*', { cwd: folder })) files.add(file.replaceAll('\\', '/'));
  const pages = [...files].filter((file) => PAGE.test(file));
  const links: (readonly [page: string, link: string])[] = [];
  const anchors = new Map<string, ReadonlySet<string>>();
  for (const page of pages) {
    const text = (await readFile(join(folder, page), 'utf8')).replaceAll(CODE, '');
    for (const [, link = ''] of text.matchAll(page.endsWith('.html') ? IN_HTML : IN_MARKDOWN))
      links.push([page, link]);
    anchors.set(page, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)));
  }
  return links.flatMap(([page, link]) => {
    const problem = problemOf(page, link, files, anchors);
    return problem === null ? [] : [`${page}: ${link} ${problem}`];
  });
}

function problemOf(
  page: string,
  link: string,
  files: ReadonlySet<string>,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  if (/^(https?:|mailto:|data:)/.test(link)) return null;
  if (link.startsWith('/') || link.includes(':')) return 'is not relative';
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!files.has(target)) return 'is not a file of the site';
  // What follows a question mark is for the script of the page, as is what follows a slash.
  const id = anchor.replace(/\?.*$/, '');
  const hasNone = id === '' || id.startsWith('/') || target.endsWith('.md');
  const isThere = hasNone || anchors.get(target)?.has(id) === true;
  return isThere ? null : 'is not an anchor on that page';
}
