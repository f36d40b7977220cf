import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { allowances } from './allowances.ts';
import { decided, plainType } from './decided.ts';
import { isObject, type JsonObject } from './json.ts';

/** Which of the two interface forms. */
export type Form = 1 | 2;

/** A bundled document: its parsed content, and the hash of its text, which reports name it by. */
export interface Contract {
  readonly document: JsonObject;
  readonly hash: string;
}

const loaded = new Map<Form, Contract>();

/** The document of a form, read once. */
export function loadContract(form: Form): Contract {
  const contract = loaded.get(form) ?? readDocument(form);
  loaded.set(form, contract);
  return contract;
}

/** Reads openapi/form-N.yaml, and its content from the same document as JSON, since parsing YAML is slow. */
function readDocument(form: 1 | 2): Contract {
  const read = (format: string) =>
    readFileSync(new URL(`../../openapi/form-${form}.${format}`, import.meta.url), 'utf8');
  const text = read('yaml');
  const document: unknown = JSON.parse(read('json'));
  if (!isObject(document)) throw new Error(`openapi/form-${form}.json is not a document`);
  return { document, hash: createHash('sha256').update(text).digest('hex') };
}

/** The value at a JSON pointer; undefined if there is none. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, token) => (Array.isArray(node) ? node[Number(token)] : isObject(node) ? node[token] : undefined),
      document,
    );
}

const judged = new Map<Form, JsonObject>();

/**
 * A copy of a document without the members that schemas leave optional: only this project promises them, so another deployment
 * may leave them out, or have one of its own by the same name.
 */
export function withoutOptional(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutOptional);
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutOptional(value)]));
  const { properties, required } = copy;
  if (!isObject(properties) || !Array.isArray(required)) return copy;
  const kept = Object.entries(properties).filter(([name]) => required.includes(name));
  return { ...copy, properties: Object.fromEntries(kept) };
}

/** The document with what the description allows beyond it. Throws for an allowance of a schema that it does not have. */
function judgedDocument(form: Form): JsonObject {
  const known = judged.get(form);
  if (known !== undefined) return known;
  const document = withoutOptional(loadContract(form).document);
  if (!isObject(document)) throw new Error(`openapi/form-${form}.json is not a document`);
  for (const { at, form: only = form, schema } of allowances) {
    if (only !== form) continue;
    const parent = resolvePointer(document, at.slice(0, at.lastIndexOf('/')));
    const name = at.slice(at.lastIndexOf('/') + 1);
    if (!isObject(parent) || !(name in parent)) throw new Error(`openapi/form-${form}.yaml has no ${at}`);
    Object.assign(parent, { [name]: schema });
  }
  judged.set(form, document);
  return document;
}

/**
 * The schema at a JSON pointer as the gate checks it: with the allowances, with every reference replaced by its target, so that
 * it stands alone, without types that `not` excludes, and with alternatives decided by their constant.
 */
export function inlinedSchema(form: Form, pointer: string): JsonObject {
  const document = judgedDocument(form);
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline);
    if (!isObject(node)) return node;
    const { $ref, ...rest } = node;
    const siblings = decided(
      plainType(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value)]))),
    );
    if (typeof $ref !== 'string') return siblings;
    const target = inline(resolvePointer(document, $ref.slice(1)));
    const { description: _, ...keywords } = siblings;
    if (Object.keys(keywords).length === 0) return target;
    return { allOf: [target, keywords] };
  };
  const schema = inline(resolvePointer(document, pointer));
  if (!isObject(schema)) throw new Error(`openapi/form-${form}.yaml has no schema ${pointer}`);
  return schema;
}
