import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examples } from './examples.ts';

it.each([...examples()])('%s is up to date with bench/estimates/write-examples.ts', (path, content) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(content);
});
