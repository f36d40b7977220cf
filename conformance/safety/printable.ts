import { limits } from './limits.ts';

declare const madePrintable: unique symbol;

/** A value whose texts went through `printable`. Everything that writes a report takes this type only. */
export type Printable<Value> = Value & { readonly [madePrintable]: true };

/**
 * The only way from a deployment to a terminal, a log or a file: makes every text in a value harmless. Characters that are not
 * seen or move others (controls, direction marks, line breaks, lone surrogates) become escapes such as \u001b, commands of
 * build logs (`::error`, `##[group]`, `##vso[…]`) are broken up, and long texts are cut with a note.
 */
export function printable<Value>(value: Value): Printable<Value> {
  return made(value) as Printable<Value>;
}

/** The same for a text whose line breaks stay, such as the body of a response in a page. */
export function printableLines(text: string): string {
  const lines = clipped(text, limits.textLength, '\n')
    .split(/\r?\n/)
    .map((line) => printable(line));
  return lines.join('\n');
}

/** A count and its noun, which is another for all but one: `1 report`, `2 reports`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** The start of a text that is longer than `most`, with a note after it. Everything quoted from a deployment is cut by this. */
export function clipped(text: string, most: number, between = ''): string {
  const rest = text.length - most;
  return rest > 0 ? `${text.slice(0, most)}${between}… (${counted(rest, 'more character')})` : text;
}

/** Every text of a value as JSON, with the characters that are not seen as JSON escapes; nothing is lost. */
export function printableJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text.replace(unseen, (character) => (character === '\n' ? character : escapeOf(character)));
}

/** Everything that Unicode calls "other", and its line and paragraph separators. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;
const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function made(value: unknown): unknown {
  if (typeof value === 'string') return harmless(value);
  if (Array.isArray(value)) return value.map(made);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [harmless(name), made(member)]));
}

function harmless(text: string): string {
  return clipped(text, limits.textLength)
    .replace(unseen, (character) => names[character] ?? escapeOf(character))
    .replace(/##(?=\w*\[)/g, '## ')
    .replace(/^(\s*):(?=:)/, '$1: ');
}

/** The UTF-16 units of a character as JSON escapes. */
function escapeOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}
