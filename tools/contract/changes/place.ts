import type { Json, Members } from './shape.ts';

/** Where a change is, in words. */
export interface Place {
  /** `GET /api/v1/status`; null for what concerns all operations. */
  readonly operation: string | null;
  /** The status of the response; empty outside responses. */
  readonly status: string;
  /** Such as ``parameter `limit` ``; empty for the operation as a whole. */
  readonly part: string;
}

/** Finds the words for a JSON pointer, `#/paths/…`, into a shape. */
export function placeOf(pointer: string, shape: Members): Place {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [kind, path = '', method, ...rest] = tokens;
  if (kind !== 'paths') {
    const named = kind === 'components' ? tokens.slice(1).join(' › ') : '';
    return { operation: null, status: '', part: code(named || (kind ?? '')) };
  }
  if (method === undefined) return { operation: operationsOf(shape, path), status: '', part: '' };
  return {
    operation: `${method.toUpperCase()} ${path}`,
    status: (rest[0] === 'responses' && rest[1]) || '',
    part: partOf(rest, ['paths', path, method], shape),
  };
}

function operationsOf(shape: Members, path: string): string {
  const methods = Object.keys((at(shape, ['paths', path]) ?? {}) as Members);
  return `${methods.join(', ').toUpperCase() || 'GET'} ${path}`;
}

function partOf([kind, name, ...rest]: readonly string[], above: readonly string[], shape: Members): string {
  if (kind === undefined) return '';
  if (kind === 'parameters') {
    if (name === undefined) return 'parameters';
    const parameter = at(shape, [...above, 'parameters', name]) as Members | undefined;
    return `parameter ${code(String(parameter?.['name'] ?? name))}`;
  }
  if (kind !== 'responses') return kind;
  if (rest[0] === 'headers') return rest[1] === undefined ? 'headers' : `header ${code(rest[1])}`;
  const field = rest[0] === 'content' ? fieldOf(rest.slice(3)) : '';
  return [
    field === '' ? [] : `${rest.includes('contentSchema') ? 'column' : 'field'} ${code(field)}`,
    rest.includes('propertyNames') ? 'names of fields' : [],
  ]
    .flat()
    .join(', ');
}

/** `results[].id` for the tokens of a schema's pointer. */
function fieldOf(tokens: readonly string[]): string {
  let field = '';
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === 'contentSchema' && tokens[index + 1] === 'items') index += 1;
    else if (token === 'items') field += '[]';
    else if (token === 'properties' && tokens[index + 1] !== undefined) {
      index += 1;
      field += `${field === '' ? '' : '.'}${tokens[index]}`;
    }
  }
  return field;
}

function at(shape: Members, path: readonly string[]): Json | undefined {
  let value: Json | undefined = shape;
  for (const name of path) value = (value as Members | undefined)?.[name];
  return value;
}

function code(text: string): string {
  return `\`${text}\``;
}
