import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecretFiles, SECRET_VARIABLES } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'headcount-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'secret');

describe('secrets in files', () => {
  it.each(SECRET_VARIABLES)('sets %s to the content of its file, without the line end', (name) => {
    writeFileSync(file, 'a secret\n');
    const environment = { [`${name}_FILE`]: file };
    readSecretFiles(environment);
    expect(environment).toMatchObject({ [name]: 'a secret' });
  });

  it('leaves variables without a file as they are', () => {
    const environment = { PGPASSWORD: 'one', PGUSER_FILE: file };
    readSecretFiles(environment);
    expect(environment).toEqual({ PGPASSWORD: 'one', PGUSER_FILE: file });
  });

  it('names the variable if the file is missing', () => {
    expect(() => readSecretFiles({ PGPASSWORD_FILE: join(folder, 'missing') })).toThrow(
      /^PGPASSWORD_FILE: ENOENT.*missing/,
    );
  });

  it('rejects a secret that is given twice, without printing it', () => {
    const environment = { PGPASSWORD: 'one', PGPASSWORD_FILE: file };
    expect(() => readSecretFiles(environment)).toThrow('set PGPASSWORD or PGPASSWORD_FILE, not both');
  });

  it('is documented for every variable', () => {
    const guide = readFileSync('docs/operating.md', 'utf8');
    for (const name of SECRET_VARIABLES) expect(guide).toContain(`\`${name}_FILE\``);
  });
});
