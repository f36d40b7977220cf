import { spawnSync } from 'node:child_process';

/** Whether `python3` runs here, with a module if one is named. If not, prints that `what` is skipped, or throws if `REQUIRE_PYTHON=1`. */
export function hasPython(what: string, module = 'sys'): boolean {
  if (spawnSync('python3', ['-c', `import ${module}`]).status === 0) return true;
  const missing = module === 'sys' ? 'python3' : `python3 or its module ${module}`;
  const notice = `SKIPPED: ${what}, because ${missing} is missing`;
  if (process.env['REQUIRE_PYTHON'] === '1') throw new Error(`REQUIRE_PYTHON=1, but: ${notice}`);
  console.warn(`\n${'='.repeat(notice.length)}\n${notice}\n${'='.repeat(notice.length)}\n`);
  return false;
}
