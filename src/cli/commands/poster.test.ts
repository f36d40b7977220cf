import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programHere } from './program-here.fixture.ts';

const program = programHere();
const poster = (...args: readonly string[]) =>
  program.run(['poster', '--public-url', 'https://queue.example.edu', ...args]);

it('writes a poster and a sticker, with the code of the sign or without any', async () => {
  const out = program.path('poster');
  expect((await poster('--out', out)).code).toBe(0);
  expect(readdirSync(out).toSorted()).toEqual(['poster.html', 'poster.svg', 'sticker.svg']);
  const sheet = () => readFileSync(`${out}/poster.svg`, 'utf8');
  expect(sheet()).not.toContain('Code:');
  await poster('--out', out, '--report-code', 'K7WM4T');
  expect(sheet()).toContain('Code: K7WM4T');
});

it.skipIf(process.platform !== 'linux')(
  'says that no folder can be made, and does not keep trying',
  async () => {
    const { code, stderr } = await poster('--out', '/proc/poster');
    expect([code, stderr]).toEqual([1, expect.stringContaining("mkdir '/proc/poster'")]);
  },
);
