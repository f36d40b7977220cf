import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Micros, microsOf } from '../domain/micros.ts';
import { ALWAYS_OPEN, parseTimetable, type Timetable } from '../domain/timetable.ts';
import { type DatabaseAddress, parseDatabaseAddress } from '../store/open-store.ts';

/** One setting: its flag, its environment variable, its default and how text becomes its value. */
interface Setting {
  readonly flags: string;
  readonly variable: string;
  readonly description: string;
  readonly standard: unknown;
  /** The default as people read it. */
  readonly shown: string;
  readonly parse: (text: string) => unknown;
}

/**
 * Every setting; docs/operating.md lists the same, and a test holds the two together. A value that is not allowed is refused
 * at start with an error that names the flag, and the variable where it came from one.
 */
export const SETTINGS = {
  form: {
    flags: '--form <number>',
    variable: 'HEADCOUNT_FORM',
    description: 'form of the interface, 1 or 2',
    standard: 2,
    shown: '2',
    parse: parseForm,
  },
  host: {
    flags: '--host <address>',
    variable: 'HEADCOUNT_HOST',
    description: 'address to listen on',
    standard: '127.0.0.1',
    shown: '127.0.0.1',
    parse: parseHost,
  },
  port: {
    flags: '--port <number>',
    variable: 'HEADCOUNT_PORT',
    description: 'port to listen on, 0 for any free one',
    standard: 3000,
    shown: '3000',
    parse: (text: string) => parseWhole(text, 0, 65_535),
  },
  database: {
    flags: '--database <address>',
    variable: 'HEADCOUNT_DATABASE',
    description: 'where the data lie, sqlite:FILE or postgres://USER@HOST/DATABASE',
    standard: { engine: 'sqlite', file: '.headcount/headcount.sqlite' },
    shown: 'sqlite:.headcount/headcount.sqlite',
    parse: parseDatabase,
  },
  timeZone: {
    flags: '--time-zone <name>',
    variable: 'HEADCOUNT_TIME_ZONE',
    description: 'time zone of the place, such as America/New_York',
    standard: null,
    shown: "the machine's",
    parse: parseTimeZone,
  },
  hours: {
    flags: '--hours <file>',
    variable: 'HEADCOUNT_HOURS',
    description: 'opening hours, a JSON file',
    standard: ALWAYS_OPEN,
    shown: 'always open',
    parse: parseHours,
  },
  publicUrl: {
    flags: '--public-url <url>',
    variable: 'HEADCOUNT_PUBLIC_URL',
    description: 'URL under which clients reach the service',
    standard: null,
    shown: 'the address it listens on',
    parse: parseUrl,
  },
  photoHost: {
    flags: '--photo-host <url>',
    variable: 'HEADCOUNT_PHOTO_HOST',
    description: 'URL under which photos lie',
    standard: null,
    shown: 'drawn pictures of its own',
    parse: parseUrl,
  },
  trustProxy: {
    flags: '--trust-proxy <addresses>',
    variable: 'HEADCOUNT_TRUST_PROXY',
    description: 'proxies whose X-Forwarded fields count, addresses or ranges with commas between',
    standard: [],
    shown: 'none',
    parse: parseAddresses,
  },
  contact: {
    flags: '--contact <text>',
    variable: 'HEADCOUNT_CONTACT',
    description: 'whom to ask for a higher quota',
    standard: 'the operator of this service',
    shown: 'the operator of this service',
    parse: parseText,
  },
  asOf: {
    flags: '--as-of <time>',
    variable: 'HEADCOUNT_AS_OF',
    description: "where the service's clock starts, such as 2026-10-16T12:30:00-07:00",
    standard: null,
    shown: 'now',
    parse: parseTime,
  },
  logLevel: {
    flags: '--log-level <level>',
    variable: 'HEADCOUNT_LOG_LEVEL',
    description: 'least severe log line to write: debug, info, warn, error or silent',
    standard: 'info',
    shown: 'info',
    parse: parseLevel,
  },
  drainSeconds: {
    flags: '--drain-seconds <number>',
    variable: 'HEADCOUNT_DRAIN_SECONDS',
    description: 'how long requests under way may take at the end',
    standard: 10,
    shown: '10',
    parse: (text: string) => parseWhole(text, 0, 3600),
  },
  eligibleDomains: {
    flags: '--eligible-domains <domains>',
    variable: 'HEADCOUNT_ELIGIBLE_DOMAINS',
    description: 'domains besides .edu, .edu.XX and .ac.XX that keys are issued for, with commas between',
    standard: [],
    shown: 'none',
    parse: parseList,
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The settings that make up `ServiceSettings`. */
export const SERVICE_SETTINGS: readonly SettingName[] = (Object.keys(SETTINGS) as SettingName[]).filter(
  (name) => name !== 'eligibleDomains',
);

/** Adds settings to a command as options that can also be given by their environment variable. */
export function addSettings(
  command: Command,
  names: readonly SettingName[],
  others: Partial<Record<SettingName, { readonly standard: unknown; readonly shown: string }>> = {},
): Command {
  for (const name of names) {
    const setting: Setting = { ...SETTINGS[name], ...others[name] };
    command.addOption(
      new Option(setting.flags, setting.description)
        .env(setting.variable)
        .default(setting.standard, setting.shown)
        .argParser(setting.parse),
    );
  }
  return command;
}

/** The settings of a service, as commander hands them over. */
export interface ServiceSettings {
  readonly form: 1 | 2;
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseAddress;
  /** Null: the machine's. */
  readonly timeZone: string | null;
  readonly hours: Timetable;
  readonly publicUrl: string | null;
  readonly photoHost: string | null;
  readonly trustProxy: readonly string[];
  readonly contact: string;
  readonly asOf: Micros | null;
  readonly logLevel: string;
  readonly drainSeconds: number;
}

/** A form of the interface. */
export function parseForm(text: string): 1 | 2 {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  throw new InvalidArgumentError('It must be 1 or 2.');
}

/** A whole number in plain digits within bounds, both allowed. */
export function parseWhole(text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
}

function parseDatabase(text: string): DatabaseAddress {
  try {
    return parseDatabaseAddress(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function parseTimeZone(text: string): string {
  const advice = 'It must be the name of a time zone, such as America/New_York or UTC.';
  try {
    // Reports are counted by quarters of an hour, which have to be the same quarters on the local clock.
    if (/^[+-]/.test(text)) throw new RangeError('an offset, not a name');
    return Temporal.Now.zonedDateTimeISO(text).timeZoneId;
  } catch {
    throw new InvalidArgumentError(advice);
  }
}

function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.');
}

function parseText(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It must not be empty.');
}

function parseHours(file: string): Timetable {
  try {
    return parseTimetable(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message} (docs/operating.md describes the file).`);
  }
}

function parseUrl(text: string): string {
  const url = URL.parse(text);
  const plain =
    url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (plain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new InvalidArgumentError('It must be an http or https URL without query, fragment and password.');
}

function parseTime(text: string): Micros {
  try {
    return microsOf(Temporal.Instant.from(text));
  } catch {
    throw new InvalidArgumentError(
      'It must be a time with its UTC offset, such as 2026-10-16T12:30:00-07:00.',
    );
  }
}

/** A time with its offset, which it keeps. */
export function parseMoment(text: string): string {
  parseTime(text);
  return text;
}

function parseList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}

function parseAddresses(text: string): readonly string[] {
  const addresses = parseList(text);
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  for (const address of addresses) {
    const [ip = '', bits = '0', ...rest] = address.split('/');
    const isRange =
      isIP(ip) !== 0 &&
      /^\d{1,3}$/.test(bits) &&
      Number(bits) <= (isIP(ip) === 4 ? 32 : 128) &&
      rest.length === 0;
    if (!isRange && !named.includes(address)) {
      throw new InvalidArgumentError(
        `"${address}" is no address or range; allowed are such as 10.0.0.5, 10.0.0.0/8 and ${named.join(', ')}.`,
      );
    }
  }
  return addresses;
}

function parseLevel(text: string): string {
  if (['debug', 'info', 'warn', 'error', 'silent'].includes(text)) return text;
  throw new InvalidArgumentError('It must be debug, info, warn, error or silent.');
}
