import { existsSync, rmSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { contents, decisions, EXPLORER, PROJECT, type Section, type Source } from './contents.ts';
import { deadLinks } from './dead-links.ts';
import { fingerprint, STAMP } from './fingerprint.ts';
import { bundleScripts } from './implementations/bundle.ts';
import { IMPLEMENTATIONS, writeImplementations } from './implementations/write.ts';
import { DeadLink, Links } from './links.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { pageHtml, type Site } from './page.ts';
import { writeReference } from './reference.ts';
import { type SearchEntry, searchEntries, searchScript } from './search-data.ts';

const NAME = 'Queue Headcount';
const THEME = 'docs-site/theme';
const MINISEARCH = createRequire(import.meta.url)
  .resolve('minisearch')
  .replace(/cjs\/index\.cjs$/, 'umd/index.js');

/** Why the site cannot be built, as sentences for the user. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

/**
 * Builds the site next to `folder` and then replaces it, so that readers see either the old site or the new one. Throws a
 * `SiteError` that lists every dead link, and then keeps the old site.
 */
export async function buildSite(folder: string): Promise<{ readonly pages: number }> {
  await assertReplaceable(folder);
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  // `mkdtemp` gives access to the owner only, but a web server may run as another user.
  await chmod(staging, 0o755);
  const clear = (): void => rmSync(staging, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    const stamp = await fingerprint();
    const pages = await writeSite(staging);
    await writeFile(join(staging, STAMP), stamp);
    await replace(folder, staging);
    return { pages };
  } finally {
    clear();
    process.removeListener('exit', clear);
  }
}

/** Throws if the folder contains anything but a site. */
async function assertReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw error;
  });
  if (names.length === 0 || names.includes(STAMP)) return;
  throw new SiteError(`${folder} contains something other than a built site; choose a new or empty folder`);
}

async function writeSite(folder: string): Promise<number> {
  const [sections, unlisted] = await Promise.all([contents(), decisions()]);
  const sources = [...sections.flatMap(({ entries }) => entries.filter(isSource)), ...unlisted];
  const [scripts, ...references] = await Promise.all([
    bundleScripts(),
    writeReference(1, folder),
    writeReference(2, folder),
  ]);
  const links = new Links(sources);
  const problems: string[] = [];
  const rendered = new Map<Source, Rendered>();
  for (const source of sources) {
    const markdown = await readFile(join(PROJECT, source.file), 'utf8');
    rendered.set(source, renderMarkdown(markdown, linkIn(links, source, problems)));
  }
  const site = siteOf(sections, rendered);
  const entries: SearchEntry[] = references.flat();
  for (const [source, page] of rendered) {
    const title = site.titles.get(source.output) ?? source.file;
    entries.push(...searchEntries(source.output, title, page));
    const headings = page.parts.map(({ heading }) => heading);
    const common = { ...source, source: source.file, title, headings };
    const html =
      source.file === IMPLEMENTATIONS
        ? pageHtml(site, {
            ...common,
            html: await writeImplementations(folder, page.html, scripts),
            extra: 'implementations',
          })
        : pageHtml(site, { ...common, html: page.html });
    await put(folder, source.output, html);
  }
  await put(folder, 'assets/search-data.js', searchScript(entries));
  await copyAssets(folder, links.copied);
  problems.push(...(await deadLinksIn(folder, entries)));
  if (problems.length > 0) throw new SiteError(`The site has dead links:\n  ${problems.join('\n  ')}`);
  return rendered.size + references.length;
}

function isSource(entry: Section['entries'][number]): entry is Source {
  return 'file' in entry;
}

function linkIn(links: Links, source: Source, problems: string[]): (href: string) => string {
  return (href) => {
    try {
      return links.resolve(source, href);
    } catch (error) {
      if (!(error instanceof DeadLink)) throw error;
      problems.push(error.message);
      return '#content';
    }
  };
}

function siteOf(sections: readonly Section[], rendered: ReadonlyMap<Source, Rendered>): Site {
  const titles = new Map(
    [...rendered].map(([{ output, file }, { parts }]) => [output, titleOf(file, parts)]),
  );
  for (const { entries } of sections) {
    for (const entry of entries) if (!isSource(entry)) titles.set(entry.output, entry.title);
  }
  const order = sections.flatMap(({ entries }) => entries.map(({ output }) => output));
  return { name: NAME, sections, titles, order };
}

function titleOf(file: string, parts: Rendered['parts']): string {
  const first = parts[0]?.heading;
  if (first?.level !== 1) throw new SiteError(`${file} must begin with a level 1 heading`);
  return first.text;
}

async function copyAssets(folder: string, linked: ReadonlyMap<string, string>): Promise<void> {
  for (const name of await readdir(join(PROJECT, THEME))) {
    if (/\.(css|js|svg)$/.test(name)) await copy(join(PROJECT, THEME, name), join(folder, 'assets', name));
  }
  await copy(MINISEARCH, join(folder, 'assets/minisearch.js'));
  for (const [file, target] of linked) await copy(join(PROJECT, file), join(folder, target));
  if (existsSync(join(PROJECT, EXPLORER))) {
    await cp(join(PROJECT, EXPLORER), join(folder, 'explorer'), { recursive: true });
  }
}

/** The dead links of all pages and of the search. */
async function deadLinksIn(folder: string, found: readonly SearchEntry[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const pages = new Map<string, string>();
  for (const file of files) {
    if (!file.endsWith('.html')) continue;
    const html = await readFile(join(folder, file), 'utf8');
    // What looks like a link inside a script is not one.
    pages.set(file, html.replaceAll(/<script\b(?![^>]*\ssrc=)[^>]*>[\s\S]*?<\/script>/g, ''));
  }
  pages.set('the search', found.map(({ address }) => ` href="${address}"`).join('\n'));
  return deadLinks(pages, new Set(files));
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

/** Replaces a folder with a new one. If two builds end at the same time, one of them is left, complete. */
async function replace(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
  await rm(old, { recursive: true, force: true });
}
