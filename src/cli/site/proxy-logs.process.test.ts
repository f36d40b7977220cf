import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../tools/testing/free-port.ts';
import { siteFiles } from './site-files.ts';
import { parseWeek } from './week.ts';

const HOST = 'queue.example.edu';
const SECRET = 'SECRET17';

const files = siteFiles({
  venueName: 'Dining Hall',
  timeZone: 'America/Los_Angeles',
  publicUrl: `https://${HOST}`,
  hours: parseWeek('mon-fri 11:00-14:00'),
  node: 'node',
  program: 'headcount',
});
const generated = (name: string) => files.find(({ path }) => path === name)?.text ?? '';

interface Ports {
  readonly secure: number;
  readonly plain: number;
  /** Where no service is, so that each request is an error. */
  readonly service: number;
}

interface Proxy {
  /** The generated file without TLS, on free ports. What is logged goes to standard error, or to `access.log` in the folder. */
  readonly configuration: (ports: Ports, folder: string) => string;
  readonly command: (file: string) => readonly string[];
}

const PROXIES: Readonly<Record<string, Proxy>> = {
  caddy: {
    configuration: ({ secure, service }) =>
      generated('Caddyfile')
        .replace(/^\{$/m, '{\nadmin off')
        .replace(`\n${HOST} {`, `\nhttp://127.0.0.1:${secure} {`)
        .replace('127.0.0.1:3000', `127.0.0.1:${service}`),
    command: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    configuration({ secure, plain, service }, folder) {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const servers = generated('nginx.conf')
        .replace(/.*(\[::\]|ssl_certificate).*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${secure};`)
        .replace('127.0.0.1:3000', `127.0.0.1:${service}`);
      return `pid ${folder}/nginx.pid; error_log stderr; daemon off; master_process off; events {}
        http { access_log ${folder}/access.log; ${temporary.join(' ')} ${servers} }`;
    },
    command: (file) => ['-p', tmpdir(), '-c', file],
  },
};

const here = Object.keys(PROXIES).filter(
  (name) => spawnSync(name, [name === 'caddy' ? 'version' : '-v']).status === 0,
);

const missing = Object.keys(PROXIES).filter((name) => !here.includes(name));
if (missing.length > 0)
  console.warn(`SKIPPED, NOT TESTED: the logs of ${missing.join(' and ')}, which are not installed`);

// A suite without tests would fail where neither is installed.
describe.skipIf(here.length === 0)('the files for proxies', () => {
  it.runIf(here.includes('caddy'))('let Caddy make a certificate of its own for the host', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'Caddyfile');
    await writeFile(file, generated('Caddyfile').replace('#tls internal', 'tls internal'));
    const { stdout } = spawnSync('caddy', ['adapt', '--config', file], { encoding: 'utf8' });
    expect(JSON.parse(stdout).apps.tls.automation.policies).toEqual([
      { subjects: [HOST], issuers: [{ module: 'internal' }] },
    ]);
  });

  it.each(here)('keep the secrets of links out of the logs of %s', async (name) => {
    const ports = { secure: await freePort(), plain: await freePort(), service: await freePort() };
    const log = await started(name, ports);
    const status = (path: string, port = ports.secure) =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(() => status('/first')).toBe(502);
    for (const path of ['/staff?link=', '/cafe/staff?link=', '/account/confirm?token=']) {
      expect(await status(`${path}${SECRET}`)).toBe(502);
      if (name === 'nginx') expect(await status(`${path}${SECRET}`, ports.plain)).toBe(301);
    }
    expect(await status('/last')).toBe(502);
    await expect.poll(log).toContain('/last');
    expect(log()).not.toContain(SECRET);
  });
});

/** Starts a proxy; returns a function that returns what it has logged. */
async function started(name: string, ports: Ports): Promise<() => string> {
  const { configuration, command } = PROXIES[name] as Proxy;
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await mkdir(join(folder, 'home'));
  const file = join(folder, 'configuration');
  await writeFile(file, configuration(ports, folder));
  const child = spawn(name, command(file), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: join(folder, 'home') },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  onTestFinished(async () => {
    const ended = child.exitCode === null ? once(child, 'close') : null;
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const access = join(folder, 'access.log');
  return () => errors + (existsSync(access) ? readFileSync(access, 'utf8') : '');
}
