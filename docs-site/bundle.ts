import { basename, parse } from 'node:path';
import { build } from 'esbuild';
import { BROWSER_TARGETS } from './browser-targets.ts';
import { PROJECT } from './contents.ts';
import { licensesOf, THIRD_PARTY } from './third-party.ts';
import { precompiled } from './try-it/precompiled.ts';

/** What is bundled, by file name. */
const ENTRIES = {
  'header.js': 'docs-site/header/src/main.ts',
  'search.js': 'docs-site/search/src/dialog.ts',
  'try-it.js': 'docs-site/try-it/src/main.ts',
  'temporal.js': 'docs-site/try-it/src/temporal-polyfill.ts',
  'site.css': 'docs-site/theme/site.css',
  'reference.css': 'docs-site/theme/reference.css',
  'try-it.css': 'docs-site/theme/try-it.css',
};

/** The command that puts Redoc into the reference pages, with its own comments about licenses. */
const REFERENCE_SCRIPT = 'node_modules/@redocly/cli/bin/cli.js';

/** The scripts and style sheets of the site that import others, by file name, and the licenses of the packages in them. */
export async function bundleAssets(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(ENTRIES).map(([file, source]) => ({ in: source, out: parse(file).name })),
    outdir: 'docs-site/dist/assets',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    // Not modules, since a page opened as a file cannot load modules.
    format: 'iife',
    target: [...BROWSER_TARGETS],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [precompiled],
  });
  const licenses = await licensesOf(
    'The scripts in this folder, and the reference pages, contain these packages.',
    [...Object.keys(metafile.inputs), REFERENCE_SCRIPT],
  );
  return new Map([
    ...outputFiles.map(({ path, text }) => [basename(path), text] as const),
    [THIRD_PARTY, licenses],
  ]);
}
