import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from '../../src/client-check/check-client.ts';
import { SCENES } from '../../src/client-check/scenes.ts';

const page = readFileSync(new URL('../../docs/check-client.md', import.meta.url), 'utf8');
const [aboutScenes = '', aboutRules = ''] = page.split('## Rules');

it('docs/check-client.md lists every scene, and every rule once', () => {
  const scenes = [...aboutScenes.matchAll(/`([a-z-]+)`(?=[,; |])/g)].map(([, id]) => id);
  expect(scenes).toEqual(expect.arrayContaining(SCENES.map(({ id }) => id)));
  const own = RULES.filter(({ id }) => !id.startsWith('survives.'));
  const rows = own.map(({ id, promise, at, form, level }) => {
    const name = `\`${id}\`${form === undefined ? '' : ` (Form ${form})`}`;
    return `| ${name} | ${level === 'should' ? '*Recommended.* ' : ''}${promise} | ${at} |`;
  });
  expect(aboutRules.split('\n').filter((line) => /^\| `[a-z]+\./.test(line))).toEqual(rows);
});

it('docs/check-client.md names every scene that a client has to survive', () => {
  const [row = ''] = /^\| Each of `survives\.SCENE`.*$/m.exec(aboutRules) ?? [];
  const survived = RULES.flatMap(({ id }) => (id.startsWith('survives.') ? id.replace('survives.', '') : []));
  expect([...row.matchAll(/`([a-z-]+)`/g)].map(([, id]) => id)).toEqual(survived);
});
