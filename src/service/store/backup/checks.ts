/** Comparisons that every sound database passes, in SQL that all engines and backups understand. */

import { WEEK } from '../../domain/micros.ts';
import { COLUMNS, COUNT_BY_QUARTER_HOUR, countReports } from '../quarter-hours.ts';
import type { BackupInfo } from './subject.ts';
import type { Counts } from './tables.ts';

const COUNTED_QUARTERS = `SELECT ${COUNT_BY_QUARTER_HOUR} FROM report GROUP BY quarter`;
const COUNTED_WEEKS = `SELECT created_at / ${WEEK} AS week, count(*) AS reports FROM report GROUP BY week`;

/** Makes the counts match the reports; run it in a transaction that other writers wait for. */
export const REBUILD_COUNTS = `
  DELETE FROM quarter_count;
  DELETE FROM week_count;
  ${countReports('FROM report WHERE true').join(';')}`;

/** The end of the line about a table, trigger or view that our migrations don't make. */
export const UNKNOWN_OBJECT = 'which this program did not make; drop it, unless you know what it does';

const bucketsOf = (table: string) => `(${COLUMNS.map((bucket) => `${table}.${bucket}`).join(', ')})`;

/** What can be wrong, and a query that counts how often it is. */
const CHECKS: Readonly<Record<string, string>> = {
  'quarter-hours whose counts differ from the reports (`headcount check --repair` rebuilds the counts)': `
    SELECT count(*) AS count FROM (${COUNTED_QUARTERS}) AS actual FULL JOIN quarter_count AS stored USING (quarter)
    WHERE ${bucketsOf('actual')} IS DISTINCT FROM ${bucketsOf('stored')}`,
  'weeks whose counts differ from the reports (`headcount check --repair` rebuilds the counts)': `
    SELECT count(*) AS count FROM (${COUNTED_WEEKS}) AS actual FULL JOIN week_count AS stored USING (week)
    WHERE coalesce(actual.reports, 0) <> coalesce(stored.reports, 0)`,
  'photos without a report': `
    SELECT count(*) AS count FROM photo WHERE NOT EXISTS (SELECT 1 FROM report WHERE id = report_id)`,
  'photos with another time than their report': `
    SELECT count(*) AS count FROM photo p JOIN report r ON r.id = p.report_id WHERE p.created_at <> r.created_at`,
  'likes without a photo or an account': `
    SELECT count(*) AS count FROM photo_like l
    WHERE NOT EXISTS (SELECT 1 FROM photo p WHERE p.report_id = l.report_id)
      OR NOT EXISTS (SELECT 1 FROM account a WHERE a.id = l.account_id)`,
  'keys without an account': `
    SELECT count(*) AS count FROM api_key k WHERE NOT EXISTS (SELECT 1 FROM account a WHERE a.id = k.account_id)`,
  'events of an account or a key that is missing': `
    SELECT count(*) AS count FROM audit_event e
    WHERE account_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = e.account_id)
      OR key_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM api_key k WHERE k.id = e.key_id)`,
  'reports of a device that are missing, or whose reporter is': `
    SELECT count(*) AS count FROM reporter_report d
    WHERE NOT EXISTS (SELECT 1 FROM report r WHERE r.id = d.report_id)
      OR NOT EXISTS (SELECT 1 FROM reporter o WHERE o.id = d.reporter_id)`,
  'request counters without a key': `
    SELECT count(*) AS count FROM request_count c WHERE NOT EXISTS (SELECT 1 FROM api_key k WHERE k.id = c.key_id)`,
};

/** Runs all comparisons, and returns what is wrong, one line each. `count` runs a query that returns `count`. */
export async function problemsIn(
  count: (sql: string) => number | Promise<number>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [problem, sql] of Object.entries(CHECKS)) {
    const wrong = await count(sql);
    if (wrong > 0) problems.push(`${problem}: ${wrong}`);
  }
  return problems;
}

/** The result of checking a database or a backup. */
export interface Findings {
  /** One line each; empty if it is sound. */
  readonly problems: readonly string[];
  /** Null if the rows cannot be counted. */
  readonly counts: Counts | null;
  /** Of a backup that can be read. */
  readonly backup?: Pick<BackupInfo, 'madeAt' | 'subject'>;
}
