/** PgBouncer in front of a PostgreSQL server, where it is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import { acceptsConnections } from './postgres-server.ts';

const PGBOUNCER = process.env['PGBOUNCER'] || 'pgbouncer';

/** True if the machine has PgBouncer, as it has if `REQUIRE_POOLER` is set. */
export const HAS_POOLER =
  Boolean(process.env['REQUIRE_POOLER']) || spawnSync(PGBOUNCER, ['--version']).status === 0;

/** A pooler on a free port, with its configuration in a temporary folder. */
export class Pooler {
  /** The address of the server, behind the pooler. */
  readonly url: string;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(url: string, folder: string) {
    this.url = url;
    this.#folder = folder;
  }

  /** Starts a pooler with settings of `pgbouncer.ini` before the server at `direct`. */
  static async create(direct: string, settings: Readonly<Record<string, string>>): Promise<Pooler> {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-pooler-'));
    const target = new URL(direct);
    const port = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, configuration(target, { listen_port: String(port), ...settings }));
    // It refuses to run as root, and runs as nobody then.
    await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)]);
    target.host = `127.0.0.1:${port}`;
    target.password = '';
    const pooler = new Pooler(target.href, folder);
    await pooler.start();
    return pooler;
  }

  /** Starts it again, on the same port. */
  async start(): Promise<void> {
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const started = spawn(PGBOUNCER, ['-q', ...user, join(this.#folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
    });
    this.#process = started;
    for (let tries = 0; !(await acceptsConnections(this.url)); tries += 1) {
      if (started.exitCode !== null || tries === 500) throw new Error('PgBouncer did not start');
      await sleep(20);
    }
  }

  /** Ends it as a crash does. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.#end('SIGQUIT');
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    if (running.kill(signal)) await ended;
  }
}

/** The settings of `pgbouncer.ini` that the guide recommends. */
function recommended(): string {
  const guide = readFileSync(new URL('../../docs/several-nodes.md', import.meta.url), 'utf8');
  const [, settings] = /^; pgbouncer\.ini\n\[pgbouncer\]\n(.+?)^```$/ms.exec(guide) ?? [];
  if (settings === undefined) throw new Error('docs/several-nodes.md has no pgbouncer.ini');
  return settings;
}

/** Of two values of a setting, PgBouncer takes the last one. */
function configuration(target: URL, settings: Readonly<Record<string, string>>): string {
  const { hostname, port, username, password } = target;
  const server = { host: hostname, port, user: username, password };
  const parts = Object.entries(server).filter(([, value]) => value !== '');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    unix_socket_dir: '',
    auth_type: 'any',
    logfile: '/dev/null',
    ...settings,
  });
  return [
    '[databases]',
    `* = ${parts.map(([name, value]) => `${name}='${decodeURIComponent(value)}'`).join(' ')}`,
    '[pgbouncer]',
    recommended(),
    ...lines.map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n');
}
