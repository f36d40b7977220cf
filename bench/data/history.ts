/** Writes a long history of reports, always the same, straight into the tables; ten million take about a minute. */
import { DatabaseSync } from 'node:sqlite';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../src/service/keys/api-key.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';

/** The current time of a history: the middle of its last day, in UTC. */
export const NOW = '2026-11-20T15:00:00Z';

/** Reports a day, over sixteen hours, whatever the length of the history. */
export const REPORTS_A_DAY = 2500;

/** The operations that are measured, with the days of history that each needs to return as much as with a longer history. */
export const CASES = {
  status: 1,
  "today's chart": 1,
  "a year's chart": 365,
  'patterns of all time': 0,
  'patterns of a month': 30,
  'first page': 1,
  'deep page': 41,
  'highlights of 60 days': 1,
} as const;

export type Case = keyof typeof CASES;

export interface History {
  readonly file: string;
  readonly reports: number;
  /** A key with a quota that no benchmark uses up. */
  readonly key: string;
}

/** Creates a database of `reports` reports, with the tables of this version; one in 25 has a photo. */
export async function makeHistory(file: string, reports: number): Promise<History> {
  const store = await openSqliteStore(file, { create: true });
  const key = newApiKey();
  await store.issueKey({
    hash: hashApiKey(key),
    prefix: apiKeyPrefix(key),
    email: 'bench@university.example',
    createdAt: 0,
    quota: 999_999_999,
  });
  await store.close();
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -200000;
    BEGIN;
    ${fill(reports)};
    ${COUNTS};
    INSERT INTO photo
    SELECT id, created_at, printf('%d.jpg', id), 'Lunch', created_at + 180 * ${DAY} FROM report WHERE id % 25 = 0;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  return { file, reports, key };
}

const DAY = 86_400_000_000;
const OPENING = 7 * 3_600_000_000;
const STEP = (16 * 3_600_000_000) / REPORTS_A_DAY;

/** The last day ends at noon. Times, buckets and coordinates are spread by a multiplicative hash of the row number. */
function fill(reports: number): string {
  const lastDay = Math.floor(Date.parse(NOW) / 86_400_000) * DAY;
  const days = Math.ceil(reports / REPORTS_A_DAY) + 1;
  const before = days * REPORTS_A_DAY + REPORTS_A_DAY / 2 - reports;
  return `
    INSERT INTO report
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${reports})
    SELECT n,
      ${lastDay - days * DAY + OPENING} + (${before} + n - 1) / ${REPORTS_A_DAY} * ${DAY}
        + (${before} + n - 1) % ${REPORTS_A_DAY} * ${STEP} + n * 2654435761 % ${STEP},
      n * 2654435761 / 4096 % 6,
      44 + n * 40503 % 10000 / 100000.0,
      -123 + n * 30011 % 10000 / 100000.0
    FROM counted`;
}

/** The counts that adding reports makes, for all at once. */
const BUCKETS = [0, 1, 2, 3, 4, 5];
const COUNTS = `
  INSERT INTO quarter_count
  SELECT created_at / 900000000 AS quarter, ${BUCKETS.map((bucket) => `count(*) FILTER (WHERE bucket = ${bucket})`)}
  FROM report GROUP BY quarter;
  INSERT INTO week_count (week, reports)
  SELECT quarter / 672 AS week, sum(${BUCKETS.map((bucket) => `b${bucket}`).join(' + ')}) FROM quarter_count GROUP BY week`;
