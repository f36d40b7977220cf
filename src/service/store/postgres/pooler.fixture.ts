/** PgBouncer in front of a PostgreSQL server, where it is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { acceptsConnections } from '../../../../tools/postgres-server/postgres-server.ts';
import { freePort } from '../../../../tools/testing/free-port.ts';
import { temporaryFiles } from '../sqlite/temporary-folder.fixture.ts';
import type { PostgresAddress } from './address.ts';

const PGBOUNCER = process.env['PGBOUNCER'] || 'pgbouncer';

/** Whether the machine has PgBouncer. Without it, tests behind a pooler are skipped with a warning, unless `REQUIRE_POOLER` is set. */
export const HAS_POOLER =
  Boolean(process.env['REQUIRE_POOLER']) || spawnSync(PGBOUNCER, ['--version']).status === 0;

export interface Pooler {
  /** The same schema, behind the pooler. */
  readonly address: PostgresAddress;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

/** Returns a function that starts PgBouncer with settings before a server. */
export function poolers(): (
  direct: PostgresAddress,
  settings: Readonly<Record<string, string>>,
) => Promise<Pooler> {
  const path = temporaryFiles();
  const running = new Set<ChildProcess>();
  const end = async (pooler: ChildProcess, signal: 'SIGQUIT' | 'SIGKILL') => {
    running.delete(pooler);
    const ended = once(pooler, 'exit');
    if (pooler.exitCode === null && pooler.kill(signal)) await ended;
  };
  afterAll(async () => {
    await Promise.all([...running].map((pooler) => end(pooler, 'SIGQUIT')));
  });
  return async (direct, settings) => {
    const target = new URL(direct.url);
    const port = await freePort();
    const file = path('pgbouncer.ini');
    await writeFile(file, configuration(target, { listen_port: String(port), ...settings }));
    await chmod(file, 0o644);
    target.host = `127.0.0.1:${port}`;
    target.password = '';
    let pooler: ChildProcess;
    const start = async () => {
      // It refuses to run as root.
      const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
      pooler = spawn(PGBOUNCER, ['-q', ...user, file], { stdio: 'ignore' });
      running.add(pooler);
      for (let tries = 0; !(await acceptsConnections(target.href)); tries += 1) {
        if (pooler.exitCode !== null || tries === 500) throw new Error('PgBouncer did not start');
        await sleep(20);
      }
    };
    await start();
    const address = { ...direct, url: target.href, shown: `postgres://${target.host}${target.pathname}` };
    return { address, start, kill: () => end(pooler, 'SIGKILL') };
  };
}

function configuration(target: URL, settings: Readonly<Record<string, string>>): string {
  const { hostname, port, username, password } = target;
  const server = { host: hostname, port, user: username, password };
  const parts = Object.entries(server).filter(([, value]) => value !== '');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    unix_socket_dir: '',
    auth_type: 'any',
    logfile: '/dev/null',
    // Otherwise it waits for 15 seconds after the server has refused it.
    server_login_retry: '1',
    ...settings,
  });
  return [
    '[databases]',
    `* = ${parts.map(([name, value]) => `${name}='${decodeURIComponent(value)}'`).join(' ')}`,
    '[pgbouncer]',
    ...lines.map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n');
}
