import { fieldsOf } from '../contract/fields.ts';
import type { Facts } from '../facts/facts.ts';
import type { ExportResponse } from '../facts/responses.ts';
import { secondOf, type Timestamp } from '../facts/timestamp.ts';
import { intervalOf } from './chart-scatter.ts';
import { blamedHere, blamedParts, rangeDifferences, someOf } from './range-differences.ts';
import { check, type Ledger, type Rule } from './rule.ts';

/** Header, columns and rows of the export. */
export const exportRules: Rule = {
  name: 'exports',
  judge: (facts, ledger) => {
    for (const response of facts.exports) judgeColumns(facts, response, ledger);
    const readable = facts.exports.filter(
      ({ header, rows, cells }) => header.includes('timestamp') && rows.length === cells.length,
    );
    judgeRows(facts, readable, ledger);
    for (const response of readable) {
      judgeSpelling(facts, response, ledger);
      judgeBuckets(facts, response, ledger);
      if (facts.form === 1) judgePhotos(facts, response, ledger);
    }
  },
};

function judgeColumns(facts: Facts, response: ExportResponse, ledger: Ledger): void {
  const { exchange, header, cells, problem } = response;
  const columns = fieldsOf(facts.form, exchange.endpoint).map(({ pointer }) => pointer.slice(1));
  const looksLikeHeader = header.includes('timestamp') || header.includes('bucket');
  check(ledger, 'export.header', looksLikeHeader, () => ({
    message: 'the first row does not name columns',
    expected: columns.join(','),
    seen: header.join(',') || 'nothing',
    exchange,
  }));
  if (!looksLikeHeader) return;
  const names = header.join();
  const again = cells.find((row) => row.cells.length === header.length && row.cells.join() === names);
  if (again !== undefined)
    ledger.fail(again.line === 2 ? 'export.header' : 'export.rows', {
      message: `line ${again.line} repeats the header`,
      expected: 'one header row, and one row for each report',
      seen: again.cells.join(','),
      exchange,
    });
  const same = header.length === columns.length && columns.every((name, at) => header[at] === name);
  const ragged = cells.find((row) => row.cells.length !== header.length);
  if (problem !== undefined)
    ledger.fail('export.columns', { message: `the CSV cannot be read: ${problem}`, exchange });
  if (!same)
    ledger.fail('export.columns', {
      message: 'the columns are not the columns of the form',
      expected: columns.join(','),
      seen: header.join(','),
      exchange,
    });
  if (ragged !== undefined)
    ledger.fail('export.columns', {
      message: `line ${ragged.line} does not have the columns of the header`,
      expected: `${header.length} cells`,
      seen: ragged.cells.join(','),
      exchange,
    });
  if (same && ragged === undefined && problem === undefined) ledger.pass('export.columns');
}

const rangeParts = { since: 'export.since', until: 'export.until', complete: 'export.rows' } as const;

function judgeRows(facts: Facts, responses: readonly ExportResponse[], ledger: Ledger): void {
  const judged = responses.map((response) => {
    const { since, until, rows } = response;
    const ends = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
    return { response, ...rangeDifferences(facts, { ...ends, items: rows.map(({ t }) => t) }) };
  });
  const blamed = blamedParts(judged.flatMap(({ differences }) => differences));
  for (const { response, missing, extra, differences, shown } of judged) {
    for (const part of blamedHere(differences, blamed)) {
      ledger.fail(rangeParts[part], {
        message: `the export of ${response.since ?? '…'} to ${response.until ?? '…'} does not contain the reports of these days`,
        expected: `missing: ${someOf(missing)}`,
        seen: `unexpected: ${someOf(extra)}`,
        exchange: response.exchange,
      });
    }
    for (const part of shown) if (!blamed.has(part)) ledger.pass(rangeParts[part]);
    judgeNewest(facts, response, ledger);
  }
}

