import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Creates a folder for the tests of a file, and returns a function that writes a file there and returns its path. */
export function temporaryFile(): (content: string | Uint8Array) => Promise<string> {
  let folder = '';
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headcount-import-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (content) => {
    count += 1;
    const path = join(folder, `${count}.data`);
    await writeFile(path, content);
    return path;
  };
}
