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

/** Whether the machine has PgBouncer. Without it, tests behind a pooler are skipped with a warning. */
export const HAS_POOLER = spawnSync('pgbouncer', ['--version']).status === 0;

/** Returns a function that starts PgBouncer with settings, and returns the address of the same schema behind it. */
export function poolers(): (
  direct: PostgresAddress,
  settings: Readonly<Record<string, string>>,
) => Promise<PostgresAddress> {
  const path = temporaryFiles();
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const pooler of running) {
      const ended = once(pooler, 'exit');
      if (pooler.exitCode === null && pooler.kill('SIGQUIT')) await ended;
    }
  });
  return async (direct, settings) => {
    const target = new URL(direct.url);
    const port = await freePort();
    const file = path('pgbouncer.ini');
    await writeFile(file, configuration(target, { listen_port: String(port), ...settings }));
    await chmod(file, 0o644);
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const pooler = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' });
    running.push(pooler);
    target.host = `127.0.0.1:${port}`;
    target.password = '';
    for (let tries = 0; !(await acceptsConnections(target.href)); tries += 1) {
      if (pooler.exitCode !== null || tries === 500) throw new Error('PgBouncer did not start');
      await sleep(20);
    }
    return { ...direct, url: target.href, shown: `postgres://${target.host}${target.pathname}` };
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
