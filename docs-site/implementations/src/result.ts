import type { Finding } from '../../../conformance/contract/outcomes.ts';
import type { ReportedRequirement } from '../../../conformance/contract/report-types.ts';
import type { Integrity } from '../../../conformance/integrity/check-recording.ts';
import { element, tableHead } from '../../explorer/src/element.ts';
import type { Judged } from './judge.ts';

const verdicts: Readonly<Record<Judged['report']['verdict'], string>> = {
  success: 'Conforms: every requirement is met',
  partial: 'Partial: nothing failed, but not everything could be exercised',
  failure: 'Fails: a requirement is broken',
  inconclusive: 'Not judged: responses are missing',
  broken: 'Not judged: the gate failed',
};
const states: Readonly<Record<Integrity['state'], string>> = {
  consistent: 'Consistent: repeating the plan on its responses leads to the same requests.',
  inconsistent: 'Changed or invented: no run of the gate produces this recording.',
  outdated: 'Made with other documents or another gate, so the plan could not be repeated. Record it again.',
  foreign: 'Recorded by another tool, so there is no plan to compare it with.',
};

/** What the page shows about a recording, or why it cannot be judged. */
export function resultOf(judged: Judged | string, claimed: string | undefined): HTMLElement {
  if (typeof judged === 'string') return element('p', { role: 'status', class: 'verdict failure' }, judged);
  const { report, integrity, badge, recording } = judged;
  const isTampered = integrity?.state === 'inconsistent';
  const { counts } = report;
  return element(
    'div',
    element(
      'p',
      { role: 'status', class: `verdict ${isTampered ? 'failure' : report.verdict}` },
      element('strong', isTampered ? 'Not a true recording' : verdicts[report.verdict]),
      claimed === undefined ? null : ` ${claimNote(claimed, report.verdict)}`,
    ),
    element(
      'p',
      `Form ${report.formJudged}, ${report.requests} requests to ${report.target} on ${report.startedAt.slice(0, 10)}: `,
      `${counts.pass} pass, ${counts.fail} fail, ${counts.warn} warn, ${counts['not-exercised']} not exercised, ${counts.inconclusive} could not be judged.`,
    ),
    element('h4', 'The recording'),
    element(
      'p',
      integrity === undefined
        ? 'Not checked: browsers compute hashes only over HTTPS or on localhost.'
        : states[integrity.state],
    ),
    listOf(
      (integrity?.flaws ?? []).map(
        ({ message, exchange }) => `${exchange === undefined ? '' : `Request ${exchange}: `}${message}`,
      ),
    ),
    recording === undefined
      ? null
      : element(
          'p',
          `Recorded by ${recording.creator}. Skipped: ${recording.leftOut.join('; ') || 'nothing'}.`,
        ),
    ...causesOf(judged),
    ...requirementsOf(judged),
    ...(integrity?.state === 'consistent' ? [badgeOf(badge, report.verdict)] : []),
  );
}

function claimNote(claimed: string, verdict: string): string {
  return claimed === verdict ? 'As claimed.' : `The submission claims another verdict: ${claimed}.`;
}

function causesOf({ report }: Judged): readonly HTMLElement[] {
  if (report.causes.length === 0) return [];
  const items = report.causes.flatMap(({ requirement, consequences }) => {
    const failed = report.requirements.find(({ id }) => id === requirement);
    return failed === undefined ? [] : [causeItem(failed, consequences)];
  });
  return [element('h4', 'Why it fails'), element('ul', { class: 'causes' }, ...items)];
}

function causeItem(
  { id, promise, findings }: ReportedRequirement,
  consequences: readonly string[],
): HTMLElement {
  return element(
    'li',
    element('code', id),
    ` ${promise}`,
    ...findings.slice(0, 1).map(findingOf),
    consequences.length === 0 ? null : element('p', `Fails because of it: ${consequences.join(', ')}.`),
  );
}

function findingOf({ message, expected, seen, curl }: Finding): HTMLElement {
  const details = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(seen === undefined ? [] : [`seen ${seen}`]),
  ];
  return element(
    'div',
    element('p', [message, ...details].join('; ')),
    curl === undefined ? null : element('pre', { tabindex: 0 }, element('code', curl)),
  );
}

const order = ['fail', 'warn', 'inconclusive', 'not-exercised', 'pass'];

function requirementsOf({ report }: Judged): readonly HTMLElement[] {
  const sorted = report.requirements.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const rows = sorted.map(({ id, outcome, promise, findings }) =>
    element(
      'tr',
      element('td', element('code', id)),
      element('td', outcome.replace('-', ' ')),
      element('td', outcome === 'not-exercised' ? (findings[0]?.message ?? promise) : promise),
    ),
  );
  return [
    element(
      'details',
      element('summary', `All ${rows.length} requirements`),
      element(
        'div',
        { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'Requirements' },
        element('table', tableHead(['Requirement', 'Outcome', 'Promise']), element('tbody', ...rows)),
      ),
    ),
  ];
}

function badgeOf(svg: string, verdict: string): HTMLElement {
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return element(
    'p',
    { class: 'badge' },
    element('img', { src: source, alt: `Badge: ${/<title>(.*)<\/title>/.exec(svg)?.[1] ?? verdict}` }),
    ' ',
    element('a', { href: source, download: 'badge.svg' }, 'Download the badge'),
  );
}

function listOf(texts: readonly string[]): HTMLElement | null {
  return texts.length === 0 ? null : element('ul', ...texts.slice(0, 8).map((text) => element('li', text)));
}
