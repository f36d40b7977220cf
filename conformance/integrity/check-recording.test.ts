import { describe, expect, it } from 'vitest';
import { readHar } from '../evidence/har.ts';
import { writeHar } from '../evidence/write-har.ts';
import { createReference } from '../reference/service.ts';
import { VARIANTS } from '../reference/variants/variants.ts';
import { chromium, recordingOf } from '../testing/recordings.fixture.ts';
import { evidenceFrom, evidenceOn, named } from '../testing/run-gate.fixture.ts';
import { checkRecording } from './check-recording.ts';

const evidence = await evidenceOn({ count: 60, days: 20 });
const recorded = writeHar(evidence);

type Entry = {
  startedDateTime: string;
  request: { url: string; method: string };
  response: {
    status: number;
    content: { text: string; size: number };
    headers: { name: string; value: string }[];
  };
  _exchange: { url: string; startedAt: number; response?: never };
};
type Log = { entries: Entry[]; _seal: string; _run: { skipped: object[] }; _gate: { plan: string } };

/** The recording with a change, sealed again: by somebody who knows how the gate does it. */
function forged(change: (log: Log) => void): string {
  const har = JSON.parse(recorded) as { log: Log };
  change(har.log);
  const again = readHar(JSON.stringify(har));
  if (typeof again === 'string') throw new Error(again);
  return writeHar(again);
}

describe('a recording of the gate', () => {
  it.each(['default', 'reports-0', 'reports-200', 'prefix', 'closed-now', 'zone-kolkata'])(
    'is consistent, as variant %s',
    async (id) => {
      const run = await evidenceFrom(
        createReference({ count: 60, days: 20, ...named(VARIANTS, id).options }),
      );
      expect(await checkRecording(writeHar(run))).toEqual({ state: 'consistent', flaws: [] });
    },
  );

  it.each([
    ['detected form', { form: 'auto' }],
    ['contract level', { level: 'contract' }],
    ['fewer requests', { maxRequests: 45 }],
  ] as const)('is consistent with a %s', async (_title, options) => {
    const run = await evidenceOn({ count: 300, days: 20 }, undefined, options);
    expect(await checkRecording(writeHar(run))).toEqual({ state: 'consistent', flaws: [] });
  });

  it('is consistent when the deployment stops responding', async () => {
    let requests = 0;
    const run = await evidenceOn({ count: 60 }, (response) => {
      requests += 1;
      if (requests > 30) throw new Error('gone');
      return response;
    });
    expect(run.stopped).toBeDefined();
    expect(await checkRecording(writeHar(run))).toEqual({ state: 'consistent', flaws: [] });
  });

  it.each<[string, number, (path: string) => string]>([
    ['that lead away', 2, () => '/docs'],
    ['that lead away in steps', 4, (path) => (path.endsWith('/api/v1/steps') ? '/docs' : 'steps')],
    ['in a loop', 0, (path) => path],
    ['in a long loop', 4, (path) => (path.endsWith('/api/v1/a') ? 'b' : 'a')],
    ['that fail', 2, () => 'nowhere'],
  ])('is consistent with redirects %s, which take %i requests', async (_title, hops, locationOf) => {
    const run = await evidenceOn({ count: 60 }, (response, { method, path }) => {
      if (path.endsWith('/nowhere')) throw new Error('gone');
      const isOfPlan = method === 'GET' && !/\/v1\/(steps|a|b)$/.test(path);
      return isOfPlan
        ? response
        : { ...response, status: 303, headers: { ...response.headers, location: locationOf(path) } };
    });
    expect(run.exchanges.reduce((sum, one) => sum + (one.hops ?? 0), 0)).toBe(hops);
    expect(await checkRecording(writeHar(run))).toEqual({ state: 'consistent', flaws: [] });
  });

  it('is consistent when a connection fails on a port like 8429', async () => {
    const run = await evidenceOn({ count: 60 }, (response, { method }) => {
      if (method === 'POST') throw new Error('connect ECONNREFUSED 127.0.0.1:8429');
      return response;
    });
    expect(await checkRecording(writeHar(run))).toEqual({ state: 'consistent', flaws: [] });
  });

  it('is consistent when only the words of the plan changed since', async () => {
    const text = forged(({ _run }) => {
      for (const skipped of _run.skipped)
        Object.assign(skipped, { reason: 'as said before', purpose: 'as said before' });
    });
    expect((JSON.parse(text) as { log: Log }).log._run.skipped).not.toEqual([]);
    expect(await checkRecording(text)).toEqual({ state: 'consistent', flaws: [] });
  });

  it('is outdated when the gate has another plan, and not called changed', async () => {
    const har = JSON.parse(recorded) as { log: Log };
    har.log._gate.plan = 'another';
    const { flaws } = await checkRecording(JSON.stringify(har));
    expect(flaws.map(({ check }) => check)).toEqual(['seal', 'origin']);
  });

  it('by another tool has no plan to check', async () => {
    expect(await checkRecording(recordingOf(evidence, chromium))).toEqual({ state: 'foreign', flaws: [] });
  });
});

describe('a recording that was changed', () => {
  it('no longer fits its seal', async () => {
    const text = recorded.replace('"is_open\\":true', '"is_open\\":null');
    expect(text).not.toBe(recorded);
    const { state, flaws } = await checkRecording(text);
    expect(state).toBe('inconsistent');
    expect(flaws[0]?.check).toBe('seal');
  });

  const isStatus = ({ request, response }: Entry) =>
    request.url.endsWith('/status') && response.status === 200;

  it.each<[string, string, (log: Log) => void]>([
    [
      'a body that is not as long as what arrived',
      'bodies',
      ({ entries }) => {
        for (const { response } of entries.filter(isStatus)) response.content.text += ' ';
      },
    ],
    [
      'a body without its Content-Length',
      'bodies',
      ({ entries }) => {
        for (const { response } of entries.filter(isStatus))
          response.headers.push({ name: 'content-length', value: '7' });
      },
    ],
    ['a request that was left out', 'plan', ({ entries }) => entries.splice(20, 1)],
    [
      'a page of the feed with another next',
      'plan',
      ({ entries }) => {
        const page = entries.find(({ request }) => request.url.endsWith('/reports'));
        if (page !== undefined)
          page.response.content.text = page.response.content.text.replace(/cursor=[^"&]+/, (cursor) =>
            cursor.replace(/.$/, 'A'),
          );
      },
    ],
    [
      'a step that was called skipped',
      'plan',
      ({ _run }) => _run.skipped.push({ step: 'chart-day', reason: '', blocked: false }),
    ],
    [
      'a Date header of another day',
      'times',
      ({ entries }) => {
        const { headers } = (entries[10] as Entry).response;
        headers.splice(0, headers.length, ...headers.filter(({ name }) => name !== 'date'), {
          name: 'date',
          value: 'Sat, 01 Jan 2022 00:00:00 GMT',
        });
      },
    ],
    [
      'a request of another time',
      'times',
      ({ entries }) => {
        (entries[10] as Entry)._exchange.startedAt -= 86_400_000;
      },
    ],
  ])('and sealed again is found by %s', async (_title, check, change) => {
    const { state, flaws } = await checkRecording(forged(change));
    expect(state).toBe('inconsistent');
    expect(flaws.map((flaw) => flaw.check)).toContain(check);
  });
});
