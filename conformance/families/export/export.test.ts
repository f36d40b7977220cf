import { expect, it } from 'vitest';
import { type Breach, edited, failuresOf, type Gap, lines } from '../../testing/edited-evidence.fixture.ts';
import { withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';

it.each<Gap>([
  ['LF line ends', 'export.csv', (body) => body.replaceAll('\r\n', '\n')],
  ['a byte order mark', 'export.csv', (body) => `\ufeff${body}`],
  ['quotes', 'export.csv', (body) => body.replace(/[^,\r\n]+/g, '"$&"')],
  ['no final newline', 'export.csv', (body) => body.replace(/\r\n$/, '')],
  ['rows from old to new', 'export.csv', lines((rows) => rows.reverse())],
])('does not fail %s, which the description leaves open', async (_, endpoint, edit) => {
  for (const form of [1, 2] as const) expect(await failuresOf(form, endpoint, edit)).toEqual([]);
});

it.each<Breach>([
  ['export.timestamp', 2, 'export.csv', (body) => body.replace('timestamp,bucket', 'bucket,timestamp')],
  ['export.columns', 2, 'export.csv', (body) => body.replaceAll('\r\n2', ',x\r\n2')],
  ['export.columns', 1, 'export.csv', (body) => body.replace('has_photo', 'photo')],
  ['export.columns', 2, 'export.csv', (body) => body.replaceAll('\r\n', ',x\r\n').replace(',x', ',id')],
  ['export.columns', 2, 'export.csv', (body) => body.replace(/^([^,]+),(.*)$/gm, '$2,$1')],
  ['export.rows', 2, 'export.csv', lines((rows) => rows.filter((_, at) => at !== 20))],
  [
    'export.rows',
    2,
    'export.csv',
    lines((rows) => rows.flatMap((row, at) => (at === 20 ? [row, row] : [row]))),
  ],
  ['export.timestamp', 2, 'export.csv', (body) => body.replaceAll('T', ' ')],
  ['export.bucket', 1, 'export.csv', (body) => body.replaceAll('30+', '31-')],
  ['export.has_photo', 1, 'export.csv', (body) => body.replaceAll('True', 'true')],
  ['export.has_photo-agrees', 1, 'export.csv', (body) => body.replaceAll('True', 'False')],
])('%s fails in form %i: %s', async (requirement, form, endpoint, edit) => {
  expect(await failuresOf(form, endpoint, edit)).toContain(requirement);
});

it('fails, not the chart, if it repeats more reports than the walk reads', async () => {
  const doubled = lines((rows) => rows.flatMap((row) => [row, row]));
  const result = judgeEvidence(await edited(1, 'export.csv', doubled, { count: 4000, days: 60 }));
  expect(withOutcome(result, 'fail')).toEqual(['export.rows']);
});
