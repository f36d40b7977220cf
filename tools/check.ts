/**
 * `npm test`: every check that must hold, one after the other, quickest first. All of them run even when one
 * fails, so that one run tells everything.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'tools', 'bench', 'conformance', 'docs-site', 'mocks', 'docs/examples'];

const CHECKS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  {
    name: 'contract: bundled documents, types and stubs are fresh and lint-clean',
    command: ['tools/contract/contract.ts', '--check'],
  },
  { name: 'lock file holds every platform', command: ['tools/lock/complete-lock.ts', '--check'] },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'types', command: ['tsc'] },
  { name: 'types of the scripts of pages', command: ['tsc', '--project', 'docs-site/theme'] },
  { name: 'types of the explorer, which runs in browsers', command: ['tsc', '-p', 'docs-site/explorer'] },
  {
    name: 'explorer: what is served is fresh, and small enough',
    command: ['docs-site/explorer/build.ts', '--check'],
  },
  { name: 'direction of imports', command: ['depcruise', '--output-type', 'err', ...SOURCES] },
  { name: 'dead code and dependencies', command: ['knip'] },
  { name: 'documentation site builds, without dead links', command: ['docs-site/main.ts'] },
  { name: 'commands of the documents', command: ['tools/docs/run-commands.ts'] },
  { name: 'tests', command: ['vitest', 'run', '--coverage'] },
];

let failed = 0;
for (const { name, command } of CHECKS) {
  const begin = performance.now();
  console.log(`\n── ${name}`);
  const code = await run(command);
  console.log(
    `   ${code === 0 ? 'ok' : `FAILED (exit ${code})`} in ${((performance.now() - begin) / 1000).toFixed(1)} s`,
  );
  if (code !== 0) failed += 1;
}
console.log(`\nchecks: ${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a script of the project, or an installed program, with this Node.js, and answers its exit code. */
function run([program = '', ...rest]: readonly string[]): Promise<number> {
  const isScript = program.endsWith('.ts');
  const file = isScript ? process.execPath : join(PROJECT, 'node_modules/.bin', program);
  const path = `${join(process.execPath, '..')}:${process.env['PATH']}`;
  return new Promise((resolve, reject) => {
    const child = spawn(file, isScript ? [program, ...rest] : rest, {
      cwd: PROJECT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
