import { describe, expect, it } from 'vitest';
import { at } from '../service/domain/domain.fixture.ts';
import { LocalTime } from '../service/domain/local-time.ts';
import { hoursAt, nextOpening, openWindow } from '../service/domain/opening-hours.ts';
import { dayOn, parseTimetable } from '../service/domain/timetable.ts';
import { TIMETABLE } from '../service/http/sample-data.fixture.ts';
import { withEntries } from '../service/operations/hours-entries.ts';
import { entriesFor, type HoursChange } from './change-hours.ts';
import { entryText } from './staff-hours.ts';

/** The rows of a table in text, such as `a | b`. */
function rowsOf(table: string): string[][] {
  const rows = table.trim().split('\n');
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

const LOS_ANGELES = new LocalTime('America/Los_Angeles');
/** Until three in the morning, every day. */
const NIGHTS = parseTimetable({
  weekly: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, '20:00-03:00']),
  ),
});

/** The entries of a change, in words. */
function entered(now: string, change: HoursChange, timetable = TIMETABLE): readonly string[] {
  const present = { timetable, time: LOS_ANGELES, now: at(now) };
  return entriesFor(change, present).map((entry) => entryText(entry, LOS_ANGELES));
}

/** The timetable after a change. */
function timetableAfter(now: string, change: HoursChange, timetable = TIMETABLE) {
  const entries = entriesFor(change, { timetable, time: LOS_ANGELES, now: at(now) });
  return withEntries(
    timetable,
    entries.map((entry, id) => ({ ...entry, id, author: null })),
  );
}

/** Reads a change such as `close-at time=12:36`. */
function changeOf(text = ''): HoursChange {
  const [kind = '', ...fields] = text.split(' ');
  return { kind, ...Object.fromEntries(fields.map((field) => field.split('='))) };
}

describe('a change of the hours', () => {
  // When, the change, and the entries that it makes.
  it.each(
    rowsOf(`
      16T12:35:20 | close | Fri, Oct 16, 2026: open 11:00am–12:35pm, 6:00pm–2:00am
      16T13:59:59 | close | Fri, Oct 16, 2026: open 11:00am–1:59pm, 6:00pm–2:00am
      16T11:00:30 | close | Fri, Oct 16, 2026: open 6:00pm–2:00am
      17T01:10:00 | close | Fri, Oct 16, 2026: open 11:00am–2:00pm, 6:00pm–1:10am
      16T12:35:20 | close-at time=12:36 | Fri, Oct 16, 2026: open 11:00am–12:36pm, 6:00pm–2:00am
      16T12:35:20 | close-at time=01:30 | Fri, Oct 16, 2026: open 11:00am–2:00pm, 6:00pm–1:30am
      16T09:00:00 | close-at time=13:30 | Fri, Oct 16, 2026: open 11:00am–1:30pm, 6:00pm–2:00am
      16T13:59:59 | open-until time=14:01 | Fri, Oct 16, 2026: open 11:00am–2:01pm, 6:00pm–2:00am
      16T13:00:00 | open-until time=19:00 | Fri, Oct 16, 2026: open 11:00am–2:00am
      17T01:10:00 | open-until time=03:00 | Fri, Oct 16, 2026: open 11:00am–2:00pm, 6:00pm–3:00am
      18T15:20:40 | open-until time=18:00 | Sun, Oct 18, 2026: open 3:20pm–6:00pm
      16T12:35:20 | closed-on from=2026-12-24 to=2027-01-03 comment=Holidays | Thu, Dec 24, 2026 – Sun, Jan 3, 2027: closed “Holidays.”
      16T12:35:20 | closed-on from=2026-10-16 to=2026-10-18 | Fri, Oct 16, 2026: open 11:00am–12:35pm | Sat, Oct 17, 2026 – Sun, Oct 18, 2026: closed
      16T10:00:00 | closed-on from=2026-10-16 | Fri, Oct 16, 2026: closed`),
  )('at %s: %s', (now, change, ...expected) => {
    expect(entered(`2026-10-${now}-07:00`, changeOf(change))).toEqual(expected);
  });

  it.each(
    rowsOf(`
      16T14:00:00 | close | It is closed already.
      16T12:35:20 | close-at time=12:35 | is past, or it is closed then anyway. Choose a time when
      15T12:35:20 | close-at time=14:00 | is past, or it is closed then anyway. Choose a time when
      15T15:00:00 | close-at time=13:00 | is past, or it is closed then anyway. Choose a time when
      16T12:35:20 | close-at time=25:00 | Write the time as 13:30.
      16T12:35:20 | close-at time=1:30pm | Write the time as 13:30.
      16T12:35:20 | open-until time=13:00 | It is open until 2:00pm anyway. Choose a later time.
      16T12:35:20 | open-until time=11:00 | 11:00am is past, or more than 12 hours from now. Choose an earlier time.
      16T12:35:20 | closed-on from=2026-10-15 | Choose dates from Fri, Oct 16, 2026 to Mon, Oct 16, 2028.
      16T12:35:20 | closed-on from=2026-12-24 to=2029-01-01 | Choose dates from Fri, Oct 16, 2026 to Mon, Oct 16, 2028.
      16T12:35:20 | closed-on from=2027-01-03 to=2026-12-24 | The last date is before the first one.
      16T12:35:20 | closed-on from=2026-02-30 | Write a date of the calendar, such as 2026-12-24.
      16T12:35:20 | | Write a date of the calendar, such as 2026-12-24.`),
  )('is refused at %s: %s', (now, change, message) => {
    expect(() => entered(`2026-10-${now}-07:00`, changeOf(change))).toThrow(message);
  });

  it.each(['x'.repeat(201), 'two\nlines'])(
    'is refused with a comment that is not one short line',
    (comment) => {
      const message = 'A comment is one line of at most 200 characters.';
      expect(() => entered('2026-10-16T12:35:20-07:00', { kind: 'close', comment })).toThrow(message);
    },
  );

  it('closes at once, and a minute before the end, by the hours that responses have', () => {
    for (const now of ['2026-10-16T12:35:20-07:00', '2026-10-17T01:59:30-07:00']) {
      const hours = hoursAt(timetableAfter(now, { kind: 'close' }), LOS_ANGELES, at(now));
      expect([now, hours.isOpen, hours.minutesUntilClose]).toEqual([now, false, 0]);
    }
    const soon = timetableAfter('2026-10-16T12:35:20-07:00', { kind: 'close-at', time: '12:36' });
    expect(hoursAt(soon, LOS_ANGELES, at('2026-10-16T12:35:20-07:00'))).toMatchObject({
      isOpen: true,
      closingSoon: true,
      minutesUntilClose: 1,
      closesAt: '12:36pm',
    });
    const window = openWindow(soon, LOS_ANGELES, Temporal.PlainDate.from('2026-10-16'));
    expect(window.closed.map(({ start }) => LOS_ANGELES.clock(start))).toContain('12:36pm');
  });

  it('wins over an exception of the file, also over one of each year', () => {
    const file = parseTimetable({
      weekly: Object.fromEntries(
        ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, 'closed']),
      ),
      exceptions: { '2026-10-16': { openings: '10:00-16:00', comment: 'Open day' }, '10-17': '10:00-16:00' },
    });
    const change = { kind: 'closed-on', from: '2026-10-16', to: '2026-10-17', comment: 'No power' };
    const changed = timetableAfter('2026-10-16T08:00:00-07:00', change, file);
    for (const date of ['2026-10-16', '2026-10-17']) {
      expect(dayOn(changed, Temporal.PlainDate.from(date))).toEqual({ openings: [], comment: 'No power.' });
    }
  });
});

