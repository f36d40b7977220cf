import { addDays, instantOf, localParts } from '../../mocks/service/local-time.ts';
import type { Photo, Report, Store } from '../../mocks/service/store.ts';
import { highlightChooser } from './highlights.ts';
import { labelsOf } from './labels.ts';
import type { Options } from './options.ts';
import { generatePhotos, generateReports, makeReport, photoFile } from './reports.ts';
import { timetableOf } from './timetable.ts';

/** The data of the service and its clock, which advances with each request. */
export interface ReferenceStore extends Store {
  readonly options: Options;
  readonly reports: Report[];
  /** Advances the clock, and adds a report when one is due. */
  readonly step: () => void;
}

/** A store filled from the options: the same options give the same data. */
export function createStore(options: Options): ReferenceStore {
  const start = startOf(options);
  const timetable = timetableOf(options);
  const reports = generateReports(options, start, timetable);
  const moderate = moderatorOf(reports, options);
  const photos: readonly Photo[] = generatePhotos(reports, options, start);
  let steps = 0;
  const now = () => start + steps * options.tick * 1000;
  return {
    form: options.form,
    zone: options.zone,
    options,
    labels: labelsOf(options),
    timetable,
    reports,
    get now() {
      return now();
    },
    highlightOn: highlightChooser(photos, options, () => steps),
    photoUrl: (file) => `${options.photoHost}/p/${file}${options.signedPhotos ? `?signature=${steps}` : ''}`,
    step() {
      steps += 1;
      moderate(steps);
      retain(reports, now(), options);
      if (options.arrivals === 0 || steps % options.arrivals !== 0) return;
      const id = 1 + reports.reduce((most, report) => Math.max(most, report.id), 100);
      const us = options.arrivalMicros ? now() + 17 * steps : Math.floor(now() / 1e6) * 1e6;
      reports.push(makeReport(id, us, steps % 6, steps % 4 === 0, options));
    },
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
    const { id, us, bucket, photo } = report;
    if (request === correctedWith)
      reports[at] = makeReport(id, us, (bucket + 1) % 6, photo !== null, options);
    if (request === photoWith) reports[at] = { ...report, photo: photo === null ? photoFile(id) : null };
  };
}

function startOf(options: Options): number {
  const [date = '', time = '00:00:00'] = options.now.split('T');
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return instantOf(date, hour * 60 + minute, options.zone) + second * 1_000_000;
}
