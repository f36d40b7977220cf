/**
 * Runs every command that the documents show in an `sh` block, and every program in a `js run` or `python run` block, as a
 * reader would: from the project's root (a copy made of links, so that nothing is left behind). The servers that a document
 * starts run until its end, or until it starts the same one again, and the variables that it exports stay set. Two documents
 * run at a time. Fails when a command does.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ShBlock, shBlocks } from './sh-blocks.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Commands that are shown and not run here, each with its reason. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm test$/, 'this check is part of it'],
  [/^npm run bench\b/, 'takes minutes and wants tools that a machine may lack'],
  [/^npm run contract$/, 'writes into the project; `npm run contract -- --check` is run'],
  [/^npm run lock$/, 'writes into the project; the lock file is checked'],
  [/^npm run format$/, 'writes into the project; the format is checked'],
];
const SERVER = /^(cd \S+ && )?([A-Z_]+=\S+ )*(npm start|npx headcount (serve|demo|mock)|npm run mock)\b/;
const PATIENCE = 120_000;

/** How a program is run that is handed in on standard input. */
const INTERPRETERS = { js: 'node --input-type=module -', python: 'python3 -' };
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

let failed = 0;
let ran = 0;
let skipped = 0;
const waiting: (readonly ShBlock[])[] = [];
for (const document of await documents()) {
  waiting.push(shBlocks(document, await readFile(join(PROJECT, document), 'utf8')));
}
// The longest first, so that none of them is left to run alone at the end.
waiting.sort((one, other) => other.length - one.length);
await Promise.all([runWaiting(), runWaiting()]);
if (skipped > 0)
  console.warn(
    `\n${'!'.repeat(80)}\nSKIPPED: ${skipped} Python blocks, since there is no python3 here\n${'!'.repeat(80)}\n`,
  );
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

async function runDocument(blocks: readonly ShBlock[]): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'docs-'));
  const servers = new Map<string, ChildProcess>();
  try {
    for (const name of await readdir(PROJECT)) {
      if (name !== '.headcount') await symlink(join(PROJECT, name), join(root, name));
    }
    const ports = { service: await freePort(), mock: await freePort() };
    let exports = '';
    for (const block of blocks) {
      if (block.language === 'python' && !HAS_PYTHON) {
        skipped += 1;
        continue;
      }
      const text = runnable(block)
        .replaceAll(/(127\.0\.0\.1|localhost):3000\b/g, `$1:${ports.service}`)
        .replaceAll(/(127\.0\.0\.1|localhost):4010\b/g, `$1:${ports.mock}`);
      if (text === '') continue;
      ran += 1;
      const problem = SERVER.test(text)
        ? await startServer(text, root, ports, servers)
        : await runToEnd(exports + text, root, ports);
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

/** What of a block is run: without `npm ci`, which has happened, and without what is left out. */
function runnable({ language, text }: ShBlock): string {
  if (language !== 'sh') return `${INTERPRETERS[language]} <<'END OF BLOCK'\n${text}\nEND OF BLOCK`;
  return text
    .split('\n')
    .map((line) => line.replace(/^npm ci && /, ''))
    .filter(
      (line) => line.trim() !== '' && line !== 'npm ci' && !LEFT_OUT.some(([pattern]) => pattern.test(line)),
    )
    .join('\n');
}

/** What a reader's shell keeps of a block: its variables. A line of a file that a block writes is none. */
function exported(text: string): string {
  return [...text.matchAll(/^export [A-Z_]+=.*$/gm)].map(([line]) => `${line}\n`).join('');
}

/** Where a document's servers listen instead of their usual ports. */
interface Ports {
  readonly service: number;
  readonly mock: number;
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

/** Answers what went wrong, or null. */
function runToEnd(text: string, cwd: string, ports: Ports): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
      cwd,
      env: environment(ports),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve(code === 0 ? null : `exit ${code}\n${output}`));
  });
}

/** Starts a server that stays; it is up when it prints an address. */
async function startServer(
  text: string,
  cwd: string,
  ports: Ports,
  servers: Map<string, ChildProcess>,
): Promise<string | null> {
  // Started again, it takes the place of the one that a reader would have stopped.
  const before = servers.get(text);
  if (before !== undefined) await stopGroup(before);
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', text], {
      cwd,
      env: environment(ports),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    servers.set(text, child);
    let output = '';
    const late = setTimeout(() => resolve(`printed no address\n${output}`), PATIENCE);
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
  // The shell may end before the server that it started: signal 0 asks whether any of them is left.
  for (let waited = 0; ; waited += 50) {
    try {
      process.kill(group, waited === 0 ? 'SIGTERM' : waited > 15_000 ? 'SIGKILL' : 0);
    } catch {
      return;
    }
    await pause(50);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
