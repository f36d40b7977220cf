import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../src/commands/headcount.mjs', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/headcount-compiled', import.meta.url));
const PLACE = ['--time-zone', 'America/Los_Angeles'];

/** A deployment to look at. */
export interface Deployed {
  readonly url: string;
  readonly key: string;
}

/** Deployments of the project's own, each started as a program, on free ports and in a folder of their own. */
export class Deployments {
  readonly #folder = mkdtemp(join(tmpdir(), 'headcount-explorer-'));
  readonly #children: ChildProcess[] = [];
  #count = 0;

  /** The demo's simulated line, at a time. `address` is what it prints to be opened. */
  async demo(form: 1 | 2, asOf: string): Promise<Deployed & { readonly address: string }> {
    const database = await this.#database();
    const args = [
      'demo',
      '--form',
      String(form),
      '--database',
      database,
      '--as-of',
      asOf,
      '--port',
      '0',
      ...PLACE,
    ];
    const said = await this.#start(args, /Ctrl-C/);
    const [address = '', url = '', key = ''] = /(http:\S+)\/#key=(\S+)/.exec(said) ?? [];
    return { url, key, address };
  }

  /** A database without any report, and a key with a quota. */
  async empty(quota = 1000): Promise<Deployed> {
    const database = await this.#database();
    const said = await this.#start(['serve', '--database', database, '--port', '0', ...PLACE], /at http:\S+/);
    const issue = [
      'keys',
      'issue',
      '--database',
      database,
      '--email',
      'ada@example.edu',
      '--quota',
      String(quota),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...issue], {
      env: environment(),
    });
    return { url: /at (http:\S+)/.exec(said)?.[1] ?? '', key: stdout.trim() };
  }

  /** A mock, whose clock stands still; any key will do. */
  async mock(form: 1 | 2, scenario = 'rush'): Promise<Deployed> {
    const now = ['--now', '2026-10-16T12:35:00-07:00'];
    const args = ['mock', '--form', String(form), '--scenario', scenario, '--port', '0', ...now, ...PLACE];
    const said = await this.#start(args, /at http:\S+/);
    return { url: /at (http:\S+)/.exec(said)?.[1] ?? '', key: 'any' };
  }

  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(
      this.#children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
    );
    await rm(await this.#folder, { recursive: true, force: true });
  }

  async #database(): Promise<string> {
    // Named before anything is waited for, so that two that start together do not share one.
    this.#count += 1;
    const name = `${this.#count}.sqlite`;
    return `sqlite:${join(await this.#folder, name)}`;
  }

  /** Starts the program, and waits until it says what matches. */
  #start(args: readonly string[], until: RegExp): Promise<string> {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: environment() });
    this.#children.push(child);
    let said = '';
    return new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (until.test(said)) resolve(said);
        });
      }
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    });
  }
}

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(HEADCOUNT_|VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name),
  );
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: COMPILED };
}
