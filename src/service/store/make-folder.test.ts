import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { temporaryFiles } from './sqlite/temporary-folder.fixture.ts';

const path = temporaryFiles();

it('makes a folder and those above it, with their mode, and does nothing if it is there', async () => {
  const folder = path('new');
  await makeFolder(join(folder, 'a', 'b'), 0o700);
  for (const made of [folder, join(folder, 'a'), join(folder, 'a', 'b')])
    expect(statSync(made).mode & 0o777).toBe(0o700);
  await Promise.all([makeFolder(join(folder, 'a', 'b')), makeFolder(join(folder, 'c')), makeFolder('.')]);
  expect(statSync(join(folder, 'c')).isDirectory()).toBe(true);
});

it('rejects a path that is a file, or inside one', async () => {
  const file = path('file');
  writeFileSync(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it.skipIf(process.platform !== 'linux')('rejects a folder where none can be made', async () => {
  for (const folder of ['/proc/poster', '/proc/poster/of/hall']) {
    await expect(makeFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  }
});
