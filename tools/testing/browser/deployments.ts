import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type StartedProgram, startProgram } from '../start-program.ts';

const PROGRAM = fileURLToPath(new URL('../../../src/cli/commands/headcount.mjs', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/headcount-compiled', import.meta.url));

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
  readonly #programs: StartedProgram[] = [];
  #count = 0;

  /** The demo with its simulated queue at a given time. `address` is the explorer's URL that it prints. */
  async demo(form: 1 | 2, asOf: string, ...settings: readonly string[]) {
    const given = ['demo', '--form', String(form), '--as-of', asOf, ...settings];
    const { output, database } = await this.#start(given, /Ctrl-C/);
    const [address = '', url = '', key = ''] = /(http:\S+)\/#key=(\S+)/.exec(output) ?? [];
    return { url, key, address, database };
  }

  /** A demo whose key has a higher quota than the one that it prints. */
  async sharedDemo(form: 1 | 2, asOf: string, quota: number): Promise<SharedDemo> {
    const { url, address: printed, database } = await this.demo(form, asOf);
    const key = await issueKey(database, quota);
    return { url, key, address: `${url}/#key=${key}`, printed };
  }

  /** A service with an empty database, and a key with a daily quota. */
  async empty(quota = 1000, ...settings: readonly string[]): Promise<Deployed> {
    const { output, database } = await this.#start(['serve', ...settings], /at http:\S+/);
    return { url: /at (http:\S+)/.exec(output)?.[1] ?? '', key: await issueKey(database, quota) };
  }

  /** Returns the first match in what deployments have printed, as soon as there is one. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const outputs = this.#programs.map((program) => program.output());
      const found = pattern.exec(outputs.join('\n'))?.[0];
      if (found !== undefined) return found;
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end()));
    await rm(await this.#folder, { recursive: true, force: true });
  }

  /** Starts the program with a database of its own, and waits until its output matches. */
  async #start(args: readonly string[], until: RegExp) {
    // Counted before the first await, so that two concurrent starts get different names.
    this.#count += 1;
    const name = `${this.#count}.sqlite`;
    const database = `sqlite:${join(await this.#folder, name)}`;
    const common = ['--database', database, '--port', '0', '--time-zone', 'America/Los_Angeles'];
    const command = [process.execPath, PROGRAM, ...args, ...common];
    const program = await startProgram(command, until, { env: environment() });
    this.#programs.push(program);
    return { output: program.output(), database };
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
