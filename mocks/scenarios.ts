/** What a scenario makes of the story. Times are whole hours around the current one, by the local clock. */
export interface Scenario {
  /** In a few words, for people who choose. */
  readonly about: string;
  /** Hours from the beginning of the current hour to the day's opening. */
  readonly opens: number;
  /** Hours from the beginning of the current hour to closing; `soon` is 30 minutes after the quarter of an hour began. */
  readonly closes: number | 'soon';
  /** What people report in the present opening, or in the last one. */
  readonly today: 'rush' | 'ordinary' | 'nobody';
  /** Whether there were reports before. */
  readonly hasPast: boolean;
  /** Whether null stands wherever the contract allows it. */
  readonly hasNulls: boolean;
  /** Whether every request is refused for the quota. */
  readonly isRefused: boolean;
}

const ORDINARY = { hasPast: true, hasNulls: false, isRefused: false } as const;

/** The scenarios by name. Each is one moment, told alike by all operations. */
export const SCENARIOS = {
  rush: {
    ...ORDINARY,
    about: 'open, and the line is as long as it gets',
    opens: -4,
    closes: 4,
    today: 'rush',
  },
  'closing-soon': {
    ...ORDINARY,
    about: 'closes within half an hour, few people left',
    opens: -8,
    closes: 'soon',
    today: 'ordinary',
  },
  closed: {
    ...ORDINARY,
    about: 'closed an hour ago or two, with the day to look back on',
    opens: -7,
    closes: -1,
    today: 'ordinary',
  },
  'no-estimate': {
    ...ORDINARY,
    about: 'opened within the hour, and nobody has reported yet',
    opens: 0,
    closes: 8,
    today: 'nobody',
  },
  'quota-exceeded': {
    ...ORDINARY,
    about: 'every request is answered with 429',
    opens: -4,
    closes: 4,
    today: 'rush',
    isRefused: true,
  },
  empty: {
    ...ORDINARY,
    about: 'a new place: open, and nobody has ever reported',
    opens: -2,
    closes: 6,
    today: 'nobody',
    hasPast: false,
  },
  nulls: {
    ...ORDINARY,
    about: 'closed, with null wherever the contract allows it',
    opens: -7,
    closes: -1,
    today: 'ordinary',
    hasNulls: true,
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(SCENARIOS, text);
}
