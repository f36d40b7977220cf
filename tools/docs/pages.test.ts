import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/cli/library/index.ts';
import { RULES } from '../../src/client-check/check-client.ts';
import { SCENES } from '../../src/client-check/scenes.ts';
import { manifestOf } from '../package/library.ts';
import { commandPages, writtenPages } from './commands-page.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${PROJECT}${path}`, 'utf8');

it('docs/commands has the current help; `npx node tools/docs/commands-page.ts` writes it', () => {
  expect(Object.fromEntries(writtenPages())).toEqual(Object.fromEntries(commandPages()));
});

// Anybody could register that name on npm, and their code would run.
it('no guide has npx look for a package named headcount', () => {
  const guides = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: PROJECT })];
  expect(guides.filter((guide) => /npx headcount/.test(read(guide)))).toEqual([]);
});

it('record 14 explains every package from npm, with its version', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const record =
    read('docs/decisions/0014-dependencies.md')
      .match(/^\|.*$/gm)
      ?.join('\n') ?? '';
  const explained = Object.entries<string>({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => !name.startsWith('@types/') && /^\d/.test(version))
    .map(([name, version]) => ` ${name} ${version}`);
  expect(explained.filter((text) => !record.includes(text))).toEqual([]);
});

describe('docs/check-client.md', () => {
  const [aboutScenes = '', aboutRules = ''] = read('docs/check-client.md').split('## Rules');

  it('lists every scene, and every rule once', () => {
    const scenes = [...aboutScenes.matchAll(/`([a-z-]+)`(?=[,; |])/g)].map(([, id]) => id);
    expect(scenes).toEqual(expect.arrayContaining(SCENES.map(({ id }) => id)));
    const own = RULES.filter(({ id }) => !id.startsWith('survives.'));
    const rows = own.map(({ id, promise, at, form, level }) => {
      const name = `\`${id}\`${form === undefined ? '' : ` (Form ${form})`}`;
      return `| ${name} | ${level === 'should' ? '*Recommended.* ' : ''}${promise} | ${at} |`;
    });
    expect(aboutRules.split('\n').filter((line) => /^\| `[a-z]+\./.test(line))).toEqual(rows);
  });

  it('names every scene that a client has to survive', () => {
    const [row = ''] = /^\| Each of `survives\.SCENE`.*$/m.exec(aboutRules) ?? [];
    const survived = RULES.flatMap(({ id }) =>
      id.startsWith('survives.') ? id.replace('survives.', '') : [],
    );
    expect([...row.matchAll(/`([a-z-]+)`/g)].map(([, id]) => id)).toEqual(survived);
  });
});

describe('docs/compatibility.md', () => {
  const page = read('docs/compatibility.md');

  it('lists the exit codes that the help of the commands lists', () => {
    const listed = `${page}${read('docs/conformance.md')}`.match(/^\| \d \| /gm)?.map((row) => row[2]);
    const help = [...writtenPages().values()].join('\n');
    const blocks = help.match(/^Exit codes:\n(?: +\d.*\n)+/gm)?.join('') ?? '';
    const used = blocks.match(/^ +\d (?= )/gm)?.map((code) => code.trim());
    expect(new Set(listed)).toEqual(new Set(used));
  });

  it('says what the image has', () => {
    const dockerfile = read('Dockerfile');
    const of = (instruction: string) => dockerfile.match(new RegExp(`^${instruction} ([^:\\n]+)`, 'm'))?.[1];
    expect(page.replaceAll('\n', ' ')).toMatch(
      new RegExp(`user ${of('USER')}, +listen on port ${of('EXPOSE')} and keep data in \`${of('VOLUME')}\``),
    );
  });

  it('lists what the package exports, and the oldest Node.js that it installs on', () => {
    const rows = [...page.matchAll(/^\| (`queue-headcount[^|]*) \| (.*) \|$/gm)];
    const imports = rows.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
    const built = manifestOf(JSON.parse(read('package.json'))) as {
      readonly exports: object;
      readonly engines: { readonly node: string };
    };
    expect(imports).toEqual(Object.keys(built.exports).map((path) => path.replace('.', 'queue-headcount')));
    const functions = [...(rows[0]?.[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(functions.toSorted()).toEqual(Object.keys(library).toSorted());
    expect(page).toContain(`Node.js ${built.engines.node.replace('>=', '')} and newer`);
  });
});

/** Messages of others: of commander, systemd and Node.js. */
const OF_OTHERS = /^(option '|status=|Cannot find module)/;

it('docs/trouble.md has messages that the program prints', () => {
  const sources = globSync('src/**/*.{ts,mjs}', { cwd: PROJECT }).filter((name) => !name.includes('.test.'));
  // Long messages are made of several strings.
  const printed = sources
    .map(read)
    .join('\n')
    .replaceAll(/['`] \+\s*['`]/g, '');
  const rows = read('docs/trouble.md').match(/^\| `.+? \| /gm) ?? [];
  const messages = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  const parts = messages
    .filter((text) => !OF_OTHERS.test(text))
    .flatMap((text) => text.split('…').map((part) => part.trim()));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !printed.includes(part))).toEqual([]);
});
