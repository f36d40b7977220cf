import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../service/domain/micros.ts';
import { hashToken } from '../../../service/keys/token.ts';
import type { Reporter } from '../../../service/store/live-report-store.ts';
import { temporaryFiles } from '../../../service/store/sqlite/temporary-folder.fixture.ts';
import { noteUse } from '../../../staff/staff-links.ts';
import { people } from './people-under-test.fixture.ts';

const newFile = temporaryFiles();
const current = people();

describe('headcount staff', () => {
  it('prints a link and its QR code once, and writes a sheet that only its owner reads', async () => {
    const { run, store } = current();
    const sheet = newFile('sheet.svg');
    const added = await run('staff', 'add', 'Counter', '--public-url', 'https://q.example', '--sheet', sheet);
    const [, secret] = /^https:\/\/q\.example\/staff\?link=([\w-]{43})\n$/.exec(added.stdout) ?? [];
    expect(added.stderr).toMatch(/Staff link 1, Counter\..*\n\n[█▀▄ \n]+\n/);
    expect(await store.findReporter(hashToken(secret) as Uint8Array)).toMatchObject({ name: 'Counter' });
    expect(readFileSync(sheet, 'utf8')).toMatch(
      /For the<.*staff<.*Scan to change the hours \(Counter\)\.<.*>q\.example\/staff</s,
    );
    expect(readFileSync(sheet, 'utf8')).not.toContain(secret);
    expect(statSync(sheet).mode & 0o777).toBe(0o600);
    const list = (await run('staff', 'list')).stdout;
    expect(list).toMatch(/\nID +ADDED +LAST USED +NAME\n1 +\S+ \S+ +Counter\n$/);
    expect(list).not.toContain(secret);
  });

  it('lists when a link was last used, to the minute', async () => {
    const { json, store } = current();
    const [link] = await store.listReporters();
    const noon = Date.UTC(2026, 9, 16, 19) * 1000;
    for (const later of [0, MINUTE - 1, MINUTE]) {
      await noteUse(link as Reporter, store, noon + later);
      const [listed] = ((await json('staff', 'list')) as { staff: { last_heard_at: string }[] }).staff;
      expect(listed?.last_heard_at).toBe(`2026-10-16T12:0${later < MINUTE ? 0 : 1}:00-07:00`);
    }
  });

  it('is apart from devices', async () => {
    const { run } = current();
    await run('reporters', 'add', 'Door');
    expect((await run('reporters', 'list')).stdout).not.toContain('Counter');
    expect((await run('staff', 'list')).stdout).not.toContain('Door');
    expect(await run('staff', 'remove', '2')).toMatchObject({
      code: 1,
      stderr: 'headcount: there is no staff link 2; `headcount staff list` lists all of them\n',
    });
    expect((await run('staff', 'remove', '1')).stdout).toBe('Staff link 1, Counter, is removed.\n');
  });
});

describe('headcount hours', () => {
  const week = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, '00:00-24:00']),
  );
  const run = (...args: readonly string[]) => {
    const file = newFile('hours.json');
    writeFileSync(file, JSON.stringify({ weekly: week }));
    return current().run('hours', ...args, '--hours', file);
  };
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout);

  it('shows, closes and takes back, in words and as JSON', async () => {
    expect(await json('show')).toEqual({ is_open: true, planned: [] });
    expect(await run('close', '--on', '2099-12-24/2100-01-03')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^headcount: Choose dates from .* to .*\.\n$/),
    });
    const year = new Date().getUTCFullYear() + 1;
    const dates = `${year}-12-24/${year + 1}-01-03`;
    expect((await run('close', '--on', dates, '--comment', 'Holidays')).stdout).toMatch(
      /\nOpen without an end\.\n1 {2}\w+, Dec 24, \d+ – \w+, Jan 3, \d+: closed “Holidays\.”\n$/,
    );
    await run('close');
    expect(await json('show')).toMatchObject({
      is_open: false,
      planned: [
        { id: 2, author: null },
        { id: 1, from: `${year}-12-24` },
      ],
    });
    expect(await json('take-back', '2')).toMatchObject({ is_open: true });
    expect((await run('take-back', '2')).stderr).toBe(
      'headcount: This is over, or was taken back already.\n',
    );
    expect((await current().run('audit')).stdout).toMatch(/operator[\s\S]*hours\.taken-back/);
  });

  it('names what is wrong', async () => {
    expect((await run('close', '--at', '13:00', '--on', '2026-12-24')).code).toBe(2);
    expect((await run('close', '--at', '1 pm')).stderr).toBe('headcount: Write the time as 13:30.\n');
    expect((await run('open', '--until', '12:00')).stderr).toMatch(
      /^headcount: (It is open until|Choose a time up to) /,
    );
    expect((await run('open')).code).toBe(2);
  });
});
