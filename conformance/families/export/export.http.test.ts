import { expect, it } from 'vitest';
import { edited, itAllows, itFails, lines } from '../../testing/edited-evidence.fixture.ts';
import { withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';

itAllows('export.csv', [
  ['LF line ends', (body) => body.replaceAll('\r\n', '\n')],
  ['a byte order mark', (body) => `\ufeff${body}`],
  ['quotes', (body) => body.replace(/[^,\r\n]+/g, '"$&"')],
  ['no final newline', (body) => body.replace(/\r\n$/, '')],
  ['rows from old to new', lines((rows) => rows.reverse())],
]);

itFails('export.csv', [
  ['export.timestamp', 2, (body) => body.replace('timestamp,bucket', 'bucket,timestamp')],
  ['export.columns', 2, (body) => body.replaceAll('\r\n2', ',x\r\n2')],
  ['export.columns', 1, (body) => body.replace('has_photo', 'photo')],
  ['export.columns', 2, (body) => body.replaceAll('\r\n', ',x\r\n').replace(',x', ',id')],
  ['export.columns', 2, (body) => body.replace(/^([^,]+),(.*)$/gm, '$2,$1')],
  ['export.rows', 2, lines((rows) => rows.filter((_, at) => at !== 20))],
  ['export.rows', 2, lines((rows) => rows.flatMap((row, at) => (at === 20 ? [row, row] : [row])))],
  ['export.timestamp', 2, (body) => body.replaceAll('T', ' ')],
  ['export.bucket', 1, (body) => body.replaceAll('30+', '31-')],
  ['export.has_photo', 1, (body) => body.replaceAll('True', 'true')],
  ['export.has_photo-agrees', 1, (body) => body.replaceAll('True', 'False')],
]);

it('fails, not the chart, if it repeats more reports than the walk reads', async () => {
  const doubled = lines((rows) => rows.flatMap((row) => [row, row]));
  const result = judgeEvidence(await edited(1, 'export.csv', doubled, { count: 4000, days: 60 }));
  expect(withOutcome(result, 'fail')).toEqual(['export.rows']);
});
