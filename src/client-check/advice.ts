import type { ReportedRequirement } from '../../conformance/contract/report-types.ts';
import type { ClientRun } from './session.ts';

/** Rules that take a page that is loaded again for one that polls or tries again. */
const COUNT_LOADS = /^pace\.(interval|retry-after-|unauthorized|quota)/;

/** What a reader should know about a check, in sentences. */
export function adviceOn(about: {
  readonly runs: readonly ClientRun[];
  readonly requirements: readonly ReportedRequirement[];
  /** Whether the client is an app that people load. */
  readonly isApp: boolean;
  /** How many requests there were, and how many the reports show. */
  readonly sent: number;
  readonly shown: number;
}): readonly string[] {
  const { runs, requirements, isApp, sent, shown } = about;
  const counted = requirements.filter(({ id, outcome }) => outcome === 'fail' && COUNT_LOADS.test(id));
  return [
    ...(isApp && runs.some(({ ending }) => ending.kind === 'unwatched')
      ? ['Nothing looked at the app, so the rules survives.* were not tested: add --page or --probe.']
      : []),
    ...(isApp && counted.length > 0
      ? [
          `A page that is loaded again, as development servers do when a file is saved, counts as polling or trying again. If that happened, repeat the check before you change anything about ${counted.map(({ id }) => id).join(', ')}.`,
        ]
      : []),
    ...(shown < sent
      ? [`The client sent ${sent} requests; reports and recording show ${shown} of them.`]
      : []),
  ];
}
