import { basename } from 'node:path';
import { build } from 'esbuild';
import { PROJECT } from './contents.ts';
import { browserModules } from './implementations/browser-modules.ts';

/** The scripts of the site that import others, by file name: the search, and those of the page of implementations. */
export async function bundleScripts(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: {
      implementations: 'docs-site/implementations/src/page.ts',
      judge: 'docs-site/implementations/src/worker.ts',
      search: 'docs-site/search/src/dialog.ts',
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
    plugins: [browserModules],
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
