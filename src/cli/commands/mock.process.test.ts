import { expect, it } from 'vitest';
import { programUnderTest } from './program.fixture.ts';

const program = programUnderTest();

it('headcount mock prints its address and endpoints as JSON once it accepts requests, until a signal', async () => {
  const mock = await program.start(['mock', '--port', '0', '--json'], /^}/m);
  const { url, endpoints, ...rest } = JSON.parse(mock.output());
  expect(rest).toEqual({ form: 2, scenario: 'rush' });
  expect(endpoints).toContain(`${url}/api/v1/status`);
  const headers = { Authorization: 'Token any' };
  expect((await fetch(`${url}/api/v1/status`, { headers })).status).toBe(200);
  expect((await mock.stop()).code).toBe(0);
});
