import { type Command, Option } from 'commander';
import { ALWAYS_OPEN } from '../../service/domain/timetable.ts';
import {
  LOG_LEVELS,
  parseAddresses,
  parseBoolean,
  parseContact,
  parseDatabase,
  parseDomains,
  parseForm,
  parseHost,
  parseHours,
  parseInstant,
  parseLevel,
  parseMailAddress,
  parseMailServer,
  parseName,
  parseReportCode,
  parseTimeZone,
  parseUrl,
  parseWhole,
} from './parse-setting.ts';
import { parseVenues, type VenuesFile } from './venues/venues-file.ts';

interface Setting {
  /** The heading of its group in the help; `Options:` without one. */
  readonly group?: string;
  readonly flags: string;
  readonly variable: string;
  readonly description: string;
  readonly default: unknown;
  /** The default as help and documentation show it. */
  readonly shown: string;
  /** The only values, for completion; the description lists them. */
  readonly values?: readonly string[];
  /** The text that a flag without a value stands for. */
  readonly preset?: string;
  /** Turns text into a value; throws `InvalidArgumentError`, which says what is allowed. */
  readonly parse: (text: string) => unknown;
}

/** Every setting. A test checks that docs/settings.md lists the same. */
export const SETTINGS = {
  form: {
    group: 'API:',
    flags: '--form <number>',
    variable: 'HEADCOUNT_FORM',
    description: 'form of the API, 1 or 2',
    default: 2,
    shown: '2',
    values: ['1', '2'],
    parse: parseForm,
  },
  host: {
    group: 'Network:',
    flags: '--host <address>',
    variable: 'HEADCOUNT_HOST',
    description: 'address to listen on',
    default: '127.0.0.1',
    shown: '127.0.0.1',
    parse: parseHost,
  },
  port: {
    group: 'Network:',
    flags: '--port <number>',
    variable: 'HEADCOUNT_PORT',
    description: 'port to listen on; 0 picks a free one',
    default: 3000,
    shown: '3000',
    parse: (text: string) => parseWhole(text, 0, 65_535),
  },
  database: {
    group: 'Data:',
    flags: '--database <address>',
    variable: 'HEADCOUNT_DATABASE',
    description: 'database to use: sqlite:FILE or postgres://USER@HOST/DATABASE',
    default: { engine: 'sqlite', file: '.headcount/headcount.sqlite' },
    shown: 'sqlite:.headcount/headcount.sqlite',
    parse: parseDatabase,
  },
  timeZone: {
    group: 'Venue:',
    flags: '--time-zone <name>',
    variable: 'HEADCOUNT_TIME_ZONE',
    description: 'time zone of the venue, such as America/New_York',
    default: null,
    shown: "stored in the database; initially this machine's",
    parse: parseTimeZone,
  },
  hours: {
    group: 'Venue:',
    flags: '--hours <file>',
    variable: 'HEADCOUNT_HOURS',
    description: 'JSON or YAML file with the opening hours',
    default: ALWAYS_OPEN,
    shown: 'always open',
    parse: parseHours,
  },
  venueName: {
    group: 'Venue:',
    flags: '--venue-name <text>',
    variable: 'HEADCOUNT_VENUE_NAME',
    description: 'name of the venue, shown by the explorer, the badge and the frame',
    default: null,
    shown: 'none',
    parse: parseName,
  },
  venues: {
    group: 'Venue:',
    flags: '--venues <file>',
    variable: 'HEADCOUNT_VENUES',
    description: 'YAML or JSON file that lists several venues, each with its own API',
    default: null,
    shown: 'one venue',
    parse: (file: string): VenuesFile => parseVenues(file, SETTINGS),
  },
  publicUrl: {
    group: 'API:',
    flags: '--public-url <url>',
    variable: 'HEADCOUNT_PUBLIC_URL',
    description: 'URL at which clients reach the service',
    default: null,
    shown: 'the address it listens on',
    parse: parseUrl,
  },
  photoHost: {
    group: 'API:',
    flags: '--photo-host <url>',
    variable: 'HEADCOUNT_PHOTO_HOST',
    description: 'base URL of the photos',
    default: null,
    shown: 'placeholder pictures',
    parse: parseUrl,
  },
  publicPage: {
    group: 'API:',
    flags: '--public-page [boolean]',
    variable: 'HEADCOUNT_PUBLIC_PAGE',
    description: 'let visitors see the page without a key: true or false',
    default: false,
    shown: 'false',
    values: ['true', 'false'],
    preset: 'true',
    parse: parseBoolean,
  },
  reportPage: {
    group: 'Reports:',
    flags: '--report-page [boolean]',
    variable: 'HEADCOUNT_REPORT_PAGE',
    description: 'let people and devices report the line at /report: true or false',
    default: false,
    shown: 'false',
    values: ['true', 'false'],
    preset: 'true',
    parse: parseBoolean,
  },
  reportCode: {
    group: 'Reports:',
    flags: '--report-code <text>',
    variable: 'HEADCOUNT_REPORT_CODE',
    description: 'code that people need to report, as it stands on the sign',
    default: null,
    shown: 'none',
    parse: parseReportCode,
  },
  sharedNetworks: {
    group: 'Reports:',
    flags: '--shared-networks <addresses>',
    variable: 'HEADCOUNT_SHARED_NETWORKS',
    description: 'networks that many people share, who may report more: comma-separated addresses or ranges',
    default: [],
    shown: 'none',
    parse: parseAddresses,
  },
  reportLocation: {
    group: 'Reports:',
    flags: '--report-location [boolean]',
    variable: 'HEADCOUNT_REPORT_LOCATION',
    description: 'let people add where they are (stored, never shown): true or false',
    default: false,
    shown: 'false',
    values: ['true', 'false'],
    preset: 'true',
    parse: parseBoolean,
  },
  trustProxy: {
    group: 'Network:',
    flags: '--trust-proxy <addresses>',
    variable: 'HEADCOUNT_TRUST_PROXY',
    description: 'proxies whose X-Forwarded headers to trust: comma-separated addresses or ranges',
    default: [],
    shown: 'none',
    parse: parseAddresses,
  },
  contact: {
    group: 'API:',
    flags: '--contact <text>',
    variable: 'HEADCOUNT_CONTACT',
    description: 'whom to contact about keys and quotas',
    default: 'the operator of this service',
    shown: 'the operator of this service',
    parse: parseContact,
  },
  asOf: {
    group: 'Venue:',
    flags: '--as-of <time>',
    variable: 'HEADCOUNT_AS_OF',
    description: 'time at which the clock starts, such as 2026-10-16T12:30:00-07:00',
    default: null,
    shown: 'now',
    parse: parseInstant,
  },
  logLevel: {
    group: 'Monitoring:',
    flags: '--log-level <level>',
    variable: 'HEADCOUNT_LOG_LEVEL',
    description: 'lowest log level to write: debug, info, warn, error or silent',
    default: 'info',
    shown: 'info',
    values: LOG_LEVELS,
    parse: parseLevel,
  },
  metricsPort: {
    group: 'Monitoring:',
    flags: '--metrics-port <number>',
    variable: 'HEADCOUNT_METRICS_PORT',
    description: 'port to serve /metrics on, without a key; 0 picks a free one',
    default: null,
    shown: 'off',
    parse: (text: string) => parseWhole(text, 0, 65_535),
  },
  metricsHost: {
    group: 'Monitoring:',
    flags: '--metrics-host <address>',
    variable: 'HEADCOUNT_METRICS_HOST',
    description: 'address to serve /metrics on',
    default: '127.0.0.1',
    shown: '127.0.0.1',
    parse: parseHost,
  },
  drainSeconds: {
    group: 'Network:',
    flags: '--drain-seconds <number>',
    variable: 'HEADCOUNT_DRAIN_SECONDS',
    description: 'seconds that open requests get to finish at shutdown',
    default: 10,
    shown: '10',
    parse: (text: string) => parseWhole(text, 0, 3600),
  },
  keepAliveSeconds: {
    group: 'Network:',
    flags: '--keep-alive-seconds <number>',
    variable: 'HEADCOUNT_KEEP_ALIVE_SECONDS',
    description: 'seconds that an idle connection stays open; longer than a proxy in front keeps it',
    default: 75,
    shown: '75',
    parse: (text: string) => parseWhole(text, 1, 3600),
  },
  smtp: {
    group: 'Account page:',
    flags: '--smtp <url>',
    variable: 'HEADCOUNT_SMTP',
    description: 'mail server, which turns the account page on: smtps://USER:PASSWORD@HOST, or log',
    default: null,
    shown: 'off',
    parse: parseMailServer,
  },
  mailFrom: {
    group: 'Account page:',
    flags: '--mail-from <address>',
    variable: 'HEADCOUNT_MAIL_FROM',
    description: 'e-mail address that sends the links',
    default: null,
    shown: 'required with a mail server',
    parse: parseMailAddress,
  },
  keysPerAccount: {
    group: 'Account page:',
    flags: '--keys-per-account <n>',
    variable: 'HEADCOUNT_KEYS_PER_ACCOUNT',
    description: 'active keys that an account can have',
    default: 2,
    shown: '2',
    parse: (text: string) => parseWhole(text, 1, 100),
  },
  eligibleDomains: {
    group: 'Keys:',
    flags: '--eligible-domains <domains>',
    variable: 'HEADCOUNT_ELIGIBLE_DOMAINS',
    description: 'comma-separated domains that get keys in addition to universities',
    default: [],
    shown: 'none',
    parse: parseDomains,
  },
  deniedDomains: {
    group: 'Keys:',
    flags: '--denied-domains <domains>',
    variable: 'HEADCOUNT_DENIED_DOMAINS',
    description: 'comma-separated domains that get no keys',
    default: [],
    shown: 'none',
    parse: parseDomains,
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The parsed settings, by name. */
export type Settings = {
  readonly [Name in SettingName]:
    | (typeof SETTINGS)[Name]['default']
    | ReturnType<(typeof SETTINGS)[Name]['parse']>;
};

/** The names of all settings, which a service has. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Where a command is that asks no database for the zone: a backup may have tables of an older version. */
export const MACHINE_ZONE = { timeZone: { default: null, shown: "the machine's" } } as const;

/** Adds settings to a command, each as a flag and an environment variable; `defaults` replaces single defaults. */
export function addSettings(
  command: Command,
  names: readonly SettingName[],
  defaults: Partial<Record<SettingName, Pick<Setting, 'default' | 'shown'>>> = {},
): Command {
  for (const name of names) {
    const setting: Setting = { ...SETTINGS[name], ...defaults[name] };
    const option = new Option(setting.flags, setting.description)
      .env(setting.variable)
      .default(setting.default, setting.shown);
    if (setting.values !== undefined) option.choices(setting.values);
    if (setting.preset !== undefined) option.preset(setting.preset);
    option.argParser(setting.parse);
    if (setting.group !== undefined) option.helpGroup(setting.group);
    command.addOption(option);
  }
  return command;
}
