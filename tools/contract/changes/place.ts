import { resolvePointer } from '../../../conformance/contract/contract.ts';
import { isObject } from '../../../conformance/contract/json.ts';

/** Where a change is, in words. */
export interface Place {
  /** `GET /api/v1/status`; null for what concerns all operations. */
  readonly operation: string | null;
  /** Such as ``response 200, field `results[].id` ``; empty for the operation as a whole. */
  readonly part: string;
}

/** Finds the words for a JSON pointer, `#/paths/…`, into a document without references. */
export function placeOf(pointer: string, document: object): Place {
  const [kind = '', ...tokens] = tokensOf(pointer);
  if (kind !== 'paths') return { operation: null, part: code([kind, ...tokens].join(' › ')) };
  const [path = '', method = 'get', where = '', name, ...rest] = tokens;
  return {
    operation: `${method.toUpperCase()} ${path}`,
    part: [
      where === 'responses' ? `response ${name}` : where,
      where === 'parameters' && name !== undefined ? code(parameterAt(pointer, document)) : '',
      rest[0] === 'headers' ? `header ${code(rest[1] ?? '')}` : '',
      rest[0] === 'content' ? fieldIn(rest.slice(3)) : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
}

/** The unescaped parts of a JSON pointer. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function parameterAt(pointer: string, document: object): string {
  const parameter = resolvePointer(document, pointer.split('/').slice(0, 6).join('/'));
  return isObject(parameter) ? String(parameter['name']) : '';
}

/** ``field `results[].id` `` for the rest of a pointer in a body's schema. */
function fieldIn(tokens: readonly string[]): string {
  const field = `/${tokens.join('/')}`
    .replace('/contentSchema/items', '')
    .replaceAll(/\/properties\/([^/]+)/g, '.$1')
    .replaceAll(/\/items(?=[/.]|$)/g, '[]')
    .replace(/\/.*/, '')
    .replace(/^\./, '');
  return field === '' ? '' : `${tokens.includes('contentSchema') ? 'column' : 'field'} ${code(field)}`;
}

function code(text: string): string {
  return `\`${text}\``;
}
