import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIKES_OF_SQL } from '../accounts/accounts.ts';
import { auditQuery, DELETE_EVENTS_SQL } from '../accounts/audit.ts';
import { COUNTING_SQL, FIND_KEY, KEYS_OF_SQL, NAME_TAKEN_SQL } from '../accounts/keys.ts';
import { LINK_SQL, sessionSql } from '../accounts/sessions.ts';
import { EXPORT_SQL } from '../export-reports.ts';
import { MATCH_SQL } from '../match-reports.ts';
import { FIRST_PHOTO } from '../photos.ts';
import { REPORT_SQL } from '../reports.ts';
import { openWriter } from './connection.ts';
import { runAll } from './file-database.ts';
import type { Migration } from './migrations.ts';
import { QUOTA_MIGRATIONS, REPORT_MIGRATIONS } from './schema.ts';
import { STAGING } from './staging.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
const BY_TIME = 'USING COVERING INDEX report_by_time';
const SESSION_SQL = sessionSql("AND identity = 'some'");
let connection: DatabaseSync;
let counters: DatabaseSync;

beforeAll(async () => {
  const database = (name: string, migrations: readonly Migration[]) =>
    openWriter({ file: path(name), synchronous: 'FULL', migrations }, true);
  connection = await database('plans.db', REPORT_MIGRATIONS);
  counters = await database('counters.db', QUOTA_MIGRATIONS);
});
afterAll(() => {
  connection.close();
  counters.close();
});

describe('query plans', () => {
  it.each([
    [REPORT_SQL.observations, `report ${BY_TIME} (created_at>? AND created_at<?)`],
    [REPORT_SQL.extent, `report ${BY_TIME} (created_at<?)`],
    [REPORT_SQL.nextAfter, `report ${BY_TIME} (created_at>?)`],
    [REPORT_SQL.older, `r ${BY_TIME} (created_at>? AND (created_at,id)<(?,?))`],
    [REPORT_SQL.newer, `r ${BY_TIME} ((created_at,id)>(?,?) AND created_at<?)`],
    [FIRST_PHOTO.text, 'p USING INDEX photo_by_time (created_at>? AND created_at<?)'],
    [EXPORT_SQL.newestFirst, `report ${BY_TIME} (created_at>? AND created_at<?)`],
    [EXPORT_SQL.oldestFirst, `report ${BY_TIME} (created_at>? AND created_at<?)`],
    [EXPORT_SQL.photos, 'p USING COVERING INDEX photo_by_time (created_at>? AND created_at<?)'],
    [REPORT_SQL.weekCounts, 'week_count USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
    [FIND_KEY.text, 'k USING INDEX sqlite_autoindex_api_key_1 (hash=?)'],
    [KEYS_OF_SQL, 'k USING INDEX key_by_account (account_id=?)'],
    [NAME_TAKEN_SQL, 'api_key USING INDEX key_by_account (account_id=?)'],
    [COUNTING_SQL, 'api_key USING INDEX key_by_account (account_id=?)'],
    [LIKES_OF_SQL, 'photo_like USING COVERING INDEX like_by_account (account_id=?)'],
    [auditQuery({ limit: 9 })[0], 'SCAN audit_event USING INDEX audit_by_time'],
    [auditQuery({ since: 1, limit: 9 })[0], 'audit_event USING INDEX audit_by_time (at>?)'],
    [DELETE_EVENTS_SQL, 'audit_event USING COVERING? INDEX audit_by_time (at<?)'],
    [
      auditQuery({ account: 1, since: 1, limit: 9 })[0],
      'audit_event USING INDEX audit_by_account (account_id=? AND at>?)',
    ],
    [auditQuery({ key: 1, limit: 9 })[0], 'audit_event USING INDEX audit_by_key (key_id=?)'],
  ])('%s: seeks in an index, and neither scans nor sorts', (sql, seek) => {
    const plan = planOf(sql);
    expect(plan).toMatch(searching(seek));
    // The result of a subquery is read once, in its order.
    expect(plan).not.toMatch(/\bSCAN (?!CONSTANT|batch|audit_event USING INDEX)|TEMP B-TREE/);
  });

  it.each([
    [LINK_SQL.count, 'sign_in_link USING COVERING INDEX link_by_email (email=? AND created_at>?)'],
    [LINK_SQL.deleteExpired, 'sign_in_link USING INDEX link_by_time (created_at<?)'],
    [LINK_SQL.find, 'sign_in_link USING PRIMARY KEY (hash=?)'],
    [LINK_SQL.use, 'sign_in_link USING INDEX link_by_email (email=?)'],
    [SESSION_SQL.find, 'session USING PRIMARY KEY (hash=?)'],
    [SESSION_SQL.deleteExpired, 'session USING COVERING? INDEX session_by_end (expires_at<?)'],
    [SESSION_SQL.end, 'session USING INDEX session_by_account (account_id=?)'],
    [LINK_SQL.list, 'sign_in_link USING INDEX link_by_email (email=?)'],
    [SESSION_SQL.list, 'session USING INDEX session_by_account (account_id=?)'],
  ])('%s: seeks in an index of the file of counters', (sql, seek) => {
    expect(planOf(sql, counters)).toMatch(searching(seek));
  });

  it('reads bucket counts from the stored ones, and reports only for the quarter-hours at both ends', () => {
    const plan = planOf(REPORT_SQL.bucketCounts);
    expect(plan).toMatch(/SEARCH quarter_count USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/);
    expect(plan).toMatch(
      /SEARCH report USING COVERING INDEX report_by_time \(created_at>\? AND created_at<\?\)/,
    );
    expect(plan).not.toMatch(/\bSCAN (?!CONSTANT)/);
  });

  it('an import never scans all staged reports for each stored one', () => {
    runAll(STAGING.begin(), connection);
    connection.exec(MATCH_SQL.indexIds);
    expect(planOf(MATCH_SQL.unnamed)).not.toMatch(/named/);
    expect(planOf(MATCH_SQL.unnamedAmongNamed)).toMatch(
      /SEARCH named USING COVERING INDEX staged_by_id \(import=\? AND id=\?\)/,
    );
    for (const sql of [MATCH_SQL.unnamed, MATCH_SQL.unnamedAmongNamed]) {
      expect(planOf(sql)).toMatch(/SEARCH (staged|candidate) USING/);
    }
  });
});

function planOf(sql: string, database = connection): string {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map((row) => row['detail']).join('\n');
}

/** A plan with this step: `COVERING?` is optional, and other steps than those that name their kind are searches. */
function searching(step: string): RegExp {
  const escaped = step.replace(/[()?]/g, '\\$&').replace('COVERING\\? ', '(COVERING )?');
  return new RegExp(step.startsWith('SCAN') ? escaped : `SEARCH ${escaped}`);
}
