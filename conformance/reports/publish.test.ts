import { expect, it } from 'vitest';
import { releasedPage } from './publish.ts';

it('links reports of an installed gate to the requirements of its release', () => {
  const repository = { type: 'git', url: 'git+https://git.example.edu/a/b.git' };
  expect(releasedPage(JSON.stringify({ version: '1.2.3', repository }))).toBe(
    'https://git.example.edu/a/b/blob/v1.2.3/docs/requirements.md',
  );
  expect(releasedPage('{ "version": "1.2.3" }')).toBeUndefined();
});
