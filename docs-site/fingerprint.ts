import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from './contents.ts';
import { STAMP } from './site-folder.ts';

const SOURCES = [
  'docs',
  'docs-site',
  'conformance',
  'mocks',
  'openapi',
  'tools/contract/pages',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'package-lock.json',
];
const NOT_SOURCES =
  /^docs-site\/(dist|browser|astro\/[.]astro)|^conformance\/(reference|testing)|\.test\.ts$/;

/** A hash of all sources of the site. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesOf(source)) {
      if (NOT_SOURCES.test(file)) continue;
      hash.update(`${file}\0`).update(await readFile(join(PROJECT, file)));
    }
  }
  return hash.digest('hex');
}

/** True if there is a built site that is up to date with its sources. */
export async function isFresh(folder: string): Promise<boolean> {
  const stamp = await readFile(join(folder, STAMP), 'utf8').catch(() => null);
  return stamp !== null && stamp === (await fingerprint());
}

async function filesOf(source: string): Promise<readonly string[]> {
  if (source.includes('.')) return [source];
  const entries = await readdir(join(PROJECT, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length))
    .toSorted();
}
