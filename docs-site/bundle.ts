import { basename, parse } from 'node:path';
import { build } from 'esbuild';
import { PROJECT } from './contents.ts';
import { browserModules } from './implementations/browser-modules.ts';
import { precompiled } from './try-it/precompiled.ts';

/** What is bundled, by file name. */
const ENTRIES = {
  'header.js': 'header/src/main.ts',
  'search.js': 'search/src/dialog.ts',
  'implementations.js': 'implementations/src/page.ts',
  'judge.js': 'implementations/src/worker.ts',
  'try-it.js': 'try-it/src/main.ts',
  'site.css': 'theme/site.css',
  'reference.css': 'theme/reference.css',
  'implementations.css': 'theme/implementations.css',
  'try-it.css': 'theme/try-it.css',
};

/** The scripts and style sheets of the site that import others, by file name. */
export async function bundleAssets(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: Object.entries(ENTRIES).map(([file, source]) => ({
      in: `docs-site/${source}`,
      out: parse(file).name,
    })),
    outdir: 'docs-site/dist/assets',
    bundle: true,
    minify: true,
    write: false,
    // Not modules, since a page opened as a file cannot load modules.
    format: 'iife',
    target: ['chrome126', 'firefox126', 'safari18'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [browserModules, precompiled],
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
