import { describe, expect, it } from 'vitest';
import { SCENARIO_NAMES } from '../../../mocks/scenarios.ts';
import { programHere } from './program-here.fixture.ts';

const program = programHere();
/** A file that is no certificate. */
const TEXT = import.meta.filename;

describe('headcount mock', () => {
  it('prints its URL, a command to try and the scenarios, and exits cleanly', async () => {
    const now = ['--time-zone', 'America/Los_Angeles', '--now', '2026-11-20T12:30:00-08:00'];
    const options = ['--form', '1', '--port', '0', '--scenario', 'closed', ...now];
    const mock = await program.start(['mock', ...options], /Ctrl-C/);
    const output = mock.output();
    const [, key = '', url = ''] = /curl -H "Authorization: (\S+ \S+)" (\S+)/.exec(output) ?? [];
    const response = await fetch(url, { headers: { Authorization: key } });
    expect(await response.json()).toMatchObject({
      has_estimate: false,
      hours: { is_open: false, closes_at: '11:00am', opens_at: '5:00am' },
    });
    for (const name of SCENARIO_NAMES) expect(output).toContain(`${name} `);
    expect(output).toContain('* closed');
    expect(output).toContain('Form 1');
    expect((await mock.stop()).code).toBe(0);
  });

  it('prints its address and endpoints as JSON once it accepts requests, with --json', async () => {
    const mock = await program.start(['mock', '--port', '0', '--json'], /^}/m);
    const { url, endpoints, ...rest } = JSON.parse(mock.output());
    expect(rest).toEqual({ form: 2, scenario: 'rush' });
    expect(endpoints).toContain(`${url}/api/v1/status`);
    expect((await fetch(`${url}/api/v1/status`)).status).toBe(401);
  });

  it.each([
    [['--scenario', 'lunch'], /Allowed choices are rush, closing-soon, closed, no-estimate, quota-exceeded/],
    [['--form', '3'], /It must be 1 or 2/],
    [['--port', '70000'], /from 0 to 65535/],
    [['--delay', 'long'], /from 0 to 60000/],
    [['--play', 'rush-hour', '--scenario', 'rush'], /--play: a day passes through several scenarios/],
    [['--play', 'rush-hour', '--speed', '4000'], /from 1 to 3600/],
    [['--base-path', 'queue/'], /--base-path: must begin with a slash/],
    [['--tls-cert', TEXT], /HTTPS needs both a certificate and its key/],
    [['--tls-cert', TEXT, '--tls-key', 'no-such.pem'], /--tls-key.*cannot be read: ENOENT/s],
    [['--tls-cert', TEXT, '--tls-key', TEXT], /--tls-cert: cannot be used with the key/],
    [['--vary', 'much'], /from 1 to 999999/],
    [['--now', 'noon'], /such as 2026-10-16T12:30:00-07:00/],
    [['--time-zone', 'Mars/Olympus'], /name of a time zone/],
  ])('rejects %j and says what is allowed', async (args, message) => {
    const { code, stderr } = await program.run(['mock', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it.each(['203.0.113.9', 'nowhere.invalid'])(
    'explains that %s is not an address of this machine',
    async (host) => {
      const { code, stderr } = await program.run(['mock', '--port', '0', '--host', host]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /--host \(HEADCOUNT_HOST\) is not an address of this machine; use 127\.0\.0\.1/,
        ),
      ]);
    },
  );
});
