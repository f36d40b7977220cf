import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { OLDEST_BROWSERS } from '../browser-targets.ts';

/** The name of a global, and the name of its member if only that is missing. */
type BuiltIn = readonly [global: string, member?: string];

/** A script that removes every built-in that one of the oldest browsers lacks, by MDN's data. */
export function removeNewerBuiltIns(): string {
  return `for (const [name, member] of ${JSON.stringify(newerBuiltIns())}) {
    const owner = globalThis[name];
    if (member === undefined) delete globalThis[name];
    else for (const place of [owner, owner?.prototype]) if (place && Object.hasOwn(place, member)) delete place[member];
  }`;
}

/** Members come before their globals, so that they can be removed from what the globals made. */
export function newerBuiltIns(): readonly BuiltIn[] {
  const globals = [...identifiersIn(data.javascript['builtins']), ...identifiersIn(data.api)];
  const members = globals.flatMap(([name, one]) =>
    identifiersIn(one)
      .filter(([, member]) => isNewer(member))
      // Such as the static `Response.json`, beside the older one of each response.
      .filter(([member]) => !member.endsWith('_static') || !(member.replace(/_static$/, '') in one))
      .map(([member]): BuiltIn => [name, member.replace(/_static$/, '')]),
  );
  return [...members, ...globals.filter(([, one]) => isNewer(one)).map(([name]): BuiltIn => [name])];
}

function identifiersIn(one: object = {}): readonly (readonly [name: string, Identifier])[] {
  return Object.entries(one).filter(([name]) => name !== '__compat');
}

function isNewer({ __compat }: Identifier): boolean {
  const support = __compat?.support;
  return (
    support !== undefined &&
    Object.entries(OLDEST_BROWSERS).some(([name, version]) => {
      const statements = [
        support[name as keyof typeof support] ?? [],
      ].flat() as readonly SimpleSupportStatement[];
      return !statements.some((statement) => has(statement, version));
    })
  );
}

/** Whether a version of a browser has what a statement is about, without a flag. */
function has({ version_added, version_removed, flags }: SimpleSupportStatement, version: string): boolean {
  if (typeof version_added !== 'string' || version_added === 'preview' || flags) return false;
  const isRemoved = typeof version_removed === 'string' && compare(version_removed, version) <= 0;
  return !isRemoved && compare(version_added.replace('≤', ''), version) <= 0;
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
