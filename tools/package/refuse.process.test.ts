import { expect, it } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';
import { npm } from './machine.fixture.ts';

it('the checkout cannot be packed, because Node.js runs no TypeScript in packages', async () => {
  await expect(npm(PROJECT, 'pack', '--dry-run')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Run `npm run package`'),
  });
});
