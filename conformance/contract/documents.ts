import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { parse } from 'yaml';
import { isObject, type JsonObject } from './json.ts';

/** A bundled document: its text, parsed content, and the hash that reports name it by. */
export interface Contract {
  readonly text: string;
  readonly document: JsonObject;
  readonly hash: string;
}

/**
 * Reads openapi/form-N.yaml, or takes what the thread that started this one has read, since parsing is slow. Where there are no
 * files, as in a browser, a bundle replaces this module.
 */
export function readDocument(form: 1 | 2): Contract {
  const inherited = getEnvironmentData(`form ${form}`) as unknown as Contract | undefined;
  if (inherited !== undefined) return inherited;
  const text = readFileSync(new URL(`../../openapi/form-${form}.yaml`, import.meta.url), 'utf8');
  const document: unknown = parse(text);
  if (!isObject(document)) throw new Error(`openapi/form-${form}.yaml is not a document`);
  const contract = { text, document, hash: createHash('sha256').update(text).digest('hex') };
  setEnvironmentData(`form ${form}`, contract);
  return contract;
}
