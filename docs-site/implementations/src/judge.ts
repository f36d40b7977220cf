import type { Report } from '../../../conformance/contract/report-types.ts';
import { readHar } from '../../../conformance/evidence/har.ts';
import { readFacts } from '../../../conformance/facts/facts.ts';
import { checkRecording, type Integrity } from '../../../conformance/integrity/check-recording.ts';
import { badgeOf } from '../../../conformance/reports/badge.ts';
import { observeGaps } from '../../../conformance/reports/observations.ts';
import { buildReport } from '../../../conformance/reports/report.ts';
import { judgeEvidence } from '../../../conformance/verdict/judge.ts';

/** What judging a recording shows. */
export interface Judged {
  readonly report: Report;
  /** Undefined where the browser has no hashes: on pages that are neither served over HTTPS nor by this machine. */
  readonly integrity: Integrity | undefined;
  readonly badge: string;
  /** For a recording of another tool: which one, and what was not judged. */
  readonly recording: { readonly creator: string; readonly leftOut: readonly string[] } | undefined;
}

/** Judges a recording with the rules of the gate, or returns why it cannot be read. */
export async function judgeRecording(text: string): Promise<Judged | string> {
  const evidence = readHar(text);
  if (typeof evidence === 'string') return evidence;
  const judgment = { ...judgeEvidence(evidence), observations: observeGaps(readFacts(evidence)) };
  const report = buildReport(evidence, judgment, [], false);
  const { recording } = evidence;
  return {
    report,
    integrity: self.isSecureContext ? await checkRecording(text) : undefined,
    badge: badgeOf(report),
    recording: recording && {
      creator: recording.creator,
      leftOut: recording.leftOut.map(({ reason, count }) => `${count} ${reason}`),
    },
  };
}
