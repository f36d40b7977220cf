import { addDays, stampText } from './local-time.ts';
import { type Range, reportsBetween, type Store, todayOf } from './store.ts';

/** `exportReports`: CSV of the reports of a range, written as the CSV options say. */
export function exportReports(store: Store, range: Range): string {
  const { form, labels, options } = store;
  const isEmpty = options.exportDefault === 'empty' && range.since === null && range.until === null;
  const reports = isEmpty ? [] : reportsBetween(store, exportRange(store, range));
  const header = form === 1 ? ['timestamp', 'bucket', 'has_photo'] : ['timestamp', 'bucket'];
  const rows = (options.csvOrder === 'oldest' ? reports : reports.toReversed()).map(
    ({ us, bucket, photo }) => {
      const row = [stampText(us, store), labels[bucket] ?? ''];
      return form === 1 ? [...row, photo === null ? 'False' : 'True'] : row;
    },
  );
  const lines = [header, ...rows].map((row, index) =>
    row.map((cell) => quoted(cell, index > 0, options.csvQuotes)).join(','),
  );
  const text = lines.join(options.csvEol) + (options.csvLastEol ? options.csvEol : '');
  return options.csvBom ? `\ufeff${text}` : text;
}

/** The range of an export (gaps `export-without-range` and `one-sided-range`). */
function exportRange(store: Store, { since, until }: Range): Range {
  const { exportDefault, oneSided } = store.options;
  const today = todayOf(store);
  if (since === null && until === null) {
    if (exportDefault === 'today') return { since: today, until: today };
    return exportDefault === 'month' ? { since: addDays(today, -29), until: today } : { since, until };
  }
  if (oneSided === 'open') return { since, until };
  const day = oneSided === 'single-day' ? since : today;
  return { since: oneSided === 'single-day' ? (since ?? until) : since, until: until ?? day };
}

function quoted(cell: string, isData: boolean, style: Store['options']['csvQuotes']): string {
  const isText = style === 'text' && isData && !/^\d+$/.test(cell);
  return style === 'all' || isText ? `"${cell}"` : cell;
}
