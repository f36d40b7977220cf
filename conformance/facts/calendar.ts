/** Day number of a `YYYY-MM-DD` date (days since 1970-01-01); undefined if the day does not exist. */
export function dayNumber(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  if (month < 1 || month > 12 || day < 1 || day > lengthOf(month, year)) return undefined;
  return daysFromCivil(year, month, day);
}

function lengthOf(month: number, year: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The `YYYY-MM-DD` date of a day number. */
export function dateOf(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
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
 * Whether a week may begin on the date, a Monday or a Sunday: patterns count weekdays from Monday, but no sentence says where the
 * week of opening hours begins.
 */
export function mayBeginWeek(date: string): boolean {
  return [0, 6].includes(weekdayOf(date));
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}
