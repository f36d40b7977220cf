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
  /** The public URL and the photo host, with which each link begins. */
  url: 500,
  /** The left part of a badge, which is cut. */
  badgeLabel: 40,
} as const satisfies Readonly<Record<string, number>>;

/** Whether a text has at most as many characters. Longer ones aren't counted, so that huge ones cost nothing. */
export function isWithin(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** A text, or the beginning of a longer one with an ellipsis. */
export function cut(text: string, most: number): string {
  return isWithin(text, most) ? text : `${[...text.slice(0, 2 * most)].slice(0, most - 1).join('')}…`;
}
