import { basename } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { BROWSER_TARGETS } from './browser-targets.ts';
import { PROJECT } from './contents.ts';
import { licensesOf, THIRD_PARTY } from './third-party.ts';
import { precompiled } from './try-it/precompiled.ts';

/** The packages whose scripts and styles are in the pages, besides those that are bundled here. */
const IN_PAGES = ['@redocly/cli', '@astrojs/starlight', 'astro', 'astro-expressive-code', 'pagefind'];

/** The scripts of the page that tries the API, by file name, and the licenses of the packages in them. */
export async function bundleAssets(): Promise<ReadonlyMap<string, string>> {
  const { texts, inputs } = await bundle({
    entryPoints: {
      'try-it': 'docs-site/try-it/src/main.ts',
      temporal: 'docs-site/try-it/src/temporal-polyfill.ts',
    },
    plugins: [precompiled],
  });
  const licenses = await licensesOf(
    'The scripts in this folder, and the reference pages, contain these packages.',
    [...inputs, ...IN_PAGES.map((name) => `node_modules/${name}/package.json`)],
  );
  return new Map([...texts, [THIRD_PARTY, licenses]]);
}

/** Bundles scripts and styles for browsers. Returns the bundles by file name, and the files that went into them. */
export async function bundle(
  options: BuildOptions,
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    outdir: 'bundled',
    bundle: true,
    minify: true,
    format: 'iife',
    target: [...BROWSER_TARGETS],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
    write: false,
    metafile: true,
  });
  const texts = outputFiles.map(({ path, text }) => [basename(path), text] as const);
  return { texts: new Map(texts), inputs: Object.keys(metafile.inputs) };
}
