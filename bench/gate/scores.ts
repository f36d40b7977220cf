import { type Fault, isBreach } from '../../conformance/reference/faults/fault.ts';
import type { Variant } from '../../conformance/reference/variants/variant.ts';
import type { GateName, Measured } from './measure.ts';

/** The results of one gate on the corpus. */
export type Score = {
  readonly gate: GateName;
  readonly faults: number;
  readonly found: readonly string[];
  /** Failed, but by no requirement that names the fault. */
  readonly wrongVerdict: readonly string[];
  readonly missed: readonly string[];
  readonly variants: number;
  readonly falseAlarms: readonly string[];
  /** Conforming variants on which the gate ended without a verdict. */
  readonly undecided: readonly string[];
  readonly requests: { readonly median: number; readonly max: number };
  readonly seconds: { readonly median: number; readonly total: number };
  /** Which requirements the failures of faults name; absent for a gate that names none. */
  readonly naming?: Naming;
};

/** Whether a gate names what is broken. Counts the faults for which it fails anything. */
export type Naming = {
  readonly failures: number;
  /** The first cause named is a requirement that the fault breaks. */
  readonly firstRight: number;
  /** A single cause is named. */
  readonly one: number;
  readonly median: number;
  /** Faults whose first cause is another requirement, with the causes named. */
  readonly firstWrong: readonly string[];
  /** Faults for which several causes are named, with these. */
  readonly several: readonly string[];
};

/**
 * Scores a gate's verdicts. Failures of the default variant don't count; with `named`, only the fault's requirements do. What the
 * description allows counts as a variant.
 */
export function scoreOf(
  gate: GateName,
  measured: readonly Measured[],
  faults: readonly Fault[],
  variants: readonly Variant[],
  named: boolean,
): Score {
  const byId = new Map(faults.filter(isBreach).map((fault) => [fault.id, fault]));
  const isVariant = new Set([...variants, ...faults.filter((fault) => !isBreach(fault))].map(({ id }) => id));
  const score = {
    found: [] as string[],
    wrongVerdict: [] as string[],
    missed: [] as string[],
    falseAlarms: [] as string[],
    undecided: [] as string[],
  };
  const baseline = new Map(
    measured.filter(({ id }) => id === 'default').map(({ form, failed }) => [form, new Set(failed)]),
  );
  for (const one of measured) {
    const name = `${one.id} (${one.form})`;
    const fault = byId.get(one.id);
    if (fault === undefined || isVariant.has(one.id)) {
      if (one.exit === 1) score.falseAlarms.push(`${name}: ${one.failed.join(' ')}`);
      else if (one.exit !== 0) score.undecided.push(`${name}: exit ${one.exit}, ${one.notes[0] ?? ''}`);
      continue;
    }
    const fresh = one.failed.filter((id) => baseline.get(one.form)?.has(id) !== true);
    const hit = named ? fault.requirements.some((id) => fresh.includes(id)) : fresh.length > 0;
    if (hit) score.found.push(name);
    else if (fresh.length > 0) score.wrongVerdict.push(`${name}: ${fresh.join(' ')}`);
    else score.missed.push(one.exit === 1 || one.exit === 0 ? name : `${name} [exit ${one.exit}]`);
  }
  const naming = named ? namingOf(measured, byId) : undefined;
  const requests = measured.map((one) => one.requests).toSorted((a, b) => a - b);
  const seconds = measured.map((one) => one.seconds).toSorted((a, b) => a - b);
  return {
    gate,
    faults: measured.filter(({ id }) => byId.has(id)).length,
    variants: measured.filter(({ id }) => isVariant.has(id)).length,
    ...score,
    ...(naming === undefined ? {} : { naming }),
    requests: { median: requests[requests.length >> 1] ?? 0, max: requests.at(-1) ?? 0 },
    seconds: {
      median: seconds[seconds.length >> 1] ?? 0,
      total: seconds.reduce((sum, value) => sum + value, 0),
    },
  };
}

/** What the failures of faults name. */
function namingOf(measured: readonly Measured[], byId: ReadonlyMap<string, Fault>): Naming {
  const failures = measured.flatMap(({ id, form, causes = [] }) => {
    const fault = byId.get(id);
    const named = `${id} (${form}): ${causes.join(' ')}`;
    return fault === undefined || causes.length === 0 ? [] : [{ fault, causes, named }];
  });
  const isRight = ({ fault, causes }: (typeof failures)[number]) =>
    fault.requirements.some((id) => id === causes[0]);
  const counts = failures.map(({ causes }) => causes.length).toSorted((a, b) => a - b);
  return {
    failures: failures.length,
    firstRight: failures.filter(isRight).length,
    one: counts.filter((count) => count === 1).length,
    median: counts[counts.length >> 1] ?? 0,
    firstWrong: failures.filter((one) => !isRight(one)).map(({ named }) => named),
    several: failures.filter(({ causes }) => causes.length > 1).map(({ named }) => named),
  };
}
