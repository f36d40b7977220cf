import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from './json.ts';

/** A bundled document: its parsed content, and the hash of its text, which reports name it by. */
export interface Contract {
  readonly document: JsonObject;
  readonly hash: string;
}

/**
 * Reads openapi/form-N.yaml, and its content from the same document as JSON, since parsing YAML is slow. Where there are no files, as in
 * a browser, a bundle replaces this module.
 */
export function readDocument(form: 1 | 2): Contract {
  const read = (format: string) =>
    readFileSync(new URL(`../../openapi/form-${form}.${format}`, import.meta.url), 'utf8');
  const text = read('yaml');
  const document: unknown = JSON.parse(read('json'));
  if (!isObject(document)) throw new Error(`openapi/form-${form}.json is not a document`);
  return { document, hash: createHash('sha256').update(text).digest('hex') };
}
