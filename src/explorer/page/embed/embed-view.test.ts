import { describe, expect, it } from 'vitest';
import { dayOf, weekOf } from '../answer/week.fixture.ts';
import { chartOf, rowsOf, windowOf } from '../chart/day.fixture.ts';
import { exampleOf } from '../deployment/examples.fixture.ts';
import type { Chart, Form, Status } from '../deployment/responses.ts';
import { Venue } from '../deployment/venue.ts';
import { delayAfterFailures, delayAfterStatus, embedView, nextChange } from './embed-view.ts';

const MINUTE = 60_000;
const SECOND = 1_000;
/** Fridays, and Monday the 12th. */
const TYPICAL = weekOf({
  ...dayOf('2026-10-09', 11, [6, 9, 2]),
  ...dayOf('2026-10-12', 11, [6, 15, 2]),
});

const BLANK = { about: '', unit: '', range: '', usual: '', next: '', hours: '', note: '', time: '' };
const example = (name: string, form: Form = 2): Status => exampleOf('/api/v1/status', name, form);
const changed = (
  name: string,
  changes: Partial<Omit<Status, 'hours'>>,
  hours: Partial<Status['hours']> = {},
): Status => {
  const status = example(name);
  return { ...status, ...changes, hours: { ...status.hours, ...hours } } as Status;
};

/** A venue from which a status has arrived at a time of the browser, and then the chart of today, if there is one. */
function venueOf(status: Status, received: number, chart?: Chart): Venue {
  const venue = new Venue();
  venue.noteStatus(status, 0, received);
  if (chart !== undefined) venue.noteChart(chart);
  return venue;
}

/** The view some minutes after a status arrived, at a local time. */
function viewOf(status: Status, time: string, minutes = 0, typical: typeof TYPICAL | null = TYPICAL) {
  const received = Date.parse(`2026-10-${time}-07:00`);
  const venue = venueOf(status, received);
  venue.typical = typical;
  return embedView(venue, received + minutes * MINUTE);
}

describe('the page for frames', () => {
  it.each(
    rowsOf(`
      open-and-busy | 16T12:35:00 | open   | About 16 people in line | probably between 9 and 23 | Probably busier than usual. Friday noon: usually about 9 | Usually shorter after 1pm, with about 2 people | Open until 2pm | | As of 12:35pm. Based on 5 reports, the newest 3 min ago
      closed        | 16T15:00:00 | closed | Closed      | | Usually longest at noon, on Monday, with about 15 people | Usually shorter after 1pm, on Monday, with about 2 people | Opens on Monday at 11am | | As of 3pm
      no-estimate   | 16T11:02:00 | open   | No estimate | | Usually about 6 people, for Friday 11am | Usually shorter after 1pm, with about 2 people | Open until 2pm | No recent reports. | As of 11:02am. Last updated on Thu 15 Oct at 12:10pm`),
  )('says all that is known, in either form: %s at %s', (name = '', time = '', ...expected) => {
    for (const form of [1, 2] as const) {
      const { isStale, state, about, headline, unit, ...texts } = viewOf(example(name, form), time);
      const line = `${about} ${headline} ${unit}`.trim();
      expect([isStale, state, line, ...Object.values(texts)]).toEqual([false, ...expected]);
    }
  });

  it('says nothing about what is usual without reports', () => {
    for (const typical of [null, weekOf({})])
      expect(viewOf(example('open-and-busy'), '16T12:35:00', 0, typical)).toMatchObject({
        usual: '',
        next: '',
      });
  });

  it('counts down before it closes, and says that a guess is rough', () => {
    const hours = { minutes_until_close: 45, closes_at: '1:20pm' };
    expect(viewOf(changed('open-and-busy', { report_count: 1 }, hours), '16T12:35:00')).toMatchObject({
      hours: 'Closes in 45 min, at 1:20pm',
      range: 'probably between 9 and 23, a rough guess',
    });
  });
});

