/** The longest texts that the service takes from outside, in characters. E-mail addresses have `isEmailAddress`. */
export const TEXT_LIMITS = {
  /** Of a photo. One response has up to 60. */
  caption: 1000,
  /** The path of a photo on its host. */
  photoFile: 500,
  keyName: 40,
  venueName: 60,
  /** Whom to contact, in errors, pages and the contract's document. */
  contact: 200,
  /** Of an exception or a season of the opening hours; it becomes part of the status message. */
  hoursComment: 200,
  /** The public URL and the photo host, with which each link begins. */
  url: 500,
  /** The left part of a badge, which is cut. */
  badgeLabel: 40,
} as const satisfies Readonly<Record<string, number>>;

/** Whether a text has at most as many characters. Longer ones aren't counted, so that huge ones cost nothing. */
export function isWithin(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** Whether a text is one line of at least one and at most `most` characters. */
export function isLine(text: string, most: number): boolean {
  return text !== '' && isWithin(text, most) && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** A text, or the beginning of a longer one with an ellipsis. */
export function cut(text: string, most: number): string {
  return isWithin(text, most) ? text : `${[...text.slice(0, 2 * most)].slice(0, most - 1).join('')}…`;
}

/** A number with its noun: `1 report`, `2 reports`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** The text of a file without the byte order mark that editors of Windows begin files with. Parsers take it for content. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Characters that are invisible, move the cursor of a terminal, or change the direction of what follows; not the line feed. */
const UNPRINTABLE = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

/** A value as JSON of several lines, with unprintable characters as JSON's escapes. */
export function printableJson(value: object): string {
  return JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A text from outside as a terminal may show it: unprintable characters become escapes such as \u{1b}. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The longest address, and the longest part before its @ (RFC 5321, 4.5.3.1). */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** No spaces, and nothing that is invisible or moves the cursor of a terminal. */
const SHAPE = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** What an e-mail address may be, for error messages. */
export const EMAIL_RULE = `an e-mail address of at most ${MAX_LENGTH} printable characters`;

/** Whether a text can be the e-mail address of an account. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && SHAPE.test(text) && text.indexOf('@') <= MAX_LOCAL_LENGTH;
}

/** Whether a host, of an address or a URL, is a loopback one, which other machines can't reach. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){1,3}|::1|\[::1\])$/.test(host);
}
