const colors = { green: 32, red: 31, yellow: 33, gray: 90, bold: 1 } as const;

export type Color = keyof typeof colors;
export type Paint = (text: string, color: Color) => string;

/** How a terminal shows texts. */
export interface Page {
  /** Where texts are wrapped. */
  readonly width: number;
  /** Where lines are cut that are not wrapped. */
  readonly longest: number;
  readonly paint: Paint;
}

/** Colors texts for a terminal, or leaves them as they are. */
export function painter(isColored: boolean): Paint {
  return (text, color) => (isColored && text !== '' ? `\u001b[${colors[color]}m${text}\u001b[0m` : text);
}

/** Checks whether the terminal shows colors; NO_COLOR turns them off if it is set and not empty. */
export function isColored(
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR = '' }: NodeJS.ProcessEnv,
): boolean {
  return isTTY === true && NO_COLOR === '';
}

/** The text in lines of at most `width` characters. A word that is longer has a line of its own. */
export function wrapped(text: string, width: number, first: string, rest: string = first): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const indent = () => (lines.length === 0 ? first : rest);
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent().length + longer.length > width) {
      lines.push(indent() + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent() + line];
}

/** The text in a line of at most `width` characters. */
export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}
