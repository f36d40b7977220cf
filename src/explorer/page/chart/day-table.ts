import type { Table } from '../figure/figure.ts';
import { clock, dayName, isoTime, longDayName, type WallTime, weekdayName } from '../local-time.ts';
import type { Day, Point, Usual } from './day.ts';

/** The values of a day at one time: of the line, of a typical hour, and of the day that it is compared with. */
export interface Moment {
  readonly at: number;
  readonly wall: WallTime;
  readonly value: number | null;
  readonly usual: Usual | null;
  readonly compared: number | null;
}

/** The times of a day with a value: each point of the lines, and typical hours without any. */
export function momentsOf(day: Day): readonly Moment[] {
  const [values, compared] = [valuesAt(day.line), valuesAt(day.compared)];
  const times = new Set([...values.keys(), ...compared.keys()]);
  const hours = new Set([...times].map((at) => day.clock.floorHour(at)));
  for (const { at } of day.usual) if (!hours.has(day.clock.floorHour(at))) times.add(at);
  return [...times]
    .toSorted((a, b) => a - b)
    .map((at) => ({
      at,
      wall: day.clock.wall(at),
      value: values.get(at) ?? null,
      usual: day.usual.find((hour) => hour.at <= at && at < hour.end) ?? null,
      compared: compared.get(at) ?? null,
    }));
}

/** The numbers of a day as a table. */
export function dayTable(day: Day): Table {
  const moments = momentsOf(day);
  const columns: readonly (readonly [string, (moment: Moment) => number | null])[] = [
    ['People', ({ value }) => value],
    ...(day.usual.length === 0
      ? []
      : [[`Typical ${weekdayName(day.date)}`, ({ usual }: Moment) => usual?.value ?? null] as const]),
    ...(day.comparedDate === null
      ? []
      : [[dayName(Date.parse(day.comparedDate)), ({ compared }: Moment) => compared] as const]),
  ];
  return {
    caption: `People in line on ${longDayName(day.date)}`,
    columns: ['Time', ...columns.map(([name]) => name)],
    rows: moments.map((moment) => [
      `${clock(moment.wall)}${moment.at === day.now?.at ? ' (now)' : ''}`,
      ...columns.map(([, of]) => rounded(of(moment))),
    ]),
    names: moments.map(({ at, wall }) => isoTime(wall, wall - at)),
  };
}

function valuesAt(line: readonly (readonly Point[])[]): ReadonlyMap<number, number> {
  return new Map(line.flat().map(({ at, value }) => [at, value]));
}

function rounded(value: number | null): number | string {
  return value === null ? '–' : Math.round(value * 10) / 10;
}
