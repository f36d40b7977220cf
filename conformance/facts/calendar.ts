const dayMs = 86_400_000;

/** Day number of a `YYYY-MM-DD` date (days since 1970-01-01); undefined if the day does not exist. */
export function dayNumber(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const days = Date.parse(`${date}T00:00:00Z`) / dayMs;
  // A 31st of November is read as the first of December
  return !Number.isNaN(days) && dateOf(days) === date ? days : undefined;
}

/** The `YYYY-MM-DD` date of a day number. */
export function dateOf(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10);
}

/** The date `days` after `date`, which must exist. */
export function addDays(date: string, days: number): string {
  return dateOf((dayNumber(date) ?? 0) + days);
}

/** Days from `from` to `to`; 0 for the same date. */
export function daysBetween(from: string, to: string): number {
  return (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
}

/** Weekday of a date, 0 for Monday. */
export function weekdayOf(date: string): number {
  return weekdayOfDay(dayNumber(date) ?? 0);
}

/** Weekday of a day number, 0 for Monday. */
export function weekdayOfDay(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

/** The Monday of the date's week. */
export function mondayOf(date: string): string {
  return addDays(date, -weekdayOf(date));
}

/**
 * Checks whether a week may begin on the date, a Monday or a Sunday: patterns count weekdays from Monday, but no sentence says where the
 * week of opening hours begins.
 */
export function mayBeginWeek(date: string): boolean {
  return [0, 6].includes(weekdayOf(date));
}