describe('in the night of a clock change', () => {
  // At 2:00am the clock goes forward to 3:00am.
  it.each([
    ['2027-03-14T00:30:00-08:00', { kind: 'close-at', time: '01:30' }, '8:00pm–1:30am'],
    ['2027-03-14T00:30:00-08:00', { kind: 'open-until', time: '04:00' }, '8:00pm–4:00am'],
    ['2027-03-14T01:59:30-08:00', { kind: 'close' }, '8:00pm–1:59am'],
    // Never shown: it is an hour later.
    ['2027-03-14T00:30:00-08:00', { kind: 'open-until', time: '02:30' }, '8:00pm–3:30am'],
    // At 2:00am it goes back to 1:00am: the first 1:30am is at 08:30 UTC.
    ['2026-11-01T00:30:00-07:00', { kind: 'close-at', time: '01:30' }, '8:00pm–1:30am'],
    ['2026-11-01T01:30:00-08:00', { kind: 'close-at', time: '02:30' }, '8:00pm–2:30am'],
  ])('at %s: %o', (now, change, hours) => {
    expect(entered(now, change, NIGHTS)[0]).toMatch(new RegExp(`: open ${hours}$`));
  });

  it('refuses a time that was, although the clock shows it again', () => {
    const change = { kind: 'close-at', time: '01:30' };
    expect(() => entered('2026-11-01T01:10:00-08:00', change, NIGHTS)).toThrow('1:30am is past, or');
  });

  it.each(['2026-11-01T01:10:00-07:00', '2026-11-01T01:10:00-08:00', '2027-03-14T01:10:00-08:00'])(
    'closes at once at %s',
    (now) => {
      const changed = timetableAfter(now, { kind: 'close' }, NIGHTS);
      expect(hoursAt(changed, LOS_ANGELES, at(now)).isOpen).toBe(false);
      expect(nextOpening(changed, LOS_ANGELES, at(now))?.start).toBeGreaterThan(at(now));
    },
  );
});
