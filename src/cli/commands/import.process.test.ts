import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programUnderTest, reportsIn } from './program.fixture.ts';

const program = programUnderTest();

it.skipIf(process.platform === 'win32')(
  'headcount import reads a FIFO, however slowly a program writes to it',
  async () => {
    const [fifo, file] = [program.path('slow'), program.path('reports.csv')];
    writeFileSync(file, 'timestamp,bucket\n2026-10-16T12:31:15-07:00,15\n2026-10-16T12:10:05-07:00,35\n');
    execFileSync('bash', ['-c', 'mkfifo "$0"', fifo]);
    const importing = program.run(['import', fifo, '--database', 'sqlite:slow.sqlite']);
    const writer = `exec 3> "$0"; head -c 30 "$1" >&3; sleep 0.3; tail -c +31 "$1" >&3`;
    execFileSync('bash', ['-c', writer, fifo, file]);
    expect((await importing).stdout).toContain('2 added');
  },
);

it('headcount import adds nothing when it is interrupted, and says so', async () => {
  const database = program.path('interrupted.sqlite');
  const importing = await program.start(['import', '-', '--database', `sqlite:${database}`], /^/);
  await expect.poll(() => existsSync(`${database}-wal`)).toBe(true);
  const { code, stdout, stderr } = await importing.stop('SIGINT');
  expect([code, stdout, stderr]).toEqual([130, '', 'headcount: interrupted; nothing was added\n']);
  expect((await reportsIn(database)) ?? []).toEqual([]);
});
