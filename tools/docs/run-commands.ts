/**
 * Runs every `sh`, `js run` and `python run` block of the documents as a reader would, in the root of the project. That is a
 * copy made of links, so that nothing is left behind. Servers run until the document ends or starts the same one again, and
 * exported variables stay set. What a `text output` block after it shows must be what it prints. Two documents run at a time. Exits with 1 if a block fails.
 * Arguments name the documents to run.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../testing/free-port.ts';
import { hasPython } from '../testing/python.ts';
import { isShown, type RunnableBlock, runnableBlocks } from './runnable-blocks.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Commands that are not run here, each with the reason. */
const NOT_RUN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm test$/, 'runs this check'],
  [/^npm run bench\b/, 'takes minutes, and needs tools that may be missing'],
  [/^npm run contract$/, 'writes into the project; `npm test` runs `npm run contract -- --check`'],
  [
    /^(npx --no-install )?headcount docs\b/,
    'builds the site again; `npm test` builds it, and tests of the built site use the options',
  ],
  [/^npm run lock$/, 'writes into the project; `npm test` checks the lock file'],
  [/^npm run format$/, 'writes into the project; `npm test` checks the format'],
];
const SERVER =
  /^(cd \S+ && )?([A-Z_]+=\S+ )*(npm (--prefix \S+ )?start|(npx --no-install )?headcount (serve|demo|mock)|npx node --import \S+ src\/cli\/commands\/headcount\.mjs serve|npm run mock)\b/;
/** `npx` takes ten times as long to find the program as the program to start, so only this document's commands use it. */
const WITH_NPX = 'README.md';
const TIMEOUT = 120_000;

/** The commands that run a program from standard input. */
const INTERPRETERS = { js: 'node --input-type=module -', python: 'python3 -' };
const HAS_PYTHON = hasPython('Python blocks of documents');

let failed = 0;
let ran = 0;
const waiting: (readonly RunnableBlock[])[] = [];
const chosen = process.argv.slice(2);
for (const document of chosen.length > 0 ? chosen : await documents()) {
  waiting.push(runnableBlocks(document, await readFile(join(PROJECT, document), 'utf8')));
}
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

async function documents(): Promise<readonly string[]> {
  const names = await readdir(PROJECT);
  const below = await readdir(join(PROJECT, 'docs'), { recursive: true });
  return [...names, ...below.map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md')).toSorted();
}

async function runDocument(blocks: readonly RunnableBlock[]): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'docs-'));
  const servers = new Map<string, ChildProcess>();
  try {
    for (const name of await readdir(PROJECT)) {
      if (name !== '.headcount') await symlink(join(PROJECT, name), join(root, name));
    }
    const ports = {
      service: await freePort(),
      mock: await freePort(),
      metrics: await freePort(),
      own: await freePort(),
    };
    let exports = '';
    for (const block of blocks) {
      if (block.language === 'python' && !HAS_PYTHON) continue;
      const text = scriptOf(block)
        .replaceAll(/(127\.0\.0\.1|localhost):3000\b/g, `$1:${ports.service}`)
        .replaceAll(/(127\.0\.0\.1|localhost):4010\b/g, `$1:${ports.mock}`)
        .replaceAll(/\b9464\b/g, String(ports.metrics))
        .replaceAll('listen(8080', `listen(${ports.own}`);
      if (text === '') continue;
      ran += 1;
      const script =
        block.document === WITH_NPX
          ? text
          : text.replaceAll(/^(npx --no-install )?headcount\b/gm, 'node src/cli/commands/headcount.mjs');
      const problem = SERVER.test(text)
        ? await startServer(script, root, ports, servers)
        : await runToEnd(exports + script, root, ports, block.output);
      exports += exported(block.language === 'sh' ? text : '');
      if (problem === null) continue;
      failed += 1;
      console.error(`${block.document}:${block.line}: ${problem}\n${text}\n`);
    }
  } finally {
    for (const server of servers.values()) await stopGroup(server);
    await rm(root, { recursive: true, force: true });
  }
}

/**
 * The script of a block, without `npm ci`, which has already run, and without the commands in `NOT_RUN`. A loop is stopped
 * when it has printed a line.
 */
function scriptOf({ language, isLoop, text }: RunnableBlock): string {
  if (language !== 'sh') {
    const program = `${INTERPRETERS[language]} <<'END OF BLOCK'\n${text}\nEND OF BLOCK`;
    if (!isLoop) return program;
    return `coproc LOOP { exec ${program}\n}\nread -r line <&"\${LOOP[0]}"\nkill "$LOOP_PID"`;
  }
  return text
    .split('\n')
    .map((line) => line.replace(/^npm ci && /, ''))
    .filter(
      (line) => line.trim() !== '' && line !== 'npm ci' && !NOT_RUN.some(([pattern]) => pattern.test(line)),
    )
    .join('\n');
}

/** The `export` lines of a block, whose variables stay set for later blocks. */
function exported(text: string): string {
  return [...text.matchAll(/^export [A-Z_]+=.*$/gm)].map(([line]) => `${line}\n`).join('');
}

/** The ports on which a document's servers listen instead of their default ports. */
interface Ports {
  readonly service: number;
  readonly mock: number;
  readonly metrics: number;
  /** Of a program in the document. */
  readonly own: number;
}

function environment({ service, mock }: Ports): NodeJS.ProcessEnv {
  const path = `${join(process.execPath, '..')}:${process.env['PATH']}`;
  return {
    ...process.env,
    PATH: path,
    HEADCOUNT_PORT: String(service),
    PORT: String(service),
    HEADCOUNT_MOCK_PORT: String(mock),
  };
}

/** Runs a script to its end; `shown` is what a guide says it prints. Returns what went wrong, or null. */
function runToEnd(text: string, cwd: string, ports: Ports, shown: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawnGroup(['-euo', 'pipefail', '-c', text], cwd, ports);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    // What the script has started may outlive the shell, and keeps its output open.
    const late = setTimeout(() => {
      output += `did not end within ${TIMEOUT / 1000} s`;
      void stopGroup(child);
    }, TIMEOUT);
    child.once('close', (code) => {
      clearTimeout(late);
      if (code !== 0) resolve(`exit ${code}\n${output}`);
      else resolve(shown === null || isShown(shown, output) ? null : `prints other than shown:\n${output}`);
    });
  });
}

/** Starts bash with a process group of its own, so that everything that it starts can be stopped. */
function spawnGroup(
  args: readonly string[],
  cwd: string,
  ports: Ports,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('bash', args, {
    cwd,
    env: environment(ports),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Starts a server, and waits until it prints its URL. Returns what went wrong, or null. */
async function startServer(
  text: string,
  cwd: string,
  ports: Ports,
  servers: Map<string, ChildProcess>,
): Promise<string | null> {
  // A reader would have stopped the server before starting it again, maybe with other options.
  const [name = ''] = text.split(' -- ');
  const before = servers.get(name);
  if (before !== undefined) await stopGroup(before);
  return new Promise((resolve) => {
    const child = spawnGroup(['-c', text], cwd, ports);
    servers.set(name, child);
    let output = '';
    const late = setTimeout(() => resolve(`printed no URL\n${output}`), TIMEOUT);
    const look = (chunk: Buffer): void => {
      output += chunk;
      if (!/http:\/\/[\w.]+:\d+/.test(output)) return;
      clearTimeout(late);
      resolve(null);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve(`ended with exit ${code}\n${output}`);
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
