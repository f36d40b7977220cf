import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withResults } from './result.ts';

const page = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8');

it.each(['data', 'estimates', 'gate', 'reporting', 'scale', 'serving', 'siege'])(
  'RESULTS.md has a place for the tables of %s, which replace only the last ones',
  (name) => {
    const once = withResults(page, name, '| a |');
    expect(once).toContain(`<!-- ${name} -->\n| a |\n<!-- end of ${name} -->\n`);
    expect(withResults(once, name, '| b |')).toBe(once.replace('| a |', '| b |'));
    expect(once.length).toBeLessThan(page.length);
  },
);

it('another name has no place', () => {
  expect(() => withResults(page, 'other', '')).toThrow('RESULTS.md has no marks for other');
});
