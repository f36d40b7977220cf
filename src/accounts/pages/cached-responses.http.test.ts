import { it } from 'vitest';
import { servicesWithAccounts } from './account-page.fixture.ts';
import { expectCachedResponses } from './cached-responses.fixture.ts';

const start = servicesWithAccounts();

it('on SQLite, only reports and keys end cached responses', async () => {
  await expectCachedResponses(await start());
});
