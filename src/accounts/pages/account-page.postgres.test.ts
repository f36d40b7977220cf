/** Two services with account pages that share a PostgreSQL database. */
import { beforeAll, expect, it } from 'vitest';
import { describePostgres, postgresAddresses } from '../../service/store/postgres/server.fixture.ts';
import { withinASecond } from '../../service/store/suite/store-under-test.fixture.ts';
import {
  expectCachedResponses,
  keyIdsIn,
  type ServiceWithAccounts,
  secretIn,
  servicesWithAccounts,
  type TestBrowser,
  tokenIn,
} from './account-page.fixture.ts';

const start = servicesWithAccounts();
const ADA = 'ada@example.edu';
const BO = 'bo@example.edu';

describePostgres('account pages of two services on PostgreSQL', () => {
  const newAddress = postgresAddresses();
  let one: ServiceWithAccounts;
  let other: ServiceWithAccounts;

  beforeAll(async () => {
    const database = newAddress();
    one = await start({ database });
    other = await start({ database });
  });

  /** The same person's browser, at the other service. */
  function elsewhere({ cookie }: TestBrowser): TestBrowser {
    const browser = other.browser();
    browser.cookie = cookie;
    return browser;
  }

  /** Passes when both services respond to a key with a status, within a second. */
  async function expectStatus(secret: string, status: number): Promise<void> {
    const headers = { Authorization: `Token ${secret}` };
    for (const { url } of [one, other]) {
      const ask = async () => (await fetch(`${url}/api/v1/status`, { headers })).status;
      await withinASecond(ask, (seen) => seen === status);
    }
  }

  it('leave cached responses valid, which only reports and keys end', async () => {
    await expectCachedResponses(await start({ database: newAddress() }));
  });

  it('take a link once', async () => {
    await one.browser().post('/account/sign-in', { email: ADA });
    const token = tokenIn(one.mails.at(-1));
    const uses = await Promise.all(
      [one, other, one, other].map(({ browser }) => browser().post('/account/confirm', { token })),
    );
    expect(uses.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410]);
  });

  it('share sessions, and keys with their limit, replacement and end', async () => {
    const here = await one.signedIn(ADA);
    const there = elsewhere(here);
    const created = await Promise.all(
      [here, there, here, there].map((browser, at) => browser.post('/account/keys', { name: `bot ${at}` })),
    );
    expect(created.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
    const secrets = created.filter(({ status }) => status === 200).map(secretIn);
    for (const secret of secrets) await expectStatus(secret, 200);

    const [id = ''] = keyIdsIn(await there.get('/account'));
    const { html } = await there.get(`/account/keys/${id}`);
    const former = secrets.find((secret) => html.includes(secret.slice(0, 9))) as string;
    const replace = { prefix: former.slice(0, 9) };
    const replaced = await there.post(`/account/keys/${id}/replace`, replace);
    expect((await here.post(`/account/keys/${id}/replace`, replace)).status).toBe(422);
    await expectStatus(former, 401);
    await expectStatus(secretIn(replaced), 200);

    const bo = await other.signedIn(BO);
    for (const action of ['name', 'replace', 'revoke'])
      expect((await bo.post(`/account/keys/${id}/${action}`, { name: 'mine' })).status).toBe(404);
    expect((await here.post(`/account/keys/${id}/revoke`)).status).toBe(303);
    await expectStatus(secretIn(replaced), 401);
  });

  it('share the export and the deletion', async () => {
    const bo = await one.signedIn(BO);
    const secret = secretIn(await bo.post('/account/keys', { name: 'map' }));
    const there = elsewhere(bo);
    expect(JSON.parse((await there.post('/account/export')).html)).toMatchObject({
      account: { email: BO },
      keys: [{ name: 'map' }],
    });
    expect((await there.post('/account/delete', { email: BO })).status).toBe(200);
    await expectStatus(secret, 401);
    expect((await bo.get('/account')).html).toContain('Get an API key');
  });
});
