import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';

/** Messages of others: of commander, systemd and Node.js. */
const OF_OTHERS = /^(option '|status=|Cannot find module)/;

it('docs/trouble.md has messages that the program prints', () => {
  const sources = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(PROJECT, 'src', name), 'utf8'));
  // Long messages are made of several strings.
  const printed = sources.join('\n').replaceAll(/['`] \+\s*['`]/g, '');
  const rows = readFileSync(join(PROJECT, 'docs/trouble.md'), 'utf8').matchAll(/^\| (`.+?) \| /gm);
  const messages = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );
  const parts = messages
    .filter((text) => !OF_OTHERS.test(text))
    .flatMap((text) => text.split('…').map((part) => part.trim()));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !printed.includes(part))).toEqual([]);
});
