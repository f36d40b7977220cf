import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { PostgresAddress } from '../../service/store/postgres/address.ts';
import { describePostgres, postgresAddresses } from '../../service/store/postgres/server.fixture.ts';
import { withinASecond } from '../../service/store/suite/store-under-test.fixture.ts';
import { programUnderTest, type RunningProgram } from './program.fixture.ts';
import { programHere } from './program-here.fixture.ts';

const program = programUnderTest();
const here = programHere();
const ZONE = ['--time-zone', 'America/Los_Angeles'];

describePostgres('headcount on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('simulates, imports, issues and revokes keys, and serves, all on one database', async () => {
    const database = named(newAddress());
    const env = { HEADCOUNT_DATABASE: database };
    const as = (...args: readonly string[]) => here.run(args, { env });
    const missing = await as('keys', 'list');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^headcount: --database \(HEADCOUNT_DATABASE\): the database postgres:\S+ has no/,
      ),
    ]);
    const simulated = await as('simulate', '--weeks', '1', ...ZONE);
    expect([simulated.stderr, simulated.stdout]).toEqual(['', expect.stringMatching(/^[1-9]\d+ simulated/)]);
    const imported = await here.run(['import', '-'], {
      env,
      input: 'timestamp,bucket\n2026-01-02T12:00:00-08:00,8\n2026-01-02T11:00:00-08:00,0\n',
    });
    expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('2 added')]);
    const key = (await as('keys', 'issue', '--email', 'ada@example.edu')).stdout.trim();
    const services: RunningProgram[] = [];
    for (const form of ['1', '2'])
      services.push(
        await here.start(['serve', '--port', '0', '--form', form, ...ZONE], /Serving Form/, { env }),
      );
    const urls = services.map((service) => /at (http:\S+)/.exec(service.output())?.[1] as string);
    const headers = { Authorization: `Token ${key}` };
    const get = (url: string | undefined, path: string) => fetch(`${url}/api/v1/${path}`, { headers });
    for (const url of urls)
      expect(await (await get(url, 'export.csv?until=2026-01-02')).text()).toContain(
        '2026-01-02T12:00:00-08:00,',
      );
    expect((await as('keys', 'list', ...ZONE)).stdout).toMatch(
      /^1 +hc_\S+ +active +1000 +2 +\d{4}-.*\n +ada@example\.edu,/m,
    );
    expect((await as('accounts', 'show', 'ada@example.edu')).stdout).toMatch(/ operator +1 +key\.created /);
    expect((await as('keys', 'revoke', '1')).stdout).toMatch(/was revoked at/);
    for (const url of urls) {
      await withinASecond(
        async () => (await get(url, 'status')).status,
        (status) => status === 401,
      );
    }
    expect((await as('accounts', 'delete', 'ada@example.edu', '--yes')).stdout).toContain('was deleted');
    for (const service of services) {
      const { code, stdout, stderr } = await service.stop();
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain('open-sesame');
    }
  });

  it('waits at start until its database responds, and other commands fail at once', async () => {
    const target = new URL(newAddress().url);
    let isAway = true;
    const server = createServer((client) => {
      client.on('error', () => undefined);
      if (isAway) return void client.destroy();
      const upstream = connect(Number(target.port), target.hostname).on('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const own = new URL(target);
    own.port = String((server.address() as AddressInfo).port);
    const env = { HEADCOUNT_DATABASE: named({ ...newAddress(), url: own.href }) };
    const waiting = /"waiting up to 300 s for the database: the database .* does not respond: /;
    const start = () => program.start(['serve', '--port', '0', ...ZONE], waiting, { env });
    const [started, stopped] = await Promise.all([start(), start()]);
    expect(await here.run(['keys', 'list'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/HEADCOUNT_DATABASE.*does not respond/),
    });
    expect((await stopped.stop()).code).toBe(0);
    isAway = false;
    await expect.poll(() => started.output()).toMatch(/Serving Form/);
    const { code, stdout, stderr } = await started.stop();
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('open-sesame');
  });

  it.each([
    ['no database', 'postgres://ada:open-sesame@127.0.0.1', 2, /USER@HOST\/DATABASE/],
    ['a wrong parameter', 'postgres://ada:open-sesame@127.0.0.1/queue?speed=9', 2, /speed; allowed are/],
    ['a password after a question mark', 'postgres://ada:1/2?sesame@h/d@127.0.0.1/queue', 2, /allowed are/],
    [
      'a password with special characters',
      "postgres://ada:o'pen/open-sesame?@127.0.0.1/queue",
      2,
      /USER@HOST/,
    ],
  ])(
    'names the setting that is wrong, and never prints a password: %s',
    async (_, database, code, reason) => {
      const byFlag = await here.run(['serve', '--database', database]);
      expect([byFlag.code, byFlag.stderr]).toEqual([code, expect.stringMatching(/--database/)]);
      const byVariable = await here.run(['keys', 'list'], { env: { HEADCOUNT_DATABASE: database } });
      expect([byVariable.code, byVariable.stderr]).toEqual([
        code,
        expect.stringMatching(/HEADCOUNT_DATABASE/),
      ]);
      for (const { stdout, stderr } of [byFlag, byVariable]) {
        expect(stderr).toMatch(reason);
        expect(stdout + stderr).not.toContain('sesame');
      }
    },
  );
});

/** The address as an operator writes it, with a password that the test's server doesn't need. */
function named({ url, schema }: PostgresAddress): string {
  const address = new URL(url);
  if (address.password === '') address.password = 'open-sesame';
  address.searchParams.set('schema', schema);
  return address.href;
}
