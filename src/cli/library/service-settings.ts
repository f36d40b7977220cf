import { EMAIL_RULE, isEmailAddress } from '../../service/domain/texts.ts';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { lacksPublicUrl, PUBLIC_URL_RULE } from '../settings/setting-checks.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
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
const NAMES = [
  'database',
  'form',
  'timeZone',
  'hours',
  'venueName',
  'publicUrl',
  'photoHost',
  'publicPage',
  'trustProxy',
  'contact',
  'asOf',
] as const;

type ServiceSettings = Pick<Settings, (typeof NAMES)[number]>;

/**
 * Checks options, and parses them as the program parses its settings.
 *
 * @throws {OptionError} for the first one that is not allowed
 */
export function settingsOf(options: ServiceOptions): ServiceSettings {
  checkOptions(options, RULES, ['database']);
  const parsed = NAMES.map((name) => [name, settingOf(name, options[name])]);
  const settings: ServiceSettings = Object.fromEntries(parsed);
  if (lacksPublicUrl(settings)) throw new OptionError('publicUrl', PUBLIC_URL_RULE);
  return settings;
}

function settingOf(name: (typeof NAMES)[number], value: unknown): unknown {
  if (value === undefined) return SETTINGS[name].default;
  try {
    // The program reads a file. A list becomes one text with commas.
    return name === 'hours' ? parseTimetable(value) : SETTINGS[name].parse(String(value));
  } catch (error) {
    throw new OptionError(name, (error as Error).message);
  }
}
