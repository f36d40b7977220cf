import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const table = readFileSync(`${PROJECT}tools/docs/owasp-tests.md`, 'utf8');
const rows = [...table.matchAll(/^\| (API\d+:2023) .*\|$/gm)].map(([row, risk = '']) => {
  const [, , , tests = ''] = row.split('|');
  const files = [...tests.matchAll(/`([^`]+)` ((?:“[^”]+”(?:, )?)+)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
  return { risk, tests, files };
});

describe('the table of the OWASP API Security Top 10', () => {
  it('has all ten lines, in order', () => {
    expect(rows.map(({ risk }) => risk)).toEqual(Array.from({ length: 10 }, (_, n) => `API${n + 1}:2023`));
  });

  it.each(rows)('$risk is held by tests that exist', ({ tests, files }) => {
    expect(files.length).toBeGreaterThan(0);
    // Nothing in the cell that this test doesn't check.
    expect(tests.match(/`/g)?.length).toBe(2 * files.length);
    for (const { file, titles } of files) {
      expect(file).toMatch(/\.(test|suite)\.ts$/);
      const source = existsSync(`${PROJECT}${file}`) ? readFileSync(`${PROJECT}${file}`, 'utf8') : null;
      expect(source, `${file} does not exist`).not.toBeNull();
      for (const title of titles) {
        const isTitle = ["'", '"', '`'].some((quote) => source?.includes(`${quote}${title}${quote}`));
        expect(isTitle, `${file} has no test “${title}”`).toBe(true);
      }
    }
  });
});

describe('the list of old packages', () => {
  const page = readFileSync(`${PROJECT}docs/security.md`, 'utf8');
  const { packages } = JSON.parse(readFileSync(`${PROJECT}package-lock.json`, 'utf8')) as {
    packages: Readonly<Record<string, { version?: string }>>;
  };
  const listed = [...page.matchAll(/^\| ([a-z-]+) (\d+\.\d+\.\d+) \| CVE-/gm)];

  it('is not empty', () => {
    expect(listed.length).toBeGreaterThan(10);
  });

  it.each(listed.map(([, name = '', version = '']) => [name, version]))(
    'has %s in an installed version: %s',
    (name, version) => {
      const versions = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
      expect(versions.map(([, { version: installed }]) => installed)).toContain(version);
    },
  );
});
