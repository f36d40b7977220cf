import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Difference } from '../pages/forms-page.ts';
import { SourceError } from '../redocly.ts';
import { compare } from './compare.ts';
import type { Change } from './rules.ts';

/** An entry of openapi/differences.yaml. Places are named as in `GET /api/v1/reports results[].id`. */
export interface Entry {
  readonly at: readonly string[];
  readonly also?: readonly string[];
  readonly change: string;
  readonly client: string;
}

/** The differences from Form 1 to Form 2, with what they mean for clients. Throws if the list and the documents don't agree. */
export async function differences(one: object, two: object): Promise<readonly Difference[]> {
  const file = new URL('../../../openapi/differences.yaml', import.meta.url);
  return explained(await compare(one, two), parse(await readFile(file, 'utf8')));
}

/** Joins changes with the entries that explain them. Throws if a change has no entry, or a place of an entry no change. */
export function explained(changes: readonly Change[], entries: readonly Entry[]): readonly Difference[] {
  const byName = Map.groupBy(changes, nameOf);
  const explain = new Set(entries.flatMap(({ at, also = [] }) => [...at, ...also]));
  const problems = [
    ...[...byName.keys()]
      .filter((name) => !explain.has(name))
      .map((name) => `${name} differs, but has no entry`),
    ...[...explain].filter((name) => !byName.has(name)).map((name) => `${name} does not differ`),
  ];
  if (problems.length > 0) throw new SourceError(`openapi/differences.yaml: ${problems.join('; ')}`);
  return entries.map(({ at, change, client }) => {
    const found = at.flatMap((name) => byName.get(name) ?? []);
    return {
      at,
      change,
      client,
      kind: found[0]?.kind ?? 'modified',
      isBreaking: found.some(({ rule }) => rule !== undefined),
    };
  });
}

function nameOf({ place }: Change): string {
  const field = place.part.match(/`(.*)`/)?.[1];
  return [place.operation, field].filter((part) => part != null).join(' ');
}
