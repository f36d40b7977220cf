import { type Place, placeOf } from './place.ts';
import type { Json, Members } from './shape.ts';

/** A change of shape, judged by what v1 allows. */
export interface Change {
  readonly place: Place;
  /** What changed, as a sentence. */
  readonly what: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly isForbidden: boolean;
  /** The rule that forbids it: one of redocly diff, or one of this file. */
  readonly rule?: string;
}

/** A change as `redocly diff` reports it in JSON. */
export interface Found {
  readonly path: string;
  readonly kind: Change['kind'];
  readonly impact: 'major' | 'minor' | 'patch';
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
  readonly property?: string;
  readonly base?: { readonly value?: Json };
  readonly revision?: { readonly value?: Json };
}

interface Rule {
  readonly name: string;
  readonly forbids: (change: Found, last: string) => boolean;
  readonly because: string;
}

/** What breaks the client of a deployment, though redocly diff lets it pass. Additions break none (gap `additions`). */
const RULES: readonly Rule[] = [
  {
    name: 'default-changed',
    forbids: ({ path, property, base }) =>
      path.includes('/parameters/') && property === 'default' && base?.value !== undefined,
    because: 'Requests without the parameter would get something else.',
  },
  {
    name: 'response-header-became-optional',
    forbids: ({ path, property, base }) =>
      /\/headers\/[^/]+$/.test(path) && property === 'required' && base?.value === true,
    because: 'Clients rely on the header.',
  },
  {
    name: 'exclusion-changed',
    forbids: ({ path, kind }, last) =>
      /\/schema\b.*\/not\b/.test(path) && !(kind === 'added' && last === 'not'),
    because: 'Excluded values could become allowed.',
  },
  {
    name: 'content-no-longer-described',
    forbids: ({ kind, path }, last) =>
      kind === 'removed' && path.includes('/responses/') && /^(contentSchema|patternProperties)$/.test(last),
    because: 'The content could be anything.',
  },
  {
    name: 'success-status-added',
    forbids: ({ kind, path }, last) =>
      kind === 'added' && /\/responses\/[^/]+$/.test(path) && /^(2|3(?!04))/.test(last),
    because: 'Clients expect the status that there was.',
  },
  {
    name: 'required-body-added',
    forbids: ({ kind, revision }, last) =>
      kind === 'added' &&
      last === 'requestBody' &&
      (revision?.value as Members | undefined)?.['required'] === true,
    because: 'Requests without a body would fail.',
  },
];

/** Judges what redocly diff found between two shapes, and adds what it cannot see: the order of the columns of a CSV file. */
export function judge(
  found: readonly Found[],
  shapes: { readonly base: Members; readonly revision: Members },
): readonly Change[] {
  const judged = found
    .filter((change) => !isImplied(change, found))
    .map((change): Change => {
      const { path, kind, verdicts } = change;
      const last = path.split('/').at(-1) ?? '';
      const broken = RULES.find(({ forbids }) => forbids(change, last));
      const rule = verdicts[0]?.ruleId ?? broken?.name;
      const sentences = verdicts.length > 0 ? verdicts.map(({ message }) => message) : [sentenceOf(change)];
      if (verdicts.length === 0 && broken !== undefined) sentences.push(broken.because);
      return {
        place: placeOf(path, kind === 'removed' ? shapes.base : shapes.revision),
        what: sentences.join(' '),
        kind,
        isForbidden: rule !== undefined,
        ...(rule && { rule }),
      };
    });
  return [...judged, ...movedColumns(shapes.base, shapes.revision)];
}

/** Whether a list of required fields changed only because these fields were added or removed. */
function isImplied({ path, property, base, revision }: Found, found: readonly Found[]): boolean {
  if (property !== 'required' || !(Array.isArray(base?.value) || Array.isArray(revision?.value)))
    return false;
  const [before, after] = [new Set([base?.value ?? []].flat()), new Set([revision?.value ?? []].flat())];
  return [...before.symmetricDifference(after)].every((name) =>
    found.some((other) => other.path === `${path}/properties/${name}` && other.kind !== 'modified'),
  );
}

function sentenceOf({ path, kind, property, base, revision }: Found): string {
  const [before, after] = [shown(base?.value), shown(revision?.value)];
  if (kind !== 'modified') {
    const [map = '', name = ''] = path.split('/').slice(-2);
    const verb = kind === 'added' ? 'Added' : 'Removed';
    if (NAMED_BY_PLACE.test(map) || path.split('/').length <= 4) return `${verb}.`;
    return `${verb}: ${namesOf(name, (base ?? revision)?.value)
      .map(shown)
      .join(', ')}.`;
  }
  if (before === undefined) return `\`${property}\` was set to ${after}.`;
  return after === undefined
    ? `\`${property}\` was removed; it was ${before}.`
    : `\`${property}\` changed from ${before} to ${after}.`;
}

/** The maps and lists whose members the place of a change already names. */
const NAMED_BY_PLACE = /^(properties|parameters|headers|responses)$/;

/** The members of a whole list of parameters, or of a map of headers or fields; of all else its own name. */
function namesOf(name: string, value: Json | undefined): readonly string[] {
  if (!NAMED_BY_PLACE.test(name) || typeof value !== 'object' || value === null)
    return [name.replaceAll('~1', '/')];
  return Array.isArray(value) ? value.map((one: Members) => String(one['name'])) : Object.keys(value);
}

function shown(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** CSV files where a column moved: those that stay come first, in their order. Removed columns are found by redocly diff. */
function movedColumns(base: Members, revision: Members): readonly Change[] {
  const columns = columnsOf(revision);
  return columnsOf(base).flatMap(({ pointer, names: before }): readonly Change[] => {
    const now = columns.find((one) => one.pointer === pointer)?.names ?? [];
    if (before.filter((name) => now.includes(name)).every((name, index) => now[index] === name)) return [];
    const what = `Columns changed from ${shown(before.join(','))} to ${shown(now.join(','))}; new ones must come last.`;
    return [
      { place: placeOf(pointer, revision), what, kind: 'modified', isForbidden: true, rule: 'columns-moved' },
    ];
  });
}

/** The names of the columns of each CSV response. */
function columnsOf(value: Json, pointer = '#'): readonly { pointer: string; names: readonly string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const below = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (name !== 'contentSchema') return columnsOf(member, below);
    const { properties } = ((member as Members)['items'] ?? {}) as Members;
    return [{ pointer: below, names: Object.keys(properties ?? {}) }];
  });
}
