import { fieldsOf } from '../../contract/fields.ts';
import type { Facts } from '../../facts/facts.ts';
import { once } from '../../facts/once.ts';
import { type ExportResponse, isReadable } from '../../facts/responses.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { intervalOf } from '../chart/scatter.ts';
import { rangeCheck } from '../range-differences.ts';
import { check, type Ledger, type Rule } from '../rule.ts';

/** Header, columns and rows of the export. */
export const exportRules: Rule = {
  name: 'exports',
  judge: (facts, ledger) => {
    for (const response of facts.exports) judgeColumns(facts, response, ledger);
    const readable = facts.exports.filter(isReadable);
    judgeRows(facts, readable, ledger);
    const notations = notationsOf(facts);
    for (const response of readable) {
      judgeNotation(notations, response, ledger);
      judgeBuckets(facts, response, ledger);
      if (facts.form === 1) judgePhotos(facts, response, ledger);
    }
  },
};

function judgeColumns(facts: Facts, response: ExportResponse, ledger: Ledger): void {
  const { exchange, header, cells, problem } = response;
  const columns = fieldsOf(facts.form, exchange.endpoint).map(({ pointer }) => pointer.slice(1));
  const looksLikeHeader = header.some((name) => /^(timestamp|bucket)$/i.test(name));
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
  if (!same) {
    const missing = columns.filter((name) => !header.includes(name));
    const further = header.filter((name) => !columns.includes(name));
    const message =
      missing.length > 0
        ? `there is no column ${missing.join(', ')}`
        : further.length > 0
          ? `the form has no column ${further.join(', ')}`
          : 'the columns are not in the order of the form, each once';
    ledger.fail('export.columns', { message, expected: columns.join(','), seen: header.join(','), exchange });
  }
  if (ragged !== undefined)
    ledger.fail('export.columns', {
      message: `line ${ragged.line} does not have the columns of the header`,
      expected: `${header.length} cells`,
      seen: ragged.cells.join(','),
      exchange,
    });
  if (same && ragged === undefined && problem === undefined) ledger.pass('export.columns');
}

const wording = {
  requirements: { since: 'export.since', until: 'export.until', complete: 'export.rows' },
  subject: 'the export',
  breach: 'does not contain',
} as const;

function judgeRows(facts: Facts, responses: readonly ExportResponse[], ledger: Ledger): void {
  const rangeOf = (response: ExportResponse) => ({ ...response, items: response.rows.map(({ t }) => t) });
  const judge = rangeCheck(facts, responses, rangeOf, wording);
  for (const response of responses) {
    judge(response, ledger);
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

/** Timestamps are written in the same way in feed and export. How many digits fractions have is left open. */
function judgeNotation(known: ReadonlySet<string>, { exchange, rows }: ExportResponse, ledger: Ledger): void {
  if (known.size === 0) return;
  const other = rows.find(({ t }) => !known.has(notationOf(t)));
  if (rows.length > 0)
    check(ledger, 'export.timestamp', other === undefined, () => ({
      message: `line ${other?.line}: the timestamp is written differently from the feed`,
      expected: [...known].join(' or '),
      seen: other?.t.text ?? '',
      exchange,
    }));
}

/** How the feed writes timestamps. */
function notationsOf({ pages }: Facts): ReadonlySet<string> {
  return new Set(pages.flatMap(({ reports }) => reports.map(({ t }) => notationOf(t))));
}

/** A timestamp with every digit as 0, without fraction and sign; `Z` and `+00:00` are equal. */
function notationOf({ text }: Timestamp): string {
  return text
    .replace(/[.,]\d+/, '')
    .replace(/Z$/i, '+00:00')
    .replace(/[+\-\u2212](?=\d\d(:?\d\d)?$)/, '+')
    .replaceAll(/\d/g, '0');
}

/** Only a mismatch asks for it. */
const scatterByKey = once(({ charts, keyOf }: Facts) =>
  Map.groupBy(
    charts.flatMap(({ scatter }) => scatter),
    ({ t }) => keyOf(t),
  ),
);

function judgeBuckets(facts: Facts, { exchange, rows }: ExportResponse, ledger: Ledger): void {
  const keyOf = ({ t }: { readonly t: Timestamp }) => facts.keyOf(t);
  const fed = Map.groupBy(facts.walk.reports, keyOf);
  for (const [key, own] of Map.groupBy(rows, keyOf)) {
    const expected = fed.get(key)?.map(({ bucket }) => bucket);
    const buckets = own.map(({ bucket }) => bucket);
    const isOther = expected?.length !== buckets.length || facts.changes.confirmed.has(key);
    if (expected === undefined || isOther) continue;
    if (expected.toSorted().join() === buckets.toSorted().join()) {
      ledger.pass('export.rows');
      continue;
    }
    const breach = {
      message: 'feed and export show different buckets for a report',
      expected: `${expected.join(' / ')} as in the feed`,
      seen: `${buckets.join(' / ')} in the export`,
      exchange,
    };
    const points = scatterByKey(facts).get(key) ?? [];
    const fits = (names: readonly string[]) =>
      points.length > 0 &&
      points.every(({ value }) => names.some((name) => inside(value, intervalOf(facts, name))));
    if (fits(buckets) && !fits(expected)) ledger.fail('reports.bucket', breach);
    else ledger.fail('export.rows', breach);
  }
}

function inside(value: number, interval: readonly [number, number] | undefined): boolean {
  return interval !== undefined && value >= interval[0] && value <= interval[1];
}

function judgePhotos(facts: Facts, { exchange, rows }: ExportResponse, ledger: Ledger): void {
  const keyOf = ({ t }: { readonly t: Timestamp }) => facts.keyOf(t);
  const withPhotoUrl = facts.walk.reports.filter(({ photo }) => photo !== undefined);
  const fed = Map.groupBy(withPhotoUrl, keyOf);
  for (const [key, own] of Map.groupBy(rows, keyOf)) {
    const reports = fed.get(key);
    if (reports?.length !== own.length || facts.changes.confirmed.has(key)) continue;
    const there = reports.filter(({ photo }) => photo !== null).length;
    const here = own.filter(({ photo }) => photo === 'True').length;
    check(ledger, 'export.has_photo-agrees', there === here, () => ({
      message: `has_photo of the report at ${own.at(-1)?.t.text ?? ''} differs from the feed, which has a photo_url ${there > 0 ? 'there' : 'of null'}`,
      expected: there > 0 ? 'True' : 'False',
      seen: here > 0 ? 'True' : 'False',
      exchange,
    }));
  }
}
