import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../service/domain/micros.ts';
import { hashToken } from '../../../service/keys/token.ts';
import type { Reporter } from '../../../service/store/live-report-store.ts';
import { openStore, parseDatabaseAddress } from '../../../service/store/open-store.ts';
import { noteUse } from '../../../staff/staff-links.ts';
import { programHere } from '../program-here.fixture.ts';

const program = programHere();
const run = (...args: readonly string[]) =>
  program.run([...args, '--database', database(), '--time-zone', 'America/Los_Angeles']);
const database = () => `sqlite:${program.path('staff.sqlite')}`;
beforeAll(async () => (await openStore(parseDatabaseAddress(database()), { create: true })).close());

/** The object that a command prints with `--json`. */
async function json(...args: readonly string[]) {
  const { stdout, stderr } = await run(...args, '--json');
  return stderr === '' ? JSON.parse(stdout) : stderr;
}
const folder = mkdtempSync(join(tmpdir(), 'headcount-staff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('headcount staff', () => {
  it('prints a link and its QR code once, and writes a sheet that only its owner reads', async () => {
    const sheet = join(folder, 'sheet.svg');
    const added = await run('staff', 'add', 'Counter', '--public-url', 'https://q.example', '--sheet', sheet);
    const [, secret] = /^https:\/\/q\.example\/staff\?link=([\w-]{43})\n$/.exec(added.stdout) ?? [];
    expect(added.stderr).toMatch(/Staff link 1, Counter\..*\n\n[█▀▄ \n]+\n/);
    const store = await openStore(parseDatabaseAddress(database()), { create: false });
    expect(await store.findReporter(hashToken(secret) as Uint8Array)).toMatchObject({ name: 'Counter' });
    await store.close();
    expect(readFileSync(sheet, 'utf8')).toMatch(
      /For the<.*staff<.*Scan to change the hours \(Counter\)\.<.*>q\.example\/staff</s,
    );
    expect(readFileSync(sheet, 'utf8')).not.toContain(secret);
    expect(statSync(sheet).mode & 0o777).toBe(0o600);
    const list = await run('staff', 'list');
    expect(list.stdout).toMatch(/\nID +ADDED +LAST USED +NAME\n1 +\S+ \S+ +Counter\n$/);
    expect(JSON.stringify(await json('staff', 'list'))).not.toContain(secret);
  });

  it('lists when a link was last used, to the minute', async () => {
    const store = await openStore(parseDatabaseAddress(database()), { create: false });
    const [link] = await store.listReporters();
    const noon = Date.UTC(2026, 9, 16, 19) * 1000;
    for (const later of [0, MINUTE - 1, MINUTE]) {
      await noteUse(link as Reporter, store, noon + later);
      const [listed] = ((await json('staff', 'list')) as { staff: { last_heard_at: string }[] }).staff;
      expect(listed?.last_heard_at).toBe(`2026-10-16T12:0${later < MINUTE ? 0 : 1}:00-07:00`);
    }
    await store.close();
    expect((await run('staff', 'list')).stdout).toMatch(/ 2026-10-16 12:01 +Counter\n$/);
  });

  it('is apart from devices', async () => {
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
  const file = join(folder, 'hours.json');
  writeFileSync(file, JSON.stringify({ weekly: week }));
  const hours = ['--hours', file];

  it('shows, closes and takes back, in words and as JSON', async () => {
    expect(await json('hours', 'show', ...hours)).toEqual({ is_open: true, planned: [] });
    const closed = await run(
      'hours',
      'close',
      '--on',
      '2099-12-24/2100-01-03',
      '--comment',
      'Too far',
      ...hours,
    );
    expect(closed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^headcount: Choose dates from .* to .*\.\n$/),
    });
    const year = new Date().getUTCFullYear() + 1;
    const planned = await run(
      'hours',
      'close',
      '--on',
      `${year}-12-24/${year + 1}-01-03`,
      '--comment',
      'Holidays',
      ...hours,
    );
    expect(planned.stdout).toMatch(
      /\nOpen without an end\.\n1 {2}\w+, Dec 24, \d+ – \w+, Jan 3, \d+: closed “Holidays\.”\n$/,
    );
    await run('hours', 'close', ...hours);
    const shown = (await json('hours', 'show', ...hours)) as { is_open: boolean; planned: readonly object[] };
    expect(shown.is_open).toBe(false);
    expect(shown.planned).toMatchObject([
      { id: 2, author: null },
      { id: 1, from: `${year}-12-24` },
    ]);
    expect(await json('hours', 'take-back', '2', ...hours)).toMatchObject({ is_open: true });
    expect((await run('hours', 'take-back', '2', ...hours)).stderr).toBe(
      'headcount: This is over, or was taken back already.\n',
    );
    const audit = (await run('audit')).stdout;
    expect(audit).toMatch(/operator[\s\S]*hours\.taken-back/);
  });

  it('names what is wrong', async () => {
    expect((await run('hours', 'close', '--at', '13:00', '--on', '2026-12-24', ...hours)).code).toBe(2);
    expect((await run('hours', 'close', '--at', '1 pm', ...hours)).stderr).toBe(
      'headcount: Write the time as 13:30.\n',
    );
    expect((await run('hours', 'open', '--until', '12:00', ...hours)).stderr).toMatch(
      /^headcount: (It is open until|Choose a time up to) /,
    );
    expect((await run('hours', 'open')).code).toBe(2);
  });

  it('is carried by a backup', async () => {
    const [backup, restored] = [join(folder, 'a.backup'), `sqlite:${join(folder, 'restored.sqlite')}`];
    expect((await run('backup', '--to', backup)).code).toBe(0);
    expect((await program.run(['restore', '--from', backup, '--database', restored])).code).toBe(0);
    const { stdout } = await program.run(['hours', 'show', '--json', '--database', restored, ...hours]);
    expect(JSON.parse(stdout).planned).toMatchObject([{ id: 1, text: expect.stringContaining('Holidays.') }]);
  });
});
