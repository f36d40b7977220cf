import { sizeOf } from '../safety/intake.ts';
import { limits } from '../safety/limits.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object if it is an array, or else an empty array. */
export function arrayIn(value: unknown, name: string): readonly unknown[] {
  const member = isObject(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}

/** The text of a file without the byte order mark that editors of Windows begin files with. Parsers take it for content. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Parses JSON; undefined if the text is invalid, or nested deeper than the gate reads. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON with integers beyond 2^53 as their digits, which numbers would round; undefined as from `parseJson`. */
export function parseExactly(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  const exact = (_name: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? context?.source
      : value;
  try {
    return JSON.parse(text, exact);
  } catch {
    return undefined;
  }
}

/** Checks whether arrays and objects are nested deeper than the limit, so that code which follows them could exhaust the stack. */
export function isTooDeep(text: string): boolean {
  return sizeOf(text).depth > limits.jsonDepth;
}

/** Checks whether a media type without parameters, in lower case, is one of JSON. */
export function isJsonType(type: string): boolean {
  return type.endsWith('/json') || type.endsWith('+json');
}

/** Checks whether JSON may have that media type, or none: no sentence says how responses are labeled, so only another format contradicts. */
export function mayLabelJson(type: string): boolean {
  return !/html|xml|csv|^text\/plain$/.test(type);
}
