import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

it('makes a folder and those above it, and does nothing if it is there', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'reports-')), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it.skipIf(process.platform !== 'linux')('throws where no folder can be made', () => {
  expect(() => makeFolder('/proc/reports/of/today')).toThrow('ENOENT');
});
