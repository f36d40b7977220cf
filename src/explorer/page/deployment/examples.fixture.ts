import { readFileSync } from 'node:fs';
import type { Form, Path, Patterns, ResponseBody } from './responses.ts';

/** A named example of a JSON response, from the document of a form. */
export function exampleOf<P extends Path>(path: P, name: string, form: Form = 2): ResponseBody<P> {
  const file = new URL(`../../../../openapi/form-${form}.json`, import.meta.url);
  const { content } = JSON.parse(readFileSync(file, 'utf8')).paths[path].get.responses['200'];
  return content['application/json'].examples[name].value;
}

/** Patterns of a form with one report in each of some hours. */
export function patternsOf(form: Form, hours: readonly number[]): Patterns {
  const example = exampleOf('/api/v1/patterns', 'all-time', form);
  const by_hour = example.by_hour.map((one) =>
    hours.includes(one.hour)
      ? { ...one, value: 3, report_count: 1 }
      : { ...one, value: null, report_count: 0 },
  );
  return { ...example, by_hour };
}
