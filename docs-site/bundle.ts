import { basename } from 'node:path';
import { build } from 'esbuild';
import { PROJECT } from './contents.ts';
import { browserModules } from './implementations/browser-modules.ts';
import { precompiled } from './try-it/precompiled.ts';

/** The scripts of the site that import others, by file name: the search, the page of implementations, and the mock. */
export async function bundleScripts(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: {
      implementations: 'docs-site/implementations/src/page.ts',
      judge: 'docs-site/implementations/src/worker.ts',
      search: 'docs-site/search/src/dialog.ts',
      'try-it': 'docs-site/try-it/src/main.ts',
    },
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
