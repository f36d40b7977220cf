import type { Variety } from './variety.ts';

/** The reports during the opening that a scenario describes. */
export type Activity = 'rush' | 'ordinary' | 'none';

/**
 * The parameters of a scenario's data. Hours are relative to the start of the current hour by the local clock, or to the start of the day
 * in a play.
 */
export interface Scenario {
  /** A short description to choose by. */
  readonly about: string;
  /** Hours from that time to opening. */
  readonly opens: number;
  /** Hours from that time to closing; `soon` is 30 minutes after the start of the quarter-hour. */
  readonly closes: number | 'soon';
  readonly activity: Activity;
  /** Minutes from opening to the peak of the rush, on each day of a play; null if the scenario stays as it is. */
  readonly peak: number | null;
  /** False if there are no reports from earlier days. */
  readonly hasHistory: boolean;
  /** The choices of the deployment in this scenario. */
  readonly choices: Partial<Variety>;
  /** True if every request gets 429. */
  readonly isQuotaExceeded: boolean;
}

const ORDINARY = { peak: null, hasHistory: true, choices: {}, isQuotaExceeded: false } as const;
const RUSH = { ...ORDINARY, opens: -4, closes: 4, activity: 'rush' } as const;
const CLOSED = { ...ORDINARY, opens: -7, closes: -1, activity: 'ordinary' } as const;

/** The choices of a service that has null wherever the contract allows it. */
const NULLS = { noEstimate: 'nulls', lastUpdated: 'null', closedFields: 'nulls', message: 'never' } as const;

/** The scenarios by name. All operations return data from the same point in time. */
export const SCENARIOS = {
  rush: { ...RUSH, about: 'open, with a long line' },
  'closing-soon': {
    ...ORDINARY,
    about: 'closes in 16 to 30 minutes, with few people left',
    opens: -8,
    closes: 'soon',
    activity: 'ordinary',
  },
  closed: { ...CLOSED, about: 'closed one or two hours ago' },
  'no-estimate': {
    ...ORDINARY,
    about: 'opened less than an hour ago, no reports yet',
    opens: 0,
    closes: 8,
    activity: 'none',
  },
  'quota-exceeded': { ...RUSH, about: 'every request gets 429', isQuotaExceeded: true },
  empty: {
    ...ORDINARY,
    about: 'a new venue: open, no reports at all',
    opens: -2,
    closes: 6,
    activity: 'none',
    hasHistory: false,
  },
  nulls: { ...CLOSED, about: 'closed, with null wherever the contract allows it', choices: NULLS },
} as const satisfies Record<string, Scenario>;

/** Days that pass, each followed by the same one. */
export const PLAYS = {
  'rush-hour': {
    ...RUSH,
    about:
      'opens at 10:00, first report after 10:15, rush from 11:30 to 13:30, closes at 20:00; then the next day',
    opens: 10,
    closes: 20,
    peak: 150,
  },
} as const satisfies Record<string, Scenario>;

/** The scenarios and the days, which all are data of one kind. */
export const SITUATIONS: Readonly<Record<SituationName, Scenario>> = { ...SCENARIOS, ...PLAYS };

export type ScenarioName = keyof typeof SCENARIOS;
export type PlayName = keyof typeof PLAYS;
export type SituationName = ScenarioName | PlayName;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];
export const PLAY_NAMES = Object.keys(PLAYS) as readonly PlayName[];

export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(SCENARIOS, text);
}

export function isSituationName(text: string): text is SituationName {
  return Object.hasOwn(SITUATIONS, text);
}
