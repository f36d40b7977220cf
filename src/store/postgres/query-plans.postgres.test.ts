import { beforeAll, expect, it } from 'vitest';
import { quarterHourBounds } from '../quarter-hours.ts';
import { descending, NOON, newPhoto, newReport } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { FIND_KEY_SQL } from './key-queries.ts';
import { FIRST_PHOTOS_SQL } from './photos.ts';
import { openPostgresStore } from './postgres-store.ts';
import { REPORT_SQL } from './reports.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.fixture.ts';

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
    await asOperator(address, 'VACUUM ANALYZE report');
    await asOperator(address, 'VACUUM ANALYZE photo');
  }, 60_000);

  const at = NOON - 10_000_000_000;
  it.each([
    ['observations', REPORT_SQL.observations, [at, at + 9_000_000], /Index Only Scan using report_by_time/],
    [
      'bucketCounts',
      REPORT_SQL.bucketCounts,
      quarterHourBounds({ start: at, end: at + 9_000_000_000 }),
      /Append/,
    ],
    ['extent', REPORT_SQL.extent, [at], /Index Only Scan (Backward )?using report_by_time/],
    ['nextAfter', REPORT_SQL.nextAfter, [at], /Index Only Scan using report_by_time/],
    ['older', REPORT_SQL.older, [at, 5, 0, 200], /Index Only Scan Backward using report_by_time/],
    ['newer', REPORT_SQL.newer, [at, 5, NOON, 200], /Index Only Scan using report_by_time/],
    ['later', REPORT_SQL.later, [at, 5, NOON, 200], /Index Only Scan using report_by_time/],
    ['findKey', FIND_KEY_SQL, [Buffer.alloc(32)], /Index Scan using api_key_hash_key/],
    ['firstPhotos', FIRST_PHOTOS_SQL, [1, [NOON], [NOON + 9], [NOON]], /Index Scan using photo_by_time/],
  ] as const)('%s seeks in an index and does not scan the table', async (_, sql, values, seek) => {
    const plan = await planOf(sql, values);
    expect(plan).toMatch(seek);
    expect(plan).not.toMatch(/Seq Scan on (report|photo|api_key)\b|Sort Key: r\./);
  });

  async function planOf(sql: string, values: readonly unknown[]): Promise<string> {
    const literal = (value: unknown): string => {
      if (Array.isArray(value)) return `'{${value.join(',')}}'::bigint[]`;
      return Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'::bytea` : String(value);
    };
    const text = sql.replace(/\$(\d)/g, (_, number: string) => literal(values[Number(number) - 1]));
    const rows = await asOperator<{ 'QUERY PLAN': string }>(address, `EXPLAIN ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
});
