/** Parsers of settings. Each throws `InvalidArgumentError`, whose message says what is allowed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { parseSmtpAddress, type SmtpAddress } from '../../accounts/mail/smtp-address.ts';
import { type Micros, microsOf } from '../../service/domain/micros.ts';
import { EMAIL_RULE, isEmailAddress, isLine, TEXT_LIMITS } from '../../service/domain/texts.ts';
import { parseTimetable, type Timetable } from '../../service/domain/timetable.ts';
import { type DatabaseAddress, parseDatabaseAddress } from '../../service/store/open-store.ts';

/** Named address ranges, as in Express. */
const NAMED_RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The log levels, the most detailed first. */
export const LOG_LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent'];

export function parseForm(text: string): 1 | 2 {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  throw new InvalidArgumentError('It must be 1 or 2.');
}

export function parseBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('It must be true or false.');
}

/** Returns a parser of whole numbers from `least` to `most`, in plain digits. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

export function parseDatabase(text: string): DatabaseAddress {
  try {
    return parseDatabaseAddress(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

export function parseTimeZone(text: string): string {
  try {
    // Reports are counted by UTC quarter-hour, so an offset such as +05:37 would split them.
    if (/^[+-]/.test(text)) throw new RangeError('an offset, not a name');
    return Temporal.Now.zonedDateTimeISO(text).timeZoneId;
  } catch {
    const city = `/${text.trim().replaceAll(' ', '_')}`.toLowerCase();
    const meant = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(city));
    const example = meant ?? 'America/New_York or UTC';
    throw new InvalidArgumentError(`It must be the name of a time zone, such as ${example}.`);
  }
}

export function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.');
}

/** Parses the name of the venue, which pages show in one line. */
export const parseName = (text: string) => parseLine(text, TEXT_LIMITS.venueName);

/** Parses the code of the sign: people type it on a phone. */
export function parseReportCode(text: string): string {
  const code = text.trim();
  if (/^[A-Za-z0-9][A-Za-z0-9 -]{2,38}[A-Za-z0-9]$/.test(code)) return code;
  throw new InvalidArgumentError('It must have 4 to 40 letters, digits, spaces or hyphens.');
}

/** Parses whom to contact. */
export const parseContact = (text: string) => parseLine(text, TEXT_LIMITS.contact);

function parseLine(text: string, most: number): string {
  const line = text.trim();
  if (isLine(line, most)) return line;
  throw new InvalidArgumentError(`It must be one line of 1 to ${most} characters.`);
}

/** The opening hours of a file, which is read again when it changes. */
export interface HoursFile extends Timetable {
  readonly file: string;
}

/** Parses a file of JSON or YAML. */
export function parseHours(file: string): HoursFile {
  try {
    // Loaded when it is used: it takes longer than most commands. JSON is YAML, too, and JSON.parse finds no date that is listed twice.
    const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
    return { file, ...parseTimetable(parse(readFileSync(file, 'utf8'))) };
  } catch (error) {
    // An error of YAML ends with the lines before, the line itself and a mark below it.
    const message = (error as Error).message.replace(
      /\n[\s\S]*?(.*)\n *\^+\s*$/,
      (_, line) => ` ${line.trim()}`,
    );
    throw new InvalidArgumentError(`${message} (see docs/settings.md).`);
  }
}

export function parseUrl(text: string): string {
  const url = text.length > TEXT_LIMITS.url ? null : URL.parse(text);
  const plain =
    url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (plain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new InvalidArgumentError(
    `It must be an http or https URL of at most ${TEXT_LIMITS.url} characters without a query, fragment or password.`,
  );
}

export function parseInstant(text: string): Micros {
  try {
    return microsOf(Temporal.Instant.from(text));
  } catch {
    throw new InvalidArgumentError('It must be a time with a UTC offset, such as 2026-10-16T12:30:00-07:00.');
  }
}

/** Checks a time with a UTC offset, and returns it unchanged. */
export function parseTimestamp(text: string): string {
  parseInstant(text);
  return text;
}

function parseList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}

/** Parses domains, and returns them in ASCII. */
export function parseDomains(text: string): readonly string[] {
  return parseList(text).map((domain) => {
    const ascii = domainToASCII(domain);
    if (ascii.length <= 253 && DOMAIN.test(ascii)) return ascii;
    throw new InvalidArgumentError(
      `"${domain}" is not a domain; use names such as uni-x.de, without @ and *. They include subdomains.`,
    );
  });
}

export function parseAddresses(text: string): readonly string[] {
  const addresses = parseList(text);
  for (const address of addresses) {
    if (!NAMED_RANGES.includes(address) && !isRange(address)) {
      throw new InvalidArgumentError(
        `"${address}" is not an address or range; use 10.0.0.5, 10.0.0.0/8, or one of ${NAMED_RANGES.join(', ')}.`,
      );
    }
  }
  return addresses;
}

function isRange(text: string): boolean {
  const [ip = '', bits = '0', ...rest] = text.split('/');
  const version = isIP(ip);
  return (
    version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  );
}

export function parseLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new InvalidArgumentError('It must be debug, info, warn, error or silent.');
}

/** Parses the URL of a mail server, or `log`. */
export function parseMailServer(text: string): SmtpAddress | 'log' {
  if (text === 'log') return 'log';
  try {
    return parseSmtpAddress(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message} Or log, which sends no mail.`);
  }
}

/** Parses an address without a name. */
export function parseMailAddress(text: string): string {
  if (isEmailAddress(text) && !/[<>()[\]",;:\\]/.test(text)) return text;
  throw new InvalidArgumentError(`It must be ${EMAIL_RULE}, such as keys@queue.example.edu.`);
}
