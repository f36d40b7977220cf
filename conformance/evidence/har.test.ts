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
