/**
 * `npm test`: runs every check that takes seconds, two at a time. `--all` (`npm run test:all`) adds those that take long by
 * nature, and `--long` runs only these. All of them run even if one fails, so that one run reports everything.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepTemporaryFilesInMemory } from './testing/memory-folder.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'tools', 'bench', 'conformance', 'docs-site', 'mocks', 'docs/examples'];
const AT_A_TIME = 2;
/** Checks and what they start share compiled code: hundreds of programs and threads load the same modules. */
const COMPILED = join(PROJECT, 'node_modules/.cache/checks-compiled');

/** Types of files that have not changed are not checked again. One thread takes less processor time, and the tests run beside it. */
const CHECKED_TYPES = join(PROJECT, 'node_modules/.cache/checked-types.json');
const TYPES = ['tsc', '--singleThreaded', '--incremental', '--tsBuildInfoFile', CHECKED_TYPES];

const { values } = parseArgs({ options: { all: { type: 'boolean' }, long: { type: 'boolean' } } });

interface Check {
  readonly name: string;
  /** A script of the project, or an installed program, with its arguments. */
  readonly command: readonly string[];
  /** Prints its output immediately, because it takes minutes. */
  readonly isLive?: true;
}

const CHECKS: readonly Check[] = [
  // First, since the tests use the site.
  { name: 'documentation site builds, without dead links', command: ['docs-site/main.ts'] },
  {
    name: 'contract: documents, types, operation interfaces and pages are fresh and lint-clean',
    command: ['tools/contract/contract.ts', '--check'],
  },
  // The longest: the others run beside it, the quickest first.
  { name: 'tests', command: ['vitest', 'run', '--project', '!long-*'], isLive: true },
  { name: 'types', command: TYPES },
  {
    name: 'lock file has every platform, and every integrity',
    command: ['tools/lock/complete-lock.ts', '--check'],
  },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'types of the scripts of the site', command: ['tsc', '--project', 'docs-site/reference'] },
  { name: 'types of what is bundled for browsers', command: ['tsc', '--project', 'docs-site'] },
  {
    name: 'explorer: the bundle is fresh, and small enough',
    command: ['src/explorer/build.ts', '--check'],
  },
  { name: 'direction of imports', command: ['depcruise', '--output-type', 'err', ...SOURCES] },
  { name: 'dead code and dependencies', command: ['knip'] },
  { name: 'workflows and action.yml', command: ['tools/ci/lint-workflows.ts'] },
];

/** Installs, whole scenes, outages, fuzz, and every command in the documents. */
const LONG_CHECKS: readonly Check[] = [
  { name: 'long tests', command: ['vitest', 'run', '--project', 'long-*'], isLive: true },
  { name: 'commands in the documents', command: ['tools/docs/run-commands.ts'] },
];

keepTemporaryFilesInMemory();
// They are removed when the process exits, which a signal alone would not let it do.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
const begin = performance.now();
const failed: string[] = [];
const chosen = [...(values.long ? [] : CHECKS), ...(values.all || values.long ? LONG_CHECKS : [])];
const waiting = [...chosen];
await Promise.all(Array.from({ length: AT_A_TIME }, runWaiting));
console.log(
  `\nchecks: ${chosen.length - failed.length} passed, ${failed.length} failed in ${secondsSince(begin)}`,
);
for (const name of failed) console.log(`   FAILED: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const started = performance.now();
    const { code, output } = await run(check);
    const result = code === 0 ? 'ok' : `FAILED (exit ${code})`;
    console.log(`\n── ${check.name}\n${output}   ${result} in ${secondsSince(started)}`);
    if (code !== 0) failed.push(check.name);
  }
}

/** Runs a check with this Node.js. Returns its output instead of printing it, so that the output of two checks never mixes. */
function run({ command, isLive }: Check): Promise<{ code: number; output: string }> {
  const [program = '', ...rest] = command;
  const isScript = program.endsWith('.ts');
  const file = isScript ? process.execPath : join(PROJECT, 'node_modules/.bin', program);
  const path = `${join(process.execPath, '..')}:${process.env['PATH']}`;
  return new Promise((resolve, reject) => {
    const child = spawn(file, isScript ? [program, ...rest] : rest, {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: COMPILED },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (isLive) process.stdout.write(text);
        else output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
