import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { PROJECT } from '../../docs-site/contents.ts';

/** The module that knows the package's root folder. */
export const PACKAGE_ROOT = 'tools/package/package-root.ts';
/** The path of a module of this project in the package: the same, as JavaScript. */
const built = (path: string) => path.replace(/[.]ts$/, '.js');

/**
 * Keeps `import.meta.url` what it is in a checkout: the module's own path from the root folder. So modules find their files in the
 * same way, although esbuild puts many modules into one file. It also lets esbuild see what `createRequire` would hide.
 */
export const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /[.]ts$/ }, async ({ path }) => {
      const file = relative(PROJECT, path).split(sep).join('/');
      if (file.startsWith('node_modules/') || file === PACKAGE_ROOT) return undefined;
      const text = await readFile(path, 'utf8');
      if (!/\bimport[.]meta[.](url|main)\b/.test(text)) return undefined;
      const contents = text
        .replace('const require = createRequire(import.meta.url);', '')
        .replaceAll('import.meta.main', 'false')
        .replaceAll('import.meta.url', `ownAddress(${JSON.stringify(built(file))})`);
      const root = relative(dirname(file), PACKAGE_ROOT).split(sep).join('/');
      return { contents: `import { ownAddress } from './${root}';${contents}`, loader: 'ts' };
    });
  },
};
