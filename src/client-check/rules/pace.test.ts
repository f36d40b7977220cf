import { expect, it } from 'vitest';
import { SCENES } from '../scenes.ts';
import type { ClientRun, SeenRequest } from '../session.ts';
import { paceRules } from './pace.ts';
import { pagingRules } from './paging.ts';

type Sent = readonly [seconds: number, path: string, status?: number];

/** Requests for paths of the API at times in seconds, which all get the same page of the feed. */
function runOf(times: readonly Sent[], seconds: number): ClientRun {
  const requests = times.map(([at, path, status = 200], index): SeenRequest => {
    const url = new URL(`http://127.0.0.1/api/v1/${path}`);
    return {
      number: index + 1,
      at: at * 1000,
      answeredAt: at * 1000 + 10,
      method: 'GET',
      to: 'api',
      url,
      headers: { authorization: 'Token key', 'if-none-match': path.includes('reports') ? undefined : '"1"' },
      endpoint: path.startsWith('reports') ? 'reports' : path === 'chart' ? 'chart' : 'status',
      cursor: url.searchParams.has('cursor') ? 'linked' : null,
      response: { status, headers: {}, body: '{"next":null,"previous":null,"results":[]}', bytes: 0 },
    };
  });
  const [scene] = SCENES;
  if (scene === undefined) throw new Error('there is no scene');
  return {
    scene,
    requests,
    sent: requests.length,
    milliseconds: seconds * 1000,
    ending: { kind: 'running', text: '' },
  };
}

/** The rules that a run breaks. `interval` is the shortest one, in seconds. */
function brokenBy(run: ClientRun, interval = 60): readonly string[] {
  const context = { key: 'key', interval: interval * 1000 };
  return [...paceRules, ...pagingRules]
    .filter(({ check }) => (check(run, context) ?? []).length > 0)
    .map(({ id }) => id);
}

const every = (interval: number, count: number, ...paths: readonly string[]) =>
  Array.from({ length: count }, (_, at) => paths.map((path) => [at * interval, path] as const)).flat();

it.each([
  ['a poll once a minute', every(60, 3, 'status'), 150, []],
  ['two URLs every two minutes', every(120, 4, 'status', 'chart'), 400, []],
  ['two URLs once a minute', every(60, 4, 'status', 'chart'), 200, ['pace.quota']],
  ['everything twice at the start', [...every(0, 2, 'status', 'chart'), [60, 'status'] as const], 90, []],
  ['retries while all fails', [0, 10, 30, 70, 100, 130].map((at): Sent => [at, 'status', 503]), 140, []],
  ['a poll every twenty seconds', every(20, 3, 'status'), 50, ['pace.interval']],
  [
    'two walks through the same pages',
    every(90, 2, 'reports?limit=8', 'reports?limit=8&cursor=a'),
    100,
    ['pace.if-none-match'],
  ],
  ['a page twice in a walk', every(0, 2, 'reports?limit=8&cursor=a'), 10, ['paging.no-page-twice']],
])('%s', (_what, times, seconds, broken) => {
  expect(brokenBy(runOf(times, seconds))).toEqual(broken);
});

it('does not tell the requests of a day from polls that are faster for the check', () => {
  const run = runOf(every(2, 5, 'status', 'chart'), 10);
  const quota = paceRules.find(({ id }) => id === 'pace.quota');
  expect(brokenBy(run, 2)).toEqual([]);
  expect(quota?.check(run, { key: 'key', interval: 2000 })).toBeNull();
});

it.each([
  ['down', 0.1, ['pace.back-off']],
  ['down', 5, ['pace.back-off']],
  ['unreachable', 0.1, []],
  ['unreachable', 5, ['pace.back-off']],
])('in the scene %s, four requests every %d s break %j', (id, interval, broken) => {
  const scene = SCENES.find((one) => one.id === id);
  if (scene === undefined) throw new Error(`there is no scene ${id}`);
  const sent = [0, 1, 2, 3].map((at): Sent => [at * interval, 'status', id === 'down' ? 503 : 0]);
  expect(brokenBy({ ...runOf(sent, 60), scene })).toEqual(broken);
});
