import { type Place, placeOf, tokensOf } from './place.ts';

/** A change, judged by what v1 allows. */
export interface Change {
  readonly place: Place;
  /** A sentence that says what changed. */
  readonly what: string;
  readonly kind: 'added' | 'removed' | 'modified';
  /** The rule that forbids it, one of redocly diff or one of this file; undefined if v1 allows it. */
  readonly rule: string | undefined;
}

/** A change as `redocly diff` reports it in JSON. */
export interface Found {
  readonly path: string;
  readonly kind: Change['kind'];
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
  readonly property?: string;
  readonly base?: { readonly value?: unknown };
  readonly revision?: { readonly value?: unknown };
}

interface Rule {
  readonly name: string;
  readonly forbids: (change: Found) => boolean;
  readonly because: string;
}

/** The changes that break the client of a deployment, though redocly diff lets them pass. Additions break none (gap `additions`). */
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
    name: 'content-no-longer-described',
    forbids: ({ kind, path }) => kind === 'removed' && /\/responses\/.*\/contentSchema$/.test(path),
    because: 'The content could be anything.',
  },
  {
    name: 'columns-moved',
    // The documents require all columns of a CSV file, in their order.
    forbids: ({ path, property, base, revision }) =>
      path.endsWith('/contentSchema/items') &&
      property === 'required' &&
      !`${revision?.value},`.startsWith(`${base?.value},`),
    because: 'New columns must come last.',
  },
];

/** Judges what redocly diff found between two documents. What only readers notice is left out. */
export function judge(found: readonly Found[], base: object, revision: object): readonly Change[] {
  const changes = found.filter((change) => !isForReaders(change));
  return changes
    .map((change) => ({ change, broken: RULES.find(({ forbids }) => forbids(change)) }))
    .filter(({ change, broken }) => broken !== undefined || !isImplied(change, changes))
    .map(({ change, broken }) => {
      const { path, kind, verdicts } = change;
      const messages = verdicts.map(({ message }) => message);
      return {
        place: placeOf(path, kind === 'removed' ? base : revision),
        what: messages.join(' ') || [sentenceOf(change), broken?.because ?? []].flat().join(' '),
        kind,
        rule: verdicts[0]?.ruleId ?? broken?.name,
      };
    });
}

/** The keywords that explain or organize, and promise nothing to a program. */
const DOCUMENTATION = /^(title|summary|description|examples?|externalDocs|tags|servers|info|\$comment|x-.*)$/;
/** The keywords whose members are named by the API, so that a field called `title` is a field. */
const NAMED_BY_THE_API = /^(properties|patternProperties|headers)$/;

/** Components change where operations use them, too; only the schemes of authentication apply to all. */
function isForReaders({ path, property }: Found): boolean {
  const tokens = tokensOf(path);
  if (tokens[0] === 'components' && tokens[1] !== 'securitySchemes') return true;
  return [...tokens, property ?? ''].some(
    (token, at) => DOCUMENTATION.test(token) && !NAMED_BY_THE_API.test(tokens[at - 1] ?? ''),
  );
}

/** Returns true if a list of required fields changed only because these fields were added or removed. */
function isImplied({ path, property, base, revision }: Found, found: readonly Found[]): boolean {
  const [before, after] = [base?.value, revision?.value].map((value) => new Set([value ?? []].flat()));
  const names = [...(before?.symmetricDifference(after ?? new Set()) ?? [])];
  return (
    property === 'required' &&
    names.length > 0 &&
    names.every((name) =>
      found.some((other) => other.path === `${path}/properties/${name}` && other.kind !== 'modified'),
    )
  );
}

function sentenceOf({ path, kind, property, base, revision }: Found): string {
  if (kind !== 'modified') return `${kind === 'added' ? 'Added' : 'Removed'}: \`${tokensOf(path).at(-1)}\`.`;
  const [before, after] = [base, revision].map((side) =>
    side?.value === undefined ? 'nothing' : `\`${JSON.stringify(side.value)}\``,
  );
  return `\`${property}\` changed from ${before} to ${after}.`;
}
