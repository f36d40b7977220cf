import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SatteriProcessorOptions, satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import type { StarlightUserConfig } from '@astrojs/starlight/types';
import { type AstroIntegration, build } from 'astro';
import { BASE } from './any-path.ts';
import { BROWSER_TARGETS } from './browser-targets.ts';
import { PROJECT, type Section } from './contents.ts';

const CACHE = join(PROJECT, 'node_modules/.cache');

/**
 * Builds the pages of the guides into a folder, with Starlight. `finish` completes what was built before the pages are indexed for the
 * search.
 */
export async function buildPages(
  folder: string,
  sections: readonly Section[],
  finish: (folder: string) => Promise<void>,
): Promise<void> {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  // Astro and Vite read these, which test runners and CI set for other programs.
  for (const name of ['BASE_URL', 'SITE', 'ASSETS_PREFIX', 'MODE', 'DEV', 'PROD']) delete process.env[name];
  process.env['NODE_ENV'] = 'production';
  const finishing: AstroIntegration = {
    name: 'finish',
    hooks: { 'astro:build:done': ({ dir }) => finish(fileURLToPath(dir)) },
  };
  // Below the project, so that what makes the pages finds the packages; of its own, since two builds can run at the same time.
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(join(CACHE, 'astro-'));
  const [cache, built] = [join(own, 'cache'), join(own, 'built')];
  // Astro puts pieces of a build below the working folder unless it builds there.
  const before = process.cwd();
  process.chdir(PROJECT);
  await build({
    configFile: false,
    root: join(PROJECT, 'docs-site/astro'),
    outDir: built,
    cacheDir: cache,
    base: BASE,
    logLevel: 'error',
    build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
    markdown: { processor: satteri(MARKDOWN) },
    // A policy without a source for prefetching would report each.
    prefetch: false,
    vite: { cacheDir: cache, build: { target: [...BROWSER_TARGETS], assetsInlineLimit: 0 } },
    integrations: [finishing, starlight(configOf(sections))],
  })
    .then(() => cp(built, folder, { recursive: true }))
    .finally(() => {
      process.chdir(before);
      return rm(own, { recursive: true });
    });
}

/** As on GitHub. Tables that are too wide scroll, and keys must be able to scroll them. */
const MARKDOWN: SatteriProcessorOptions = {
  features: { smartPunctuation: false },
  hastPlugins: [
    {
      name: 'scrollable-tables',
      element: { filter: ['table'], visit: (table, context) => context.setProperty(table, 'tabIndex', 0) },
    },
  ],
};

/** Names the field of the search, which has only a title. */
const NAMED_FIELD = `document.addEventListener('focusin', ({ target }) => {
  if (target.matches('.pagefind-ui__search-input')) target.setAttribute('aria-label', target.title);
});`;

function configOf(sections: readonly Section[]): StarlightUserConfig {
  return {
    title: 'Queue Headcount',
    favicon: '/icon.svg',
    customCss: ['./src/site.css'],
    head: [{ tag: 'script', content: NAMED_FIELD }],
    sidebar: sections.map(({ title, entries }) => ({
      label: title,
      items: entries.map((entry) =>
        'file' in entry
          ? { slug: entry.output.replace(/\.html$/, '') }
          : { label: entry.title, link: `/${entry.output}` },
      ),
    })),
    // Commands wrap, so that they can be read as a whole.
    expressiveCode: { defaultProps: { overridesByLang: { sh: { frame: 'none', wrap: true } } } },
    credits: false,
  };
}
