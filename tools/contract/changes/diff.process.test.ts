import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../redocly.ts';
import { commitOf, documentAt } from './diff.ts';

describe.skipIf(!existsSync(join(PROJECT, '.git')))('a git revision', () => {
  it('has the documents that were committed', async () => {
    const commit = await commitOf('HEAD');
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(await documentAt(commit, 2)).toMatchObject({ openapi: '3.1.0', info: { 'x-form': 2 } });
  });

  it('must exist', async () => {
    await expect(commitOf('no-such-branch')).rejects.toThrow('git knows no revision no-such-branch.');
    // The empty tree: git has it always.
    const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    await expect(documentAt(empty, 1)).rejects.toThrow('4b825dc642cb has no openapi/form-1.yaml.');
  });
});
