import { expect, it } from 'vitest';
import { SECOND } from '../../service/domain/micros.ts';
import { ACCOUNT_POLICIES } from './account-limits.ts';
import { keyIdsIn, servicesWithAccounts } from './account-page.fixture.ts';

const start = servicesWithAccounts();
const { count: most, seconds } = ACCOUNT_POLICIES.account;

it('admits a number of changes of an account, whatever its session, and then changes nothing', async () => {
  const { signedIn, clock, store } = await start();
  const [ada, sheAgain, eve] = [
    await signedIn('ada@example.edu'),
    await signedIn('ada@example.edu'),
    await signedIn('eve@example.edu'),
  ];
  await ada.post('/account/keys', { name: 'display' });
  const [id] = keyIdsIn(await ada.get('/account'));
  const rename = (name: string, browser = ada) => browser.post(`/account/keys/${id}/name`, { name });
  // Exports are recorded, and so are changes; what is refused counts, too.
  expect((await ada.post('/account/export')).status).toBe(200);
  expect((await rename('')).status).toBe(422);
  for (let count = 3; count < most; count += 1) {
    expect((await rename(`display ${count}`)).status).toBe(303);
  }
  const before = await store.auditEvents({ limit: 1000 });
  const refused = await rename('one too many', sheAgain);
  const wait = seconds / most;
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(wait)]);
  expect(refused.html).toContain(`Nothing was changed. Try again in ${wait} seconds.`);
  expect((await ada.post('/account/export')).status).toBe(429);
  expect(await store.auditEvents({ limit: 1000 })).toEqual(before);
  // Looking is free, and so is what other people do.
  expect((await ada.get('/account')).status).toBe(200);
  expect((await eve.post('/account/keys', { name: 'display' })).status).toBe(200);
  clock.now += wait * SECOND;
  expect((await rename('display')).status).toBe(303);
  expect((await rename('another')).status).toBe(429);
  // Somebody over the limit can still sign out.
  expect((await ada.post('/account/sign-out')).status).toBe(303);
});
