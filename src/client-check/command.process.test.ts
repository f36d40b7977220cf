import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/contract/report-types.ts';
import { programUnderTest } from '../cli/commands/program.fixture.ts';

const program = programUnderTest();
const SCHEMA = fileURLToPath(new URL('../../conformance/reports/report.schema.json', import.meta.url));
const check = (...words: readonly string[]) => program.run(['check-client', ...words]);
/** Requests a path with the key. */
const curl = (path: string) =>
  ['curl', '--silent', '--header', 'Authorization: Token {key}', `{url}/api/v1/${path}`] as const;

describe.concurrent('headcount check-client', { timeout: 120_000 }, () => {
  it('exits with 0 if no rule is broken, and writes all reports, which never hold the key', async () => {
    const { code, stdout, stderr } = await check('--out', 'good', '--', ...curl('status'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('pass')]);
    expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+ {2}ordinary: open, with a long line\n/);
    const [json = '', junit, html, har = ''] = ['report.json', 'junit.xml', 'report.html', 'run.har'].map(
      (name) => readFileSync(program.path(`good/${name}`), 'utf8'),
    );
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(SCHEMA, 'utf8')) as object,
    );
    validate(JSON.parse(json));
    expect(validate.errors).toBeNull();
    expect(junit).toContain('key.header');
    expect(html).toContain('key.header');
    expect(JSON.parse(har).log.entries.length).toBe((JSON.parse(json) as Report).requests);
    expect(json + junit + html + har).not.toMatch(/client-check-[0-9a-f]{6}/);
  });

  it('exits with 1 if a rule is broken, and names it in the JSON', async () => {
    const { code, stdout } = await check('--json', '--', ...curl('reports?limit=500'));
    const { exitCode, requirements, subject } = JSON.parse(stdout) as Report;
    expect([code, exitCode, subject]).toEqual([1, 1, 'client']);
    expect(requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
      'parameters.limit',
    ]);
  });

  it('exits with 1 for a client that fails with an ordinary line, and does not blame the other scenes', async () => {
    const client = [
      'bash',
      '-c',
      'curl -s -H "Authorization: Token $HEADCOUNT_API_KEY" "$HEADCOUNT_URL/api/v1/status"; exit 7',
    ];
    const { code, stdout } = await check('--json', '--', ...client);
    const { requirements } = JSON.parse(stdout) as Report;
    expect(code).toBe(1);
    expect(requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
      'survives.ordinary',
    ]);
    expect(requirements.find(({ id }) => id === 'survives.closed')?.outcome).toBe('inconclusive');
  });

  it('exits with 3 for a client that sends no request', async () => {
    const { code, stdout } = await check('--', 'true');
    expect([code, stdout]).toEqual([3, expect.stringContaining('The client sent no request')]);
  });

  it.each([
    [
      'a command that does not exist',
      ['--', 'no-such-command'],
      'The command no-such-command cannot be started (ENOENT)',
    ],
    ['neither a command nor a port', [], 'Give a command after --, or a --port'],
    ['a form that does not exist', ['--form', '3', '--', 'true'], '--form'],
    ['a time that is no number', ['--seconds', 'soon', '--', 'true'], '--seconds'],
    ['an address that is no URL', ['--probe', 'here', '--', 'true'], '--probe'],
  ])('exits with 2 for %s', async (_what, words, message) => {
    const { code, stderr } = await check(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('exits with 2 if the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await check('--port', String(port));
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--port ${port} is already in use`)]);
    server.close();
  });

  it('fails a client whose probe says that it is not well', async () => {
    const app = createServer((_request, response) => response.writeHead(500).end());
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
    const { code, stdout } = await check('--json', '--probe', url, '--', ...curl('status'));
    const failed = (JSON.parse(stdout) as Report).requirements.filter(({ outcome }) => outcome === 'fail');
    expect([code, failed.map(({ id }) => id)]).toEqual([1, ['survives.ordinary']]);
    expect(failed[0]?.findings[0]?.seen).toContain('responds with 500');
    app.close();
  });
});
