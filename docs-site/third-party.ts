import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from './contents.ts';

/** The file beside a bundle that has the licenses of the packages in it. */
export const THIRD_PARTY = 'THIRD-PARTY.txt';

/** The licenses of the packages that these files belong to, below a sentence. Paths are relative to the project's root. */
export async function licensesOf(sentence: string, files: readonly string[]): Promise<string> {
  const folders = new Map(
    files.flatMap((path) => {
      const [folder, name] = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(path) ?? [];
      return folder === undefined || name === undefined ? [] : [[folder, name] as const];
    }),
  );
  const packages = [...folders].toSorted(([, one], [, other]) => (one < other ? -1 : 1));
  const texts = await Promise.all(packages.map(([folder, name]) => licenseOf(join(PROJECT, folder), name)));
  return `${sentence}\n\n${texts.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

async function licenseOf(folder: string, name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.find((entry) => /^licen[cs]e/i.test(entry.name));
  if (found === undefined) throw new Error(`${name} has no license file`);
  // A folder has others beside its own.
  const file = found.isDirectory() ? join(found.name, 'LICENSE') : found.name;
  return `${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
}
