import { ALWAYS_OPEN } from '../../service/domain/timetable.ts';
import {
  parseBoolean,
  parseDatabase,
  parseForm,
  parseHours,
  parseName,
  parseReportCode,
  parseTimeZone,
  parseUrl,
} from './parse-setting.ts';

/** A setting: a flag, and a variable of the same name. */
export interface Setting {
  /** The heading of its group in the help. */
  readonly group: string;
  readonly flags: string;
  readonly description: string;
  readonly default: unknown;
  /** The default as help and documentation show it, if it isn't its text. */
  readonly shown?: string;
  /** The only values, for completion; the description lists them. */
  readonly values?: readonly string[];
  /** The text that a flag without a value stands for. */
  readonly preset?: string;
  /** Turns text into a value; throws `InvalidArgumentError`, which says what is allowed. */
  readonly parse: (text: string) => unknown;
}

/** The settings that each of several venues can have for itself, by the name of its field in `--venues`. */
interface VenueSetting extends Setting {
  readonly field: string;
}

/** The parsed values of a table of settings, by name. */
export type Parsed<Table extends Readonly<Record<string, Setting>>> = {
  readonly [Name in keyof Table]: Table[Name]['default'] | ReturnType<Table[Name]['parse']>;
};

/** The common part of settings that are true or false. */
const SWITCH = { values: ['true', 'false'], preset: 'true', default: false, parse: parseBoolean } as const;

export const VENUE_SETTINGS = {
  form: {
    field: 'form',
    group: 'API:',
    flags: '--form <number>',
    description: 'form of the API, 1 or 2',
    default: 2,
    values: ['1', '2'],
    parse: parseForm,
  },
  publicUrl: {
    field: 'url',
    group: 'API:',
    flags: '--public-url <url>',
    description: 'URL at which clients reach the service',
    default: null,
    shown: 'the address it listens on',
    parse: parseUrl,
  },
  photoHost: {
    field: 'photo_host',
    group: 'API:',
    flags: '--photo-host <url>',
    description: 'base URL of the photos',
    default: null,
    shown: 'placeholder pictures',
    parse: parseUrl,
  },
  publicPage: {
    ...SWITCH,
    field: 'public_page',
    group: 'API:',
    flags: '--public-page [boolean]',
    description: 'let visitors see the page without a key: true or false',
  },
  database: {
    field: 'database',
    group: 'Data:',
    flags: '--database <address>',
    description: 'database to use: sqlite:FILE or postgres://USER@HOST/DATABASE',
    default: { engine: 'sqlite', file: '.headcount/headcount.sqlite' },
    shown: 'sqlite:.headcount/headcount.sqlite',
    parse: parseDatabase,
  },
  timeZone: {
    field: 'time_zone',
    group: 'Venue:',
    flags: '--time-zone <name>',
    description: 'time zone of the venue, such as America/New_York',
    default: null,
    shown: "stored in the database; initially this machine's",
    parse: parseTimeZone,
  },
  hours: {
    field: 'hours',
    group: 'Venue:',
    flags: '--hours <file>',
    description: 'JSON or YAML file with the opening hours',
    default: ALWAYS_OPEN,
    shown: 'always open',
    parse: parseHours,
  },
  venueName: {
    field: 'name',
    group: 'Venue:',
    flags: '--venue-name <text>',
    description: 'name of the venue, shown by the explorer, the badge and the frame',
    default: null,
    shown: 'none',
    parse: parseName,
  },
  reportPage: {
    ...SWITCH,
    field: 'report_page',
    group: 'Reports:',
    flags: '--report-page [boolean]',
    description: 'let people and devices report the line at /report: true or false',
  },
  reportCode: {
    field: 'report_code',
    group: 'Reports:',
    flags: '--report-code <text>',
    description: 'code that people need to report, as it stands on the sign',
    default: null,
    shown: 'none',
    parse: parseReportCode,
  },
  reportLocation: {
    ...SWITCH,
    field: 'report_location',
    group: 'Reports:',
    flags: '--report-location [boolean]',
    description: 'let people add where they are (stored, never shown): true or false',
  },
} as const satisfies Record<string, VenueSetting>;

export type VenueSettings = Parsed<typeof VENUE_SETTINGS>;
