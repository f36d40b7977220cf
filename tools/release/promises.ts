import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { requirementRecords } from '../../conformance/contract/requirements.ts';
import { latestRevision } from '../../conformance/contract/revisions.ts';
import { program } from '../../src/commands/program.ts';
import { SETTINGS } from '../../src/commands/settings.ts';
import { PROBLEMS } from '../../src/http/problem.ts';
import * as library from '../../src/library/index.ts';
import { MIGRATIONS as POSTGRES } from '../../src/store/postgres/schema.ts';
import { QUOTA_MIGRATIONS, REPORT_MIGRATIONS } from '../../src/store/sqlite/schema.ts';
import { builtExports, type Exports } from '../package/library.ts';

const MANIFEST = new URL('../../package.json', import.meta.url);
const SCHEMA = new URL('../../conformance/reports/report.schema.json', import.meta.url);
/** The lines that a release has promised. A new release only adds some. */
export const PROMISES = new URL('promises.json', import.meta.url);

/**
 * What programs of users rely on, besides the API, as one line for each: docs/compatibility.md promises that none of them disappears.
 * A line has whatever must not change, such as the default of an option.
 */
export function presentPromises(): readonly string[] {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly exports: Exports };
  const lines = [
    ...commandLines(program(), 'headcount'),
    ...Object.keys(builtExports(manifest.exports)).map((path) => `export ${path}`),
    ...Object.keys(library).map((name) => `export . ${name}`),
    ...Object.values(SETTINGS).map(({ variable, shown }) => `${variable} = ${shown}`),
    ...memberLines(JSON.parse(readFileSync(SCHEMA, 'utf8')) as Schema, 'report.json'),
    ...requirementRecords.map(({ id }) => `requirement ${id}`),
    ...Object.entries(PROBLEMS).map(([code, { status }]) => `problem ${code}, status ${status}`),
    ...migrationLines('sqlite', REPORT_MIGRATIONS),
    ...migrationLines('sqlite-quota', QUOTA_MIGRATIONS),
    ...migrationLines('postgres', POSTGRES),
  ];
  return [...new Set(lines)].toSorted();
}

function commandLines(command: Command, name: string): readonly string[] {
  const values = command.registeredArguments.map(({ required }) => (required ? ' <value>' : ' [value]'));
  return [
    `${name}${values.join('')}`,
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, defaultValue }) => `${name} ${valueIn(flags)}${defaultOf(defaultValue)}`),
    ...command.commands.flatMap((inner) => commandLines(inner, `${name} ${inner.name()}`)),
  ];
}

/** The flags of an option without the name of its value, which is for people. */
function valueIn(flags: string): string {
  return flags.replace(/<.*>/, '<value>').replace(/\[.*\]/, '[value]');
}

function defaultOf(value: unknown): string {
  if (value === latestRevision) return ' = the latest revision';
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? ` = ${value}` : '';
}

/** The part of a JSON schema that is used here. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

function memberLines({ properties = {}, items, required = [] }: Schema, path: string): readonly string[] {
  const members = Object.entries(properties).flatMap(([name, inner]) => [
    `${path}.${name}`,
    ...(required.includes(name) ? [`${path}.${name}, always`] : []),
    ...memberLines(inner, `${path}.${name}`),
  ]);
  return items === undefined ? members : [...members, ...memberLines(items, `${path}[]`)];
}

function migrationLines(
  engine: string,
  migrations: readonly { readonly name: string; readonly sql: string }[],
): readonly string[] {
  return migrations.map(({ sql }, index) => {
    const digest = createHash('sha256').update(sql).digest('hex').slice(0, 16);
    return `migration ${engine} ${index + 1}, sha256 ${digest}`;
  });
}
