import type { Change } from './rules.ts';

/** The changes of a form. */
export interface FormChanges {
  /** Its operations before or after them, such as `GET /api/v1/status`. */
  readonly operations: readonly string[];
  readonly changes: readonly Change[];
}
export type ChangesOfForms = { readonly 1: FormChanges; readonly 2: FormChanges };

/** Writes the changes as Markdown: first what v1 forbids, then what it allows. */
export function changesReport(base: string, changes: ChangesOfForms): string {
  const forbidden = lines(changes, true);
  const allowed = lines(changes, false);
  const parts = [`# Changes of the contract since ${base}`];
  if (forbidden.length + allowed.length === 0) parts.push('The shape of both forms is the same.');
  if (forbidden.length > 0) parts.push('## Forbidden within v1', listOf(forbidden), HELP);
  if (allowed.length > 0) parts.push('## Allowed within v1', listOf(allowed));
  return `${parts.join('\n\n')}\n`;
}

const HELP = `Clients of v1 rely on what changed here. Add a new field, parameter or endpoint instead. If the same values are allowed as before
and only written another way, say so in the pull request (docs/decisions/0002-two-documents-from-a-base.md).`;

/** One line for each kind of change, with the operations that it concerns in the same way. */
function lines(changes: ChangesOfForms, isForbidden: boolean): readonly string[] {
  const all = ([1, 2] as const).flatMap((form) =>
    changes[form].changes
      .filter((change) => change.isForbidden === isForbidden)
      .map((change) => ({ ...change, form: `Form ${form}` })),
  );
  const [one, two] = [new Set(changes[1].operations), new Set(changes[2].operations)];
  const operationCount = one.union(two).size;
  const atOperations = Map.groupBy(all, ({ place, what }) => [place.operation, place.part, what].join('\n'));
  const rows = [...atOperations.values()].map((same) => {
    const { place, what, rule } = same[0] as Change;
    const forms = unique(same.map(({ form }) => form));
    const statuses = unique(same.map((one) => one.place.status)).filter((status) => status !== '');
    // Nobody needs to hear that an endpoint of one form changed in one form only.
    const isInBoth = place.operation === null || (one.has(place.operation) && two.has(place.operation));
    const response = statuses.length === 0 ? [] : `response ${statuses.join(', ')}`;
    return {
      operation: place.operation === null ? [] : `\`${place.operation}\``,
      only: forms.length === 1 && isInBoth ? `${forms[0]} only: ` : '',
      rest: `${[response, place.part === '' ? [] : place.part].flat().join(', ')}: ${what}${rule === undefined ? '' : ` (${rule})`}`,
    };
  });
  return [...Map.groupBy(rows, ({ only, rest }) => only + rest).values()].map((same) => {
    const { only, rest } = same[0] as (typeof rows)[number];
    const named = same.flatMap(({ operation }) => operation);
    const operations =
      named.length > 1 && named.length === operationCount ? 'All endpoints' : named.join(', ');
    return `${only}${operations}${operations === '' || rest.startsWith(':') ? '' : ', '}${rest}`;
  });
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)];
}

function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
