/** The operations that are measured. */
export const CASES = [
  'status',
  "today's chart",
  "a year's chart",
  'patterns of all time',
  'patterns of a month',
  'first page',
  'deep page',
  'highlights of 60 days',
] as const;

export type Case = (typeof CASES)[number];

/** The days of history that each case needs to return as much as with a longer history. */
export const NEEDED_DAYS: Readonly<Record<Case, number>> = {
  status: 1,
  "today's chart": 1,
  "a year's chart": 365,
  'patterns of all time': 0,
  'patterns of a month': 30,
  'first page': 1,
  'deep page': 41,
  'highlights of 60 days': 1,
};
