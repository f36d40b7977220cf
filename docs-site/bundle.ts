import { basename, parse } from 'node:path';
import { build } from 'esbuild';
import { BROWSER_TARGETS } from './browser-targets.ts';
import { PROJECT } from './contents.ts';
import { licensesOf, THIRD_PARTY } from './third-party.ts';
import { precompiled } from './try-it/precompiled.ts';

/** What is bundled, by file name. */
const ENTRIES = {
  'try-it.js': 'docs-site/try-it/src/main.ts',
  'temporal.js': 'docs-site/try-it/src/temporal-polyfill.ts',
};

/** The packages whose scripts and styles are in the pages, besides those that are bundled here. */
const IN_PAGES = ['@redocly/cli', '@astrojs/starlight', 'astro', 'astro-expressive-code', 'pagefind'];

/** The scripts of the page that tries the API, by file name, and the licenses of the packages in them. */
export async function bundleAssets(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(ENTRIES).map(([file, source]) => ({ in: source, out: parse(file).name })),
    outdir: 'docs-site/dist/assets',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: [...BROWSER_TARGETS],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [precompiled],
  });
  const licenses = await licensesOf(
    'The scripts in this folder, and the reference pages, contain these packages.',
    [...Object.keys(metafile.inputs), ...IN_PAGES.map((name) => `node_modules/${name}/package.json`)],
  );
  return new Map([
    ...outputFiles.map(({ path, text }) => [basename(path), text] as const),
    [THIRD_PARTY, licenses],
  ]);
}
