import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from '../../src/client-check/check-client.ts';
import { SCENES } from '../../src/client-check/scenes.ts';

const page = readFileSync(new URL('../../docs/check-client.md', import.meta.url), 'utf8');

it('docs/check-client.md lists every rule of the check of clients, and every scene', () => {
  const rows = RULES.map(({ id, promise, made, at, form, level }) => {
    const name = `\`${id}\`${form === undefined ? '' : ` (Form ${form})`}`;
    return `| ${name} | ${level === 'should' ? '*Recommended.* ' : ''}${promise} | ${made} (${at}) |`;
  });
  const listed = page.split('\n').filter((line) => /^\| `[a-z]+\./.test(line));
  expect(listed).toEqual(rows);
  const scenes = page.split('## Rules')[0]?.matchAll(/`([a-z-]+)`(?=[,; |])/g) ?? [];
  expect([...scenes].map(([, id]) => id)).toEqual(expect.arrayContaining(SCENES.map(({ id }) => id)));
});
