import { expect, it } from 'vitest';
import { periodText } from './period-text.ts';
import { TypicalWeek } from './typical-week.ts';

const TODAY = '2026-10-16';
const FEW = ' Too few to say what is usual: no hour of a weekday has 5 reports or more.';

/** A typical week with some reports in one hour of the week, and one in another. */
function weekOf(inOneHour: number): TypicalWeek {
  const report = { t: '2026-10-09T12:00:00-07:00', value: 8 };
  const other = { t: '2026-10-10T12:00:00-07:00', value: 8 };
  return new TypicalWeek({ scatter: [...Array.from({ length: inOneHour }, () => report), other] });
}

it.each([
  [5, '2026-08-21', '6 reports from Fri 21 Aug to Thu 15 Oct, without today.'],
  [4, '2026-08-21', `5 reports from Fri 21 Aug to Thu 15 Oct, without today.${FEW}`],
  [0, '2026-08-21', `1 report from Fri 21 Aug to Thu 15 Oct, without today.${FEW}`],
  [1999, '2025-10-10', '2,000 reports from Fri 10 Oct 2025 to Thu 15 Oct 2026, without today.'],
])('%i reports in one hour and one in another since %s: “%s”', (inOneHour, since, expected) => {
  expect(periodText(weekOf(inOneHour), { since, until: '2026-10-15' }, TODAY)).toBe(expected);
});

it('says that there are none', () => {
  const period = { since: '2026-08-21', until: '2026-10-15' };
  expect(periodText(new TypicalWeek({ scatter: [] }), period, TODAY)).toBe('No reports in this period.');
});
