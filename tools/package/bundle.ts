import { join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { PROJECT } from '../../docs-site/contents.ts';
import { precompiled } from '../../docs-site/try-it/precompiled.ts';
import { ownAddresses, PACKAGE_ROOT } from './own-addresses.ts';

/** The oldest Node.js that runs the built files; in place of an older one, the launcher finds a newer one. */
const TARGET = 'node22.20';

/** The program, and what is started as a thread. Each keeps its path. */
const PROGRAMS = [
  'src/cli/commands/program.ts',
  'conformance/judging-thread.ts',
  'conformance/dredd/thread.ts',
  PACKAGE_ROOT,
];

/** The module that runs in pages, too. */
const FOR_PAGES = 'src/cli/library/msw.ts';

/** Files that bundling produced, and those that they were made from. */
export interface Bundled {
  /** By path in the package. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths from the project's root. */
  readonly inputs: readonly string[];
}

/** The names that Node.js gives to packages that are CommonJS. */
const COMMON_JS = `
import { createRequire as nodeCreateRequire } from 'node:module';
import { dirname as nodeDirname } from 'node:path';
import { fileURLToPath as nodeFileURLToPath } from 'node:url';
const require = nodeCreateRequire(import.meta.url);
const __filename = nodeFileURLToPath(import.meta.url);
const __dirname = nodeDirname(__filename);
`.replaceAll('\n', '');

const OPTIONS = {
  absWorkingDir: PROJECT,
  outbase: '.',
  // Nothing is written: the paths are those in the package.
  outdir: '.',
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  // Names stay, since errors and logs show them.
  minifyWhitespace: true,
  minifySyntax: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Bundles the program, its threads and the modules of the library, with everything that they import. */
export async function bundleProgram(library: readonly string[]): Promise<Bundled> {
  const result = await build({
    ...OPTIONS,
    entryPoints: [...PROGRAMS, ...library.filter((module) => module !== FOR_PAGES)],
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: TARGET,
    inject: ['tools/package/temporal.ts'],
    // Its main file hides what it requires.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // An optional add-on of the PostgreSQL driver, which is never installed.
    external: ['pg-native'],
    plugins: [builtSite, onlyEnglish, ownAddresses],
    banner: { js: COMMON_JS },
  });
  return bundled(result);
}

/** Bundles the module of the library that pages use, too: without Node, without `eval`, and for the user's own `msw`. */
export async function bundleForPages(): Promise<Bundled> {
  const result = await build({
    ...OPTIONS,
    entryPoints: [FOR_PAGES],
    platform: 'browser',
    target: [TARGET, 'chrome126', 'firefox126', 'safari18'],
    inject: ['tools/package/temporal-in-pages.ts'],
    external: ['msw'],
    plugins: [precompiled],
  });
  return bundled(result);
}

function bundled({ outputFiles, metafile }: BuildResult<typeof OPTIONS>): Bundled {
  const files = outputFiles.map(
    ({ path, text }) => [relative(PROJECT, path).replaceAll('\\', '/'), text] as const,
  );
  return { files: new Map(files), inputs: Object.keys(metafile.inputs) };
}

/** Replaces the builder of the documentation site, which needs development packages, with the built site. */
const builtSite: Plugin = {
  name: 'built-site',
  setup(build) {
    build.onResolve({ filter: /\/docs-site\/main[.]ts$/ }, () => ({
      path: join(PROJECT, 'docs-site/prebuilt.ts'),
    }));
  },
};

/** Leaves out the data of 70 languages: Prism uses English only. */
const onlyEnglish: Plugin = {
  name: 'only-english',
  setup(build) {
    build.onResolve({ filter: /^@faker-js\/faker$/ }, ({ importer, kind, resolveDir }) =>
      build.resolve('@faker-js/faker/locale/en', { importer, kind, resolveDir }),
    );
  },
};
