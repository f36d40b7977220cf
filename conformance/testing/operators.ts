import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.ts';

/** An object or a list whose member an operator changes. */
export type Parent = Record<string | number, unknown>;

/** One way to change a member of a body. */
export interface Operator {
  readonly name: string;
  /** The member afterwards, in words. */
  readonly summary: string;
  /** Changes the member in place; returns whether it did. */
  readonly apply: (parent: Parent, name: string | number) => boolean;
}

/** An operator on the value alone; `change` returns undefined for values that it does not apply to. */
function onValue(name: string, summary: string, change: (value: unknown) => unknown): Operator {
  const apply = (parent: Parent, member: string | number) => {
    const value = parent[member];
    const changed = change(value);
    if (changed === undefined || isDeepStrictEqual(changed, value)) return false;
    parent[member] = changed;
    return true;
  };
  return { name, summary, apply };
}
const onText = (name: string, summary: string, change: (text: string) => string) =>
  onValue(name, summary, (value) => (typeof value === 'string' ? change(value) : undefined));
const onNumber = (name: string, summary: string, change: (number: number) => number) =>
  onValue(name, summary, (value) => (typeof value === 'number' ? change(value) : undefined));
const onList = (name: string, summary: string, change: (list: readonly unknown[]) => readonly unknown[]) =>
  onValue(name, summary, (value) => (Array.isArray(value) ? change(value) : undefined));

/** The operators of mutation testing for JSON: what is missing, of another type, format or bounds, empty, or in another place. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'missing',
    summary: 'missing',
    apply: (parent, name) => !Array.isArray(parent) && delete parent[name],
  },
  {
    name: 'swapped',
    summary: 'swapped with the next member',
    apply: (parent, name) => {
      const names = Object.keys(parent);
      const next = Array.isArray(parent) ? undefined : names[names.indexOf(String(name)) + 1];
      if (next === undefined) return false;
      [parent[name], parent[next]] = [parent[next], parent[name]];
      return true;
    },
  },
  onValue('null', 'null', () => null),
  onValue('false', 'false', () => false),
  onValue('number', 'the number 17', () => 17),
  onValue('text', 'a string', (value) => (typeof value === 'string' ? undefined : String(value))),
  onValue('listed', 'in a list', (value) => [value]),
  onValue('empty', 'empty', emptied),
  onNumber('negative', 'negative', (number) => -1 - number),
  onNumber('fraction', 'with a fraction', (number) => number + 0.5),
  onNumber('one-more', 'one more', (number) => number + 1),
  onText('word', 'a word', () => 'many'),
  onText('upper-case', 'in upper case', (text) => text.toUpperCase()),
  onText('lower-case', 'in lower case', (text) => text.toLowerCase()),
  onText('spaced', 'with a space before its first mark', (text) => text.replace(/\W/, ' $&')),
  onText('first-part', 'cut at its first mark', (text) => text.replace(/\W.*/, '')),
  onText('other-marks', 'with points for its marks', (text) => text.replace(/\W/g, '.')),
  onText('cut', 'without its last character', (text) => text.slice(0, -1)),
  onText('unit', 'followed by a word', (text) => `${text} people`),
  onText('zero-before', 'with a zero before it', (text) => `0${text}`),
  onText('without-offset', 'without its offset', (text) => text.replace(/(Z|[+-]\d\d:\d\d)$/, '')),
  onList('short', 'an item too short', (list) => list.slice(0, -1)),
  onList('long', 'an item too long', (list) => [...list, ...list.slice(-1)]),
];

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : '';
}
