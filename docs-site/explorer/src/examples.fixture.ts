import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Form, Path, ResponseBody } from './responses.ts';

/** A named example of a JSON response, from the document of a form. */
export function exampleOf<P extends Path>(path: P, name: string, form: Form = 2): ResponseBody<P> {
  const file = new URL(`../../../openapi/form-${form}.yaml`, import.meta.url);
  const { content } = parse(readFileSync(file, 'utf8')).paths[path].get.responses['200'];
  return content['application/json'].examples[name].value;
}
