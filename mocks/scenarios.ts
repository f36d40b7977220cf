import type { Variety } from './variety.ts';

/** What people report during the opening that a scenario describes. */
export type Activity = 'rush' | 'ordinary' | 'none';

/** What scenarios and plays have in common. */
interface Scene {
  /** A short description to choose by. */
  readonly about: string;
  readonly activity: Activity;
  /** Whether there are reports from earlier days. */
  readonly hasHistory: boolean;
  /** What the deployment decides in this scenario. */
  readonly choices: Partial<Variety>;
  /** Whether every request gets 429. */
  readonly isQuotaExceeded: boolean;
}

/** The parameters of a scenario's data. Hours are relative to the start of the current hour, by the local clock. */
export interface Scenario extends Scene {
  /** Hours from the start of the current hour to opening. */
  readonly opens: number;
  /** Hours from the start of the current hour to closing; `soon` is 30 minutes after the start of the quarter-hour. */
  readonly closes: number | 'soon';
}

/** A day that passes, and is followed by the same one. Times are on the local clock. */
export interface Play extends Scene {
  readonly day: {
    readonly opens: string;
    /** Minutes from opening to closing. */
    readonly minutes: number;
    /** Minutes from opening to the first report, or a little more. */
    readonly first: number;
    /** Minutes from opening to the peak of the rush. */
    readonly peak: number;
  };
  /** What happens when. */
  readonly events: readonly (readonly [time: string, text: string])[];
}

const ORDINARY = { hasHistory: true, choices: {}, isQuotaExceeded: false } as const;

/** The scenarios by name. All operations return data from the same point in time. */
export const SCENARIOS = {
  rush: {
    ...ORDINARY,
    about: 'open, with a long line',
    opens: -4,
    closes: 4,
    activity: 'rush',
  },
  'closing-soon': {
    ...ORDINARY,
    about: 'closes in 16 to 30 minutes, with few people left',
    opens: -8,
    closes: 'soon',
    activity: 'ordinary',
  },
  closed: {
    ...ORDINARY,
    about: 'closed one or two hours ago',
    opens: -7,
    closes: -1,
    activity: 'ordinary',
  },
  'no-estimate': {
    ...ORDINARY,
    about: 'opened less than an hour ago, no reports yet',
    opens: 0,
    closes: 8,
    activity: 'none',
  },
  'quota-exceeded': {
    ...ORDINARY,
    about: 'every request gets 429',
    opens: -4,
    closes: 4,
    activity: 'rush',
    isQuotaExceeded: true,
  },
  empty: {
    ...ORDINARY,
    about: 'a new venue: open, no reports at all',
    opens: -2,
    closes: 6,
    activity: 'none',
    hasHistory: false,
  },
  nulls: {
    ...ORDINARY,
    about: 'closed, with null wherever the contract allows it',
    opens: -7,
    closes: -1,
    activity: 'ordinary',
    choices: { noEstimate: 'nulls', lastUpdated: 'null', closedFields: 'nulls', message: 'never' },
  },
} as const satisfies Record<string, Scenario>;

/** The days that the mock can play. */
export const PLAYS = {
  'rush-hour': {
    ...ORDINARY,
    about: 'a day from opening to closing, with a rush at half past twelve',
    activity: 'rush',
    day: { opens: '10:00', minutes: 600, first: 15, peak: 150 },
    events: [
      ['10:00', 'opens, without an estimate'],
      ['10:15', 'soon after, somebody reports for the first time'],
      ['11:30', 'the line grows, and reports come every few minutes'],
      ['12:30', 'the line is longest'],
      ['13:30', 'the rush is over'],
      ['19:30', 'closes soon'],
      ['20:00', 'closed; the next day follows'],
    ],
  },
} as const satisfies Record<string, Play>;

export type ScenarioName = keyof typeof SCENARIOS;
export type PlayName = keyof typeof PLAYS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

export const PLAY_NAMES = Object.keys(PLAYS) as readonly PlayName[];

export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(SCENARIOS, text);
}

export function isPlayName(text: string): text is PlayName {
  return Object.hasOwn(PLAYS, text);
}
