/**
 * `measure-case.ts FILE CASE` runs one operation of Form 2, up to the bytes of its JSON, without the network and the response
 * cache. Prints the milliseconds of the first run, and the median of further runs.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { microsOf } from '../../src/service/domain/micros.ts';
import { ALWAYS_OPEN } from '../../src/service/domain/timetable.ts';
import { form2 } from '../../src/service/form/form-2.ts';
import { JsonText } from '../../src/service/form/report-texts.ts';
import { encodeCursor } from '../../src/service/operations/cursor.ts';
import { Operations } from '../../src/service/operations/operations.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts';
import { median } from '../result.ts';
import { type Case, NOW } from './history.ts';

const RUNS = 15;
/** Milliseconds after which no further run starts. */
const LONGEST = 4000;

const [file = '', name = ''] = process.argv.slice(2);
const store = await openSqliteStore(file);
const time = new LocalTime('America/Los_Angeles');
const now = microsOf(Temporal.Instant.from(NOW));
const today = time.date(now);
const options = { form: form2, store, time, timetable: ALWAYS_OPEN, clock: () => now, photoHost: null };
const operations = new Operations(options, (error) => {
  throw error;
});
// What a service does in the background when it starts.
await operations.warmUp();
const snapshot = await operations.snapshots.current();
const base = 'http://localhost';
const request = { snapshot, key: 1, account: 1, base, api: `${base}/api/v1` };
const respond = (operationId: keyof typeof form2.projections, query: Readonly<Record<string, unknown>>) =>
  operations.computation({ ...request, operationId, query }).compute;
const range = (days: number) => ({ since: String(today.subtract({ days: days - 1 })), until: String(today) });
const deep = name === 'deep page' ? deepCursor(100_000) : '';
const RUN: Readonly<Record<Case, () => Promise<object>>> = {
  status: respond('getStatus', {}),
  "today's chart": respond('getChart', {}),
  "a year's chart": respond('getChart', range(365)),
  'patterns of all time': respond('getPatterns', {}),
  'patterns of a month': respond('getPatterns', range(30)),
  'first page': respond('listReports', { limit: 50 }),
  'deep page': respond('listReports', { limit: 50, cursor: deep }),
  'highlights of 60 days': respond('getHighlights', { days: 60 }),
};

const run = RUN[name as Case];
const measure = async (): Promise<number> => {
  const start = performance.now();
  const result = await run();
  if (result instanceof JsonText) await Array.fromAsync(result.chunks, (chunk) => Buffer.from(chunk));
  else Buffer.from(JSON.stringify(result));
  return performance.now() - start;
};
const cold = await measure();
const warm: number[] = [];
const until = performance.now() + LONGEST;
while (warm.length < 3 || (warm.length < RUNS && performance.now() < until)) warm.push(await measure());
// The checkpoint of the model is saved in the background.
await setTimeout(500);
await store.close();
console.log(JSON.stringify({ cold, warm: median(warm) }));

/** The cursor of the report that has this many newer ones. */
function deepCursor(newer: number): string {
  const row = new DatabaseSync(file, { readOnly: true })
    .prepare('SELECT id, created_at FROM report ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?')
    .get(newer);
  const position = { id: Number(row?.['id']), createdAt: Number(row?.['created_at']) };
  return encodeCursor({ direction: 'older', position });
}
