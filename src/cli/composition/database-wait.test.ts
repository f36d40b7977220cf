import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../service/store/errors.ts';
import { whenDatabaseResponds } from './database-wait.ts';

describe('a service that starts', () => {
  const away = new StoreError('unavailable', 'the database does not respond');

  /** Fails with these errors, one after the other, and then opens. */
  function opening(...errors: readonly Error[]) {
    const lines: string[] = [];
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const left = [...errors];
    const open = async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return 'store';
    };
    const wait = (patience: number) => whenDatabaseResponds(open, logger, { patience, pause: 1 });
    return { lines, left, wait };
  }

  it('waits while its database does not respond or has no free connection, and logs it once', async () => {
    const busy = new StoreError('busy', 'all connections are in use');
    const { lines, wait } = opening(away, busy, away);
    expect(await wait(60_000)).toBe('store');
    expect(lines).toEqual(['waiting up to 60 s for the database: the database does not respond']);
  });

  it('gives up after its patience', async () => {
    const { left, wait } = opening(away, away, away);
    await expect(wait(-1)).rejects.toBe(away);
    expect(left).toHaveLength(2);
  });

  it('never waits because of what time does not heal', async () => {
    const refused = new StoreError('unusable', 'password authentication failed');
    const { lines, wait } = opening(refused);
    await expect(wait(60_000)).rejects.toBe(refused);
    expect(lines).toEqual([]);
  });
});
