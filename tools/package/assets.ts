import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';

/** The launcher, and everything that the program reads when it runs. */
const READ_AT_RUN_TIME = [
  'LICENSE',
  'README.md',
  '{docs-site,src/explorer}/dist/**',
  'docs-site/dist/.built-from',
  'src/explorer/styles/{base,colors,header}.css',
  'openapi/form-?.{json,yaml}',
  'src/accounts/pages/static/**',
  'src/accounts/university-domains.txt',
  'src/cli/commands/*.mjs',
  'src/cli/commands/completion/**',
  'src/cli/{site,stubs}/template/**',
  'src/service/contract/form-?.*.generated.ts',
  'tools/node-runtime/package.json',
];

/** These files, by path. */
export async function assets(): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = globSync(READ_AT_RUN_TIME, { cwd: PROJECT, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/node_modules/'));
  const files = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(PROJECT, path))] as const)),
  );
  return new Map([...files].filter(([path]) => !isSpareEncoding(path, files)));
}

/** Below, in bytes, the package has no encoded file: all of them would make it a tenth larger. */
const LEAST = 32_768;

/**
 * Returns true if a file is another encoding of one beside it that the package can do without. Large texts keep the one with Brotli, which browsers
 * and proxies accept over TLS; who accepts gzip alone gets the text as it is.
 */
function isSpareEncoding(path: string, files: ReadonlyMap<string, Uint8Array>): boolean {
  const text = /\.(br|gz)$/.test(path) ? files.get(path.slice(0, -'.br'.length)) : undefined;
  return text !== undefined && (path.endsWith('.gz') || text.length < LEAST);
}
