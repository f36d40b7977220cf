import { describe, expect, it } from 'vitest';
import type { Chart, OpenWindow } from '../deployment/responses.ts';
import { TypicalWeek } from '../week/typical-week.ts';
import { chartOf, windowOf } from './day.fixture.ts';
import { DayClock } from './day-clock.ts';
import { daySpan, type Span } from './day-span.ts';

const DATE = '2026-10-16';
const OPEN = windowOf('2026-10-16T07:00', '2026-10-17T01:00');
const at = (time: string) => `${DATE}T${time}:00-07:00`;
const typicalAt = (...hours: readonly string[]) =>
  new TypicalWeek({ scatter: hours.map((hour) => ({ t: `2026-10-09T${hour}:10:00-07:00`, value: 3 })) });
const NONE = new TypicalWeek({ scatter: [] });

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
  return [names(found.span), found.closed.map(names).join(), found.empty.map(names).join()];
}

describe('a day in Form 2', () => {
  const window = (...closed: readonly (readonly [string, string])[]) =>
    windowOf('2026-10-16T07:00', '2026-10-17T01:00', ...closed);
  it.each([
    ['has its open hours', OPEN, [], null, '07:00-01:00', ''],
    [
      'is cut where it is closed at the ends',
      window(['2026-10-16T07:00', '2026-10-16T10:00'], ['2026-10-16T20:00', '2026-10-17T01:00']),
      [],
      null,
      '10:00-20:00',
      '',
    ],
    [
      'keeps what is closed between two openings',
      window(['2026-10-16T14:00', '2026-10-16T16:00']),
      [],
      null,
      '07:00-01:00',
      '14:00-16:00',
    ],
    [
      'joins closed parts that touch or overlap',
      window(
        ['2026-10-16T14:00', '2026-10-16T15:00'],
        ['2026-10-16T15:00', '2026-10-16T16:00'],
        ['2026-10-16T15:30', '2026-10-16T15:45'],
      ),
      [],
      null,
      '07:00-01:00',
      '14:00-16:00',
    ],
    [
      'begins with late reports of the evening before, whose end is shaded',
      window(['2026-10-16T07:00', '2026-10-16T08:00']),
      [at('00:30')],
      null,
      '00:00-01:00',
      '01:00-08:00',
    ],
    [
      'begins at midnight while the evening before has not ended',
      OPEN,
      [],
      '00:20',
      '00:00-01:00',
      '01:00-07:00',
    ],
    [
      'reaches to reports after it closes',
      window(['2026-10-16T20:00', '2026-10-17T01:00']),
      [at('20:20')],
      null,
      '07:00-20:20',
      '20:00-20:20',
    ],
    [
      'reaches to an estimate after it closes',
      window(['2026-10-16T20:00', '2026-10-17T01:00']),
      [],
      '20:40',
      '07:00-20:40',
      '20:00-20:40',
    ],
    [
      'is all shaded where it is closed all day',
      window(['2026-10-16T07:00', '2026-10-17T01:00']),
      [],
      null,
      '07:00-01:00',
      '07:00-01:00',
    ],
  ])('%s', (_, open_window, reports, now, span, closed) => {
    const chart = chartOf({ date: DATE, window: open_window, reports });
    expect(spanOf(chart, now, typicalAt('00', '03'))).toEqual([span, closed, '']);
  });
});

describe('the night before a day on which clocks change, in Form 2', () => {
  const window = (start: string, end: string): OpenWindow => ({ start, end, closed: [] });
  it.each([
    [
      'forward',
      { date: '2026-03-08', offset: -8, change: { at: '2026-03-08T10:00:00Z', offset: -7 } },
      window('2026-03-08T07:00:00-07:00', '2026-03-09T01:00:00-07:00'),
      '2026-03-08T00:30:00-08:00',
      '2026-03-08T09:00:00.000Z',
    ],
    [
      'forward over the closing time',
      { date: '2026-03-08', offset: -8, change: { at: '2026-03-08T10:00:00Z', offset: -7 } },
      window('2026-03-08T07:00:00-07:00', '2026-03-09T02:30:00-07:00'),
      '2026-03-08T00:30:00-08:00',
      '2026-03-08T10:30:00.000Z',
    ],
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
  const hours = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => String(from + index).padStart(2, '0'));
  it.each([
    ['is whole without any data', [], {}, null, NONE, '00:00-00:00', ''],
    ['has the hours with typical values', [], {}, null, typicalAt(...hours(7, 22)), '07:00-22:00', ''],
    ['has the hours with reports or a line', [at('06:40')], { '09:15': 1 }, null, NONE, '06:00-10:00', ''],
    ['has long empty parts', [at('06:40')], { '22:15': 1 }, null, NONE, '06:00-23:00', '07:00-22:00'],
    ['has no short ones', [at('06:40'), at('09:10')], { '12:45': 1 }, null, NONE, '06:00-13:00', ''],
    [
      'leaves out the typical end of the evening before',
      [],
      { '00:00': 1, '00:45': 1 },
      null,
      typicalAt('00', ...hours(7, 22)),
      '07:00-22:00',
      '',
    ],
    [
      'begins at midnight where there are reports then',
      [at('00:10')],
      {},
      null,
      typicalAt('00', ...hours(7, 22)),
      '00:00-22:00',
      '01:00-07:00',
    ],
    [
      'begins at midnight when it is now',
      [],
      {},
      '00:20',
      typicalAt('00', ...hours(7, 22)),
      '00:00-22:00',
      '01:00-07:00',
    ],
    ['has hours until midnight', [], {}, null, typicalAt(...hours(7, 24)), '07:00-00:00', ''],
    ['has the hours around one report', [at('12:10')], {}, null, null, '12:00-13:00', ''],
  ])('%s', (_, reports, line, now, typical, span, empty) => {
    expect(spanOf(chartOf({ date: DATE, reports, line }), now, typical)).toEqual([span, '', empty]);
  });
});
