import { HOUR, type Micros } from '../domain/micros.ts';
import { isWithin, TEXT_LIMITS } from '../domain/text-limits.ts';
import type { Key } from '../store/account-store.ts';
import { AccountError } from './account-error.ts';

const DAY: Micros = 24 * HOUR;

/** How long a key works from now on; null: until it is revoked. In the order of a form. */
export const EXPIRIES = {
  never: { label: 'Never', lasts: null },
  '30-days': { label: 'In 30 days', lasts: 30 * DAY },
  '90-days': { label: 'In 90 days', lasts: 90 * DAY },
  '1-year': { label: 'In a year', lasts: 365 * DAY },
} as const satisfies Record<string, { readonly label: string; readonly lasts: Micros | null }>;

/** How long the old secret keeps working after a key is replaced. In the order of a form. */
export const OVERLAPS = {
  none: { label: 'Not at all', lasts: 0 },
  '1-hour': { label: 'For an hour', lasts: HOUR },
  '1-day': { label: 'For a day', lasts: DAY },
  '7-days': { label: 'For 7 days', lasts: 7 * DAY },
} as const satisfies Record<string, { readonly label: string; readonly lasts: Micros }>;

/** The highest quota that an owner can ask for, in requests a day. */
export const MOST_QUOTA = 1_000_000;

/** When a key expires whose time begins now. `choice` is a name in `EXPIRIES`. */
export function expiryOf(choice: string, now: Micros): Micros | null {
  if (!isChoice(EXPIRIES, choice)) throw new AccountError('expires', 'Choose when the key expires.');
  const { lasts } = EXPIRIES[choice];
  return lasts === null ? null : now + lasts;
}

/**
 * What an owner can choose for a key that exists, as names in `EXPIRIES`: what ends it earlier than it does at `present`, because the
 * operator may have limited it.
 */
export function earlierExpiries(present: Micros | null, now: Micros): readonly (keyof typeof EXPIRIES)[] {
  const names = Object.keys(EXPIRIES) as (keyof typeof EXPIRIES)[];
  return names.filter((name) => {
    const end = expiryOf(name, now);
    return end !== null && (present === null || end < present);
  });
}

/** How long the old secret keeps working. `choice` is a name in `OVERLAPS`. */
export function overlapOf(choice: string): Micros {
  if (isChoice(OVERLAPS, choice)) return OVERLAPS[choice].lasts;
  throw new AccountError('overlap', 'Choose how long the old secret keeps working.');
}

/** A name without spaces around it, and with single spaces inside. */
export function tidyName(typed: string): string {
  return typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The name of a key as it is stored. */
export function keyNameOf(typed: string): string {
  const name = tidyName(typed);
  if (name === '') throw new AccountError('name', 'Give the key a name, such as the program that uses it.');
  if (!isWithin(name, TEXT_LIMITS.keyName)) {
    throw new AccountError('name', `A name may have ${TEXT_LIMITS.keyName} characters at most.`);
  }
  if (/\p{C}/u.test(name)) throw new AccountError('name', 'A name may have visible characters only.');
  return name;
}

/** Why a higher quota is needed: lines of visible characters. */
export function reasonOf(typed: string): string {
  const reason = typed.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();
  if (reason === '') throw new AccountError('reason', 'Say what you need the requests for.');
  if (!isWithin(reason, TEXT_LIMITS.reason)) {
    throw new AccountError('reason', `A reason may have ${TEXT_LIMITS.reason} characters at most.`);
  }
  if (/(?!\n)\p{C}/u.test(reason)) {
    throw new AccountError('reason', 'A reason may have visible characters only.');
  }
  return reason;
}

/** A quota that an owner may ask for, in requests a day. */
export function wantedQuotaOf(quota: number, key: Key): number {
  if (Number.isSafeInteger(quota) && quota > key.quota && quota <= MOST_QUOTA) return quota;
  const [least, most] = [key.quota + 1, MOST_QUOTA].map((count) => count.toLocaleString('en-US'));
  throw new AccountError('quota', `Ask for a whole number of requests a day from ${least} to ${most}.`);
}

function isChoice<Choices extends object>(
  choices: Choices,
  choice: string,
): choice is Extract<keyof Choices, string> {
  return Object.hasOwn(choices, choice);
}
