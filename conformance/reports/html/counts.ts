import { endpointsOf } from '../../contract/operations.ts';
import type { Outcome } from '../../contract/outcomes.ts';
import type { AnyReport, ReportedRequirement } from '../../contract/report-types.ts';
import { escapeHtml } from './text.ts';

/** The outcomes in the order of the page, each with its words. */
export const outcomes: readonly (readonly [Outcome, string])[] = [
  ['fail', 'fail'],
  ['warn', 'warn'],
  ['inconclusive', 'could not be checked'],
  ['not-exercised', 'not tested'],
  ['pass', 'pass'],
];

/** How many requirements of each endpoint have which outcome: of the form's endpoints, and of others where a failure was seen. */
export function countsOf({ formJudged, requirements, counts }: AnyReport): string {
  const seen = requirements.flatMap((one) => failedAt(one));
  const shown = outcomes.filter(([outcome]) => counts[outcome] > 0);
  const rows = [...new Set([...endpointsOf(formJudged), ...seen])].map((endpoint) => {
    const cells = shown.map(([outcome]) => {
      const count = requirements.filter((one) => outcomeAt(one, endpoint) === outcome).length;
      return `<td${count > 0 ? ` class="${outcome}"` : ''}>${count}</td>`;
    });
    return `<tr><th scope="row">${escapeHtml(endpoint)}</th>${cells.join('')}</tr>`;
  });
  const heads = shown.map(([, words]) => `<th scope="col"><span>${words}</span></th>`);
  return `<table class="counts"><thead><tr><th scope="col">Endpoint</th>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

/** The outcome at an endpoint; undefined where the requirement is about others, or failed at others only. */
function outcomeAt(one: ReportedRequirement, endpoint: string): Outcome | undefined {
  const seen = failedAt(one);
  return (seen.length > 0 ? seen : one.endpoints).includes(endpoint) ? one.outcome : undefined;
}

/** The endpoints where a requirement failed, if that is known. */
function failedAt({ outcome, places = [] }: ReportedRequirement): readonly string[] {
  return outcome === 'fail' ? places.flatMap(({ endpoint }) => endpoint ?? []) : [];
}
