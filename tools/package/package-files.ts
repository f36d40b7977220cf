import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';
import { assets } from './assets.ts';
import { bundleProgram } from './bundle.ts';
import { manifestOf, type ProjectManifest } from './manifest.ts';
import { NOTICES, noticesOf } from './notices.ts';

/** Every file of the package by its path, sorted. The same sources give the same bytes. */
export async function packageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const library = await libraryModules();
  const project = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as ProjectManifest;
  const { files: built, inputs } = await bundleProgram(library);
  const texts = new Map([
    ...built,
    ['package.json', `${JSON.stringify(manifestOf(project, library), null, 2)}\n`] as const,
    [NOTICES, await noticesOf(inputs)] as const,
  ]);
  const files = new Map([
    ...(await assets()),
    ...[...texts].map(([path, text]) => [path, Buffer.from(text)] as const),
  ]);
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The modules that the package exports. */
async function libraryModules(): Promise<readonly string[]> {
  const names = await readdir(join(PROJECT, 'src/library')).catch(() => []);
  return names.filter((name) => /^[\w-]+[.]ts$/.test(name)).map((name) => `src/library/${name}`);
}