describe('without new data', () => {
  it.each([
    [2, false, 'As of 12:35pm. Based on 5 reports, the newest 5 min ago'],
    [3, true, 'As of 12:35pm, trying again'],
    [29, true, 'As of 12:35pm, trying again'],
  ])('after %i minutes, the number is gray: %s', (minutes, isStale, time) => {
    const view = viewOf(example('open-and-busy'), '16T12:35:00', minutes);
    const range = 'probably between 9 and 23';
    expect(view).toMatchObject({ isStale, headline: '16', time, range, state: 'open' });
    // What was unusual need not be so any more.
    expect([view.usual, view.next].every((text) => (text === '') === isStale)).toBe(true);
  });

  it.each([
    [30, 'since 12:35pm'],
    [12 * 60, 'since Fri 16 Oct, 12:35pm'],
  ])('after %i minutes, there is none: %s', (minutes, unit) => {
    const lost = { ...BLANK, state: 'unknown', isStale: true, headline: 'No data' };
    expect(viewOf(example('open-and-busy'), '16T12:35:00', minutes)).toEqual({ ...lost, unit });
    expect(embedView(new Venue(), 0)).toEqual({ ...lost, unit: 'yet, trying again' });
  });

  it('a venue that was to close soon has closed on time', () => {
    const soon = example('closing-soon');
    expect(viewOf(soon, '16T13:48:00', 11)).toMatchObject({ state: 'open', headline: '3' });
    expect(viewOf(soon, '16T13:48:00', 12)).toEqual({
      ...BLANK,
      state: 'closed',
      isStale: true,
      headline: 'Closed',
      hours: 'Since 2pm',
      time: 'As of 1:48pm',
    });
    expect(viewOf(soon, '16T13:48:00', 30)).toMatchObject({ state: 'unknown', unit: 'since 1:48pm' });
  });

  it.each([
    ['on time', '16T13:58:30', 1.5],
    ['fast', '16T14:00:20', 1],
    ['slow', '16T13:56:30', 2],
  ])(
    'two minutes before closing, with a clock that is %s, it closes after more than a minute',
    (_, time, minutes) => {
      const status = changed('closing-soon', {}, { minutes_until_close: 2 });
      expect(viewOf(status, time, minutes - 0.01)).toMatchObject({ state: 'open', headline: '3' });
      const closed = { state: 'closed', isStale: false, hours: 'Since 2pm' };
      expect(viewOf(status, time, minutes)).toMatchObject(closed);
    },
  );

  it('a venue that names midnight because it never closes stays open', () => {
    const always = changed('open-and-busy', {}, { closes_at: '12:00am', minutes_until_close: 10 });
    const open = { state: 'open', headline: '16', hours: 'Open' };
    expect(viewOf(always, '16T23:50:00', 11)).toMatchObject(open);
    const received = Date.parse('2026-10-16T12:35:00-07:00');
    const status = changed('open-and-busy', {}, { closes_at: '12:00am', minutes_until_close: 685 });
    const chart = chartOf({ date: '2026-10-16', window: windowOf('2026-10-16T00:00', '2026-10-17T00:00') });
    expect(embedView(venueOf(status, received, chart), received)).toMatchObject(open);
  });

  it.each([
    ['the weekday that it opens on', 'Closed now. Opens on Monday at 11:00am.', 68 * 60],
    ['the next day', 'Closed now. Opens at 11:00am.', 20 * 60],
    ['the date that it opens on', 'Closed now. Opens on 2026-11-06 at 11:00am.', (20 * 24 + 20) * 60],
    ['the next day, if it does not say when', 'Closed now. No opening is scheduled.', 24 * 60],
  ])('a closed venue stays closed until %s', (_, message, minutes) => {
    const status = changed('closed', { message });
    const stale = { state: 'closed', isStale: true, time: 'As of 3pm, trying again' };
    expect(viewOf(status, '16T15:00:00', minutes - 1)).toMatchObject(stale);
    expect(viewOf(status, '16T15:00:00', minutes)).toMatchObject({ state: 'unknown', headline: 'No data' });
  });
});

it.each([
  ['opening', 'closed', { opens_at: '3:00am', closes_at: '9:00am' }],
  ['closing', 'open-and-busy', { closes_at: '3:00am', minutes_until_close: 300 }],
] as const)('the next change of the opening is by instants over a clock change: %s', (_, name, hours) => {
  const line = ['2026-10-31T22:00:00-07:00', '2026-11-01T02:00:00-08:00'].map((t) => ({ t, value: null }));
  const received = Date.parse('2026-10-31T23:00:00-07:00');
  const status = changed(name, { message: null, last_updated: '2026-10-31T22:50:00-07:00' }, hours);
  const change = nextChange(venueOf(status, received, { scatter: [], line }));
  expect(change).toBe(received + 5 * 3_600_000);
});

describe('the next request of the page for frames', () => {
  it.each([
    ['a minute later', null, 60],
    ['a minute later, if the venue closes much later', 3_600, 60],
    ['just after the venue closes', 20, 21.5],
    ['a minute later, if it should have closed by now', 0, 60],
  ])('is %s', (_, untilChange, delay) => {
    const now = Date.parse('2026-10-16T20:59:40Z');
    const change = untilChange === null ? null : now + untilChange * SECOND;
    expect(delayAfterStatus(now, change)).toBe(delay * SECOND);
  });

  it.each([
    [1, null, 10],
    [3, null, 40],
    [100_000, null, 60],
    [1, 5, 10],
    [1, 25, 25],
    [1, 999_999, 3_600],
  ])('after %s failures, asked to wait %s s, is %s s later', (failures, retryAfter, seconds) => {
    expect(delayAfterFailures(failures, retryAfter)).toBe(seconds * SECOND);
  });
});
