import { endpointsOf } from '../../contract/operations.ts';
import type { Outcome } from '../../contract/outcomes.ts';
import type { AnyReport, ReportedRequirement } from '../../contract/report-types.ts';
import { code, escapeHtml } from './text.ts';

/** The outcomes in the order of the page, each with its mark and its words. */
export const outcomes: readonly (readonly [Outcome, string, string])[] = [
  ['fail', '✗', 'fail'],
  ['warn', '!', 'warn'],
  ['inconclusive', '?', 'could not be checked'],
  ['not-exercised', '–', 'not tested'],
  ['pass', '✓', 'pass'],
];

/** The endpoints of the form, and others where a failure was seen. */
export function shownEndpoints({ formJudged, requirements }: AnyReport): readonly string[] {
  const seen = requirements.flatMap(({ places = [] }) => places.flatMap(({ endpoint }) => endpoint ?? []));
  return [...new Set([...endpointsOf(formJudged), ...seen])];
}

/** How many requirements of each endpoint have which outcome. */
export function countsOf(report: AnyReport): string {
  const shown = outcomes.filter(([outcome]) => report.counts[outcome] > 0);
  const rows = shownEndpoints(report).map((endpoint) => {
    const cells = shown.map(([outcome]) => {
      const count = report.requirements.filter((one) => cellOf(one, endpoint) === outcome).length;
      return `<td${count > 0 ? ` class="${outcome}"` : ''}>${count}</td>`;
    });
    return `<tr><th scope="row">${escapeHtml(endpoint)}</th>${cells.join('')}</tr>`;
  });
  const heads = shown.map(([, , words]) => `<th scope="col"><span>${words}</span></th>`);
  return `<table class="counts"><thead><tr><th scope="col">Endpoint</th>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

/** Every requirement with its outcome at every endpoint that it is about. */
export function matrixOf(report: AnyReport): string {
  const endpoints = shownEndpoints(report);
  const families = Map.groupBy(report.requirements, ({ id }) => id.split('.')[0] ?? id);
  const bodies = [...families].map(
    ([family, list]) =>
      `<tbody><tr><th colspan="${endpoints.length + 1}" scope="rowgroup">${escapeHtml(family)}</th></tr>
${list.map((one) => rowOf(one, endpoints)).join('\n')}</tbody>`,
  );
  const heads = endpoints.map((endpoint) => `<th scope="col"><span>${escapeHtml(endpoint)}</span></th>`);
  return `<table class="matrix"><thead><tr><th scope="col">Requirement</th>${heads.join('')}</tr></thead>
${bodies.join('\n')}</table>`;
}

function rowOf(one: ReportedRequirement, endpoints: readonly string[]): string {
  const cells = endpoints.map((endpoint) => {
    const cell = cellOf(one, endpoint);
    if (cell === undefined) return '<td></td>';
    const [, mark, words] = outcomes.find(([outcome]) => outcome === cell) ?? ['', '·', 'not named'];
    return `<td class="${cell}"><span aria-hidden="true">${mark}</span><span class="unseen">${words}</span></td>`;
  });
  return `<tr data-outcome="${one.outcome}" data-endpoints="${escapeHtml(one.endpoints.join(' '))}"><th scope="row"><a href="#${escapeHtml(one.id)}">${code(one.id)}</a></th>${cells.join('')}</tr>`;
}

/** The outcome at an endpoint: a failure shows only where it was seen; undefined where the requirement is about others. */
function cellOf(
  { outcome, endpoints, places = [] }: ReportedRequirement,
  endpoint: string,
): Outcome | 'other' | undefined {
  const seen = places.flatMap((place) => place.endpoint ?? []);
  if (outcome === 'fail' && seen.length > 0 && !seen.includes(endpoint))
    return endpoints.includes(endpoint) ? 'other' : undefined;
  return endpoints.includes(endpoint) || (outcome === 'fail' && seen.includes(endpoint))
    ? outcome
    : undefined;
}
