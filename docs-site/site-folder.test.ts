import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { replaceSite, STAMP } from './site-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'site-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

const site = join(root, 'site');
const write = (text: string) => async (staging: string) => writeFileSync(join(staging, STAMP), text);

it('always has a site while it is replaced, so that a signal leaves one behind', async () => {
  await replaceSite(site, write('0'));
  let replacing = true;
  let missing = 0;
  const watch = async () => {
    for (; replacing; await setImmediate()) if (!existsSync(site)) missing += 1;
  };
  const watched = watch();
  for (let count = 1; count <= 50; count += 1) await replaceSite(site, write(String(count)));
  replacing = false;
  await watched;
  expect(missing).toBe(0);
  expect(readFileSync(join(site, STAMP), 'utf8')).toBe('50');
  expect(readdirSync(root)).toEqual(['site']);
});

it('keeps the old site if the new one disappears before it takes its place', async () => {
  await replaceSite(site, write('old'));
  const lost = replaceSite(site, async (staging) => rmSync(staging, { recursive: true }));
  await expect(lost).rejects.toThrow('ENOENT');
  expect(readFileSync(join(site, STAMP), 'utf8')).toBe('old');
  expect(readdirSync(root)).toEqual(['site']);
});
