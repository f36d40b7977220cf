/** The behavior that all engines share; each engine's test calls `describeStore`. */
import { afterEach, beforeEach, describe } from 'vitest';
import { describeAccounts } from './suite/accounts.suite.ts';
import { describeAddReports } from './suite/add-reports.suite.ts';
import { describeAuditLog } from './suite/audit.suite.ts';
import { describeCheckpoints } from './suite/checkpoints.suite.ts';
import { describeCounts } from './suite/counts.suite.ts';
import { describeLiveReports } from './suite/live-reports.suite.ts';
import { describeOperatorKeys } from './suite/operator-keys.suite.ts';
import { describeOwnerKeys } from './suite/owner-keys.suite.ts';
import { describePhotos } from './suite/photos.suite.ts';
import { describeQuota } from './suite/quota.suite.ts';
import { describeReports } from './suite/reports.suite.ts';
import { describeSessions } from './suite/sessions.suite.ts';
import type { Current, StoreUnderTest } from './suite/store-under-test.fixture.ts';
import { describeWhole } from './suite/whole.suite.ts';

/** Runs the suite on an engine; `open` creates an empty store for each test. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let opened: StoreUnderTest | undefined;

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(async () => {
      await opened?.dispose();
      opened = undefined;
    });

    const current: Current = () => {
      if (opened === undefined) throw new Error('no store is open outside of a test');
      return opened;
    };
    describeReports(current);
    describeAddReports(current);
    describeCounts(current);
    describeLiveReports(current);
    describePhotos(current);
    describeOperatorKeys(current);
    describeOwnerKeys(current);
    describeAccounts(current);
    describeSessions(current);
    describeAuditLog(current);
    describeQuota(current);
    describeCheckpoints(current);
    describeWhole(current);
  });
}
