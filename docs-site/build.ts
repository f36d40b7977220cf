import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleAssets } from './bundle.ts';
import { PROJECT, SITE_NAME } from './contents.ts';
import { deadLinksIn } from './dead-links-in.ts';
import { encodeFolder } from './encoded.ts';
import { fingerprint } from './fingerprint.ts';
import { type Guide, type Guides, renderGuides } from './guides.ts';
import { llmsText } from './llms.ts';
import { NOT_FOUND, NOT_FOUND_SCRIPT, notFoundHtml } from './not-found.ts';
import { type Page, pageHtml, type Site } from './page.ts';
import { writeReference } from './reference.ts';
import { searchEntries, searchScript } from './search/search-data.ts';
import { replaceSite, SiteError, STAMP } from './site-folder.ts';
import { TRY_IT, withTryItForm } from './try-it/write.ts';
import { twinOf } from './twins.ts';

const THEME = 'docs-site/theme';

/**
 * Builds the site and then replaces the one in `folder`. Throws a `SiteError` that lists every dead link, and then keeps the old
 * site.
 */
export async function buildSite(folder: string): Promise<{ readonly pages: number }> {
  return replaceSite(folder, async (staging) => {
    const stamp = await fingerprint();
    const pages = await writeSite(staging);
    await encodeFolder(staging, folder);
    await writeFile(join(staging, STAMP), stamp);
    return { pages };
  });
}

async function writeSite(folder: string): Promise<number> {
  const [pages, scripts] = await Promise.all([
    renderGuides(),
    bundleAssets(),
    writeReference(1, folder),
    writeReference(2, folder),
  ]);
  const site = siteOf(pages);
  for (const plain of pages.guides) {
    const { guide, needs } = await withScript(plain);
    const { source, title, html, parts, twin } = guide;
    const headings = parts.map(({ heading }) => heading);
    const page = { ...source, source: source.file, title, headings, html, ...needs };
    await put(folder, source.output, pageHtml(site, page));
    await put(folder, twinOf(source.output), twin);
  }
  await put(folder, 'llms.txt', llmsText(pages));
  await put(folder, NOT_FOUND, await notFoundHtml(site, scripts.get('site.css') ?? ''));
  const entries = await searchEntries(pages.guides);
  await put(folder, 'assets/search-data.js', searchScript(entries));
  // The deployment that serves the site sends a script of its own under this address.
  await put(folder, 'assets/deployment.js', 'window.deployment = null;\n');
  await copyAssets(folder, pages.copied, scripts);
  const problems = [...pages.problems, ...(await deadLinksIn(folder, entries))];
  if (problems.length > 0) throw new SiteError(`The site has dead links:\n  ${problems.join('\n  ')}`);
  return pages.guides.length + 2;
}

/** Adds what one page has: a script, and the elements that it works with. */
async function withScript(
  guide: Guide,
): Promise<{ readonly guide: Guide; readonly needs: Pick<Page, 'extra' | 'connect'> }> {
  if (guide.source.file !== TRY_IT) return { guide, needs: {} };
  return { guide: await withTryItForm(guide), needs: { extra: 'try-it', connect: '*' } };
}

function siteOf({ sections, guides }: Guides): Site {
  const titles = new Map(guides.map(({ source, title }) => [source.output, title]));
  for (const { entries } of sections) {
    for (const entry of entries) if ('title' in entry) titles.set(entry.output, entry.title);
  }
  const order = sections.flatMap(({ entries }) => entries.map(({ output }) => output));
  return { name: SITE_NAME, sections, titles, order };
}

async function copyAssets(
  folder: string,
  linked: ReadonlyMap<string, string>,
  scripts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const name of await readdir(join(PROJECT, THEME))) {
    if (/\.(js|svg)$/.test(name) && name !== NOT_FOUND_SCRIPT)
      await copy(join(PROJECT, THEME, name), join(folder, 'assets', name));
  }
  for (const [name, text] of scripts) await put(folder, `assets/${name}`, text);
  for (const [file, target] of linked) await copy(join(PROJECT, file), join(folder, target));
}

async function put(folder: string, output: string, text: string): Promise<void> {
  const file = join(folder, output);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}
