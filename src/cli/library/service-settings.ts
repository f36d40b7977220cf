import { EMAIL_RULE, isEmailAddress } from '../../service/domain/texts.ts';
import { ALWAYS_OPEN, parseTimetable } from '../../service/domain/timetable.ts';
import {
  parseAddresses,
  parseContact,
  parseDatabase,
  parseInstant,
  parseName,
  parseTimeZone,
  parseUrl,
} from '../commands/parse-setting.ts';
import { lacksPublicUrl, PUBLIC_URL_RULE } from '../commands/setting-checks.ts';
import type { Settings as ProgramSettings } from '../commands/settings.ts';
import { checkOptions, flag, OptionError, oneOf, type Rule, text, whole } from './options.ts';
import type { KeyOwner, ServiceOptions } from './service-options.ts';

const LOGGER_METHODS = ['isLevelEnabled', 'info', 'warn', 'error'] as const;

const RULES = {
  database: text,
  form: oneOf(1, 2),
  timeZone: text,
  hours: { allowed: 'an object', accepts: (value) => typeof value === 'object' && value !== null },
  venueName: text,
  publicUrl: text,
  trustProxy: {
    allowed: 'a list of addresses and ranges',
    accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  },
  photoHost: text,
  publicPage: flag,
  contact: text,
  asOf: text,
  pages: flag,
  drainMs: whole(0, 3_600_000),
  logger: {
    allowed: `an object with the methods ${LOGGER_METHODS.join(', ')}`,
    accepts: (value) =>
      LOGGER_METHODS.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function'),
  },
} as const satisfies Record<keyof ServiceOptions, Rule>;

export const KEY_OWNER_RULES = {
  email: { allowed: EMAIL_RULE, accepts: (value) => typeof value === 'string' && isEmailAddress(value) },
  quota: whole(0, 999_999_999),
} as const satisfies Record<keyof KeyOwner, Rule>;

/** The settings of a service that listens nowhere and has no account page. */
type Settings = Pick<
  ProgramSettings,
  | 'database'
  | 'form'
  | 'timeZone'
  | 'hours'
  | 'venueName'
  | 'publicUrl'
  | 'photoHost'
  | 'publicPage'
  | 'trustProxy'
  | 'contact'
  | 'asOf'
>;

/**
 * Checks options, and parses them as the program parses its settings.
 *
 * @throws {OptionError} for the first one that is not allowed
 */
export function settingsOf(options: ServiceOptions): Settings {
  checkOptions(options, RULES, ['database']);
  const parsed = <Name extends keyof ServiceOptions, Value, Default>(
    name: Name,
    parse: (value: NonNullable<ServiceOptions[Name]>) => Value,
    fallback: Default,
  ) => {
    const value = options[name];
    return value === undefined ? fallback : parseOption(name, () => parse(value));
  };
  const settings: Settings = {
    form: options.form ?? 2,
    database: parseOption('database', () => parseDatabase(options.database)),
    timeZone: parsed('timeZone', parseTimeZone, null),
    hours: parsed('hours', parseTimetable, ALWAYS_OPEN),
    venueName: parsed('venueName', parseName, null),
    publicUrl: parsed('publicUrl', parseUrl, null),
    photoHost: parsed('photoHost', parseUrl, null),
    publicPage: options.publicPage ?? false,
    trustProxy: parsed('trustProxy', (list) => parseAddresses(list.join(',')), []),
    contact: parsed('contact', parseContact, 'the operator of this service'),
    asOf: parsed('asOf', parseInstant, null),
  };
  if (lacksPublicUrl(settings)) throw new OptionError('publicUrl', PUBLIC_URL_RULE);
  return settings;
}

function parseOption<Value>(name: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new OptionError(name, (error as Error).message);
  }
}
