import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { deadLinks } from './dead-links.ts';
import { renderMarkdown } from './markdown.ts';
import type { SearchEntry } from './search/search-index.ts';

/** The dead links of a site as sentences: of its pages, their Markdown twins, `llms.txt` and the search. */
export async function deadLinksIn(folder: string, found: readonly SearchEntry[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const pages = new Map<string, string>();
  for (const file of files) {
    // Copies of the project's own files link to files that the site has not.
    if (!/\.(html|md)$|^llms\.txt$/.test(file) || file.startsWith('files/')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    pages.set(file, file.endsWith('.html') ? withoutScripts(text) : renderMarkdown(text, String).html);
  }
  pages.set('the search', found.map(({ address }) => ` href="${address}"`).join('\n'));
  return deadLinks(pages, new Set(files));
}

/** The page without its inline scripts: what looks like a link there is not one. */
export function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b(?![^>]*\ssrc=)[^>]*>[\s\S]*?<\/script>/g, '');
}
