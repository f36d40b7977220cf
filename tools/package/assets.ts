import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';

/** The launcher, and everything that the program reads when it runs: files and whole folders. */
const READ_AT_RUN_TIME = [
  'LICENSE',
  'README.md',
  'docs-site/dist',
  'src/explorer/dist',
  'src/explorer/styles/base.css',
  'src/explorer/styles/colors.css',
  'src/explorer/styles/header.css',
  'openapi/form-1.json',
  'openapi/form-1.yaml',
  'openapi/form-2.json',
  'openapi/form-2.yaml',
  'src/accounts/pages/static',
  'src/cli/commands/headcount.mjs',
  'src/cli/commands/node-version.mjs',
  'src/cli/commands/project-node.mjs',
  'src/cli/commands/user-cache.mjs',
  'src/service/contract/form-1.operations.generated.ts',
  'src/service/contract/form-1.types.generated.ts',
  'src/service/contract/form-2.operations.generated.ts',
  'src/service/contract/form-2.types.generated.ts',
  'src/accounts/university-domains.txt',
  'src/cli/commands/completion',
  'src/cli/site/template',
  'src/cli/stubs/template',
  'tools/node-runtime/package.json',
];

/** These files, by path. */
export async function assets(): Promise<ReadonlyMap<string, Uint8Array>> {
  const paths = (await Promise.all(READ_AT_RUN_TIME.map(filesIn))).flat();
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

async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(join(PROJECT, path), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null;
      throw error;
    },
  );
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length).replaceAll('\\', '/'))
    .filter((file) => !file.includes('/node_modules/'));
}
