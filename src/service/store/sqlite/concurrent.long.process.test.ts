/** Real processes that share a database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newReport } from '../suite/new-report.fixture.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const DAY = '2026-03-02';

describe('several processes', { timeout: 60_000 }, () => {
  it('can all create the same database at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const file = path('start.db');
      const outputs = await Promise.all(
        Array.from({ length: 6 }, () =>
          finished(
            run(file, `await store.ping(); console.log(await store.metadata('x')); await store.close();`),
          ),
        ),
      );
      expect(outputs).toEqual(Array.from({ length: 6 }, () => 'null\n'));
      const store = await openSqliteStore(file);
      await store.addReports([[newReport()]]);
      await store.close();
    }
  });

  it('together consume exactly the quota', async () => {
    const file = path('quota.db');
    const consuming = `
      // Each waits until all three are there
      await store.consumeQuota([{ key: 3, day: '${DAY}', quota: 3, count: 1 }]);
      while ((await store.usedQuota(3, '${DAY}')) < 3) await new Promise((go) => setTimeout(go, 1));
      let allowed = 0;
      for (let open = true; open; ) {
        const allowances = await store.consumeQuota([
          { key: 1, day: '${DAY}', quota: 500, count: 1 },
          { key: 2, day: '${DAY}', quota: 2000, count: 3 },
        ]);
        open = allowances.some((allowance) => allowance.allowed > 0);
        for (const allowance of allowances) allowed += allowance.allowed;
        // A process in a tight loop would starve the others
        await new Promise((go) => setTimeout(go, 1));
      }
      console.log(allowed);
      await store.close();`;
    const outputs = await Promise.all([1, 2, 3].map(() => finished(run(file, consuming))));
    const store = await openSqliteStore(file);
    expect(await store.usedQuota(1, DAY)).toBe(500);
    expect(await store.usedQuota(2, DAY)).toBe(2000);
    expect(outputs.reduce((sum, output) => sum + Number(output), 0)).toBe(2500);
    // Otherwise they ran one after the other, and the test would show nothing.
    expect(outputs.filter((output) => Number(output) > 0).length).toBeGreaterThan(1);
    await store.close();
  });
});

/** Runs code in a new process that has opened the database as `store`. */
function run(file: string, code: string): ChildProcess {
  const module = new URL('./sqlite-store.ts', import.meta.url).href;
  const script = `
    import { openSqliteStore } from ${JSON.stringify(module)};
    const store = await openSqliteStore(${JSON.stringify(file)}, { create: true });
    ${code}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until a process succeeds, and returns its output. */
async function finished(child: ChildProcess): Promise<string> {
  if (child.stdout === null || child.stderr === null) throw new Error('the process has no output');
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect(errors).toBe('');
  expect(code).toBe(0);
  return output;
}
