import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishedHeaders } from './browser/static-host.fixture.ts';
import { PROJECT } from './contents.ts';

it('has an example for nginx with every header field of the guide, and the 404 page', () => {
  const guide = readFileSync(join(PROJECT, 'docs/publishing.md'), 'utf8');
  const example = guide.slice(guide.indexOf('location /headcount/ {')).split('```')[0] ?? '';
  const fields = [...example.matchAll(/^ {2}add_header (\S+) "(.+)" always;$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(fields).toEqual([...publishedHeaders()]);
  expect(example).toContain(`error_page 404 /headcount/404.html;`);
});
