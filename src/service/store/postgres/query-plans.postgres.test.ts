import { beforeAll, expect, it } from 'vitest';
import { LIKES_OF_SQL } from '../accounts/accounts.ts';
import { auditQuery } from '../accounts/audit.ts';
import { COUNTING_SQL, FIND_KEY, KEYS_OF_SQL, NAME_TAKEN_SQL } from '../accounts/keys.ts';
import { LINK_SQL, sessionSql } from '../accounts/sessions.ts';
import { EXPORT_SQL } from '../export-reports.ts';
import { FIRST_PHOTO } from '../photos.ts';
import { quarterHourBounds } from '../quarter-hours.ts';
import { REPORT_SQL } from '../reports.ts';
import { descending, NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.fixture.ts';

const SESSION_SQL = sessionSql('');

/** Many people, so that the server prefers indexes. */
const PEOPLE = `
  INSERT INTO account (email) SELECT 'person-' || n FROM generate_series(1, 5000) n;
  INSERT INTO api_key (account_id, hash, prefix, created_at, quota)
    SELECT n, sha256(n::text::bytea), 'hc', 0, 9 FROM generate_series(1, 5000) n;
  INSERT INTO audit_event (at, actor, action, account_id, key_id, detail)
    SELECT n, 'owner', 'key.created', n, n, '' FROM generate_series(1, 5000) n;
  INSERT INTO sign_in_link SELECT sha256(n::text::bytea), 'person-' || n, n, n FROM generate_series(1, 5000) n;
  INSERT INTO session SELECT sha256(n::text::bytea), n, n, n FROM generate_series(1, 5000) n;
  INSERT INTO photo_like SELECT report_id, 1 + report_id % 5000 FROM photo;
  ANALYZE account, api_key, audit_event, sign_in_link, session, photo_like`;

/** The text and the values of a query. */
function auditQueryOf(filter: Parameters<typeof auditQuery>[0]): readonly [string, readonly number[]] {
  const [text, ...values] = auditQuery(filter);
  return [text, values];
}

describePostgres('query plans on PostgreSQL', () => {
  const newAddress = postgresAddresses();
  let address: PostgresAddress;

  beforeAll(async () => {
    address = newAddress();
    const store = await openPostgresStore(address, { create: true });
    await store.addReports([
      descending(20_000, 1_000_000),
      Array.from({ length: 2000 }, (_, n) => newReport({ createdAt: NOON + n, photo: newPhoto() })),
    ]);
    await store.close();
    await asOperator(address, PEOPLE);
    await asOperator(address, 'VACUUM ANALYZE report');
    await asOperator(address, 'VACUUM ANALYZE photo');
  }, 60_000);

  const at = NOON - 10_000_000_000;
  it.each([
    [REPORT_SQL.observations, [at, at + 9_000_000], /Index Only Scan using report_by_time/],
    [REPORT_SQL.bucketCounts, quarterHourBounds({ start: at, end: at + 9_000_000_000 }), /Append/],
    [REPORT_SQL.extent, [at], /Index Only Scan (Backward )?using report_by_time/],
    [REPORT_SQL.nextAfter, [at], /Index Only Scan using report_by_time/],
    [REPORT_SQL.older, [at, 5, 0, 200], /Index Only Scan Backward using report_by_time/],
    [REPORT_SQL.newer, [at, 5, NOON, 200], /Index Only Scan using report_by_time/],
    [EXPORT_SQL.oldestFirst, [at, NOON, 200], /Index Only Scan using report_by_time/],
    [EXPORT_SQL.newestFirst, [NOON, at, 200], /Index Only Scan Backward using report_by_time/],
    [EXPORT_SQL.photos, [NOON + 9, NOON], /Index Only Scan Backward using photo_by_time/],
    [FIND_KEY.text, [Buffer.alloc(32)], /Index Scan using api_key_hash_key/],
    [KEYS_OF_SQL, [5], /Index Scan using key_by_account/],
    [NAME_TAKEN_SQL, [5, "'a'", 0, at], /Index Scan using key_by_account/],
    [COUNTING_SQL, [5, at], /Index Scan using key_by_account/],
    [LIKES_OF_SQL, [5], /Index Scan using like_by_account/],
    [...auditQueryOf({ limit: 9 }), /Index Scan Backward using audit_by_time/],
    [...auditQueryOf({ since: 4990, limit: 9 }), /Index Scan Backward using audit_by_time/],
    [...auditQueryOf({ account: 5, limit: 9 }), /Index Scan (Backward )?using audit_by_account/],
    [...auditQueryOf({ key: 5, limit: 9 }), /Index Scan (Backward )?using audit_by_key/],
    [LINK_SQL.count, ["'person-5'", 0], /Index (Only )?Scan using link_by_email/],
    [LINK_SQL.find, [Buffer.alloc(32), 0], /Index Scan using sign_in_link_pkey/],
    [LINK_SQL.use, [Buffer.alloc(32), 0], /Index Scan using link_by_email/],
    [SESSION_SQL.find, [Buffer.alloc(32), 0], /Index Scan using session_pkey/],
    [LINK_SQL.list, ["'person-5'"], /Index Scan using link_by_email/],
    [SESSION_SQL.list, [5], /Index Scan using session_by_account/],
    [SESSION_SQL.end, [5], /Index Scan using session_by_account/],
    [FIRST_PHOTO.text, [1, NOON, NOON + 9, NOON], /Index Scan using photo_by_time/],
  ] as const)('%s: seeks in an index and does not scan the table', async (sql, values, seek) => {
    const plan = await planOf(sql, values);
    expect(plan).toMatch(seek);
    expect(plan).not.toMatch(
      /Seq Scan on (report|photo|photo_like|api_key|audit_event|sign_in_link|session)\b|Sort Key: r\./,
    );
  });

  async function planOf(sql: string, values: readonly unknown[]): Promise<string> {
    const literal = (value: unknown): string => {
      return Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'::bytea` : String(value);
    };
    const text = sql.replace(/\$(\d)/g, (_, number: string) => literal(values[Number(number) - 1]));
    const rows = await asOperator<{ 'QUERY PLAN': string }>(address, `EXPLAIN ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
});
