import { expect, it } from 'vitest';
import { evidenceOn } from '../testing/run-gate.fixture.ts';
import { readHar, writeHar } from './har.ts';

const evidence = await evidenceOn({ count: 10, days: 5 });

it('a recording is read back unchanged', () => {
  expect(readHar(writeHar(evidence))).toEqual(JSON.parse(JSON.stringify(evidence)));
});

it('a recording with a response that no run takes in is not read', () => {
  const body = `[${'0,'.repeat(900_000)}0]`;
  const { log } = JSON.parse(writeHar(evidence));
  log.entries[0].response.content.text = body;
  expect(readHar(JSON.stringify({ log }))).toBe('request 1: the body has more than 800,000 values');
  expect(readHar(`{"log":{"entries":[${body},${body}]}}`)).toBe('it has more than 1,200,000 values');
});

it.each([
  ['', 'not an HTTP archive'],
  ['{}', 'not an HTTP archive'],
  ['{"log":{"entries":{}}}', 'not an HTTP archive'],
  ['{"log":{"creator":{},"entries":[]}}', /^not recorded by the gate/],
  ['{"log":{"_evidenceVersion":0,"entries":[]}}', 'not saved by this version of the gate'],
])('%j is no recording of the gate', (text, problem) => {
  expect(readHar(text)).toMatch(problem);
});

const markup = '<meta http-equiv=refresh content=0>';

it.each<[string, readonly string[], unknown]>([
  ['time', ['_exchange', 'startedAt'], 'x'],
  ['time', ['_exchange', 'startedAt'], 1e300],
  ['number', ['_exchange', 'number'], markup],
  ['duration', ['_exchange', 'durationMs'], markup],
  ['endpoint', ['_exchange', 'endpoint'], markup],
  ['credential', ['_exchange', 'credential'], markup],
  ['parameter', ['_exchange', 'params'], { limit: 5 }],
  ['URL', ['_exchange', 'url'], 'javascript:alert(1)'],
  ['reason', ['_exchange', 'unanswered'], 7],
  ['request', ['_exchange'], null],
  ['status', ['response', 'status'], markup],
  ['header', ['response', 'headers'], [{ name: 'date', value: 7 }]],
  ['size', ['response', 'content', 'size'], markup],
  ['response', ['response'], undefined],
])('an entry with a damaged %s is not read', (_what, path, value) => {
  expect(readHar(changed(['entries', '0', ...path], value))).toBe('an entry is damaged');
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
  ['readiness', { requests: 1 }],
  ['dredd', { expected: markup, verdicts: [] }],
])('a head with a damaged %s is not read', (name, value) => {
  expect(readHar(changed(['_run', name], value))).toBe('the description of the run is damaged');
});

/** The recording with another value at one place of its log. */
function changed(path: readonly string[], value: unknown): string {
  const har = JSON.parse(writeHar(evidence));
  const parent = path.slice(0, -1).reduce((node, name) => node[name], har.log);
  parent[path.at(-1) ?? ''] = value;
  return JSON.stringify(har);
}
