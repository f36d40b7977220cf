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
