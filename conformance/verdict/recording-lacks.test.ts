import { expect, it } from 'vitest';
import type { Evidence } from '../evidence/evidence.ts';
import { gateOn } from '../testing/run-gate.fixture.ts';
import { lackOf } from './recording-lacks.ts';

const { evidence } = await gateOn({ count: 30, days: 10 });

/** The recording of some steps of a run. */
function only(...steps: readonly string[]): Evidence {
  return { ...evidence, exchanges: evidence.exchanges.filter(({ step }) => steps.includes(step)) };
}

it.each([
  ['auth.missing', ['documents-status-key'], 'the recording has no request without a key'],
  ['chart.since', ['documents-chart-key'], 'the recording has no range with a start'],
  ['chart.open_window-long', ['documents-patterns-key'], 'the recording has no chart of a long range'],
  ['chart.since', ['documents-patterns-key'], 'the recording has no range with a start'],
  ['reports.default-limit', ['reports-one'], 'the recording has no first page without a limit'],
  ['export.header', ['documents-status-key'], 'the recording has no response of export.csv'],
  ['status.message', [], 'the recording has no response of status'],
] as const)('%s lacks what a recording of %o does not have', (id, steps, reason) => {
  expect(lackOf(id, only(...steps))).toBe(reason);
});

it.each([
  ['chart.since', 'chart-day'],
  ['patterns.until', 'patterns-day'],
  ['chart.default-today', 'documents-chart-key'],
  ['highlights.default-days', 'documents-highlights-key'],
] as const)('%s does not lack the request of %s, which is there', (id, step) => {
  expect(only(step).exchanges).toHaveLength(1);
  expect(lackOf(id, only(step))).toMatch(/^the recording has nothing to compare the responses with/);
});
