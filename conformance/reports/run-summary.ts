import type { AnyReport } from '../contract/report-types.ts';
import { counted } from '../safety/printable.ts';
import { shownCauses } from './outline.ts';

/** Requirements that a headline names. */
const NAMED = 3;

/** Names the kind of run, as the start of a title. */
export function kindOf({ subject }: AnyReport): string {
  return subject === 'client' ? 'Check of a client' : 'Conformance';
}

/** The verdict in a line: its name, two spaces, and what it means. */
export function headlineOf(report: AnyReport): string {
  if (report.subject === 'client') return clientHeadline(report);
  switch (report.verdict) {
    case 'success':
      return report.counts.fail === 0
        ? 'SUCCESS  every requirement is met'
        : 'SUCCESS  all failures are expected';
    case 'partial':
      if (report.exitCode === 3)
        return 'INCOMPLETE  nothing failed, but --complete requires that everything is tested';
      return `PARTIAL SUCCESS  ${report.counts.fail === 0 ? 'nothing failed' : 'all failures are expected'}, but not everything could be tested: ${untested(report)}`;
    case 'inconclusive':
      return 'INCONCLUSIVE  the deployment could not be checked';
    case 'broken':
      return 'BROKEN  the gate itself failed; this says nothing about the deployment';
    default: {
      const causes = shownCauses(report, { unexpected: true });
      const following = causes.reduce((sum, { consequences }) => sum + consequences.length, 0);
      if (causes.length === 0) return 'FAILURE  the list of expected failures is out of date';
      const broken = `${counted(causes.length, 'requirement')} ${causes.length === 1 ? 'is' : 'are'} broken`;
      const rest = `; ${counted(following, 'more failure')} follow${following === 1 ? 's' : ''} from ${causes.length === 1 ? 'it' : 'them'}`;
      return `FAILURE  ${broken}${following === 0 ? '' : rest}`;
    }
  }
}

/** Names requirements in a line that could not be tested. */
function untested({ requirements }: AnyReport): string {
  const ids = requirements.flatMap(({ id, outcome, level }) =>
    outcome === 'not-exercised' && level === 'must' ? id : [],
  );
  const more = ids.length - NAMED;
  return `${ids.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function clientHeadline({ verdict, counts }: AnyReport): string {
  if (verdict === 'success') return 'SUCCESS  the client breaks no rule';
  if (verdict === 'failure') return `FAILURE  the client breaks ${counted(counts.fail, 'rule')}`;
  return 'INCONCLUSIVE  the client could not be checked';
}

/** How many requirements have which outcome. */
export function countsOf({ counts }: AnyReport): string {
  return [
    `${counts.pass} passed`,
    `${counts.fail} failed`,
    counted(counts.warn, 'warning'),
    `${counts['not-exercised']} not tested`,
    ...(counts.inconclusive === 0 ? [] : [`${counts.inconclusive} could not be checked`]),
  ].join(', ');
}

/** Describes the run: its target, and how it was checked. */
export function runOf(report: AnyReport): readonly (readonly [string, string])[] {
  if (report.subject === 'client')
    return [
      ['client', report.target],
      ['form', String(report.formJudged)],
      ['received', `${counted(report.requests, 'request')} in ${report.seconds.toFixed(1)} s`],
    ];
  const { dredd } = report;
  const level = report.level === 'contract' ? ', contract level only' : '';
  return [
    ['target', report.target],
    ['form', `declared ${report.formDeclared}, seen ${report.formSeen}${level}`],
    [
      'sent',
      `${report.requests} of ${counted(report.maxRequests, 'request')} (${(report.quotaShare * 100).toFixed(1)} % of a day's quota), ${report.seconds.toFixed(1)} s`,
    ],
    ...(dredd === undefined
      ? []
      : [
          [
            'dredd',
            `${counted(dredd.transactions, 'transaction')}: ${dredd.passed} pass, ${dredd.failed} fail, ${dredd.skipped} for the rules alone`,
          ] as const,
        ]),
    ['documents', `sha256 ${report.documentHash.slice(0, 12)}, gate ${report.gateVersion}`],
  ];
}
