import { basename } from 'node:path';
import { build } from 'esbuild';
import { PROJECT } from '../contents.ts';
import { browserModules } from './browser-modules.ts';

/** The scripts of the page of implementations by file name: the page, and the thread that judges with the gate's rules. */
export async function bundleScripts(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: {
      implementations: 'docs-site/implementations/src/page.ts',
      judge: 'docs-site/implementations/src/worker.ts',
    },
    outdir: 'docs-site/dist/assets',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome126', 'firefox126', 'safari18'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [browserModules],
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
