import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BACKUP_KILLS } from './backups.ts';
import { SQLITE_KILLS } from './sqlite-kills.ts';

/** Those that measure no time; the bench causes each more often. */
const QUICK = [...SQLITE_KILLS, ...BACKUP_KILLS];

describe('the fault', { timeout: 120_000 }, () => {
  it.each(QUICK)('$name: $must', async (fault) => {
    const scratch = await mkdtemp(join(tmpdir(), 'fault-'));
    try {
      expect(await fault.run(scratch, { moments: 2, minutes: 0 })).toMatchObject({ passed: true });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
});
