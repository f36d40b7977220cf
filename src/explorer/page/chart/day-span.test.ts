import { describe, expect, it } from 'vitest';
import type { Chart, OpenWindow } from '../deployment/responses.ts';
import { TypicalWeek } from '../week/typical-week.ts';
import { chartOf, rowsOf, windowOf } from './day.fixture.ts';
import { DayClock } from './day-clock.ts';
import { daySpan, type Span } from './day-span.ts';

const DATE = '2026-10-16';
const at = (time: string) => `${DATE}T${time}:00-07:00`;
const typicalAt = (...hours: readonly string[]) =>
  new TypicalWeek({ scatter: hours.map((hour) => ({ t: `2026-10-09T${hour}:10:00-07:00`, value: 3 })) });

function spanOf(chart: Chart, now: string | null, typical: TypicalWeek | null) {
  const found = daySpan({
    chart,
    date: DATE,
    clock: new DayClock(chart),
    typical,
    now: now === null ? null : Date.parse(at(now)),
  });
  const name = (instant: number) => new Date(instant - 7 * 3_600_000).toISOString().slice(11, 16);
  const names = (span: Span) => span.map(name).join('-');
  return [names(found.span), found.closed.map(names).join()];
}

describe('a day in Form 2', () => {
  // What it is, when it is closed, reports, the time of the estimate, what is drawn, and what of it is shaded.
  it.each(
    rowsOf(`
      has its open hours                                            |                                     |       |       | 07:00-01:00 |
      is cut where it is closed at the ends                         | 07:00-10:00 20:00-01:00             |       |       | 10:00-20:00 |
      keeps what is closed between two openings                     | 14:00-16:00                         |       |       | 07:00-01:00 | 14:00-16:00
      joins closed parts that touch or overlap                      | 14:00-15:00 15:00-16:00 15:30-15:45 |       |       | 07:00-01:00 | 14:00-16:00
      begins with reports of the evening before, whose end is shaded | 07:00-08:00                         | 00:30 |       | 00:00-01:00 | 01:00-08:00
      begins at midnight while the evening before has not ended     |                                     |       | 00:20 | 00:00-01:00 | 01:00-07:00
      reaches to reports after it closes                            | 20:00-01:00                         | 20:20 |       | 07:00-20:20 | 20:00-20:20
      reaches to an estimate after it closes                        | 20:00-01:00                         |       | 20:40 | 07:00-20:40 | 20:00-20:40
      is all shaded where it is closed all day                      | 07:00-01:00                         |       |       | 07:00-01:00 | 07:00-01:00`),
  )('%s', (_, closed = '', report, now, span, shaded) => {
    const on = (time: string) => (time === '01:00' ? '2026-10-17T01:00' : `${DATE}T${time}`);
    const parts = closed.split(' ').filter((part) => part !== '');
    const window = windowOf(
      `${DATE}T07:00`,
      '2026-10-17T01:00',
      ...parts.map((part) => part.split('-').map(on) as [string, string]),
    );
    const chart = chartOf({ date: DATE, window, reports: report ? [at(report)] : [] });
    expect(spanOf(chart, now || null, typicalAt('00', '03'))).toEqual([span, shaded]);
  });
});

describe('the night before a day on which clocks change, in Form 2', () => {
  const window = (start: string, end: string): OpenWindow => ({ start, end, closed: [] });
  it.each([
    [
      'back, to the first of two closing times',
      { date: '2026-11-01', offset: -7, change: { at: '2026-11-01T09:00:00Z', offset: -8 } },
      window('2026-11-01T07:00:00-08:00', '2026-11-02T01:00:00-08:00'),
      '2026-11-01T00:40:00-07:00',
      '2026-11-01T08:00:00.000Z',
    ],
  ])('%s, begins at the local closing time', (_, about, open_window, now, closing) => {
    const chart = chartOf({ ...about, window: open_window });
    const clock = new DayClock(chart);
    const { closed } = daySpan({ chart, date: about.date, clock, typical: null, now: Date.parse(now) });
    expect(closed.map(([start, end]) => [new Date(start).toISOString(), end])).toEqual([
      [closing, Date.parse(open_window.start)],
    ]);
  });
});

describe('a day in Form 1', () => {
  // What it is, reports, the line, typical hours, the time of the estimate, and what is drawn: nothing is shaded.
  it.each(
    rowsOf(`
      is whole without any data                       |             |             |           |       | 00:00-00:00 |
      has the hours with typical values               |             |             | 7-21      |       | 07:00-22:00 |
      has the hours with reports or a line            | 06:40       | 09:15       |           |       | 06:00-10:00 |
      has the hours between them                      | 06:40       | 22:15       |           |       | 06:00-23:00 |
      leaves out the typical end of the evening before |             | 00:00 00:45 | 0-0 7-21  |       | 07:00-22:00 |
      begins at midnight where there are reports then | 00:10       |             | 0-0 7-21  |       | 00:00-22:00 |
      begins at midnight when it is now               |             |             | 0-0 7-21  | 00:20 | 00:00-22:00 |
      has hours until midnight                        |             |             | 7-23      |       | 07:00-00:00 |`),
  )('%s', (_, reports = '', line = '', typical = '', now, span) => {
    const words = (text: string) => text.split(' ').filter((word) => word !== '');
    const hours = words(typical).flatMap((range) => {
      const [from = 0, to = 0] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (__, index) => String(from + index).padStart(2, '0'));
    });
    const chart = chartOf({
      date: DATE,
      reports: words(reports).map(at),
      line: Object.fromEntries(words(line).map((time) => [time, 1])),
    });
    expect(spanOf(chart, now || null, typicalAt(...hours))).toEqual([span, '']);
  });
});
