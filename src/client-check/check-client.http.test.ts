import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { AnyReport } from '../../conformance/contract/report-types.ts';
import { terminalOf } from '../../conformance/reports/terminal.ts';
import { checkClient, mockParts, RULES } from './check-client.ts';
import { BROKEN_CLIENTS } from './corpus/broken-clients.fixture.ts';
import { GOOD_CLIENTS } from './corpus/good-clients.fixture.ts';
import { type Given, get, inProcess } from './corpus/in-process.fixture.ts';
import { SCENES } from './scenes.ts';
import type { Client } from './session.ts';

const PARTS = { 1: await mockParts(1), 2: await mockParts(2) } as const;

/** The findings of a check: rule, outcome and the first finding. */
function raisedIn({ requirements }: AnyReport): readonly (readonly unknown[])[] {
  const raised = requirements.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return raised.map(({ id, outcome, findings }) => [id, outcome, findings[0]?.message]);
}

/** Rules about what a client does with data, which differ between the forms. */
const ABOUT_DATA = /^survives\.|^key\.not-for-/;

describe.each([1, 2] as const)('a check of clients of Form %i', (form) => {
  const rules = RULES.filter((rule) => rule.form === undefined || rule.form === form);
  const cases = BROKEN_CLIENTS.filter(
    ({ breaks }) => rules.some(({ id }) => id === breaks) && (form === 2 || ABOUT_DATA.test(breaks)),
  );

  it.concurrent.each(cases)('finds by $breaks alone a client that $about', async ({ breaks, about, act }) => {
    const { report } = await checkClient({ ...inProcess(form, about, act), interval: 10_000 }, PARTS[form]);
    expect(raisedIn(report)).toEqual([
      [breaks, rules.find(({ id }) => id === breaks)?.level === 'must' ? 'fail' : 'warn', expect.any(String)],
    ]);
  });

  it.concurrent.each(GOOD_CLIENTS)('raises nothing for $style', async ({ style, act }) => {
    const { report } = await checkClient({ ...inProcess(form, style, act), interval: 300 }, PARTS[form]);
    expect(raisedIn(report)).toEqual([]);
    expect(report).toMatchObject({ exitCode: 0, counts: { fail: 0, warn: 0, inconclusive: 0 } });
  });
});

it('has a broken client for each rule', () => {
  expect(
    RULES.map(({ id }) => id).filter((id) => BROKEN_CLIENTS.every(({ breaks }) => breaks !== id)),
  ).toEqual([]);
});

it('is inconclusive for a client that sends no request', async () => {
  const { report } = await checkClient(
    inProcess(2, 'a silent client', async () => {}),
    PARTS[2],
  );
  expect(report).toMatchObject({
    exitCode: 3,
    problem: expect.stringContaining('The client sent no request'),
  });
});

it('fails a client whose probe says that it is not well', async () => {
  const app = createServer((_request, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const probe = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
  const { report } = await checkClient(
    { ...inProcess(2, 'an app', (given) => get(given, '/api/v1/status')), probe },
    PARTS[2],
  );
  expect(raisedIn(report).map(([id]) => id)).toEqual(['survives.ordinary']);
  const failed = report.requirements.find(({ outcome }) => outcome === 'fail');
  expect(failed?.findings[0]?.seen).toContain('responds with 500');
  app.close();
});

/** An app that requests the status, and that people load in each scene. */
const APP: Client = {
  name: 'the app',
  hasKey: true,
  run: async (url) => {
    await fetch(`${url}/api/v1/status`, { headers: { Authorization: 'Token e' } }).catch(() => null);
    return { kind: 'unwatched', text: '' };
  },
};

it('takes the first key of an app for its own, however short, and has it in no report', async () => {
  const { report, recording } = await checkClient({ form: 2, client: APP }, PARTS[2]);
  // Another origin gets the request that is redirected.
  expect(report).toMatchObject({ exitCode: 0, requests: SCENES.length + 1, counts: { fail: 0, warn: 0 } });
  expect(recording.exchanges[0]).toMatchObject({
    authorization: 'Token $HEADCOUNT_API_KEY',
    credential: 'key',
  });
});

it('does not pass for well an app that nothing looks at', async () => {
  const { report } = await checkClient({ form: 2, client: APP }, PARTS[2]);
  const survives = report.requirements.filter(({ id }) => id.startsWith('survives.'));
  expect([...new Set(survives.map(({ outcome }) => outcome))]).toEqual(['not-exercised']);
  expect(report.advice).toEqual([expect.stringContaining('add --page or --probe')]);
});

it('says that loading an app again counts as trying again, if a rule is broken by that', async () => {
  const { form, client, clock } = inProcess(2, 'an app', async (given) => {
    for (let load = 0; load < 3; load += 1) {
      await get(given, '/api/v1/status');
      await given.sleep(300);
    }
  });
  const { report } = await checkClient({ form, client: { ...client, hasKey: true }, clock }, PARTS[2]);
  expect(raisedIn(report).map(([id]) => id)).toContain('pace.unauthorized');
  expect(report.advice).toEqual([expect.stringMatching(/^A page that is loaded again.*pace\.unauthorized/)]);
});

it('prints warnings without --verbose', async () => {
  const poll = BROKEN_CLIENTS.find(({ breaks }) => breaks === 'pace.if-none-match');
  if (poll === undefined) throw new Error('no client polls without ETags');
  const { report } = await checkClient({ ...inProcess(2, 'a poll', poll.act), interval: 300 }, PARTS[2]);
  expect(terminalOf(report, { color: false })).toContain('Warnings\n  ! pace.if-none-match  ');
});

it('bounds what the reports show of a client that floods the deployment, and says so', async () => {
  const flooded = new Set<string>();
  const act = async (given: Given) => {
    const count = flooded.has(given.url) ? 1 : 30;
    flooded.add(given.url);
    for (let at = 0; at < count; at += 1)
      await Promise.allSettled(Array.from({ length: 40 }, () => get(given, '/api/v1/statistics')));
  };
  const { report, recording } = await checkClient(inProcess(2, 'a flood', act), PARTS[2]);
  expect(raisedIn(report)).toContainEqual(['pace.quota', 'fail', expect.any(String)]);
  const wrongPath = report.requirements.find(({ id }) => id === 'requests.path');
  expect(wrongPath?.places?.length).toBeLessThanOrEqual(SCENES.length);
  expect(report.requests).toBeGreaterThan(1200);
  expect(recording.exchanges.filter(({ step }) => step === 'ordinary').length).toBeLessThan(210);
  expect(report.advice).toEqual([
    `The client sent ${report.requests} requests; reports and recording show ${recording.exchanges.length} of them.`,
  ]);
});
