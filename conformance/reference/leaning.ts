import { localParts } from './local-time.ts';
import type { Options } from './options.ts';
import { headcountOf } from './reports.ts';
import type { Store } from './store.ts';

/** What an estimate leans on counts as a quarter of a new report. */
export const LEANING_WEIGHT = 0.25;

/** What estimates and lines of the service lean on at an instant in microseconds; undefined if on nothing but reports. */
export function leaningOf({ options, reports }: Store): (us: number) => number | undefined {
  if (options.leaning === 'none') return () => undefined;
  if (options.leaning === 'default') return () => 6;
  const byHour = Map.groupBy(reports, ({ hour }) => hour);
  const usual = new Map([...byHour].map(([hour, own]) => [hour, meanOf(own, options)]));
  return (us) => usual.get(Math.floor(localParts(us, options.zone).minute / 60));
}

function meanOf(reports: Store['reports'], options: Options): number {
  return reports.reduce((total, report) => total + headcountOf(report, options), 0) / reports.length;
}
