import { expect, it } from 'vitest';
import { licensesOf } from './third-party.ts';

it('has the license of each package once, and none of the project itself', async () => {
  const files = ['docs-site/page.ts', 'node_modules/ajv/lib/ajv.ts', 'node_modules/ajv/dist/ajv.js'];
  const text = await licensesOf('These packages:', [...files, 'node_modules/@redocly/cli/bin/cli.js']);
  const [sentence, redocly, ajv, ...others] = text.split(/\n\n(?=\S+ \d+\.\d+\.\d+\n)/);
  expect([sentence, others]).toEqual(['These packages:', []]);
  expect(redocly).toMatch(/^@redocly\/cli .*\n\nCopyright .* Redocly Inc\.\n/);
  expect(ajv).toMatch(/^ajv .*\n\nThe MIT License \(MIT\)\n\nCopyright .* Evgeny Poberezkin\n/);
});

it('fails without the license of a package', async () => {
  await expect(licensesOf('', ['node_modules/none/index.js'])).rejects.toThrow('none');
});
