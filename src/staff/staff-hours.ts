import type { LocalTime } from '../service/domain/local-time.ts';
import type { Micros } from '../service/domain/micros.ts';
import { currentOpening, dateAt } from '../service/domain/opening-hours.ts';
import type { Timetable } from '../service/domain/timetable.ts';
import { openingTextsAt } from '../service/http/pages/status-words.ts';
import {
  entriesOf,
  HOURS_ENTRIES,
  type HoursEntry,
  withEntries,
} from '../service/operations/hours-entries.ts';
import type { Store } from '../service/store/store.ts';
import { dateText, entriesFor, type HoursChange, HoursError, type Present } from './change-hours.ts';

/** More would slow down every look at the hours. */
const MOST_PLANNED = 100;

export interface StaffHoursOptions {
  readonly store: Pick<Store, 'metadata' | 'advance' | 'recordEvent'>;
  /** The opening hours without the entries. */
  readonly file: Timetable;
  readonly time: LocalTime;
  readonly clock: () => Micros;
}

/** The hours now, in a sentence too, and the entries that are not over. */
export interface PresentHours extends Present {
  readonly isOpen: boolean;
  readonly state: string;
  /** The first date that can be changed: the one that is on, by the entries or without them. */
  readonly first: string;
  readonly planned: readonly HoursEntry[];
}

export async function presentHours({ store, file, time, clock }: StaffHoursOptions): Promise<PresentHours> {
  const { rows } = entriesOf(await store.metadata(HOURS_ENTRIES));
  const [timetable, now] = [withEntries(file, rows), clock()];
  const { opens, closes } = openingTextsAt(timetable, time, now);
  const isOpen = currentOpening(timetable, time, now, 1) !== null;
  const open = closes === null ? 'Open without an end.' : `Open until ${closes}.`;
  const closed = opens === null ? 'Closed.' : `Closed. Opens ${opens}.`;
  const [first = ''] = [timetable, file].map((one) => dateAt(one, time, now).toString()).toSorted();
  const planned = rows.filter(({ to }) => to >= first).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return { timetable, time, now, isOpen, state: isOpen ? open : closed, first, planned };
}

/** Makes a change. Its entries replace those that are about no other dates. `author` as in `HoursEntry`. Rejects with `HoursError`. */
export async function changeHours(
  options: StaffHoursOptions,
  change: HoursChange,
  author: string | null,
): Promise<void> {
  const present = await presentHours(options);
  if (present.planned.length >= MOST_PLANNED) {
    throw new HoursError(`Take something back: ${MOST_PLANNED} changes are planned.`);
  }
  const entered = entriesFor(change, present);
  await options.store.advance(HOURS_ENTRIES, (before) => {
    const { last, rows } = entriesOf(before);
    const others = rows.filter((row) => !entered.some(({ from, to }) => from <= row.from && row.to <= to));
    const added = entered.map((entry, at) => ({ ...entry, id: last + 1 + at, author }));
    return { value: JSON.stringify({ last: last + added.length, rows: [...others, ...added] }), reports: [] };
  });
  await record(
    options,
    'hours.changed',
    author,
    entered.map((one) => entryText(one, options.time)).join('; '),
  );
}

/** Takes back an entry. If it has begun, the days before stay as they were. Rejects with `HoursError`. */
export async function takeBack(options: StaffHoursOptions, id: number, author: string | null): Promise<void> {
  const { planned, first, time } = await presentHours(options);
  const entry = planned.find((one) => one.id === id);
  if (entry === undefined) throw new HoursError('This is over, or was taken back already.');
  const to = Temporal.PlainDate.from(first).subtract({ days: 1 }).toString();
  await options.store.advance(HOURS_ENTRIES, (before) => {
    const { last, rows } = entriesOf(before);
    const left = rows
      .map((row) => (row.id === id ? { ...row, to } : row))
      .filter((row) => row.from <= row.to);
    return { value: JSON.stringify({ last, rows: left }), reports: [] };
  });
  await record(options, 'hours.taken-back', author, entryText(entry, time));
}

function record(
  { store, clock }: StaffHoursOptions,
  action: 'hours.changed' | 'hours.taken-back',
  author: string | null,
  what: string,
): Promise<void> {
  const by = author === null ? 'operator' : 'staff';
  const detail = author === null ? what : `${author}: ${what}`;
  return store.recordEvent({ at: clock(), actor: by, action, account: null, key: null, detail });
}

/** For example `Thu, Dec 24, 2026 – Sun, Jan 3, 2027: closed`. */
export function entryText(
  { from, to, openings, comment }: Omit<HoursEntry, 'id' | 'author'>,
  time: LocalTime,
): string {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const clock = (minutes: number) => time.clock(time.wallClock(first, minutes));
  const spans = openings.map(({ opens, closes }) => `${clock(opens)}–${clock(closes)}`);
  const dates = from === to ? dateText(first) : `${dateText(first)} – ${dateText(last)}`;
  const why = comment === null ? '' : ` “${comment}”`;
  return `${dates}: ${spans.length === 0 ? 'closed' : `open ${spans.join(', ')}`}${why}`;
}
