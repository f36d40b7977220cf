import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { program } from './program.ts';
import { readSecretFiles, SECRET_VARIABLES } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'headcount-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
const file = join(folder, 'secret');

describe('secrets in files', () => {
  it.each(SECRET_VARIABLES)('sets %s to the content of its file, without the line end', (name) => {
    writeFileSync(file, 'a secret\n');
    const environment = { [`${name}_FILE`]: file };
    readSecretFiles(environment);
    expect(environment).toMatchObject({ [name]: 'a secret' });
  });

  it('may begin with a byte order mark', () => {
    writeFileSync(file, '\uFEFFa secret\r\n');
    const environment = { PGPASSWORD_FILE: file };
    readSecretFiles(environment);
    expect(environment).toMatchObject({ PGPASSWORD: 'a secret' });
  });

  it('leaves variables without a file as they are', () => {
    const environment = { PGPASSWORD: 'one', PGUSER_FILE: file };
    readSecretFiles(environment);
    expect(environment).toEqual({ PGPASSWORD: 'one', PGUSER_FILE: file });
  });

  it('are read before a command reads its settings', async () => {
    vi.stubEnv('HEADCOUNT_DATABASE', undefined);
    vi.stubEnv('HEADCOUNT_DATABASE_FILE', file);
    writeFileSync(file, `sqlite:${join(folder, 'line.sqlite')}\n`);
    const print = vi.spyOn(console, 'log').mockReturnValue();
    await program().parseAsync(['simulate', '--weeks', '1', '--time-zone', 'UTC'], { from: 'user' });
    expect(print).toHaveBeenCalledOnce();
    expect(existsSync(join(folder, 'line.sqlite'))).toBe(true);
  });

  it('are not printed if their content is invalid', async () => {
    vi.stubEnv('HEADCOUNT_DATABASE', undefined);
    vi.stubEnv('HEADCOUNT_DATABASE_FILE', file);
    writeFileSync(file, "a secret' from env\nof two lines\n");
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(program().parseAsync(['check'], { from: 'user' })).rejects.toThrow('exit 2');
    const printed = print.mock.calls.join('');
    expect(printed).toMatch(
      /'--database <address>' in HEADCOUNT_DATABASE_FILE is invalid\. It must be sqlite:FILE/,
    );
    expect(printed).not.toMatch(/secret'|two lines/);
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
    const guide = readFileSync('docs/settings.md', 'utf8');
    for (const name of SECRET_VARIABLES) expect(guide).toContain(`\`${name}_FILE\``);
  });
});
