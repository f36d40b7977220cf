import { spawnSync } from 'node:child_process';

/** Whether `python3` runs here. Without it, prints that `what` is skipped, or throws if `REQUIRE_PYTHON=1`. */
export function hasPython(what: string): boolean {
  if (spawnSync('python3', ['--version']).status === 0) return true;
  const notice = `SKIPPED: ${what}, because python3 is missing`;
  if (process.env['REQUIRE_PYTHON'] === '1') throw new Error(`REQUIRE_PYTHON=1, but: ${notice}`);
  console.warn(`\n${'='.repeat(notice.length)}\n${notice}\n${'='.repeat(notice.length)}\n`);
  return false;
}
