import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Dated } from './report-types.ts';
import type { RequirementRecord } from './requirements/record.ts';
import { requirementRecords } from './requirements.ts';
import { laterThan, latestRevision, type RevisionRecord, revisions } from './revisions.ts';

/** What decides when a requirement is judged, and what a breach weighs. Promises may be worded better at any time. */
type Frozen = Pick<RequirementRecord, 'level' | 'form' | 'contract' | 'endpoints'>;

/** The requirements of a released revision, as a file in `revisions/` keeps them. */
export interface FrozenRevision {
  /** SHA-256 of the requirements. */
  readonly digest: string;
  readonly requirements: { readonly [id: string]: Frozen };
}

type Listed = Frozen & Dated & Pick<RequirementRecord, 'id'>;

/** The list of a revision's requirements to freeze. */
export function frozenFrom(records: readonly Listed[], revision: string): FrozenRevision {
  const inForce = records.filter(({ since }) => since <= revision);
  const requirements = Object.fromEntries(inForce.map((one) => [one.id, frozen(one)] as const));
  return { digest: digestOf(requirements), requirements };
}

/** What differs silently between a frozen revision and the requirements of today; empty if nothing does. */
export function silentChanges(
  revision: string,
  { digest, requirements }: FrozenRevision,
  records: readonly Listed[],
  known: readonly RevisionRecord[] = revisions,
): readonly string[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const withdrawn = known.filter(({ id }) => id > revision).flatMap((later) => later.withdrawn ?? []);
  return [
    ...(digestOf(requirements) === digest ? [] : [`the frozen list of ${revision} was edited`]),
    ...Object.entries(requirements).flatMap(([id, then]) => {
      const now = byId.get(id);
      if (now === undefined)
        return withdrawn.includes(id)
          ? []
          : [`${id} is gone: a later revision must name it under \`withdrawn\``];
      if (now.since > revision) return [`${id} has been in force since ${revision}, not ${now.since}`];
      const isSame = JSON.stringify(frozen(now)) === JSON.stringify(frozen(then));
      return isSame || laterThan(now, revision) !== undefined
        ? []
        : [`${id} differs from ${revision}: name the revision and the change under \`changed\``];
    }),
    ...records
      .filter(({ id, since }) => since <= revision && requirements[id] === undefined)
      .map(({ id }) => `${id} is not in the frozen list of ${revision}: it belongs to a later revision`),
  ];
}

/** The frozen list of a revision; undefined if it is not frozen yet. */
export function readFrozen(revision: string): FrozenRevision | undefined {
  const file = fileOf(revision);
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
}

/** Members in a fixed order, so that equal requirements are equal texts. */
function frozen({ level, form, contract, endpoints }: Frozen): Frozen {
  return {
    level,
    ...(form === undefined ? {} : { form }),
    ...(contract === undefined ? {} : { contract }),
    endpoints,
  };
}

function digestOf(requirements: FrozenRevision['requirements']): string {
  return createHash('sha256').update(JSON.stringify(requirements)).digest('hex');
}

function fileOf(revision: string): URL {
  return new URL(`revisions/${revision}.yaml`, import.meta.url);
}

/** `freeze.ts` freezes the latest revision on its release; `--again` replaces a list that was not released. */
if (import.meta.main) {
  const file = fileOf(latestRevision);
  if (existsSync(file) && !process.argv.includes('--again')) {
    console.error(
      `${latestRevision} is frozen. Add a revision to revisions.ts, or use --again before its release.`,
    );
    process.exitCode = 2;
  } else {
    const { digest, requirements } = frozenFrom(requirementRecords, latestRevision);
    mkdirSync(new URL('.', file), { recursive: true });
    const head = `# The requirements of revision ${latestRevision}. Written by conformance/contract/freeze.ts; never edit this file.\n`;
    writeFileSync(file, `${head}${stringify({ digest, requirements }, { lineWidth: 0 })}`);
    console.log(`${latestRevision} is frozen with ${Object.keys(requirements).length} requirements.`);
  }
}
