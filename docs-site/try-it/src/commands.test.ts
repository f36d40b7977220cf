import { expect, it } from 'vitest';
import { curlCommand, mockCommand, preferOf, targetOf } from './commands.ts';
import { FIRST } from './request-address.ts';

it('a request becomes a curl command with its key, preferences and query', () => {
  const request = { ...FIRST, scenario: 'closed', code: '429' };
  const url = `http://127.0.0.1:4010${targetOf('/api/v1/reports', [
    ['limit', '2'],
    ['a', 'b c'],
  ])}`;
  expect(curlCommand(url, 'any', preferOf(request))).toBe(
    'curl -i -H "Authorization: Token any" -H "Prefer: example=closed, code=429" "http://127.0.0.1:4010/api/v1/reports?limit=2&a=b+c"',
  );
});

it('without a key and preferences, there is only the URL', () => {
  expect(curlCommand(`https://a.example${targetOf('/api/v1/status', [])}`, null, preferOf(FIRST))).toBe(
    'curl -i "https://a.example/api/v1/status"',
  );
});

it('nothing in the URL is a command', () => {
  expect(curlCommand('https://a.example/$(id)/`id`/"\\', '$HEADCOUNT_API_KEY')).toBe(
    'curl -i -H "Authorization: Token $HEADCOUNT_API_KEY" "https://a.example/\\$(id)/\\`id\\`/\\"\\\\"',
  );
});

it('the mock is started at the same time, in the same time zone', () => {
  expect(mockCommand(1, '2026-11-20T12:30:00-08:00', 'America/Los_Angeles')).toBe(
    'npx queue-headcount mock --form 1 --now 2026-11-20T12:30:00-08:00 --time-zone America/Los_Angeles',
  );
});
