import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${PROJECT}${file}`, 'utf8');
const rows = read('tools/docs/owasp-tests.md').match(/^\| API\d+:2023 .*\|$/gm) ?? [];

it.each(Array.from({ length: 10 }, (_, n) => n + 1))(
  'risk %i of the OWASP API Security Top 10 is held by tests that exist',
  (number) => {
    const [, risk, , tests = ''] = rows[number - 1]?.split('|') ?? [];
    expect(risk).toMatch(new RegExp(`^ API${number}:2023 `));
    const files = [...tests.matchAll(/`([^`]+)` ((?:“[^”]+”(?:, )?)+)/g)];
    expect(files.length).toBeGreaterThan(0);
    // Nothing in the cell that this test doesn't check.
    expect(tests.match(/`/g)?.length).toBe(2 * files.length);
    for (const [, file = '', titles = ''] of files) {
      expect(file).toMatch(/\.(test|suite)\.ts$/);
      expect(existsSync(`${PROJECT}${file}`), `${file} does not exist`).toBe(true);
      const source = read(file);
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
        const isTitle = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
        expect(isTitle, `${file} has no test “${title}”`).toBe(true);
      }
    }
  },
);

it('docs/security.md names the installed versions of old packages', () => {
  const installed = Object.entries<{ version?: string }>(JSON.parse(read('package-lock.json')).packages).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`,
  );
  const listed = [...read('docs/security.md').matchAll(/^\| ([a-z-]+ \d+\.\d+\.\d+) \| CVE-/gm)];
  expect(listed.length).toBeGreaterThan(10);
  expect(installed).toEqual(expect.arrayContaining(listed.map(([, name]) => name)));
});
