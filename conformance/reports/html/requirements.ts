import type { Finding } from '../../contract/outcomes.ts';
import type { Report, ReportedRequirement } from '../../contract/report-types.ts';
import { requirementRecords } from '../../contract/requirements.ts';
import {
  byEndpoint,
  byReason,
  counted,
  distinct,
  givenUp,
  type ShownCause,
  shownCauses,
} from '../outline.ts';
import { code, escapeHtml } from './text.ts';

/** The URL of the page of requirements, which has an anchor for each; undefined if no link to it would work. */
export type RequirementsPage = string | undefined;

const sources = new Map<string, readonly string[]>(requirementRecords.map(({ id, made }) => [id, made]));

/** The causes by endpoint, each with the failures that follow from it. */
export function causesOf(report: Report, page: RequirementsPage): string {
  return byEndpoint(shownCauses(report))
    .map(
      ({ endpoint, causes }) =>
        `<h3>${escapeHtml(endpoint)}</h3>\n${causes.map((cause) => causeOf(cause, page)).join('\n')}`,
    )
    .join('\n');
}

/** Requirements with all their findings. */
export function articlesOf(list: readonly ReportedRequirement[], page: RequirementsPage): string {
  return list.map((one) => articleOf(one, page, '')).join('\n');
}

/** Requirements of an outcome by reason, such as those that were not exercised. */
export function reasonsOf(report: Report, outcome: 'not-exercised' | 'inconclusive'): string {
  const byId = new Map<string, ReportedRequirement>(report.requirements.map((one) => [one.id, one]));
  return byReason(report, outcome)
    .map(([reason, ids]) => {
      const list = ids.flatMap((id) => byId.get(id) ?? []);
      return `<h3>${ids.length} because ${escapeHtml(reason)}</h3>\n${listOf(list)}`;
    })
    .join('\n');
}

/** Requirements with their promises only. */
export function listOf(list: readonly ReportedRequirement[]): string {
  if (list.length === 0) return '';
  const items = list.map((one) => `<li ${attributesOf(one)}>${code(one.id)} ${escapeHtml(one.promise)}</li>`);
  return `<ul class="plain">${items.join('\n')}</ul>`;
}

/** The requests that the budget gave up. */
export function givenUpOf(report: Report): string {
  const list = givenUp(report);
  if (list.length === 0) return '';
  const items = list.map(
    ({ step, request, purpose }) =>
      `<li>${code(request ?? step)}${purpose === undefined ? '' : ` ${escapeHtml(purpose)}`}</li>`,
  );
  return `<p>The budget of ${report.maxRequests} requests was used up. To send them too, use <code>--max-requests ${report.maxRequests + list.length}</code>.</p>
<ul class="plain">${items.join('\n')}</ul>`;
}

function causeOf({ failure, consequences }: ShownCause, page: RequirementsPage): string {
  if (consequences.length === 0) return articleOf(failure, page, '');
  const list = consequences.map((one) => articleOf(one, page, '', 'h5')).join('\n');
  return articleOf(
    failure,
    page,
    `<details class="consequences"><summary>${counted(consequences.length, 'failure')} follow${consequences.length === 1 ? 's' : ''} from ${code(failure.id)}</summary>${list}</details>`,
  );
}

function articleOf(one: ReportedRequirement, page: RequirementsPage, more: string, heading = 'h4'): string {
  const made = (sources.get(one.id) ?? [one.made]).join(', ');
  const href = `${page}#${one.id}`;
  const source =
    page === undefined ? escapeHtml(made) : `<a href="${escapeHtml(href)}">${escapeHtml(made)}</a>`;
  return `<article ${attributesOf(one)}>
<${heading}>${code(one.id)} ${escapeHtml(one.promise)}</${heading}>
<p class="made">${one.level === 'must' ? 'Required' : 'Recommended'} by the description: ${source}. In the documents: ${code(one.at)}.${one.expected === undefined ? '' : ` Expected to fail: ${escapeHtml(one.expected)}.`}</p>
${distinct(one.findings).map(findingOf).join('\n')}${more}
</article>`;
}

function findingOf([{ message, expected, seen, curl, exchange, stage }, again]: readonly [
  Finding,
  number,
]): string {
  const link =
    exchange === undefined
      ? ''
      : ` <a href="#request-${escapeHtml(String(exchange))}">Request ${escapeHtml(String(exchange))}</a>`;
  const times = again > 0 ? ` (${again + 1} times)` : '';
  const pairs = [
    ...(expected === undefined ? [] : [['expected', expected] as const]),
    ...(seen === undefined ? [] : [['seen', seen] as const]),
  ].map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<div class="finding"><p>${escapeHtml(message)}${times}${stage === 'dredd' ? ' (found by Dredd)' : ''}.${link}</p>${
    pairs.length === 0 ? '' : `<dl>${pairs.join('')}</dl>`
  }${curl === undefined ? '' : `<pre>${escapeHtml(curl)}</pre>`}</div>`;
}

/** What the page links to, and what its filter reads. */
function attributesOf({ id, outcome, endpoints }: ReportedRequirement): string {
  return `id="${escapeHtml(id)}" class="${outcome}" data-outcome="${outcome}" data-endpoints="${escapeHtml(endpoints.join(' '))}"`;
}
