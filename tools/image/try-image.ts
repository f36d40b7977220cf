import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import { Isolated, processOf } from './isolated.ts';

const MAY_DO =
  'user 10001, group 10001, capabilities 0, /file: EROFS, /usr/file: EROFS, /tmp/file: written, /data/file: written';
const WHAT_IT_MAY_DO = `
  const { readFileSync, rmSync, writeFileSync } = require('node:fs');
  const [, capabilities] = /CapEff:\\s*0*([0-9a-f]+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  const written = ['/file', '/usr/file', '/tmp/file', '/data/file'].map((file) => {
    try {
      writeFileSync(file, '');
      rmSync(file);
      return file + ': written';
    } catch (error) {
      return file + ': ' + error.code;
    }
  });
  console.log(['user ' + process.getuid(), 'group ' + process.getgid(), 'capabilities ' + capabilities, ...written].join(', '));
`;

/** A check, and what it found. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** Runs the service, the health check and the gate in the root file system of an unpacked image, and stops the service. */
export async function tryImage(bundle: string): Promise<readonly Check[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { HEADCOUNT_PORT: `${port}`, HEADCOUNT_TIME_ZONE: 'America/Los_Angeles' };
  const isolated = await Isolated.create(bundle);
  const checks: Check[] = [];
  const check = (name: string, passed: boolean, detail: string) => checks.push({ name, passed, detail });

  const simulated = await isolated.run(['headcount', 'simulate', '--weeks', '2'], environment);
  check('simulate', simulated.code === 0, lastLine(simulated.stdout + simulated.stderr));

  const start = performance.now();
  const service = isolated.start(isolated.process.args, environment);
  try {
    await tryService();
  } finally {
    service.kill('SIGKILL');
  }
  return checks;

  async function tryService(): Promise<void> {
    service.stdout?.resume();
    service.stderr?.pipe(process.stderr);
    const exited = once(service, 'exit');
    await Promise.race([responds(`${url}/livez`), exited.then(failed)]);
    check('first response', true, `after ${((performance.now() - start) / 1000).toFixed(2)} s`);

    for (const path of ['/livez', '/readyz']) {
      const health = await isolated.run(['healthcheck', path], environment);
      check(`healthcheck ${path}`, health.code === 0, health.stdout.trim());
    }
    const unhealthy = await isolated.run(['healthcheck'], { HEADCOUNT_PORT: `${await freePort()}` });
    check('healthcheck without a service', unhealthy.code === 1, unhealthy.stdout.trim());

    const inside = await isolated.run(['node', '--eval', WHAT_IT_MAY_DO], environment);
    check('read-only root, no privileges', inside.stdout.trim() === MAY_DO, inside.stdout.trim());

    const key = await isolated.run(
      ['headcount', 'keys', 'issue', '--email', 'ada@cs.example.edu'],
      environment,
    );
    const gate = await isolated.run(['headcount', 'conformance', '--url', url, '--form', '2'], {
      ...environment,
      HEADCOUNT_API_KEY: key.stdout.trim(),
    });
    const counts = /^\d+ passed.*/m.exec(gate.stdout)?.[0] ?? gate.stderr;
    check('gate from the image', gate.code === 0, counts);

    const stop = performance.now();
    process.kill(await processOf(service), 'SIGTERM');
    const [code] = await exited;
    check(
      'SIGTERM',
      code === 0,
      `exit code ${code} after ${((performance.now() - stop) / 1000).toFixed(2)} s`,
    );
  }
}

async function responds(url: string): Promise<void> {
  const end = performance.now() + 30_000;
  while ((await fetch(url).catch(() => null))?.status !== 200) {
    if (performance.now() > end) throw new Error(`${url} does not respond`);
    await sleep(5);
  }
}

function failed(): never {
  throw new Error('the service ended');
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
