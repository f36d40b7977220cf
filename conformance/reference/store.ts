import { addDays, instantOf, localParts } from './local-time.ts';
import type { Options } from './options.ts';
import { generatePhotos, generateReports, makeReport, type Photo, type Report } from './reports.ts';

/** The data of the service and its clock. */
export type Store = {
  readonly options: Options;
  /** Oldest first. */
  readonly reports: Report[];
  readonly photos: readonly Photo[];
  /** The service's time in microseconds. */
  readonly now: () => number;
  /** Advances the clock, and adds a report when one is due. */
  readonly step: () => void;
  /** Number of requests so far. */
  readonly served: () => number;
};

/** A store filled from the options: the same options give the same data. */
export function createStore(options: Options): Store {
  const start = startOf(options);
  const reports = generateReports(options, start);
  const moderate = moderatorOf(reports, options);
  let steps = 0;
  const now = () => start + steps * options.tick * 1000;
  const step = () => {
    steps += 1;
    moderate(steps);
    retain(reports, now(), options);
    if (options.arrivals === 0 || steps % options.arrivals !== 0) return;
    const id = 1 + reports.reduce((most, report) => Math.max(most, report.id), 100);
    const us = options.arrivalMicros ? now() + 17 * steps : Math.floor(now() / 1e6) * 1e6;
    reports.push(makeReport(id, us, steps % 6, steps % 4 === 0, options.zone));
  };
  return {
    options,
    reports,
    photos: generatePhotos(reports, options, start),
    now,
    step,
    served: () => steps,
  };
}

/** Drops the reports that are older than the service keeps. */
function retain(reports: Report[], now: number, { retentionDays, zone }: Options): void {
  if (retentionDays === Number.POSITIVE_INFINITY) return;
  const oldest = addDays(localParts(now, zone).date, -retentionDays);
  const kept = reports.findIndex(({ date }) => date >= oldest);
  reports.splice(0, kept === -1 ? reports.length : kept);
}

/** Hides the report that is approved later; returns what changes the reports with a request, given by its number. */
function moderatorOf(reports: Report[], options: Options) {
  const { approvedWith, removedWith, correctedWith, photoWith, moderated } = options;
  const at = Math.floor(moderated * Math.max(0, reports.length - 2));
  const late = approvedWith > 0 ? reports.splice(at, 1) : [];
  return (request: number): void => {
    if (request === approvedWith) reports.splice(at, 0, ...late);
    // The neighbor, so that both can change in one run
    if (request === removedWith) reports.splice(at + 1, 1);
    const report = reports[at];
    if (report === undefined) return;
    if (request === correctedWith) reports[at] = { ...report, bucket: (report.bucket + 1) % 6 };
    if (request === photoWith) reports[at] = { ...report, photo: !report.photo };
  };
}

/** The query of a signed URL, which changes with each request; empty without signatures. */
export function signature(store: Store): string {
  return store.options.signedPhotos ? `?signature=${store.served()}` : '';
}

/** Today by the service's clock. */
export function todayOf(store: Store): string {
  return localParts(store.now(), store.options.zone).date;
}

/** Reports of the local days, both included, oldest first. */
export function reportsBetween(store: Store, since: string | null, until: string | null): readonly Report[] {
  return store.reports.filter(
    (report) => (since === null || report.date >= since) && (until === null || report.date <= until),
  );
}

function startOf(options: Options): number {
  const [date = '', time = '00:00:00'] = options.now.split('T');
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return instantOf(date, hour * 60 + minute, options.zone) + second * 1_000_000;
}
