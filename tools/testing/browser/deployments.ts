import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../../src/cli/commands/headcount.mjs', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/headcount-compiled', import.meta.url));
const VENUE = ['--time-zone', 'America/Los_Angeles'];

/** A running deployment. */
export interface Deployed {
  readonly url: string;
  readonly key: string;
}

/** A demo that many tests share. */
export interface SharedDemo extends Deployed {
  /** The explorer's URL with the key. */
  readonly address: string;
  /** The explorer's URL that the demo prints, with a key of its own. */
  readonly printed: string;
}

/** Starts deployments as processes, on free ports and with databases in a temporary folder. */
export class Deployments {
  readonly #folder = mkdtemp(join(tmpdir(), 'headcount-explorer-'));
  readonly #children: ChildProcess[] = [];
  #count = 0;
  #output = '';

  /** The demo with its simulated queue at a given time. `address` is the explorer's URL that it prints. */
  async demo(
    form: 1 | 2,
    asOf: string,
    ...settings: readonly string[]
  ): Promise<Deployed & { readonly address: string }> {
    return this.#demo(await this.#database(), form, asOf, settings);
  }

  /** A demo whose key has a higher quota than the one that it prints. */
  async sharedDemo(form: 1 | 2, asOf: string, quota: number): Promise<SharedDemo> {
    const database = await this.#database();
    const { url, address } = await this.#demo(database, form, asOf, []);
    const key = await issueKey(database, quota);
    return { url, key, address: `${url}/#key=${key}`, printed: address };
  }

  async #demo(
    database: string,
    form: 1 | 2,
    asOf: string,
    settings: readonly string[],
  ): Promise<Deployed & { readonly address: string }> {
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
      ...VENUE,
      ...settings,
    ];
    const output = await this.#start(args, /Ctrl-C/);
    const [address = '', url = '', key = ''] = /(http:\S+)\/#key=(\S+)/.exec(output) ?? [];
    return { url, key, address };
  }

  /** A service with an empty database, and a key with a daily quota. */
  async empty(quota = 1000, ...settings: readonly string[]): Promise<Deployed> {
    const database = await this.#database();
    const output = await this.#start(
      ['serve', '--database', database, '--port', '0', ...VENUE, ...settings],
      /at http:\S+/,
    );
    return { url: /at (http:\S+)/.exec(output)?.[1] ?? '', key: await issueKey(database, quota) };
  }

  /** A mock with a frozen clock. It accepts any key. */
  async mock(form: 1 | 2, scenario = 'rush'): Promise<Deployed> {
    const now = ['--now', '2026-10-16T12:35:00-07:00'];
    const args = ['mock', '--form', String(form), '--scenario', scenario, '--port', '0', ...now, ...VENUE];
    const output = await this.#start(args, /at http:\S+/);
    return { url: /at (http:\S+)/.exec(output)?.[1] ?? '', key: 'any' };
  }

  /** What deployments have printed that matches, as soon as one has. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#output)?.[0];
      if (found !== undefined) return found;
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(
      this.#children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
    );
    await rm(await this.#folder, { recursive: true, force: true });
  }

  async #database(): Promise<string> {
    // Counted before the first await, so that two concurrent starts get different names.
    this.#count += 1;
    const name = `${this.#count}.sqlite`;
    return `sqlite:${join(await this.#folder, name)}`;
  }

  /** Starts the program, and waits until its output matches. */
  #start(args: readonly string[], until: RegExp): Promise<string> {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: environment() });
    this.#children.push(child);
    let output = '';
    return new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          this.#output += text;
          if (until.test(output)) resolve(output);
        });
      }
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`exited with ${code}: ${output}`)));
    });
  }
}

async function issueKey(database: string, quota: number): Promise<string> {
  const issue = ['keys', 'issue', '--database', database];
  const owner = ['--email', 'ada@example.edu', '--quota', String(quota)];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...issue, ...owner], {
    env: environment(),
  });
  return stdout.trim();
}

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(HEADCOUNT_|VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name),
  );
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: COMPILED };
}
