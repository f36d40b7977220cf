import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { describeAuthorization, present } from './credentials.ts';

it.each([
  'key',
  'truncated',
  'headless',
  'extended',
  'bearer',
  'basic',
  'bare',
  'joined',
  'trailing',
] as const)('prints %s so that a shell makes the same header', (credential) => {
  const key = 'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6a1B2';
  const text = describeAuthorization(credential) ?? '';
  const env = { ...process.env, HEADCOUNT_API_KEY: key };
  const printed = execFileSync('sh', ['-c', `printf %s "${text}"`], { encoding: 'utf8', env });
  expect(printed).toBe(present(credential, key).headers['authorization']);
});

it('presents the key in the scheme Basic as a user name without a password', () => {
  expect(present('basic', 'key').headers['authorization']).toBe('Basic a2V5Og==');
});
