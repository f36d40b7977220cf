import { expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import type { AuditEvent } from '../../service/store/account-store.ts';
import { activity } from './activity.ts';
import { VenueTimes } from './venue-times.ts';

const times = new VenueTimes(new LocalTime('UTC'));
const EVENT: AuditEvent = {
  id: 1,
  at: 0,
  actor: 'owner',
  action: 'key.revoked',
  account: 1,
  key: 3,
  detail: '',
};

/** The words of an event as the database has it, which may be of a later version. */
function wordsOf(event: Readonly<Record<string, unknown>>): string | undefined {
  const { text } = activity([{ ...EVENT, ...event } as AuditEvent], [], times);
  return /<span>(.*)<\/span>/.exec(text)?.[1];
}

it.each([
  [{}, 'You revoked key 3.'],
  [{ action: 'account.signed-out', key: null }, 'You ended all your sessions.'],
  [{ action: 'account.signed-out', key: null, actor: 'operator' }, 'The operator ended all your sessions.'],
  [{ action: 'key.lent' }, 'You: key.lent.'],
  [{ actor: 'helper' }, 'helper revoked key 3.'],
  [{ actor: 'toString', action: 'constructor' }, 'toString: constructor.'],
])('the event %j is shown plainly, whether this version knows it or not', (event, words) => {
  expect(wordsOf(event)).toBe(words);
});
