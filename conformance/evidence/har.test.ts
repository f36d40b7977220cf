import { expect, it } from 'vitest';
import { evidenceOn } from '../testing/run-gate.fixture.ts';
import { readHar } from './har.ts';
import { writeHar } from './write-har.ts';

const recorded = writeHar(await evidenceOn({ count: 10, days: 5 }));

type Members = Record<string, unknown>;
interface Log {
  readonly entries: { _exchange: Members; response: Members & { content: Members } }[];
  readonly _run: Members;
}

function changed(change: (entry: Log['entries'][number], run: Members) => void): string {
  const { log } = JSON.parse(recorded) as { log: Log };
  const [entry] = log.entries;
  if (entry === undefined) throw new Error('The recording is empty.');
  change(entry, log._run);
  return JSON.stringify({ log });
}

it('a recording with a response that no run takes in is not read', () => {
  const body = `[${'0,'.repeat(900_000)}0]`;
  const huge = changed(({ response: { content } }) => (content['text'] = body));
  expect(readHar(huge)).toBe('request 1: the body has more than 800,000 values');
  expect(readHar(`{"log":{"entries":[${body},${body}]}}`)).toBe('it has more than 1,200,000 values');
});

const markup = '<meta http-equiv=refresh content=0>';

it.each<[string, Parameters<typeof changed>[0]]>([
  ['time of a request', ({ _exchange }) => (_exchange['startedAt'] = 'x')],
  ['time of a request', ({ _exchange }) => (_exchange['startedAt'] = 1e300)],
  ['number', ({ _exchange }) => (_exchange['number'] = markup)],
  ['duration', ({ _exchange }) => (_exchange['durationMs'] = markup)],
  ['endpoint', ({ _exchange }) => (_exchange['endpoint'] = markup)],
  ['credential', ({ _exchange }) => (_exchange['credential'] = markup)],
  ['parameter', ({ _exchange }) => (_exchange['params'] = { limit: 5 })],
  ['URL', ({ _exchange }) => (_exchange['url'] = 'javascript:alert(1)')],
  ['reason', ({ _exchange }) => (_exchange['unanswered'] = 7)],
  ['status', ({ response }) => (response['status'] = markup)],
  ['header', ({ response }) => (response['headers'] = [{ name: 'date', value: 7 }])],
  ['size', ({ response: { content } }) => (content['size'] = markup)],
])('an entry with a damaged %s is not read', (_what, change) => {
  expect(readHar(changed(change))).toBe('an entry is damaged');
});

it.each<[string, unknown]>([
  ['target', 7],
  ['target', 'no URL'],
  ['formDeclared', markup],
  ['level', markup],
  ['maxRequests', markup],
  ['startedAt', 'x'],
  ['finishedAt', null],
  ['skipped', [{ step: 'chart-day' }]],
  ['stopped', 7],
  ['dredd', { expected: markup, verdicts: [] }],
])('a head with a damaged %s is not read', (name, value) => {
  const text = changed((_entry, run) => {
    run[name] = value;
  });
  expect(readHar(text)).toBe('the description of the run is damaged');
});
