import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Path, ResponseBody } from './responses.ts';

type Content = { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };

const { paths } = parse(readFileSync(new URL('../../../openapi/form-2.yaml', import.meta.url), 'utf8'));

/** A named example of a response, from the document of Form 2. */
export function exampleOf<P extends Path>(path: P, name: string): ResponseBody<P> {
  const content: Content = paths[path].get.responses['200'].content['application/json'];
  const example = content.examples[name];
  if (example === undefined) throw new Error(`${path} has no example ${name}`);
  return example.value as ResponseBody<P>;
}
