import { expect } from 'vitest';
import { at } from '../../service/http/service-under-test.fixture.ts';
import { keyIdsIn, type ServiceWithAccounts, secretIn } from './account-page.fixture.ts';

/** Passes if what people do on the account page leaves cached responses valid, and if what responses depend on ends them. */
export async function expectCachedResponses(service: ServiceWithAccounts): Promise<void> {
  const ada = await service.signedIn('ada@example.edu');
  const secret = secretIn(await ada.post('/account/keys', { name: 'bot' }));
  const [id = ''] = keyIdsIn(await ada.get('/account'));
  const ask = async () => {
    const headers = { Authorization: `Token ${secret}` };
    const { status } = await fetch(`${service.url}/api/v1/patterns`, { headers });
    return status === 200 ? service.cacheReads.at(-1) : status;
  };
  expect([await ask(), await ask()]).toEqual(['miss', 'hit']);
  await service.signedIn('eve@example.edu');
  const forms = [await ada.post('/account/export'), await ada.post('/account/sign-out')];
  expect(forms.map(({ status }) => status)).toEqual([200, 303]);
  expect(await ask()).toBe('hit');
  const createdAt = at('2026-01-05T12:00-08:00');
  const report = { createdAt, bucket: '1-5', latitude: null, longitude: null, photo: null, line: 1 } as const;
  await service.store.addReports([[report]]);
  expect([await ask(), await ask()]).toEqual(['miss', 'hit']);
  await service.store.revokeKey(Number(id), service.clock.now);
  expect(await ask()).toBe(401);
}
