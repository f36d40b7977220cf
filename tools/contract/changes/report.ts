import type { Change } from './rules.ts';

/** The changes of both forms. */
export type ChangesOfForms = { readonly 1: readonly Change[]; readonly 2: readonly Change[] };

const HELP = `Clients of v1 rely on what changed here. Add a new field, parameter or endpoint instead. If the same values are allowed as before
and only written another way, say so in the pull request (docs/decisions/0002-two-documents-from-a-base.md).`;

/** Writes the changes as Markdown: first what v1 forbids, then what it allows. */
export function changesReport(base: string, changes: ChangesOfForms): string {
  const forbidden = items(changes, ({ rule }) => rule !== undefined);
  const allowed = items(changes, ({ rule }) => rule === undefined);
  const parts = [`# Changes of the contract since ${base}`];
  if (forbidden === '' && allowed === '') parts.push('Programs notice no change in either form.');
  if (forbidden !== '') parts.push('## Forbidden within v1', forbidden, HELP);
  if (allowed !== '') parts.push('## Allowed within v1', allowed);
  return `${parts.join('\n\n')}\n`;
}

/** An item for each kind of change, with the operations and the form that it concerns. */
function items({ 1: one, 2: two }: ChangesOfForms, isListed: (change: Change) => boolean): string {
  const [inOne, inTwo] = [one, two].map((changes) => linesOf(changes.filter(isListed)));
  const all = [...new Set([...(inOne ?? []), ...(inTwo ?? [])])];
  const only = (line: string) =>
    !inTwo?.includes(line) ? 'Form 1: ' : inOne?.includes(line) ? '' : 'Form 2: ';
  return all.map((line) => `- ${only(line)}${line}`).join('\n');
}

function linesOf(changes: readonly Change[]): readonly string[] {
  const byText = Map.groupBy(changes, ({ place: { part }, what, rule }) => {
    return `${part}${part === '' ? '' : ': '}${what}${rule === undefined ? '' : ` (${rule})`}`;
  });
  return [...byText].map(([text, same]) => {
    const operations = new Set(
      same.flatMap(({ place }) => (place.operation === null ? [] : `\`${place.operation}\``)),
    );
    return operations.size === 0 ? text : `${[...operations].join(', ')}: ${text}`;
  });
}
