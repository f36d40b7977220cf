import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../contract/fields.ts';
import { endpointsOf } from '../contract/operations.ts';
import { requirementRecords } from '../contract/requirements.ts';
import { rules } from './rules.ts';

const sources = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((name) => !/(^|[/])requirements[.]ts$|[.](test|faults)[.]ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, import.meta.url), 'utf8') }));
const ids = requirementRecords.map(({ id }) => id);

/** The ids that a rule's source can fail or warn about: the ids it names, except where it only passes or skips them. */
function idsIn(text: string): readonly string[] {
  const rest = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\.(pass|notApplicable)\(\s*'[^']*'/g, '');
  return ids.filter((id) => rest.includes(`'${id}'`));
}

describe('the rules', () => {
  it('can report a breach of every requirement', () => {
    const ofSchemas = ([1, 2] as const).flatMap((form) =>
      endpointsOf(form).flatMap((endpoint) => fieldsOf(form, endpoint).map(({ requirement }) => requirement)),
    );
    const reportable = new Set<string | undefined>([
      ...ofSchemas,
      ...sources.flatMap(({ text }) => idsIn(text)),
    ]);
    expect(ids.filter((id) => !reportable.has(id))).toEqual([]);
  });

  it('count as able to report what they fail or warn about, not what they only pass, skip or mention', () => {
    const text = `/** 'auth.empty' */ ledger.pass('auth.missing'); ledger.notApplicable('auth.keyword', 'none');
      ledger.fail('auth.no-data', breach); // 'auth.accepted'`;
    expect(idsIn(text)).toEqual(['auth.no-data']);
  });

  it('are all registered', () => {
    const register = sources.find(({ name }) => name === 'rules.ts')?.text ?? '';
    const files = sources.flatMap(({ name, text }) =>
      /^export const \w+: Rule = /m.test(text) ? [name] : [],
    );
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((name) => !register.includes(`'./${name}'`))).toEqual([]);
  });

  it('have unique names, by which they are skipped after a limit', () => {
    const names = rules.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

it('the files of faults are all in the catalogue', () => {
  const catalogue = readFileSync(new URL('../reference/faults/catalogue.ts', import.meta.url), 'utf8');
  const files = globSync('**/*.faults.ts', { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => !catalogue.includes(`families/${name}'`))).toEqual([]);
});
