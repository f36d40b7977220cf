import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examples } from './examples.ts';

it.each([...examples()])('%s is what bench/estimates/write-examples.ts would write', (path, content) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(content);
});
