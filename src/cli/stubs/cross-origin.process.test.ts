/** Service, mock and stubs have no code in common, so this table holds their rule for other origins together. */
import { afterAll, expect, it } from 'vitest';
import { mocksUnderTest } from '../../../mocks/mock-under-test.fixture.ts';
import { services } from '../../service/http/service-under-test.fixture.ts';
import { type RunningScaffold, startUncompiled } from './scaffold.fixture.ts';

const start = services();
const mockWith = mocksUnderTest();
let scaffold: RunningScaffold | undefined;
afterAll(() => scaffold?.stop());

const DEPLOYMENTS: Readonly<Record<string, () => Promise<{ readonly url: string }>>> = {
  service: () => start(),
  mock: () => mockWith(),
  stubs: async () => {
    scaffold = await startUncompiled(2);
    return scaffold;
  },
};

/** Without credentials: pages send no cookies. */
const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'RateLimit,RateLimit-Policy,Retry-After,ETag,Content-Disposition,X-Request-Id',
};

it.each(Object.keys(DEPLOYMENTS))(
  'pages of other origins may only read the %s, with any header',
  async (name) => {
    const { url } = (await DEPLOYMENTS[name]?.()) ?? { url: '' };
    const ask = async (method: string, headers: Readonly<Record<string, string>> = {}) => {
      const Origin = 'https://page.example';
      const response = await fetch(`${url}/api/v1/status`, { method, headers: { Origin, ...headers } });
      const fields = [...response.headers].filter(([field]) => field.startsWith('access-control-'));
      return { status: response.status, ...Object.fromEntries(fields) };
    };
    expect(await ask('GET')).toEqual({ status: 401, ...READABLE });
    const asked = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization,x-of-nobody',
    };
    expect(await ask('OPTIONS', asked)).toEqual({
      status: 204,
      ...READABLE,
      'access-control-allow-methods': 'GET,HEAD',
      // A wildcard would leave out Authorization.
      'access-control-allow-headers': 'authorization,x-of-nobody',
      'access-control-max-age': '86400',
    });
  },
);
