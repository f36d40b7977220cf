import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';
import { assets } from './assets.ts';
import { bundleProgram } from './bundle.ts';
import { declarations, modulesOf } from './library.ts';
import { manifestOf, type ProjectManifest } from './manifest.ts';
import { NOTICES, noticesOf } from './notices.ts';

/** Every file of the package by its path, sorted. The same sources give the same bytes. */
export async function packageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const project = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as ProjectManifest;
  const library = modulesOf(project.exports);
  const { files: built, inputs } = await bundleProgram(library);
  const texts = new Map([
    ...built,
    ...(await declarations(library)),
    ['package.json', `${JSON.stringify(manifestOf(project), null, 2)}\n`] as const,
    [NOTICES, await noticesOf(inputs)] as const,
  ]);
  const files = new Map([
    ...(await assets()),
    ...[...texts].map(([path, text]) => [path, Buffer.from(text)] as const),
  ]);
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
