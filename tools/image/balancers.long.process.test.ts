import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';
import { siteFiles } from '../../src/cli/site/site-files.ts';
import { parseWeek } from '../../src/cli/site/week.ts';
import { type Running, services } from '../../src/service/http/service-under-test.fixture.ts';
import { freePort } from '../testing/free-port.ts';

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
/** The example of a guide that begins with a line. */
const exampleOf = (line: string) =>
  new RegExp(`^${line}\n.+?(?=^\`\`\`$)`, 'ms').exec(read('docs/several-nodes.md'))?.[0] ?? '';

interface Balancer {
  /** A configuration of ours, on a port and for the ports of two services. */
  readonly configuration: (port: number, services: readonly number[], folder: string) => string;
  readonly command: (file: string) => readonly string[];
}

const BALANCERS: Readonly<Record<string, Balancer>> = {
  haproxy: {
    configuration: (port, [one, two]) =>
      exampleOf('defaults')
        .replace(/bind .*/, `bind 127.0.0.1:${port}`)
        .replace(':3001', `:${one}`)
        .replace(':3002', `:${two}`),
    command: (file) => ['-db', '-f', file],
  },
  nginx: {
    configuration(port, [one, two], folder) {
      const site = siteFiles({
        venueName: 'Dining Hall',
        timeZone: 'America/Los_Angeles',
        publicUrl: 'https://queue.example.edu',
        hours: parseWeek('mon-fri 11:00-14:00'),
        node: 'node',
        program: 'headcount',
      }).find(({ path }) => path === 'nginx.conf');
      const upstream = exampleOf('upstream headcount [{]').replace(':3001', `:${one}`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const servers = (site?.text ?? '')
        .replace(/upstream .*?^}/ms, upstream.replace(':3002', `:${two}`))
        .replace(/.*(\[::\]|ssl_certificate).*\n/g, '')
        .replace('listen 80;', `listen unix:${folder}/redirect.sock;`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`);
      return `pid ${folder}/nginx.pid; error_log stderr; daemon off; master_process off; events {}
        http { access_log off; ${temporary.join(' ')} ${servers} }`;
    },
    command: (file) => ['-p', tmpdir(), '-c', file],
  },
  caddy: {
    configuration: (port, [one, two]) =>
      read('deploy/compose/Caddyfile')
        .replace(/^[{]$/m, '{\n\tadmin off')
        .replace('{$SITE_ADDRESS::80}', `http://127.0.0.1:${port}`)
        .replace('headcount-1:3000', `127.0.0.1:${one}`)
        .replace('headcount-2:3000', `127.0.0.1:${two}`),
    command: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

const here = Object.keys(BALANCERS).filter(
  (name) => spawnSync(name, [name === 'caddy' ? 'version' : '-v']).status === 0,
);
const start = services();

describe.skipIf(here.length === 0)('balancers that are configured as in the guides', () => {
  it('pass on the own 503 of services whose database is away', async () => {
    const both = [await start(), await start()];
    const urls = await Promise.all(here.map((name) => balanced(name, both)));
    await Promise.all(both.map(({ file }) => rename(file, `${file}-away`)));
    // Longer than any of them takes to notice that something is wrong.
    await sleep(8000);
    const seen = urls.map(async (url, index) => {
      const { status, headers } = await fetch(`${url}/api/v1/status`, { headers: authorization(both[0]) });
      const fields = ['content-type', 'access-control-allow-origin', 'retry-after'];
      return [here[index], status, ...fields.map((field) => headers.get(field))];
    });
    expect(await Promise.all(seen)).toEqual(
      here.map((name) => [name, 503, 'application/problem+json', '*', expect.stringMatching(/^\d+$/)]),
    );
  });

  it.each(here)('%s loses no request while a service stops', async (name) => {
    const one = await start();
    const other = await start({ file: one.file });
    const url = await balanced(name, [one, other]);
    const statuses = new Set<number>();
    let stopped = false;
    const client = async () => {
      while (!stopped) {
        const { status } = await fetch(`${url}/api/v1/status`, { headers: authorization(other) });
        statuses.add(status);
      }
    };
    const clients = Promise.all(Array.from({ length: 4 }, client));
    await sleep(300);
    await one.close();
    await sleep(1000);
    stopped = true;
    await clients;
    expect([...statuses]).toEqual([200]);
  });
});

function authorization(service: Running | undefined) {
  return { Authorization: `Token ${service?.key}` };
}

/** Starts a balancer before services; returns its address when it responds. */
async function balanced(name: string, both: readonly Running[]): Promise<string> {
  const balancer = BALANCERS[name] as Balancer;
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await mkdir(join(folder, 'home'));
  const file = join(folder, 'configuration');
  const port = await freePort();
  const ports = both.map(({ url }) => Number(new URL(url).port));
  await writeFile(file, balancer.configuration(port, ports, folder));
  const child: ChildProcess = spawn(name, balancer.command(file), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: join(folder, 'home') },
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  onTestFinished(async () => {
    const ended = child.exitCode === null ? once(child, 'close') : null;
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/livez`).catch(() => null))?.status ?? errors;
  await expect.poll(isUp).toBe(200);
  return url;
}
