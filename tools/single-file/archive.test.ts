import { ZipBuffer } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { archiveOf } from './archive.ts';

// ZIP archives are an experimental part of Node.js, which warns of them.
const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
afterAll(() => warnings.mockRestore());

const MODIFIED = new Date('2026-11-22T12:30:02Z');

it('has the files of the package where npm would install it, all with one time', async () => {
  const files = new Map([
    ['package.json', Buffer.from('{}')],
    ['openapi/form-1.yaml', Buffer.from('é')],
  ]);
  const archive = new ZipBuffer(await archiveOf(files, MODIFIED));
  expect([...archive.keys()]).toEqual([
    'node_modules/queue-headcount/package.json',
    'node_modules/queue-headcount/openapi/form-1.yaml',
  ]);
  for (const name of archive.keys()) expect(archive.get(name).modified).toEqual(MODIFIED);
  const contents = archive.get('node_modules/queue-headcount/openapi/form-1.yaml').contentSync();
  expect(String(contents)).toBe('é');
});

it('is the same for the same files', async () => {
  const files = new Map([['LICENSE', Buffer.from('MIT')]]);
  expect(await archiveOf(files, MODIFIED)).toEqual(await archiveOf(files, MODIFIED));
});
