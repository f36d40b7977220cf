import { dayName } from '../local-time.ts';
import { pluralize } from '../numbers.ts';
import { LEAST_REPORTS, type TypicalWeek } from './typical-week.ts';
import type { Period } from './weekday-over-weeks.ts';

/** What a typical week is based on, in words, and whether that is too little to call anything usual. */
export function periodText(typical: TypicalWeek, { since, until }: Period, today: string): string {
  if (typical.reports === 0) return 'No reports in this period.';
  const [first, last] = [since, until].map((date) => {
    const year = since.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`;
    return `${dayName(Date.parse(date))}${year}`;
  });
  const text = `${pluralize(typical.reports, 'report')} from ${first} to ${last}, without today.`;
  const few = `Too few to say what is usual: no hour of a weekday has ${LEAST_REPORTS} reports or more.`;
  return typical.mostReports < LEAST_REPORTS ? `${text} ${few}` : text;
}
