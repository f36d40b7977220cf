import type { Outcome, Place } from '../contract/outcomes.ts';
import { type Printable, printable } from '../safety/printable.ts';
import { textOfPlace } from '../verdict/place.ts';
import type { SavedReport, SavedRequirement } from './saved-report.ts';

/** The outcome of a requirement in a report: `absent` if it was not checked there, `flaky` if it fails in some runs only. */
export type ComparedOutcome = Outcome | 'absent' | 'flaky';

/** A requirement in the first report and in the second. */
export interface Change {
  readonly id: string;
  readonly promise: string;
  readonly before: ComparedOutcome;
  readonly after: ComparedOutcome;
  /** Where it fails now and did not before. */
  readonly newPlaces: readonly Place[];
  /** The reason why the second failure is expected. */
  readonly expected?: string;
  readonly followsFrom?: string;
}

/** Two reports compared, requirement by requirement. */
export interface Comparison {
  /** Differences between the runs besides their outcomes, one sentence each. */
  readonly differences: readonly string[];
  /** Fails unexpectedly in the second report, and in the first one not at all or not at these places. */
  readonly newFailures: readonly Change[];
  readonly fixed: readonly Change[];
  readonly stillFailing: readonly Change[];
  /** Fails in some of the runs of the first or the second report only, so that one more run could change the result. */
  readonly flaky: readonly Change[];
  /** Any other difference, such as a requirement that was no longer tested. */
  readonly changed: readonly Change[];
  readonly same: number;
  /** 1 if something new fails, which nothing flaky does, 3 if the second deployment could not be checked, 0 otherwise. */
  readonly exitCode: 0 | 1 | 3;
}

/** Compares two reports; the second is the newer one. */
export function compareReports(before: SavedReport, after: SavedReport): Printable<Comparison> {
  const first = new Map(before.requirements.map((one) => [one.id, one]));
  const second = new Map(after.requirements.map((one) => [one.id, one]));
  const changes = [...new Set([...second.keys(), ...first.keys()])].map((id) =>
    changeOf(first.get(id), second.get(id)),
  );
  const kinds = Map.groupBy(changes, kindOf);
  const of = (kind: ReturnType<typeof kindOf>) => kinds.get(kind) ?? [];
  const isUnjudged = after.verdict === 'inconclusive' || after.verdict === 'broken';
  return printable({
    differences: differencesOf(before, after),
    newFailures: of('new'),
    fixed: of('fixed'),
    stillFailing: of('still'),
    flaky: of('flaky'),
    changed: of('changed'),
    same: of('same').length,
    exitCode: of('new').length > 0 ? 1 : isUnjudged ? 3 : 0,
  });
}

function changeOf(first: SavedRequirement | undefined, second: SavedRequirement | undefined): Change {
  const { expected, followsFrom } = second ?? {};
  return {
    id: second?.id ?? first?.id ?? '',
    promise: second?.promise ?? first?.promise ?? '',
    before: outcomeIn(first),
    after: outcomeIn(second),
    newPlaces: newPlacesOf(first, second),
    ...(expected === undefined ? {} : { expected }),
    ...(followsFrom === undefined ? {} : { followsFrom }),
  };
}

function outcomeIn(requirement: SavedRequirement | undefined): ComparedOutcome {
  if (requirement === undefined) return 'absent';
  return requirement.flaky === true ? 'flaky' : requirement.outcome;
}

/** A report without places, of an older gate, shows nothing about them. */
function newPlacesOf(
  first: SavedRequirement | undefined,
  second: SavedRequirement | undefined,
): readonly Place[] {
  if (second?.outcome !== 'fail') return [];
  if (first?.outcome !== 'fail') return second.places ?? [];
  if (first.places === undefined) return [];
  const known = new Set(first.places.map(textOfPlace));
  return (second.places ?? []).filter((place) => !known.has(textOfPlace(place)));
}

function kindOf({
  before,
  after,
  newPlaces,
  expected,
}: Change): 'new' | 'fixed' | 'still' | 'flaky' | 'changed' | 'same' {
  if (before === 'flaky' || after === 'flaky') return 'flaky';
  if (after === 'fail' && expected === undefined && (before !== 'fail' || newPlaces.length > 0)) return 'new';
  if (after === 'fail' && before === 'fail') return 'still';
  if (before === 'fail' && (after === 'pass' || after === 'warn')) return 'fixed';
  return before === after ? 'same' : 'changed';
}

function differencesOf(before: SavedReport, after: SavedReport): readonly string[] {
  const members = {
    target: 'deployment',
    formJudged: 'form',
    level: 'level',
    documentHash: 'contract',
    gateVersion: 'version of the gate',
  } as const;
  return Object.entries(members).flatMap(([member, name]) => {
    const [first, second] = [before, after].map((one) => one[member as keyof typeof members]);
    return first === second
      ? []
      : [`The ${name} differs: ${first ?? 'unknown'}, then ${second ?? 'unknown'}.`];
  });
}
