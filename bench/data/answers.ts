/** The answers whose time is measured, and what of a history each depends on. */
export const ANSWER_NAMES = [
  'status',
  "today's chart",
  "a year's chart",
  'patterns of all time',
  'patterns of a month',
  'first page',
  'deep page',
  'highlights of 60 days',
] as const;

export type AnswerName = (typeof ANSWER_NAMES)[number];

/** Days of history without which an answer would hold less than with a longer one. */
export const NEEDED_DAYS: Readonly<Record<AnswerName, number>> = {
  status: 1,
  "today's chart": 1,
  "a year's chart": 365,
  'patterns of all time': 0,
  'patterns of a month': 30,
  'first page': 1,
  'deep page': 41,
  'highlights of 60 days': 1,
};
