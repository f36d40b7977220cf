/** Reads `--venues`: a YAML or JSON file that lists the venues of a service. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { VENUE_SETTINGS, type VenueSettings } from './venue-settings.ts';

/** The names of the settings that a venue can have for itself, by the names of their fields. */
const FIELDS: ReadonlyMap<string, keyof VenueSettings> = new Map(
  Object.entries(VENUE_SETTINGS).map(([name, { field }]) => [field, name as keyof VenueSettings]),
);

export interface Venue {
  /** Its part of the path, and of the names of its database. */
  readonly id: string;
  /** The settings that it has for itself; the others are the service's. */
  readonly own: Partial<VenueSettings>;
  /** The same as it was written, with the content of its file of hours: a venue is opened again when this changes. */
  readonly source: string;
}

export interface VenuesFile {
  readonly file: string;
  /** In their order. */
  readonly venues: readonly Venue[];
  /** The files that were read, this one and those with hours. */
  readonly files: readonly string[];
}

const ID = /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/;
/** First parts of paths that the service itself has. */
const TAKEN = 'account api docs embed livez page photos readyz report staff venues'.split(' ');

/** Throws `InvalidArgumentError`, which names the venue and the field, and says what is allowed. */
export function parseVenues(file: string): VenuesFile {
  const files = [file];
  const content = parsed(file);
  const entries = isMapping(content) ? Object.entries(content) : [];
  if (entries.length === 0) throw invalid(file, 'must be a mapping of at least one venue, by its id');
  const venues = entries.map(([id, fields]): Venue => {
    if (!ID.test(id) || TAKEN.includes(id)) {
      const rule = `must have up to 32 lower-case letters, digits and hyphens, and be none of ${TAKEN.join(', ')}`;
      throw invalid(file, `the id "${id}" of a venue ${rule}`);
    }
    if (fields !== null && !isMapping(fields)) throw invalid(file, `${id} must be a mapping of its fields`);
    const sources = [JSON.stringify(fields)];
    const own = Object.entries(fields ?? {}).map(([field, value]) => {
      const name = FIELDS.get(field);
      if (name === undefined) {
        throw invalid(file, `${id}.${field} is unknown; allowed are ${[...FIELDS.keys()].join(', ')}`);
      }
      if (name === 'hours' && typeof value === 'string') {
        const path = resolve(dirname(file), value);
        files.push(path);
        sources.push(within(`${file}: ${id}.${field}:`, () => textOf(path)));
      }
      return [name, within(`${file}: ${id}.${field}:`, () => settingOf(file, name, value))];
    });
    return { id, own: Object.fromEntries(own), source: sources.join('\n') };
  });
  return { file, venues, files };
}

function settingOf(file: string, name: keyof VenueSettings, value: unknown): unknown {
  if (name === 'hours' && isMapping(value)) return parseTimetable(value);
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    throw new InvalidArgumentError('It must be one value.');
  }
  // YAML reads 0123 as a number, without its zero.
  if (typeof value !== 'string' && (name === 'venueName' || name === 'reportCode')) {
    throw new InvalidArgumentError('It must be a text, in quotes if it looks like a number.');
  }
  return VENUE_SETTINGS[name].parse(name === 'hours' ? resolve(dirname(file), String(value)) : String(value));
}

function parsed(file: string): unknown {
  // Loaded when it is used: it takes longer than most commands.
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return within(`${file}:`, () => parse(textOf(file)));
}

/** The text of a regular file: reading a pipe would wait, with all requests, until somebody writes to it. */
function textOf(path: string): string {
  if (!statSync(path).isFile()) throw new Error(`${path} is not a regular file.`);
  return readFileSync(path, 'utf8');
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function within<Value>(where: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    // An error of YAML goes on with lines of the file, which may have a password.
    const [message = ''] = (error as Error).message.split('\n');
    throw new InvalidArgumentError(`${where} ${message}`);
  }
}

function invalid(file: string, text: string): InvalidArgumentError {
  return new InvalidArgumentError(`${file}: ${text}.`);
}
