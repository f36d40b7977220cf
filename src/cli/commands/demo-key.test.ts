import { readFileSync, rmSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hashApiKey } from '../../service/keys/api-key.ts';
import { openStore } from '../../service/store/open-store.ts';
import { temporaryFiles } from '../../service/store/sqlite/temporary-folder.fixture.ts';
import { demoKey } from './demo-key.ts';

const NOW = 1_792_179_000_000_000;
const newFile = temporaryFiles();

it('keeps the key of the demo until it is revoked or its file is deleted', async () => {
  const store = await openStore({ engine: 'sqlite', file: newFile('keys.sqlite') }, { create: true });
  const file = newFile('demo.key');
  const first = await demoKey(store, file, NOW);
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await demoKey(store, file, NOW)).toBe(first);

  await store.revokeKey((await store.findKey(hashApiKey(first)))?.id ?? 0, NOW);
  const second = await demoKey(store, file, NOW);
  rmSync(file);
  const third = await demoKey(store, file, NOW);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe(`${third}\n`);
  for (const key of [second, third])
    expect(await store.findKey(hashApiKey(key))).toMatchObject({ revokedAt: null });
  await store.close();
});
