import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { MINUTE, microsOf } from '../../src/service/domain/micros.ts';
import { temporaryFiles } from '../../src/service/store/sqlite/temporary-folder.fixture.ts';
import { firstDaysOf, readCounts, reported } from './counts-file.ts';

const temporaryFile = temporaryFiles();
const time = new LocalTime('America/Los_Angeles');

/** Counts every 30 minutes on 124 days: 84 for training, 20 for tuning and 20 for evaluation. */
const START = microsOf(Temporal.Instant.from('2026-01-05T00:00-08:00'));
const counts = Array.from({ length: 124 * 48 }, (_, index) => ({
  at: START + index * 30 * MINUTE,
  people: 5,
}));

it('takes a quarter of each count as the queue, in whole people', async () => {
  const path = temporaryFile('counts.csv');
  const lines = [0, 1, 2, 33, 39].map((people, hour) => `2026-01-05T0${hour}:00:00-08:00,${people}`);
  await writeFile(path, `${['timestamp,people', ...lines].join('\n')}\n`);
  const { counts } = await readCounts(path, 'America/Los_Angeles');
  expect(counts.map(({ people }) => people)).toEqual([0, 0, 1, 8, 10]);
});

it('evaluates one half of the days after the training, and the other half is for tuning', () => {
  const days = (part: 'tuning' | 'evaluation') => {
    const { evaluatedFrom, evaluatedUntil } = reported({ counts, time }, 2, 's', part);
    return `${evaluatedFrom} to ${evaluatedUntil}`;
  };
  expect([days('tuning'), days('evaluation')]).toEqual([
    '2026-03-30 to 2026-04-19',
    '2026-04-19 to 2026-05-09',
  ]);
});

it('starts again every six days of the evaluated half for three days, without anything from before', () => {
  const starts = firstDaysOf(reported({ counts, time }, 2, 's', 'evaluation'));
  expect(starts.map(({ evaluatedFrom, evaluatedUntil }) => `${evaluatedFrom} to ${evaluatedUntil}`)).toEqual([
    '2026-04-19 to 2026-04-22',
    '2026-04-25 to 2026-04-28',
    '2026-05-01 to 2026-05-04',
  ]);
  for (const record of starts) {
    const dates = [...record.counts, ...record.reports].map(({ at }) => time.date(at));
    const outside = dates.filter(
      (date) =>
        Temporal.PlainDate.compare(date, record.evaluatedFrom) < 0 ||
        Temporal.PlainDate.compare(date, record.evaluatedUntil) >= 0,
    );
    expect(outside).toEqual([]);
    expect(record.reports.length).toBeGreaterThan(0);
  }
});

it('skips a start without counts', () => {
  const record = reported({ counts, time }, 2, 's', 'evaluation');
  const closed = record.counts.filter(({ at }) => time.date(at).toString() < '2026-04-25');
  expect(firstDaysOf({ ...record, counts: closed })).toHaveLength(1);
});
