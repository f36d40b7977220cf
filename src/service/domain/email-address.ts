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
