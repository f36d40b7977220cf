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

/** True if one of the oldest browsers lacks it, or has it only behind a flag. */
function isNewer({ __compat }: Identifier): boolean {
  const support = __compat?.support;
  if (support === undefined) return false;
  return Object.entries(OLDEST_BROWSERS).some(([name, version]) => {
    const statements = [support[name as keyof typeof support] ?? []].flat() as SimpleSupportStatement[];
    const has = ({ version_added: added, version_removed: removed, flags }: SimpleSupportStatement) =>
      typeof added === 'string' &&
      added !== 'preview' &&
      !flags &&
      compare(added.replace('≤', ''), version) <= 0 &&
      !(typeof removed === 'string' && compare(removed, version) <= 0);
    return !statements.some(has);
  });
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
