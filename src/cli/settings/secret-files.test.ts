import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programHere } from '../commands/program-here.fixture.ts';
import { readSecretFiles, SECRET_VARIABLES } from './secret-files.ts';

const program = programHere();
const database = () => `sqlite:${program.path('none.sqlite')}`;

function fileWith(text: string): string {
  writeFileSync(program.path('secret'), text);
  return program.path('secret');
}

describe('a secret in a file', () => {
  it.each(SECRET_VARIABLES)(
    'sets %s, without the line end and a byte order mark, and is documented',
    (name) => {
      for (const text of ['a secret\n', '\uFEFFa secret\r\n']) {
        const environment = { [`${name}_FILE`]: fileWith(text), PGUSER_FILE: 'x' };
        readSecretFiles(environment);
        expect(environment).toEqual({ ...environment, [name]: 'a secret' });
      }
      expect(readFileSync('docs/settings.md', 'utf8')).toContain(`\`${name}_FILE\``);
    },
  );

  it('is named by its variable if it is missing, or given twice', () => {
    const missing = { PGPASSWORD_FILE: program.path('missing') };
    expect(() => readSecretFiles(missing)).toThrow(/^PGPASSWORD_FILE: ENOENT.*missing/);
    expect(() => readSecretFiles({ PGPASSWORD: 'one', ...missing })).toThrow(
      'set PGPASSWORD or PGPASSWORD_FILE, not both',
    );
  });

  it('is read before a command reads its settings', async () => {
    const env = { HEADCOUNT_DATABASE_FILE: fileWith(`${database()}\n`) };
    expect(await program.run(['keys', 'list'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/none\.sqlite does not exist/),
    });
    delete process.env['HEADCOUNT_DATABASE'];
  });

  it.each([
    ['HEADCOUNT_DATABASE', "a sesame' from env\nof two lines\n", 'It must be sqlite:FILE'],
    ['HEADCOUNT_SMTP', 'smtp://ada:sesame@h/x\n', '--smtp'],
  ])('is not printed if that of %s is invalid', async (name, text, rule) => {
    const { code, stderr } = await program.run(['serve'], { env: { [`${name}_FILE`]: fileWith(text) } });
    delete process.env[name];
    expect([code, stderr]).toEqual([2, expect.stringContaining(`in ${name}_FILE is invalid.`)]);
    expect(stderr).toContain(rule);
    expect(stderr).not.toMatch(/sesame|two lines/);
  });
});

it.each(['smtp://ada:sesame@h/x', 'smtp://ada:ses@me/sesame@h', 'smtp://ada:sesame@h:99999'])(
  'the password of a mail server is not printed if the flag is wrong: %s',
  async (url) => {
    const { code, stdout, stderr } = await program.run(['serve', '--smtp', url]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('--smtp')]);
    expect(stderr).not.toContain('sesame');
  },
);
