import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requireNode } from './node-version.ts';
import { checkOptions, flag, OptionError, oneOf, text, url, whole } from './options.ts';

const RULES = { url, form: oneOf(1, 2, 'auto'), name: text, complete: flag, count: whole(1, 60) };
const check = (options: unknown) => () => checkOptions(options, RULES, ['url']);
const valid = { url: 'https://queue.example/live', form: 'auto', name: 'a', complete: false, count: 60 };

describe('options', () => {
  it('may have every value that their rule accepts, or be undefined', () => {
    expect(check(valid)).not.toThrow();
    expect(check({ url: valid.url, form: undefined, count: undefined })).not.toThrow();
  });

  it.each([
    [undefined, 'options: must be an object'],
    [{}, 'url: is missing; it must be an http or https URL without a user name and password'],
    [{ ...valid, url: 'queue.example' }, 'url: must be an http or https URL'],
    [{ ...valid, url: 'ftp://queue.example' }, 'url: must be an http or https URL'],
    [{ ...valid, url: 'http://user:secret@queue.example' }, 'url: must be'],
    [{ ...valid, form: 3 }, 'form: must be 1, 2 or "auto"'],
    [{ ...valid, form: '1' }, 'form: must be 1, 2 or "auto"'],
    [{ ...valid, name: ' ' }, 'name: must be a text that is not empty'],
    [{ ...valid, complete: 'no' }, 'complete: must be true or false'],
    [{ ...valid, count: 0 }, 'count: must be a whole number from 1 to 60'],
    [{ ...valid, count: 61 }, 'count: must be a whole number from 1 to 60'],
    [{ ...valid, count: 1.5 }, 'count: must be a whole number from 1 to 60'],
    [{ ...valid, counts: 1 }, 'counts: is not an option. The options are url, form, name, complete, count.'],
    [{ ...valid, toString: 1 }, 'toString: is not an option.'],
  ])('are rejected by name: %j', (options, message) => {
    expect(check(options)).toThrow(message);
    expect(check(options)).toThrow(OptionError);
  });

  it('are not repeated in messages, since one may be a key', () => {
    expect(() => checkOptions({ url: 'hc_secret' }, RULES)).toThrow(/^((?!hc_secret).)*$/s);
  });

  it('name the option in the error', () => {
    expect(check({ ...valid, count: 0 })).toThrow(
      expect.objectContaining({ name: 'OptionError', option: 'count' }),
    );
  });
});

describe('the version of Node.js', () => {
  it.each(['22.20.0', '22.23.1', '24.7.0', '25.0.0', '26.10.0', '30.0.0'])('can be %s', (present) => {
    expect(() => requireNode('startMock', present)).not.toThrow();
  });

  it.each(['18.0.0', '20.20.2', '22.19.9', '23.9.0', '24.6.0'])('cannot be %s', (present) => {
    expect(() => requireNode('startMock', present)).toThrow(
      `startMock needs Node.js 22.20, 24.7 or newer, and this is ${present}. Use a newer one: \`npm install --save-dev node@26\``,
    );
  });

  it("is the launcher's", () => {
    const launcher = readFileSync(new URL('../commands/node-version.mjs', import.meta.url), 'utf8');
    const own = readFileSync(new URL('node-version.ts', import.meta.url), 'utf8');
    const [least = 'none'] = /\{ 22: .*? \}/.exec(own) ?? [];
    expect(launcher).toContain(least);
  });
});
