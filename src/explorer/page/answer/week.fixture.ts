import { TypicalWeek } from '../week/typical-week.ts';

/** A typical week with as many reports in each hour; keys are local dates and hours, such as `2026-10-09T12`. */
export function weekOf(hours: Readonly<Record<string, number>>, reports = 5): TypicalWeek {
  return new TypicalWeek({
    scatter: Object.entries(hours).flatMap(([hour, value]) =>
      Array.from({ length: reports }, () => ({ t: `${hour}:30:00-07:00`, value })),
    ),
  });
}

/** A day's hours from `first` on, for `weekOf`; hours past midnight belong to the next date, and null has no reports. */
export function dayOf(
  date: string,
  first: number,
  values: readonly (number | null)[],
): Record<string, number> {
  const start = Date.parse(`${date}T00:00:00Z`) + first * 3_600_000;
  const hours = values.map((value, index) => [
    new Date(start + index * 3_600_000).toISOString().slice(0, 13),
    value,
  ]);
  return Object.fromEntries(hours.filter(([, value]) => value !== null));
}
