import { stampText } from './local-time.ts';
import { labelOf, type Report } from './reports.ts';
import type { Store } from './store.ts';

/** The export in the service's dialect of CSV. */
export function writeCsv(reports: readonly Report[], store: Store): string {
  const { options } = store;
  const rows: string[][] = [
    options.form === 1 ? ['timestamp', 'bucket', 'has_photo'] : ['timestamp', 'bucket'],
  ];
  const sorted = options.csvOrder === 'oldest' ? reports : [...reports].reverse();
  for (const report of sorted) {
    const row = [stampText(report.us, options), labelOf(report.bucket, options)];
    rows.push(options.form === 1 ? [...row, report.photo ? 'True' : 'False'] : row);
  }
  const text = rows
    .map((row, index) => row.map((cell) => quoted(cell, index, options.csvQuotes)).join(','))
    .join(options.csvEol);
  return (options.csvBom ? '\ufeff' : '') + text + (options.csvLastEol ? options.csvEol : '');
}

function quoted(cell: string, row: number, style: Store['options']['csvQuotes']): string {
  if (style === 'all') return `"${cell}"`;
  return style === 'text' && row > 0 && !/^\d+$/.test(cell) ? `"${cell}"` : cell;
}
