/**
 * Runs every `sh`, `js run` and `python run` block of the documents as a reader would, in the root of the project. That is a
 * copy made of links, so that nothing is left behind. Servers run until the document ends or starts the same one again, and
 * exported variables stay set. What a `text output` block after it shows must be what it prints. Two documents run at a time. Exits with 1 if a block fails.
 * Arguments name the documents to run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../testing/free-port.ts';
import { hasPython } from '../testing/start-program.ts';
import { isShown, type RunnableBlock, runnableBlocks } from './runnable-blocks.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Commands that are not run here: they install, write into the project, take minutes, or run this. `npm test` runs the others' checks. */
const NOT_RUN = /^(npm ci|npm test|npm run (bench|contract|lock|format)\b.*|.*\bheadcount docs\b.*)$/;
const SERVER =
  /^(cd \S+ && )?([A-Z_]+=\S+ )*(npm (--prefix \S+ )?start|((npx --no-install )?headcount|node src\/cli\/commands\/headcount\.mjs) (serve|demo|mock)|npx node --import \S+ src\/cli\/commands\/headcount\.mjs serve|npm run mock)\b/;
const URL_PRINTED = /http:\/\/[\w.]+:\d+/;
/** `npx` takes ten times as long to find the program as the program to start, so only this document's commands use it. */
const WITH_NPX = 'README.md';
const TIMEOUT = 120_000;

/** The commands that run a program from standard input. */
const INTERPRETERS = { js: 'node --input-type=module -', python: 'python3 -' };
const HAS_PYTHON = hasPython('Python blocks of documents');

let failed = 0;
let ran = 0;
const given = process.argv.slice(2);
const chosen = given.length > 0 ? given : globSync(['*.md', 'docs/**/*.md'], { cwd: PROJECT });
const waiting = await Promise.all(
  chosen.map(async (document) =>
    runnableBlocks(document, await readFile(join(PROJECT, document), 'utf8')).filter(
      ({ language }) => language !== 'python' || HAS_PYTHON,
    ),
  ),
);
// The longest documents first, so that none of them runs alone at the end.
waiting.sort((one, other) => other.length - one.length);
await Promise.all([runWaiting(), runWaiting()]);
console.log(`${ran} blocks of commands ran, ${failed} of them failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runWaiting(): Promise<void> {
  for (let blocks = waiting.shift(); blocks !== undefined; blocks = waiting.shift()) {
    if (blocks.length > 0) await runDocument(blocks);
  }
}

async function runDocument(blocks: readonly RunnableBlock[]): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'docs-'));
  const servers = new Map<string, ChildProcess>();
  try {
    for (const name of await readdir(PROJECT))
      if (name !== '.headcount') await symlink(join(PROJECT, name), join(root, name));
    const [service, mock, metrics, own] = await Promise.all([1, 2, 3, 4].map(freePort));
    const environment = {
      ...process.env,
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      HEADCOUNT_PORT: String(service),
      PORT: String(service),
      HEADCOUNT_MOCK_PORT: String(mock),
    };
    let exports = '';
    for (const block of blocks) {
      const text = scriptOf(block)
        .replaceAll(/(127\.0\.0\.1|localhost):3000\b/g, `$1:${service}`)
        .replaceAll(/(127\.0\.0\.1|localhost):4010\b/g, `$1:${mock}`)
        .replaceAll(/\b9464\b/g, String(metrics))
        .replaceAll('listen(8080', `listen(${own}`);
      if (text === '') continue;
      ran += 1;
      // A reader would have stopped the server before starting it again, maybe with other options.
      const server = SERVER.test(text) ? (text.split(' -- ')[0] ?? '') : null;
      const before = servers.get(server ?? '');
      if (before !== undefined) await stopGroup(before);
      const problem = await run(server === null ? exports + text : text, root, environment, {
        shown: block.output,
        started: server === null ? null : (child) => servers.set(server, child),
      });
      exports += block.language === 'sh' ? exported(text) : '';
      if (problem === null) continue;
      failed += 1;
      console.error(`${block.document}:${block.line}: ${problem}\n${text}\n`);
    }
  } finally {
    for (const server of servers.values()) await stopGroup(server);
    await rm(root, { recursive: true, force: true });
  }
}

/** The script of a block, without the commands in `NOT_RUN`. A loop is stopped when it has printed a line. */
function scriptOf({ document, language, isLoop, text }: RunnableBlock): string {
  if (language !== 'sh') {
    const program = `${INTERPRETERS[language]} <<'END OF BLOCK'\n${text}\nEND OF BLOCK`;
    if (!isLoop) return program;
    return `coproc LOOP { exec ${program}\n}\nread -r line <&"\${LOOP[0]}"\nkill "$LOOP_PID"`;
  }
  const lines = text.split('\n').map((line) => line.replace(/^npm ci && /, ''));
  const script = lines.filter((line) => line.trim() !== '' && !NOT_RUN.test(line)).join('\n');
  if (document === WITH_NPX) return script;
  return script.replaceAll(/^(npx --no-install )?headcount\b/gm, 'node src/cli/commands/headcount.mjs');
}

/** The `export` lines of a block, whose variables stay set for later blocks. */
function exported(text: string): string {
  return [...text.matchAll(/^export [A-Z_]+=.*$/gm)].map(([line]) => `${line}\n`).join('');
}

/** The output that a script must have, or the function that gets its process if it is a server, which must print its URL. */
interface Expected {
  readonly shown: string | null;
  readonly started: ((child: ChildProcess) => void) | null;
}

/** Runs a script to its end, or a server until it prints its URL. Returns what went wrong, or null. */
function run(
  text: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  { shown, started }: Expected,
): Promise<string | null> {
  // With a process group of its own, so that everything that it starts can be stopped.
  const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started?.(child);
  return new Promise((resolve) => {
    let output = '';
    // What the script has started may outlive the shell, and keeps its output open.
    const late = setTimeout(() => {
      output += `did not ${started === null ? 'end' : 'print a URL'} within ${TIMEOUT / 1000} s`;
      void stopGroup(child);
    }, TIMEOUT);
    const finish = (problem: string | null) => {
      clearTimeout(late);
      resolve(problem);
    };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (started !== null && URL_PRINTED.test(output)) finish(null);
      });
    child.once('close', (code) => {
      if (code !== 0 || started !== null) finish(`exit ${code}\n${output}`);
      else finish(shown === null || isShown(shown, output) ? null : `prints other than shown:\n${output}`);
    });
  });
}

async function stopGroup(server: ChildProcess): Promise<void> {
  const group = -(server.pid ?? 0);
  // The shell may exit before the server that it started. Signal 0 checks whether any process is left.
  for (let waited = 0; ; waited += 50) {
    try {
      process.kill(group, waited === 0 ? 'SIGTERM' : waited > 15_000 ? 'SIGKILL' : 0);
    } catch {
      return;
    }
    await pause(50);
  }
}
