import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { programUnderTest, reportsIn } from './program.fixture.ts';

const program = programUnderTest();

it.skipIf(process.platform === 'win32')(
  'headcount import gives up a FIFO that nobody writes to, in one line',
  async () => {
    const [fifo, database] = [program.path('fifo'), program.path('none.sqlite')];
    execFileSync('bash', ['-c', 'mkfifo "$0"', fifo]);
    const { code, stdout, stderr } = await program.run(['import', fifo, '--database', `sqlite:${database}`]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^headcount: .*no program writes to.*\n$/);
    expect((await reportsIn(database)) ?? []).toEqual([]);
  },
);
