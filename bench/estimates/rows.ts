import { firstDaysOf, type RealCounts, reported } from './counts-file.ts';
import { FINAL_KINDS } from './final-kinds.ts';
import { HARDER_KINDS } from './harder-kinds.ts';
import { HELD_OUT_KINDS } from './held-out-kinds.ts';
import { KINDS, MEAL_RUSHES, SLOW_AND_STEADY } from './kinds.ts';
import { REPORTER_KINDS } from './reporters.ts';
import { simulate, simulateFirstDays, type VenueKind, type VenueRecord } from './simulated.ts';

/** What a row is about: simulated venues and real counts with a history, other reporters, or venues without a history. */
export type Group = 'venues' | 'reporters' | 'real' | 'first days';

/** A family of simulated venues: one for tuning, and two held out from it. */
export type Family = 'tuning' | 'held-out' | 'final';

/** One row of the comparison, before it is measured. */
export interface PlannedRow {
  readonly group: Group;
  readonly name: string;
  /** Reports per hour. */
  readonly rate: number;
  /** What it is measured on, under several seeds. */
  records(): readonly VenueRecord[];
}

/** What rows are made from. */
export interface Material {
  readonly family: Family;
  readonly seed: string;
  /** Null for simulated venues only. */
  readonly counts: RealCounts | null;
  /** The half of the real counts that is evaluated. */
  readonly part: 'tuning' | 'evaluation';
}

const RATES = [2, 6, 20] as const;
const VENUES: Readonly<Record<Family, readonly VenueKind[]>> = {
  tuning: [...KINDS, ...HARDER_KINDS],
  'held-out': HELD_OUT_KINDS,
  final: FINAL_KINDS,
};

/** All rows, in the order of the tables. */
export function plannedRows({ family, seed, counts, part }: Material): readonly PlannedRow[] {
  const kinds = VENUES[family];
  const twice = (kind: VenueKind, rate: number) => [1, 2].map((n) => simulate(kind, rate, `${seed}-${n}`));
  const venues = kinds.flatMap((kind) =>
    (kind.rates ?? RATES).map((rate) => ({ kind, group: 'venues' as const, name: kind.name, rate })),
  );
  const reporters = [MEAL_RUSHES, SLOW_AND_STEADY].flatMap((kind) =>
    REPORTER_KINDS.map(({ name, reporters }) => ({
      kind: { ...kind, reporters },
      group: 'reporters' as const,
      name: `${kind.name}, ${name}`,
      rate: 6,
    })),
  );
  const real = counts === null ? [] : RATES.map((rate) => ({ rate, name: 'real counts' }));
  const reportedAt = (rate: number) => reported(counts as RealCounts, rate, seed, part);
  return [
    ...[...venues, ...(family === 'tuning' ? reporters : [])].map(({ kind, ...row }) => ({
      ...row,
      records: () => twice(kind, row.rate),
    })),
    ...real.map((row) => ({ ...row, group: 'real' as const, records: () => [reportedAt(row.rate)] })),
    ...venues.map(({ kind, name, rate }) => ({
      group: 'first days' as const,
      name,
      rate,
      records: () => simulateFirstDays(kind, rate, seed),
    })),
    ...real.map((row) => ({
      ...row,
      group: 'first days' as const,
      records: () => firstDaysOf(reportedAt(row.rate)),
    })),
  ];
}

/** The name of a row in messages, and what `--only` looks in: `first days: meal rushes, 6 an hour`. */
export function titleOf({ group, name, rate }: Pick<PlannedRow, 'group' | 'name' | 'rate'>): string {
  return `${group}: ${name}, ${rate} an hour`;
}
