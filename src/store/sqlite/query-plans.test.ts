import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWriter } from './connection.ts';
import { EXPORT_SQL } from './export-reports.ts';
import { FIND_KEY_SQL } from './key-queries.ts';
import { MATCH_SQL } from './merge-reports.ts';
import { FIRST_PHOTO_SQL } from './photos.ts';
import { REPORT_SQL } from './reports.ts';
import { REPORT_MIGRATIONS } from './schema.ts';
import { createStaging } from './staging.ts';
import { temporaryFiles } from './temporary-folder.fixture.ts';

const path = temporaryFiles();
let connection: DatabaseSync;

beforeAll(async () => {
  connection = await openWriter(
    { file: path('plans.db'), synchronous: 'FULL', migrations: REPORT_MIGRATIONS },
    true,
  );
});
afterAll(() => connection.close());

describe('query plans', () => {
  it.each([
    [
      'observations',
      REPORT_SQL.observations,
      /SEARCH report USING COVERING INDEX report_by_time \(created_at>\? AND created_at<\?\)/,
    ],
    ['extent', REPORT_SQL.extent, /SEARCH report USING COVERING INDEX report_by_time \(created_at<\?\)/],
    [
      'nextAfter',
      REPORT_SQL.nextAfter,
      /SEARCH report USING COVERING INDEX report_by_time \(created_at>\?\)/,
    ],
    [
      'older',
      REPORT_SQL.older,
      /SEARCH r USING COVERING INDEX report_by_time \(created_at>\? AND \(created_at,id\)<\(\?,\?\)\)/,
    ],
    [
      'newer',
      REPORT_SQL.newer,
      /SEARCH r USING COVERING INDEX report_by_time \(\(created_at,id\)>\(\?,\?\) AND created_at<\?\)/,
    ],
    [
      'firstPhotos',
      FIRST_PHOTO_SQL,
      /SEARCH p USING INDEX photo_by_time \(created_at>\? AND created_at<\?\)/,
    ],
    [
      'a batch, newest first',
      EXPORT_SQL.newestFirst,
      /SEARCH report USING COVERING INDEX report_by_time \(created_at>\? AND created_at<\?\)/,
    ],
    [
      'a batch, oldest first',
      EXPORT_SQL.oldestFirst,
      /SEARCH report USING COVERING INDEX report_by_time \(created_at>\? AND created_at<\?\)/,
    ],
    [
      'photos of an export',
      EXPORT_SQL.photos,
      /SEARCH p USING COVERING INDEX photo_by_time \(created_at>\? AND created_at<\?\)/,
    ],
    ['weeks', REPORT_SQL.weekCounts, /SEARCH week_count USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
    ['findKey', FIND_KEY_SQL, /SEARCH k USING INDEX sqlite_autoindex_api_key_1 \(hash=\?\)/],
  ])('%s: seeks in an index, and neither scans nor sorts', (_, sql, seek) => {
    const plan = planOf(sql);
    expect(plan).toMatch(seek);
    // The result of a subquery is read once, in its order.
    expect(plan).not.toMatch(/\bSCAN (?!CONSTANT|\(subquery)|TEMP B-TREE/);
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
    createStaging(connection);
    connection.exec(MATCH_SQL.indexIds);
    expect(planOf(MATCH_SQL.unnamed)).not.toMatch(/named/);
    expect(planOf(MATCH_SQL.unnamedAmongNamed)).toMatch(
      /SEARCH named USING COVERING INDEX staged_by_id \(id=\?\)/,
    );
    for (const sql of [MATCH_SQL.unnamed, MATCH_SQL.unnamedAmongNamed]) {
      expect(planOf(sql)).toMatch(/SEARCH (staged|stored) USING/);
    }
  });
});

function planOf(sql: string): string {
  const rows = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map((row) => row['detail']).join('\n');
}
