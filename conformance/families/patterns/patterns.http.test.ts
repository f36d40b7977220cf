import { expect, it } from 'vitest';
import type { Outcome } from '../../contract/outcomes.ts';
import { FAULTS } from '../../reference/faults/catalogue.ts';
import { broken } from '../../reference/faults/fault.ts';
import { createReference } from '../../reference/service.ts';
import { change, edited, itAllows, itFails, rewritten } from '../../testing/edited-evidence.fixture.ts';
import { judge, named, withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';

itAllows('patterns', [
  [
    'averages without decimals',
    (body) => body.replace(/"value":(\d+\.\d+)/g, (_, value) => `"value":${Math.round(Number(value))}`),
  ],
  [
    'averages with one decimal',
    (body) => body.replace(/"value":(\d+\.\d+)/g, (_, value) => `"value":${Number(value).toFixed(1)}`),
  ],
  [
    'labels of weekdays in German',
    (body) =>
      ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'].reduce(
        (text, label, at) =>
          text.replace(
            `"label":"${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][at]}"`,
            `"label":"${label}"`,
          ),
        body,
      ),
  ],
  [
    'another number than 0 on weekdays without reports',
    (body) => body.replaceAll('"value":0,"report_count":0', '"value":4.5,"report_count":0'),
  ],
]);

itFails('patterns', [
  ['patterns.by_hour-null', 2, (body) => body.replace(/"hour":12,"value":[\d.]+/, '"hour":12,"value":null')],
  ['patterns.by_hour', 2, (body) => change(body, (one: { by_hour: unknown[] }) => one.by_hour.pop())],
  [
    'patterns.by_hour-count',
    2,
    (body, { params }) =>
      params['since'] === undefined
        ? body
        : body.replaceAll(/"report_count":(\d+)/g, (_, count) => `"report_count":${Number(count) * 2}`),
  ],
  [
    'patterns.by_weekday-monday',
    2,
    // Numbered from Sunday, listed from Monday, with labels that say nothing
    (body) =>
      change(body, (one: { by_weekday: { weekday: number; label: string }[] }) =>
        one.by_weekday.forEach((row) => {
          Object.assign(row, { weekday: (row.weekday + 1) % 7, label: 'día' });
        }),
      ),
  ],
  ['patterns.open_hours-agree', 2, (body) => body.replace('"first":7', '"first":9')],
]);

it.each<[string, object, Outcome]>([
  ['longer hours', { first: 7, last: 3 }, 'warn'],
  ['a later first hour', { first: 18, last: 1 }, 'fail'],
  ['an earlier last hour', { first: 16, last: 0 }, 'fail'],
])('beside a window from 5pm to 2am, %s: %j', async (_, open_hours, outcome) => {
  const edit = (body: string) => change(body, (one: object) => Object.assign(one, { open_hours }));
  const evidence = await edited(2, 'patterns', edit, { count: 400, days: 30, hours: 'late' });
  expect(withOutcome(judgeEvidence(evidence), outcome)).toContain('patterns.open_hours-agree');
});

it('do not fail if there are more reports than the walk reads and only the feed can be read', async () => {
  const evidence = await edited(1, 'export.csv', () => '', { count: 4000, days: 60 });
  const failed = withOutcome(judgeEvidence(rewritten(evidence, 'chart', () => '{}')), 'fail');
  expect(failed).toContain('export.header');
  expect(failed.filter((id) => id.startsWith('patterns.'))).toEqual([]);
});

it.each([1, 2] as const)('warn if a range with one end is that day alone, in form %i', async (form) => {
  const fault = named(FAULTS, 'patterns/one-end-is-a-day');
  const result = await judge(broken(fault, createReference({ form, count: 400, days: 30 })));
  expect(withOutcome(result, 'fail')).toEqual([]);
  expect(withOutcome(result, 'warn')).toEqual(expect.arrayContaining(['patterns.since', 'patterns.until']));
});

it.each(['since-alone-exclusive', 'until-alone-exclusive', 'since-alone-early', 'until-alone-late'])(
  'fail if a range with one end is wrong at that end (%s)',
  async (id) => {
    const service = createReference({ form: 2, count: 400, days: 30 });
    const result = await judge(broken(named(FAULTS, `borders/patterns-${id}`), service));
    expect(withOutcome(result, 'fail')).not.toEqual([]);
  },
);
