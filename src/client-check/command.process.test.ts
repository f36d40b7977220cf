import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ClientReport } from '../../conformance/contract/report-types.ts';
import { programUnderTest } from '../cli/commands/program.fixture.ts';

const program = programUnderTest();
const SCHEMA = fileURLToPath(new URL('../../conformance/reports/report.schema.json', import.meta.url));
const check = (...words: readonly string[]) => program.run(['check-client', ...words]);
/** Requests the status with the key. */
const CURL = ['curl', '--silent', '--header', 'Authorization: Token {key}', '{url}/api/v1/status'];

describe.concurrent('headcount check-client', { timeout: 120_000 }, () => {
  it('exits with 0 if no rule is broken, and writes all reports, which never hold the key', async () => {
    const { code, stdout, stderr } = await check('--out', 'good', '--', ...CURL);
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
    expect(JSON.parse(har).log.entries.length).toBe((JSON.parse(json) as ClientReport).requests);
    expect(json + junit + html + har).not.toMatch(/client-check-[0-9a-f]{6}/);
  });

  it('exits with 1 for a client that fails with an ordinary line, and does not blame the other scenes', async () => {
    const client = [
      'bash',
      '-c',
      'curl -s -H "Authorization: Token $HEADCOUNT_API_KEY" "$HEADCOUNT_URL/api/v1/status"; exit 7',
    ];
    const { code, stdout } = await check('--json', '--', ...client);
    const { exitCode, requirements, subject } = JSON.parse(stdout) as ClientReport;
    expect([code, exitCode, subject]).toEqual([1, 1, 'client']);
    expect(requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
      'survives.ordinary',
    ]);
    expect(requirements.find(({ id }) => id === 'survives.closed')?.outcome).toBe('inconclusive');
  });

  it.each([
    [
      'a command that does not exist',
      ['--', 'no-such-command'],
      'The command no-such-command cannot be started (ENOENT)',
    ],
    ['a time that is no number', ['--seconds', 'soon', '--', 'true'], '--seconds'],
  ])('exits with 2 for %s', async (_what, words, message) => {
    const { code, stderr } = await check(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