/** An open-ended export that has every day but the newest lost the last one. */
function judgeNewest(facts: Facts, { exchange, since, until, rows }: ExportResponse, ledger: Ledger): void {
  const newest = facts.groups.findLast(({ count, t }) => count > 0 && facts.stable(t));
  const dates = [...new Set(rows.map(({ t }) => t.date))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (
    until !== undefined ||
    newest === undefined ||
    first === undefined ||
    last === undefined ||
    last >= newest.t.date
  )
    return;
  const oldest = facts.walk.complete ? facts.walk.reports.at(-1)?.t.date : undefined;
  const wholeBefore = dates.length > 1 && (since !== undefined || first === oldest);
  const between = facts.groups.some(({ count, t }) => count > 0 && t.date > last && t.date < newest.t.date);
  if (wholeBefore && !between) {
    ledger.fail('export.rows', {
      message: 'the export ends the day before the newest reports',
      expected: newest.t.text,
      seen: `nothing after ${last}`,
      exchange,
    });
  }
}

/** A report's timestamp is spelled the same in feed and export. */
function judgeSpelling(facts: Facts, { exchange, rows }: ExportResponse, ledger: Ledger): void {
  const feed = new Map<number, Set<string>>();
  for (const { t } of facts.walk.reports) {
    const second = secondOf(t);
    const texts = feed.get(second);
    if (texts === undefined) feed.set(second, new Set([shapeOf(t)]));
    else texts.add(shapeOf(t));
  }
  for (const { t, line } of rows) {
    const shapes = feed.get(secondOf(t));
    if (shapes === undefined) continue;
    check(ledger, 'export.timestamp', shapes.has(shapeOf(t)), () => ({
      message: `line ${line}: the timestamp is spelled differently from the feed`,
      expected: [...shapes].join(' or '),
      seen: t.text,
      exchange,
    }));
  }
}

/** What must agree: instant, offset and fraction; `Z` and `+00:00` are equal. */
function shapeOf({ text }: Timestamp): string {
  return text.replace(/Z$/, '+00:00');
}

function judgeBuckets(facts: Facts, { exchange, rows }: ExportResponse, ledger: Ledger): void {
  const exported = bucketsBySecond(rows);
  const fed = bucketsBySecond(facts.walk.reports);
  const labels = [...facts.values.seen.keys()]
    .filter((label) => /^\d+$/.test(label))
    .map(Number)
    .sort((a, b) => a - b);
  let values: ReadonlyMap<number, readonly number[]> | undefined;
  const scatteredAt = () => {
    values ??= scatterBySecond(facts);
    return values;
  };
  for (const [second, buckets] of exported) {
    const expected = fed.get(second);
    if (expected === undefined || expected.length !== buckets.length) continue;
    const same = [...expected].sort().join() === [...buckets].sort().join();
    if (same) {
      ledger.pass('export.rows');
      continue;
    }
    const breach = {
      message: 'feed and export show different buckets for a report',
      expected: `${expected.join(' / ')} as in the feed`,
      seen: `${buckets.join(' / ')} in the export`,
      exchange,
    };
    const scattered = scatteredAt().get(second) ?? [];
    const fits = (names: readonly string[]) =>
      scattered.length > 0 &&
      scattered.every((value) => names.some((name) => inside(value, intervalOf(facts, name, labels))));
    if (fits(buckets) && !fits(expected)) ledger.fail('reports.bucket', breach);
    else ledger.fail('export.rows', breach);
  }
}

function scatterBySecond({ charts }: Facts): ReadonlyMap<number, readonly number[]> {
  const bySecond = new Map<number, number[]>();
  for (const { t, value } of charts.flatMap(({ scatter }) => scatter)) {
    const values = bySecond.get(secondOf(t));
    if (values === undefined) bySecond.set(secondOf(t), [value]);
    else values.push(value);
  }
  return bySecond;
}

function bucketsBySecond(
  reports: readonly { readonly t: Timestamp; readonly bucket: string }[],
): ReadonlyMap<number, readonly string[]> {
  const bySecond = new Map<number, string[]>();
  for (const { t, bucket } of reports) {
    const buckets = bySecond.get(secondOf(t));
    if (buckets === undefined) bySecond.set(secondOf(t), [bucket]);
    else buckets.push(bucket);
  }
  return bySecond;
}

function inside(value: number, interval: readonly [number, number] | undefined): boolean {
  return interval !== undefined && value >= interval[0] && value <= interval[1];
}

function judgePhotos(facts: Facts, { exchange, rows }: ExportResponse, ledger: Ledger): void {
  const count = (items: Iterable<readonly [number, boolean]>) => {
    const counts = new Map<number, { all: number; photos: number; exchange?: never }>();
    for (const [second, photo] of items) {
      const entry = counts.get(second) ?? { all: 0, photos: 0 };
      counts.set(second, { all: entry.all + 1, photos: entry.photos + (photo ? 1 : 0) });
    }
    return counts;
  };
  const fed = count(
    facts.walk.reports
      .filter(({ photo }) => photo !== undefined)
      .map(({ t, photo }) => [secondOf(t), photo !== null] as const),
  );
  const exported = count(rows.map(({ t, photo }) => [secondOf(t), photo === 'True'] as const));
  for (const [second, here] of exported) {
    const there = fed.get(second);
    if (there === undefined || there.all !== here.all) continue;
    check(ledger, 'export.has_photo-agrees', there.photos === here.photos, () => ({
      message: `has_photo of the report at ${facts.groupAt(second)?.t.text ?? second} differs from the feed`,
      expected: there.photos > 0 ? 'True' : 'False',
      seen: here.photos > 0 ? 'True' : 'False',
      exchange,
    }));
  }
}
