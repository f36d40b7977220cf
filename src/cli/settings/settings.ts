import { type Command, Option } from 'commander';
import {
  LOG_LEVELS,
  parseAddresses,
  parseContact,
  parseDomains,
  parseHost,
  parseInstant,
  parseLevel,
  parseMailAddress,
  parseMailServer,
  whole,
} from './parse-setting.ts';
import { type Parsed, type Setting, VENUE_SETTINGS } from './venue-settings.ts';
import { parseVenues } from './venues-file.ts';

/** Every setting. A test checks that docs/settings.md lists the same. */
export const SETTINGS = {
  ...VENUE_SETTINGS,
  contact: {
    group: 'API:',
    flags: '--contact <text>',
    description: 'whom to contact about keys and quotas',
    default: 'the operator of this service',
    parse: parseContact,
  },
  venues: {
    group: 'Venue:',
    flags: '--venues <file>',
    description: 'YAML or JSON file that lists several venues, each with its own API',
    default: null,
    shown: 'one venue',
    parse: parseVenues,
  },
  asOf: {
    group: 'Venue:',
    flags: '--as-of <time>',
    description: 'time at which the clock starts, such as 2026-10-16T12:30:00-07:00',
    default: null,
    shown: 'now',
    parse: parseInstant,
  },
  sharedNetworks: {
    group: 'Reports:',
    flags: '--shared-networks <addresses>',
    description: 'networks that many people share, who may report more: comma-separated addresses or ranges',
    default: [],
    shown: 'none',
    parse: parseAddresses,
  },
  host: {
    group: 'Network:',
    flags: '--host <address>',
    description: 'address to listen on',
    default: '127.0.0.1',
    parse: parseHost,
  },
  port: {
    group: 'Network:',
    flags: '--port <number>',
    description: 'port to listen on; 0 picks a free one',
    default: 3000,
    parse: whole(0, 65_535),
  },
  trustProxy: {
    group: 'Network:',
    flags: '--trust-proxy <addresses>',
    description: 'proxies whose X-Forwarded headers to trust: comma-separated addresses or ranges',
    default: [],
    shown: 'none',
    parse: parseAddresses,
  },
  drainSeconds: {
    group: 'Network:',
    flags: '--drain-seconds <number>',
    description: 'seconds that open requests get to finish at shutdown',
    default: 10,
    parse: whole(0, 3600),
  },
  keepAliveSeconds: {
    group: 'Network:',
    flags: '--keep-alive-seconds <number>',
    description: 'seconds that an idle connection stays open; longer than a proxy in front keeps it',
    default: 75,
    parse: whole(1, 3600),
  },
  logLevel: {
    group: 'Monitoring:',
    flags: '--log-level <level>',
    description: 'lowest log level to write: debug, info, warn, error or silent',
    default: 'info',
    values: LOG_LEVELS,
    parse: parseLevel,
  },
  metricsPort: {
    group: 'Monitoring:',
    flags: '--metrics-port <number>',
    description: 'port to serve /metrics on, without a key; 0 picks a free one',
    default: null,
    shown: 'off',
    parse: whole(0, 65_535),
  },
  metricsHost: {
    group: 'Monitoring:',
    flags: '--metrics-host <address>',
    description: 'address to serve /metrics on',
    default: '127.0.0.1',
    parse: parseHost,
  },
  smtp: {
    group: 'Account page:',
    flags: '--smtp <url>',
    description: 'mail server, which turns the account page on: smtps://USER:PASSWORD@HOST, or log',
    default: null,
    shown: 'off',
    parse: parseMailServer,
  },
  mailFrom: {
    group: 'Account page:',
    flags: '--mail-from <address>',
    description: 'e-mail address that sends the links',
    default: null,
    shown: 'required with a mail server',
    parse: parseMailAddress,
  },
  keysPerAccount: {
    group: 'Account page:',
    flags: '--keys-per-account <n>',
    description: 'active keys that an account can have',
    default: 2,
    parse: whole(1, 100),
  },
  eligibleDomains: {
    group: 'Keys:',
    flags: '--eligible-domains <domains>',
    description: 'comma-separated domains that get keys in addition to universities',
    default: [],
    shown: 'none',
    parse: parseDomains,
  },
  deniedDomains: {
    group: 'Keys:',
    flags: '--denied-domains <domains>',
    description: 'comma-separated domains that get no keys',
    default: [],
    shown: 'none',
    parse: parseDomains,
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The parsed settings, by name. */
export type Settings = Parsed<typeof SETTINGS>;

/** The names of all settings, which a service has. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** The default of commands that ask no database for the zone: a backup may have tables of an older version. */
export const MACHINE_ZONE = { timeZone: { default: null, shown: "the machine's" } } as const;

/** The environment variable of a setting: `HEADCOUNT_VENUE_NAME` for `venueName`. */
export function variableOf(name: SettingName): string {
  return `HEADCOUNT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

/** A setting as a flag and an environment variable; `replaced` is another default. */
export function settingOption(name: SettingName, replaced?: Pick<Setting, 'default' | 'shown'>): Option {
  const setting: Setting = { ...SETTINGS[name], ...replaced };
  const option = new Option(setting.flags, setting.description)
    .env(variableOf(name))
    .default(setting.default, setting.shown ?? String(setting.default))
    .preset(setting.preset)
    .helpGroup(setting.group);
  // For completion only: the parser below replaces the check.
  if (setting.values !== undefined) option.choices(setting.values);
  return option.argParser(setting.parse);
}

/** Adds settings to a command; `defaults` replaces single defaults. */
export function addSettings(
  command: Command,
  names: readonly SettingName[],
  defaults: Partial<Record<SettingName, Pick<Setting, 'default' | 'shown'>>> = {},
): Command {
  for (const name of names) command.addOption(settingOption(name, defaults[name]));
  return command;
}
