import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Creates a folder for the tests of a file, and returns a function that returns a new path in it at each call. */
export function temporaryFiles(): (name: string) => string {
  let folder = '';
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headcount-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return (name) => {
    count += 1;
    return join(folder, `${count}-${name}`);
  };
}
